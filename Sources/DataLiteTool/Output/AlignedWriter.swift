import DataLiteCore

/// How a form with aligned columns looks.
protocol AlignedLayout {
    /// A value as the text of one cell, on one line.
    func cell(_ view: borrowing SQLiteValueView) -> String
    /// A column's name as the text of one cell, on one line.
    func header(_ name: String) -> String
    /// The line between the header and the rows.
    func rule(_ columns: [ColumnShape]) -> String
    /// A line of cells that are padded already.
    func line(_ cells: [String]) -> String
    /// The least width of a column.
    var minWidth: Int { get }
    /// What takes the place of rows where there are none.
    var noRows: String { get }
}

/// The width of a column, in columns of a terminal, and which side its cells are set to.
struct ColumnShape {
    var width: Int
    var isNumeric: Bool

    func padded(_ cell: Cell) -> String {
        guard cell.width < width else { return cell.text }
        let space = String(repeating: " ", count: width - cell.width)
        return isNumeric ? space + cell.text : cell.text + space
    }
}

/// The text of one value and what its column must know of it.
struct Cell {
    let text: String
    let width: Int
    let storageClass: SQLiteValue.StorageClass

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
/// The columns are as wide as the first 1,000 rows need, or as many as make a megabyte. Those rows
/// are held back; what follows streams, and a wider value then sticks out of its column.
final class AlignedWriter: ResultWriter {
    private static let measuredRows = 1000
    private static let measuredBytes = 1 << 20
    /// A wider cell is shown whole, but its column is not made wider for it.
    private static let maxWidth = 60

    private let layout: any AlignedLayout
    private let output: BufferedOutput
    private var header: [Cell] = []
    private var heldBack: [[Cell]] = []
    private var heldBytes = 0
    /// Empty until the columns have been measured.
    private var shapes: [ColumnShape] = []
    private var isFirstResult = true

    init(layout: any AlignedLayout, to output: BufferedOutput) {
        self.layout = layout
        self.output = output
    }

    func begin(columns: [String]) throws {
        if !isFirstResult { try output.write("\n") }
        isFirstResult = false
        header = columns.map { Cell(layout.header($0)) }
        heldBack = []
        heldBytes = 0
        shapes = []
    }

    func add(rowOf statement: any StatementProtocol) throws {
        let cells = header.indices.map { index in
            statement.withColumn(at: Int32(index)) { Cell(layout.cell($0), $0.storageClass) }
        }
        guard shapes.isEmpty else { return try write(cells) }
        heldBack.append(cells)
        heldBytes += cells.reduce(0) { $0 + $1.text.utf8.count }
        if heldBack.count == Self.measuredRows || heldBytes > Self.measuredBytes { try release() }
    }

    func end() throws {
        let isEmpty = shapes.isEmpty && heldBack.isEmpty
        if shapes.isEmpty { try release() }
        if isEmpty { try output.write(layout.noRows) }
    }

    /// Measures the rows held back, and writes them.
    private func release() throws {
        shapes = header.indices.map(shape)
        try write(header)
        try output.write(layout.rule(shapes))
        for cells in heldBack { try write(cells) }
        heldBack = []
    }

    private func shape(ofColumn index: Int) -> ColumnShape {
        let cells = heldBack.lazy.map { $0[index] }
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
