import ArgumentParser
import DataLiteCore

/// Writes results, one at a time.
protocol ResultWriter: AnyObject {
    /// Begins a result.
    func begin(columns: [String]) throws

    /// Writes the current row of the statement.
    func add(rowOf statement: any StatementProtocol) throws

    /// Ends a result.
    func end() throws
}

extension ResultWriter {
    /// Runs a statement and writes its result if it has columns.
    func write(_ statement: some StatementProtocol) throws {
        guard statement.columnCount() > 0 else {
            while try statement.step() {}
            return
        }
        // The first step may prepare the statement again, with other columns.
        var hasRow = try statement.step()
        try begin(columns: statement.columnNames())
        while hasRow {
            try add(rowOf: statement)
            hasRow = try statement.step()
        }
        try end()
    }
}

/// The formats of results.
enum ResultFormat: String, CaseIterable, ExpressibleByArgument {
    case table, csv, json, markdown

    /// - Parameter isTerminal: Whether the output is a terminal.
    func writer(to output: BufferedOutput, isTerminal: Bool = false) -> any ResultWriter {
        switch self {
        case .table: AlignedWriter(layout: TableLayout(), to: output)
        case .csv: CSVWriter(to: output, isPrintable: isTerminal)
        case .json: JSONWriter(to: output)
        case .markdown: AlignedWriter(layout: MarkdownLayout(), to: output)
        }
    }
}
