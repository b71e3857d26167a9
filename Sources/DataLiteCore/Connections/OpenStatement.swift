import DataLiteC

/// A statement that keeps a connection from closing: see ``Connection/openStatements``.
public struct OpenStatement: Hashable, Sendable {
    /// The SQL text; empty for a BLOB that is open.
    public let sql: String

    /// Whether a run of the statement has started and has neither ended nor been reset.
    public let isRunning: Bool

    /// Whether the statement was not prepared by this library, but with the C interface or by a virtual table, such as
    /// one of FTS5. A virtual table finalizes its statements when the connection is closed.
    public let isForeign: Bool

    /// A statement, for mocks and tests.
    public init(sql: String, isRunning: Bool = false, isForeign: Bool = false) {
        (self.sql, self.isRunning, self.isForeign) = (sql, isRunning, isForeign)
    }
}

extension Connection {
    /// The statements that are prepared and not finalized, the latest first, except those that are idle in the cache of
    /// the connection.
    ///
    /// ```swift
    /// for statement in connection.openStatements where !statement.isForeign { print(statement.sql) }
    /// ```
    ///
    /// As long as there is one, ``close()`` throws `SQLITE_BUSY`. Empty if the connection is closed. C:
    /// `sqlite3_next_stmt`.
    public var openStatements: [OpenStatement] {
        handle.openStatements { !$0.isIdleInCache }
    }

    /// The error of a failed close, with the statements that are the reason for it.
    func closingError(_ error: SQLiteError) -> SQLiteError {
        guard error.resultCode.primary == .busy else { return error }
        return error.naming(handle.openStatements { _ in true })
    }
}

extension SQLiteError {
    /// The error with the statements that are the reason for it.
    func naming(_ statements: [OpenStatement]) -> SQLiteError {
        guard !statements.isEmpty else { return self }
        return SQLiteError(
            resultCode, message: message + ": \(OpenStatement.list(statements))", sql: sql)
    }
}

extension OpenStatement {
    /// The first statement and the number of the others, for messages.
    package static func list(_ statements: [OpenStatement]) -> String {
        let first = statements.first.flatMap { statement in
            statement.sql.isEmpty
                ? "an open BLOB" : SQLExcerpt(sql: statement.sql, offset: nil).lines.first
        }
        let others = statements.count - 1
        return (first ?? "") + (others > 0 ? " and \(others.counted("other"))" : "")
    }
}

extension ConnectionHandle {
    /// The statements that are running, including those of other users of the C interface.
    var runningStatements: [OpenStatement] { openStatements { _ in true }.filter(\.isRunning) }

    /// The running statements without those that only read. No transaction can be committed before they end.
    var runningWriters: [OpenStatement] { openStatements { !$0.isReadonly }.filter(\.isRunning) }

    /// The statements of SQLite, without those of the library that are not to be included.
    fileprivate func openStatements(_ isIncluded: (Statement) -> Bool) -> [OpenStatement] {
        var known: [OpaquePointer: Statement] = [:]
        for statement in statements { known[statement.pointer] = statement }
        return sqliteStatements.filter { known[$0].map(isIncluded) ?? true }.map { pointer in
            OpenStatement(
                sql: String(repairing: sqlite3_sql(pointer)) ?? "",
                isRunning: sqlite3_stmt_busy(pointer) != 0,
                isForeign: known[pointer]?.isOwned != true)
        }
    }
}
