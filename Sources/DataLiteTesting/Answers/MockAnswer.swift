/// The answer of a mock to a statement: rows, changes, or an error.
public struct MockAnswer: Sendable {
    var columns: [String]?
    var rows: [SQLiteRow] = []
    var changes: Int64?
    var lastInsertRowID: Int64?
    var updates: [SQLiteAction] = []
    var error: SQLiteError?

    /// The reason the answer is invalid for every statement.
    var mistake: String?

    /// No rows, and nothing changed.
    public static let done = MockAnswer()

    /// Rows. The first row determines the columns of the result. If another row has different
    /// columns, a problem is reported when the answer is used.
    public static func rows(_ rows: [SQLiteRow]) -> MockAnswer {
        let columns = rows.first?.columns.names ?? []
        var answer = MockAnswer(columns: rows.isEmpty ? nil : columns, rows: rows)
        if let index = rows.firstIndex(where: { $0.columns.names != columns }) {
            answer.mistake =
                "row \(index + 1): expected the columns \(MessageText.list(columns, MessageText.name)), "
                + "found \(MessageText.list(rows[index].columns.names, MessageText.name))"
        }
        return answer
    }

    /// A single row: `.row(["id": 1, "name": "Ada"])`.
    public static func row(_ row: SQLiteRow) -> MockAnswer { rows([row]) }

    /// Columns with their rows, if any. If a row has more or fewer values than there are columns, a
    /// problem is reported when the answer is used.
    public static func columns(
        _ names: [String], rows: [[(any SQLiteBindable)?]] = []
    ) -> MockAnswer {
        var answer = MockAnswer(columns: names)
        answer.rows = rows.map { values in
            SQLiteRow(
                zip(names, values).map { (column: $0, value: $1?.sqliteValue ?? .null) })
        }
        if let index = rows.firstIndex(where: { $0.count != names.count }) {
            answer.mistake =
                "row \(index + 1): expected \(names.count.counted("value")), "
                + "found \(rows[index].count)"
        }
        return answer
    }

    /// Rows from comma-separated values: see ``DataLiteCore/SQLiteRow/csv(_:)``.
    ///
    /// - Throws: An `SQLiteError` with `SQLITE_ERROR` if the text cannot be parsed.
    public static func csv(_ text: String) throws(SQLiteError) -> MockAnswer {
        try RowText.csv(text).answer
    }

    /// Rows from a text table with `|` between the cells: see ``DataLiteCore/SQLiteRow/table(_:)``.
    ///
    /// - Throws: An `SQLiteError` with `SQLITE_ERROR` if the text cannot be parsed.
    public static func table(_ text: String) throws(SQLiteError) -> MockAnswer {
        try RowText.table(text).answer
    }

    /// The effect of a write.
    ///
    /// - Parameters:
    ///   - changes: The number of changed rows.
    ///   - lastInsertRowID: The rowid of the last inserted row; `nil` leaves the connection's value
    ///     unchanged.
    ///   - updates: The changes to report to the connection's delegates.
    public static func changes(
        _ changes: Int64, lastInsertRowID: Int64? = nil, updates: [SQLiteAction] = []
    ) -> MockAnswer {
        MockAnswer(changes: changes, lastInsertRowID: lastInsertRowID, updates: updates)
    }

    /// An error when the statement is stepped. It rolls back an open transaction if SQLite would:
    /// see ``MockConnection/fail(_:_:with:message:skipping:times:)``.
    public static func error(_ code: ResultCode, _ message: String? = nil) -> MockAnswer {
        error(SQLiteError(code, message: message ?? code.explanation))
    }

    /// An error when the statement is stepped.
    public static func error(_ error: SQLiteError) -> MockAnswer {
        MockAnswer(error: error)
    }

    /// The reason a database could not return this answer for a statement, or `nil` if it could.
    func mismatchReason(_ text: StatementText, _ columns: ResultColumns) -> String? {
        if let mistake { return mistake }
        if let names = self.columns, let mismatchReason = columns.mismatchReason(to: names) {
            return mismatchReason
        }
        let changesRows = changes ?? 0 != 0 || lastInsertRowID != nil || !updates.isEmpty
        return changesRows && text.kind == .query ? "the statement changes no rows" : nil
    }
}

extension RowText {
    /// The rows, or only the columns if there are no rows.
    fileprivate var answer: MockAnswer { MockAnswer(columns: columns, rows: sqliteRows) }
}
