public import DataLiteCore

/// What a mock gives for a statement that is run: rows, or what the statement has changed, or an
/// error.
public struct MockAnswer: Sendable {
    var columns: [String]?
    var rows: [SQLiteRow] = []
    var changes: Int64?
    var lastInsertRowID: Int64?
    var updates: [SQLiteAction] = []
    var error: SQLiteError?

    /// Nothing: no rows, nothing changed.
    public static let done = MockAnswer()

    /// Rows. The columns of the result are those of the first one; a row with others makes the answer
    /// an error that says so.
    public static func rows(_ rows: [SQLiteRow]) -> MockAnswer {
        let columns = rows.first?.columns.names ?? []
        if let index = rows.firstIndex(where: { $0.columns.names != columns }) {
            return wrong(
                index, expected: "the columns \(columns)", found: "\(rows[index].columns.names)")
        }
        return MockAnswer(columns: rows.isEmpty ? nil : columns, rows: rows)
    }

    private static func wrong(_ index: Int, expected: String, found: String) -> MockAnswer {
        let message = "row \(index + 1) of the answer: expected \(expected), found \(found)"
        return error(SQLiteError(.error, message: message))
    }

    /// One row: `.row(["id": 1, "name": "Ada"])`.
    public static func row(_ row: SQLiteRow) -> MockAnswer { rows([row]) }

    /// Columns with their rows, which may be none at all. A row with more or fewer values than there
    /// are columns makes the answer an error that says so.
    public static func columns(
        _ names: [String], rows: [[(any SQLiteBindable)?]] = []
    ) -> MockAnswer {
        if let index = rows.firstIndex(where: { $0.count != names.count }) {
            return wrong(
                index, expected: "\(names.count) values", found: "\(rows[index].count)")
        }
        let rows = rows.map { values in
            SQLiteRow(
                zip(names, values).map { (column: $0, value: $1?.sqliteValue ?? .null) })
        }
        return MockAnswer(columns: names, rows: rows)
    }

    /// Rows of a CSV text: see ``DataLiteCore/SQLiteRow/csv(_:)``.
    ///
    /// - Throws: `SQLITE_ERROR` if the text is no table.
    public static func csv(_ text: String) throws(SQLiteError) -> MockAnswer {
        try RowText.csv(text).answer
    }

    /// Rows of a text that is aligned with `|`: see ``DataLiteCore/SQLiteRow/table(_:)``.
    ///
    /// - Throws: `SQLITE_ERROR` if the text is no table.
    public static func table(_ text: String) throws(SQLiteError) -> MockAnswer {
        try RowText.table(text).answer
    }

    /// The effect of a statement that writes.
    ///
    /// - Parameters:
    ///   - changes: The number of rows that it has changed.
    ///   - lastInsertRowID: The row id of the last row it has inserted; `nil` leaves the connection's
    ///     as it is.
    ///   - updates: What the delegates of the connection are told.
    public static func changes(
        _ changes: Int64, lastInsertRowID: Int64? = nil, updates: [SQLiteAction] = []
    ) -> MockAnswer {
        MockAnswer(changes: changes, lastInsertRowID: lastInsertRowID, updates: updates)
    }

    /// An error when the statement is stepped. `SQLITE_FULL`, `SQLITE_IOERR` and `SQLITE_NOMEM` roll
    /// an open transaction back, as they do in SQLite.
    public static func error(_ code: ResultCode, _ message: String? = nil) -> MockAnswer {
        error(SQLiteError(code, message: message ?? code.explanation))
    }

    /// An error when the statement is stepped.
    public static func error(_ error: SQLiteError) -> MockAnswer {
        MockAnswer(error: error)
    }
}

extension RowText {
    /// The rows, or the columns alone.
    fileprivate var answer: MockAnswer { MockAnswer(columns: columns, rows: sqliteRows) }
}
