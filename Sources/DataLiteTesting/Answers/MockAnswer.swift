public import DataLiteCore

/// The answer of a mock to a statement that is run: rows, the changes that it makes, or an error.
public struct MockAnswer: Sendable {
    var columns: [String]?
    var rows: [SQLiteRow] = []
    var changes: Int64?
    var lastInsertRowID: Int64?
    var updates: [SQLiteAction] = []
    var error: SQLiteError?

    /// Why the answer is wrong for any statement.
    var mistake: String?

    /// No rows, and nothing changed.
    public static let done = MockAnswer()

    /// Rows. The columns of the result are those of the first row; an answer in which another row
    /// has other columns is reported when it is used.
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

    /// One row: `.row(["id": 1, "name": "Ada"])`.
    public static func row(_ row: SQLiteRow) -> MockAnswer { rows([row]) }

    /// Columns with their rows, which may be none. An answer in which a row has more or fewer
    /// values than there are columns is reported when it is used.
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

    /// Rows of a CSV text: see ``DataLiteCore/SQLiteRow/csv(_:)``.
    ///
    /// - Throws: `SQLITE_ERROR` if the text is not a table.
    public static func csv(_ text: String) throws(SQLiteError) -> MockAnswer {
        try RowText.csv(text).answer
    }

    /// Rows of a text that is aligned with `|`: see ``DataLiteCore/SQLiteRow/table(_:)``.
    ///
    /// - Throws: `SQLITE_ERROR` if the text is not a table.
    public static func table(_ text: String) throws(SQLiteError) -> MockAnswer {
        try RowText.table(text).answer
    }

    /// The effect of a statement that writes.
    ///
    /// - Parameters:
    ///   - changes: The number of rows that it has changed.
    ///   - lastInsertRowID: The row id of the last row that it has inserted; `nil` leaves the
    ///     connection's unchanged.
    ///   - updates: The changes that are reported to the connection's delegates.
    public static func changes(
        _ changes: Int64, lastInsertRowID: Int64? = nil, updates: [SQLiteAction] = []
    ) -> MockAnswer {
        MockAnswer(changes: changes, lastInsertRowID: lastInsertRowID, updates: updates)
    }

    /// An error when the statement is stepped. It rolls an open transaction back where SQLite does:
    /// see ``MockConnection/fail(_:_:with:message:skipping:times:)``.
    public static func error(_ code: ResultCode, _ message: String? = nil) -> MockAnswer {
        error(SQLiteError(code, message: message ?? code.explanation))
    }

    /// An error when the statement is stepped.
    public static func error(_ error: SQLiteError) -> MockAnswer {
        MockAnswer(error: error)
    }
}

extension MockAnswer {
    /// Why a database could not return this answer for a statement; `nil` if it could.
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
    /// The rows, or the columns alone.
    fileprivate var answer: MockAnswer { MockAnswer(columns: columns, rows: sqliteRows) }
}
