/// A statement that has run, for a log: see ``Connection/Configuration/logStatements(slowerThan:includingValues:to:)``.
public struct LoggedStatement: Hashable, Sendable {
    /// The SQL with its parameters as written, so it contains no bound values. Values that are written into the text
    /// are part of it.
    public let sql: String

    /// The SQL with the bound values in place of the parameters; `nil` unless the log includes values. C:
    /// `sqlite3_expanded_sql`.
    public let expandedSQL: String?

    /// The time from the first step of the run to its end. For a statement whose rows are read one at a time, this
    /// includes the time that the program spends with each row.
    public let duration: Duration

    /// The connection that has run the statement.
    public let role: Role

    /// The role of a connection.
    public enum Role: String, Hashable, Sendable {
        /// It only reads: a reader of a `Database`, or a connection that was opened with `readonly`.
        case reader
        /// It can write.
        case writer
    }

    /// A statement, for mocks and tests.
    public init(sql: String, expandedSQL: String? = nil, duration: Duration, role: Role) {
        self.sql = sql
        self.expandedSQL = expandedSQL
        self.duration = duration
        self.role = role
    }
}

extension Connection.Configuration {
    /// Passes each statement to a closure when its run has ended.
    ///
    /// ```swift
    /// let configuration = Database.Configuration {
    ///     $0.logStatements(slowerThan: .milliseconds(50)) { statement in
    ///         print(statement.duration, statement.role, statement.sql)
    ///     }
    /// }
    /// ```
    ///
    /// Every run is passed, whether it succeeds or fails, including `BEGIN`, `COMMIT` and the statements of the
    /// library. Statements of triggers are part of the statement that fires them. Without a log, nothing is measured.
    /// Several logs may be added.
    ///
    /// The closure is called on the thread of the statement, before the statement returns. It must not run SQL on the
    /// connection or the `Database` that is calling it: that throws `SQLITE_MISUSE`, and never deadlocks. It may use
    /// another database.
    ///
    /// - Parameters:
    ///   - limit: The shortest duration of the statements to pass; zero for all.
    ///   - includesValues: Whether statements have their ``LoggedStatement/expandedSQL``. Bound values may be private,
    ///     so it is off by default.
    ///   - log: Receives the statements, of several connections at the same time if they belong to a `Database`.
    public mutating func logStatements(
        slowerThan limit: Duration = .zero, includingValues includesValues: Bool = false,
        to log: @escaping @Sendable (LoggedStatement) -> Void
    ) {
        statementLogs.append(
            StatementLog(limit: limit, includesValues: includesValues, write: log))
    }

    /// Removes the logs of statements.
    package mutating func removeStatementLogs() { statementLogs = [] }
}

/// A closure that receives the statements of a connection.
struct StatementLog: Sendable {
    let limit: Duration
    let includesValues: Bool
    let write: @Sendable (LoggedStatement) -> Void
}
