import DataLiteC

/// A statement that begins to run.
///
/// The SQL is read from SQLite when a property is accessed, so a delegate that needs only ``unexpandedSQL``
/// avoids the cost of the expansion. A stored trace stays valid after the delegate's call: its SQL is copied
/// when the call returns. It is not `Sendable`, because during the call it refers to the running statement;
/// send its strings instead.
public struct SQLTrace: Equatable {
    private let source: Source

    /// Creates a trace with the given SQL, for mocks.
    public init(unexpandedSQL: String, expandedSQL: String) {
        source = Source()
        source.texts = (unexpandedSQL, expandedSQL)
    }

    /// The trace of the statement that `source` refers to.
    init(_ source: Source) { self.source = source }

    /// The SQL with its parameters as written. For a statement of a trigger, it is a comment that names the
    /// trigger.
    public var unexpandedSQL: String { source.unexpandedSQL }

    /// The SQL with the bound values in place of the parameters; for a statement of a trigger, the same as
    /// ``unexpandedSQL``. C: `sqlite3_expanded_sql`.
    public var expandedSQL: String { source.expandedSQL }

    /// Whether the statement, which is running, changes no database file. C: `sqlite3_stmt_readonly`.
    package var isReadOnly: Bool { source.isReadOnly }

    public static func == (lhs: SQLTrace, rhs: SQLTrace) -> Bool {
        lhs.unexpandedSQL == rhs.unexpandedSQL && lhs.expandedSQL == rhs.expandedSQL
    }

    /// The source of a trace's SQL: SQLite during the call, and memory afterwards.
    final class Source {
        fileprivate var texts: (unexpanded: String?, expanded: String?)

        /// The statement, and its SQL or the comment of a trigger; `nil` outside of the call.
        private var statement: OpaquePointer?
        private var text: UnsafePointer<CChar>?

        /// Refers to a statement that SQLite is about to run, until ``end(copyingTexts:)``.
        func begin(_ statement: OpaquePointer?, _ text: UnsafePointer<CChar>?) {
            texts = (nil, nil)
            self.statement = statement
            self.text = text
        }

        /// Discards the statement. Its SQL is copied first if a trace was stored.
        func end(copyingTexts: Bool) {
            if copyingTexts { texts = (unexpandedSQL, expandedSQL) }
            statement = nil
            text = nil
        }

        fileprivate var isReadOnly: Bool {
            statement.map { sqlite3_stmt_readonly($0) != 0 } ?? false
        }

        fileprivate var unexpandedSQL: String {
            if let text = texts.unexpanded { return text }
            let unexpanded = String(repairing: text) ?? ""
            texts.unexpanded = unexpanded
            return unexpanded
        }

        fileprivate var expandedSQL: String {
            if let text = texts.expanded { return text }
            let expanded = expand() ?? unexpandedSQL
            texts.expanded = expanded
            return expanded
        }

        /// `nil` for the statement of a trigger, for which SQLite passes the statement that fired the
        /// trigger, and if SQLite is out of memory.
        private func expand() -> String? {
            guard let text, let sql = sqlite3_sql(statement), strcmp(text, sql) == 0,
                let expanded = sqlite3_expanded_sql(statement)
            else { return nil }
            defer { sqlite3_free(expanded) }
            return String(repairing: expanded)
        }
    }
}

/// A statement that has run, for a log: see ``Connection/Configuration/logStatements(slowerThan:includingValues:to:)``.
public struct LoggedStatement: Equatable, Sendable {
    /// The SQL with its parameters as written, so it contains no bound values. Values that are written into the text
    /// are part of it.
    public let sql: String

    /// The SQL with the bound values in place of the parameters; `nil` unless the log includes values. C:
    /// `sqlite3_expanded_sql`.
    public let expandedSQL: String?

    /// The time from the first step of the run to its end. For a statement whose rows are read one at a time, this
    /// includes the time that the program spends with each row. If all logs of the connection
    /// have limits of 50 milliseconds or more, it is accurate to a tick of the system's clock: 1 to 10 milliseconds.
    public let duration: Duration

    /// The connection that has run the statement.
    public let role: Role

    /// The role of a connection.
    public enum Role: Sendable {
        /// The connection only reads: a reader of a `Database`, or a connection that was opened with `readonly`.
        case reader
        /// The connection can write.
        case writer
    }

    /// A statement, for mocks and tests.
    package init(sql: String, expandedSQL: String? = nil, duration: Duration, role: Role) {
        self.sql = sql
        self.expandedSQL = expandedSQL
        self.duration = duration
        self.role = role
    }

    /// The statement without its ``expandedSQL``.
    var withoutValues: Self { Self(sql: sql, duration: duration, role: role) }
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
    /// Every run of a ``Statement`` is passed, whether it succeeds or fails, including `BEGIN`, `COMMIT` and others of
    /// the library. Statements of triggers are part of the statement that fires them. Statements that the program, the
    /// library or an extension such as FTS5 runs with the C interface are not passed. Without a log, nothing is
    /// measured. Several logs may be added.
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
            StatementLog(limit: limit, includesValues: includesValues) { statement, _ in
                log(statement)
            })
    }

    /// Passes each statement to a closure, with its connection and without values.
    package mutating func addStatementLog(
        slowerThan limit: Duration, _ log: @escaping @Sendable (LoggedStatement, Connection) -> Void
    ) {
        statementLogs.append(StatementLog(limit: limit, includesValues: false, write: log))
    }

    /// Removes the logs of statements.
    package mutating func removeStatementLogs() { statementLogs = [] }
}

/// A closure that receives the statements of a connection.
struct StatementLog: Sendable {
    let limit: Duration
    let includesValues: Bool
    let write: @Sendable (LoggedStatement, Connection) -> Void
}

// MARK: - Hooks of statements

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
    /// - Throws: `SQLITE_MISUSE` if the connection is closed, or is not an SQLite connection, such as a stub.
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
    /// - Throws: `SQLITE_MISUSE` if the connection is closed, or is not an SQLite connection, such as a stub.
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
    /// It is called for every run of a ``Statement`` that began after the hook was added, whether it succeeds or fails,
    /// but not for statements that are run with the C interface. To log the statements of all connections of a
    /// `Database`, use `Configuration.logStatements`. In C, `SQLITE_TRACE_PROFILE` is similar; it reads the time of day
    /// for each run, so it is not used.
    ///
    /// - Parameters:
    ///   - limit: The shortest duration of the statements to pass; zero for all.
    ///   - includesValues: Whether statements have their ``LoggedStatement/expandedSQL``.
    /// - Throws: `SQLITE_MISUSE` if the connection is closed, or is not an SQLite connection, such as a stub.
    public func onProfile(
        slowerThan limit: Duration = .zero, includingValues includesValues: Bool = false,
        _ body: @escaping (LoggedStatement) -> Void
    ) throws(SQLiteError) -> Connection.Hook {
        let log = TimedLog(limit: limit, includesValues: includesValues) { statement, _ in
            body(statement)
        }
        return try delegateList().add(log, to: \.profiles)
    }

    /// Calls a closure once, after the connection was closed with `close()` or released.
    ///
    /// Unlike the event `SQLITE_TRACE_CLOSE` of SQLite, it is not called if closing fails. It is also called for a
    /// borrowed handle, which stays open.
    ///
    /// - Throws: `SQLITE_MISUSE` if the connection is closed, or is not an SQLite connection, such as a stub.
    public func onClose(_ body: @escaping () -> Void) throws(SQLiteError) -> Connection.Hook {
        try delegateList().add(body, to: \.closings)
    }
}

/// A row that a statement returns, for ``ConnectionProtocol/onRow(_:)``.
public struct TracedRow: Equatable, Sendable {
    /// The SQL of the statement, with its parameters as written.
    public let sql: String

    /// The names and values of the columns.
    public let row: SQLiteRow

    /// A row, for mocks and tests.
    package init(sql: String, row: SQLiteRow) {
        self.sql = sql
        self.row = row
    }
}
