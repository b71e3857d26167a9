/// Rows written as text: the names of the columns, and the values of each row.
struct RowText: Equatable {
    var columns: [String] = []
    var rows: [[SQLiteValue]] = []

    /// Appends a line: the first line has the names of the columns, the others are rows.
    ///
    /// - Parameters:
    ///   - cells: The cells of the line.
    ///   - line: The line number, for the error.
    /// - Throws: An `SQLiteError` with `SQLITE_ERROR` if the numbers of cells and columns differ.
    mutating func append(_ cells: [Cell], line: Int) throws(SQLiteError) {
        guard !columns.isEmpty else {
            columns = cells.map(\.text)
            return
        }
        guard cells.count == columns.count else {
            throw Self.error(
                "\(cells.count.counted("cell")), "
                    + "but the header has \(columns.count.counted("column"))",
                line: line)
        }
        rows.append(cells.map(\.value))
    }

    static func error(_ message: String, line: Int) -> SQLiteError {
        SQLiteError(.error, message: "line \(line): \(message)")
    }

    /// The rows, each with all the columns.
    var sqliteRows: [SQLiteRow] {
        rows.map { values in
            SQLiteRow(zip(columns, values).lazy.map { (column: $0, value: $1) })
        }
    }
}
