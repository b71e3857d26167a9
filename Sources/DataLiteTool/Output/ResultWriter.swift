import ArgumentParser
import DataLiteCore

/// Writes the rows of one result after the other.
protocol ResultWriter: AnyObject {
    /// Begins a result.
    func begin(columns: [String]) throws

    /// Writes the row that the statement is on.
    func add(rowOf statement: any StatementProtocol) throws

    /// Ends a result.
    func end() throws
}

extension ResultWriter {
    /// Steps through a statement and writes what it gives: nothing, if it has no columns.
    func write(_ statement: some StatementProtocol) throws {
        guard statement.columnCount() > 0 else {
            while try statement.step() {}
            return
        }
        // The first step may compile the statement anew, and find other columns.
        var hasRow = try statement.step()
        try begin(columns: statement.columnNames())
        while hasRow {
            try add(rowOf: statement)
            hasRow = try statement.step()
        }
        try end()
    }
}

/// The forms in which results are written.
enum ResultFormat: String, CaseIterable, ExpressibleByArgument {
    case table, csv, json, markdown

    func writer(to output: BufferedOutput) -> any ResultWriter {
        switch self {
        case .table: AlignedWriter(layout: TableLayout(), to: output)
        case .csv: CSVWriter(to: output)
        case .json: JSONWriter(to: output)
        case .markdown: AlignedWriter(layout: MarkdownLayout(), to: output)
        }
    }
}
