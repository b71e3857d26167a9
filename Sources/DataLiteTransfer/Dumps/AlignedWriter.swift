import DataLiteCore

/// The layout of a format with aligned columns.
package protocol AlignedLayout {
    /// A value as the text of one cell, on one line.
    func cell(_ view: borrowing SQLiteValueView) -> String
    /// A column's name as the text of one cell, on one line.
    func header(_ name: String) -> String
    /// The line between the header and the rows.
    func rule(_ columns: [ColumnShape]) -> String
    /// A line of padded cells.
    func line(_ cells: [String]) -> String
    /// The minimum width of a column.
    var minWidth: Int { get }
    /// The text to write if there are no rows.
    var noRows: String { get }
}

/// The width of a column, in terminal columns, and the alignment of its cells.
package struct ColumnShape {
    var width: Int
    var isNumeric: Bool

    func padded(_ cell: Cell) -> String {
        let space = String(repeating: " ", count: max(0, width - cell.width))
        let text = isNumeric ? space + cell.text : cell.text + space
        // Reverse video includes the padding, so that empty text is marked too.
        return cell.isMarked ? "\u{1b}[7m\(text)\u{1b}[0m" : text
    }
}

/// The text of one value, with its width and storage class.
struct Cell {
    let text: String
    let width: Int
    let storageClass: SQLiteValue.StorageClass
    /// Whether the cell is highlighted on a terminal.
    var isMarked = false

    init(_ text: String, _ storageClass: SQLiteValue.StorageClass = .text) {
        self.text = text
        self.storageClass = storageClass
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        self.width = isASCII ? text.utf8.count : TerminalText.columns(of: text)
    }

    var isNumber: Bool { storageClass == .integer || storageClass == .real }
    var isNull: Bool { storageClass == .null }
}

/// Rows in aligned columns.
///
/// The first 1,000 rows, or the first megabyte of rows, determine the width of the columns. These rows are
/// buffered. Later rows are streamed, and a wider value exceeds its column.
package final class AlignedWriter: ResultWriter {
    private static let measuredRows = 1000
    private static let measuredBytes = 1 << 20
    /// The maximum width of a column. A wider cell is written completely but does not widen its column.
    private static let maxWidth = 60

    private let layout: any AlignedLayout
    private let output: BufferedOutput
    private var header: [Cell] = []
    private var buffered: [[Cell]] = []
    private var bufferedBytes = 0
    /// The shapes of the columns, or empty until the columns are measured.
    private var shapes: [ColumnShape] = []
    private var isFirstResult = true

    package init(layout: any AlignedLayout, to output: BufferedOutput) {
        self.layout = layout
        self.output = output
    }

    package func begin(columns: [String]) throws {
        if !isFirstResult { try output.write("\n") }
        isFirstResult = false
        header = columns.map { Cell(layout.header($0)) }
        buffered = []
        bufferedBytes = 0
        shapes = []
    }

    package func add(rowOf statement: any StatementProtocol) throws {
        try add(
            header.indices.map { index in
                statement.withColumn(at: Int32(index)) { Cell(layout.cell($0), $0.storageClass) }
            })
    }

    /// Writes a row of values, and marks the values at some indices.
    package func add(_ row: [SQLiteValue], marking marked: Set<Int>) throws {
        try add(
            row.enumerated().map { index, value in
                var cell = Cell(layout.cell(SQLiteValueView(value)), value.storageClass)
                cell.isMarked = marked.contains(index)
                return cell
            })
    }

    private func add(_ cells: [Cell]) throws {
        guard shapes.isEmpty else { return try write(cells) }
        buffered.append(cells)
        bufferedBytes += cells.reduce(0) { $0 + $1.text.utf8.count }
        if buffered.count == Self.measuredRows || bufferedBytes > Self.measuredBytes {
            try writeBuffered()
        }
    }

    package func end() throws {
        let isEmpty = shapes.isEmpty && buffered.isEmpty
        if shapes.isEmpty { try writeBuffered() }
        if isEmpty { try output.write(layout.noRows) }
    }

    /// Measures the buffered rows and writes them.
    private func writeBuffered() throws {
        shapes = header.indices.map(shape)
        try write(header)
        try output.write(layout.rule(shapes))
        for cells in buffered { try write(cells) }
        buffered = []
    }

    private func shape(ofColumn index: Int) -> ColumnShape {
        let cells = buffered.lazy.map { $0[index] }
        let width = cells.reduce(max(header[index].width, layout.minWidth)) {
            max($0, min($1.width, Self.maxWidth))
        }
        let values = cells.filter { !$0.isNull }
        return ColumnShape(
            width: width, isNumeric: !values.isEmpty && values.allSatisfy(\.isNumber))
    }

    private func write(_ cells: [Cell]) throws {
        try output.write(layout.line(zip(shapes, cells).map { $0.padded($1) }))
    }
}
