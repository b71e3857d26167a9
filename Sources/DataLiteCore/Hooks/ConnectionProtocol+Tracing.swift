// Hooks of statements and of the end of the connection.

extension ConnectionProtocol {
    /// Calls a closure for each statement that begins to run, including statements of triggers.
    ///
    /// ```swift
    /// let hook = try connection.onTrace { print($0.unexpandedSQL) }
    /// ```
    ///
    /// C: `sqlite3_trace_v2` with `SQLITE_TRACE_STMT`.
    ///
    /// - Throws: `SQLITE_MISUSE` if the connection is closed, or not SQLite's, such as a stub.
    public func onTrace(
        _ body: @escaping (SQLTrace) -> Void
    ) throws(SQLiteError) -> Connection.Hook {
        try delegateList().add(body, to: \.traces)
    }

    /// Calls a closure for each row that a statement returns, before the caller receives it.
    ///
    /// ```swift
    /// let hook = try connection.onRow { print($0.sql, $0.row) }
    /// ```
    ///
    /// All values are copied, so it is slow. C: `sqlite3_trace_v2` with `SQLITE_TRACE_ROW`.
    ///
    /// - Throws: `SQLITE_MISUSE` if the connection is closed, or not SQLite's, such as a stub.
    public func onRow(
        _ body: @escaping (TracedRow) -> Void
    ) throws(SQLiteError) -> Connection.Hook {
        try delegateList().add(body, to: \.rows)
    }

    /// Calls a closure with each statement whose run has ended, and its duration.
    ///
    /// ```swift
    /// let hook = try connection.onProfile(slowerThan: .milliseconds(50)) { print($0.duration, $0.sql) }
    /// ```
    ///
    /// It is called for every run that began after the hook was added, whether it succeeds or fails. To log the
    /// statements of all connections of a `Database`, use `Configuration.logStatements`. C: `sqlite3_trace_v2` with
    /// `SQLITE_TRACE_PROFILE`.
    ///
    /// - Parameters:
    ///   - limit: The shortest duration of the statements to pass; zero for all.
    ///   - includesValues: Whether statements have their ``LoggedStatement/expandedSQL``.
    /// - Throws: `SQLITE_MISUSE` if the connection is closed, or not SQLite's, such as a stub.
    public func onProfile(
        slowerThan limit: Duration = .zero, includingValues includesValues: Bool = false,
        _ body: @escaping (LoggedStatement) -> Void
    ) throws(SQLiteError) -> Connection.Hook {
        let log = TimedLog(limit: limit, includesValues: includesValues, write: body)
        return try delegateList().add(log, to: \.profiles)
    }

    /// Calls a closure once, after the connection was closed with `close()` or released.
    ///
    /// Unlike the event `SQLITE_TRACE_CLOSE` of SQLite, it is not called if closing fails. It is also called for a
    /// borrowed handle, which stays open.
    ///
    /// - Throws: `SQLITE_MISUSE` if the connection is closed, or not SQLite's, such as a stub.
    public func onClose(_ body: @escaping () -> Void) throws(SQLiteError) -> Connection.Hook {
        try delegateList().add(body, to: \.closings)
    }
}

/// A row that a statement returns, for ``ConnectionProtocol/onRow(_:)``.
public struct TracedRow: Hashable, Sendable {
    /// The SQL of the statement, with its parameters as written.
    public let sql: String

    /// The names and values of the columns.
    public let row: SQLiteRow

    /// A row, for mocks and tests.
    public init(sql: String, row: SQLiteRow) {
        self.sql = sql
        self.row = row
    }
}
