import DataLiteSyntax

/// A connection to a database: it runs SQL, manages transactions, and more.
///
/// The protocol is composed of one protocol for each capability. A conforming type has to provide the state
/// of the connection, ``StatementPreparing/prepare(sql:options:)``, ``interrupt()`` and ``close()``; every
/// other requirement has a default that is built on these, or that throws an error because the feature is not
/// supported. So a mock needs about ten lines.
///
/// ```swift
/// try connection.execute("INSERT INTO people(name) VALUES (\(name))")
/// let count: Int? = try connection.value("SELECT count(*) FROM people")
/// ```
public protocol ConnectionProtocol: StatementPreparing, TransactionManaging, PragmaAccessing,
    DelegateNotifying, FunctionRegistering, DatabaseEncrypting
{
    /// Makes the statements that are running fail with `SQLITE_INTERRUPT`.
    func interrupt()

    /// Closes the connection.
    func close() throws(SQLiteError)
}

/// A type that prepares statements.
public protocol StatementPreparing: AnyObject {
    /// Whether the database can only be read.
    var isReadonly: Bool { get }

    /// The number of rows that the latest `INSERT`, `UPDATE` or `DELETE` changed.
    var changes: Int64 { get }

    /// The number of rows changed since the connection was opened.
    var totalChanges: Int64 { get }

    /// The rowid of the latest successful `INSERT`; 0 before the first.
    var lastInsertRowID: Int64 { get }

    /// Prepares a statement.
    ///
    /// - Throws: `SQLiteError` if the SQL cannot be compiled; `SQLITE_MISUSE` if it contains no statement, or
    ///   more than one.
    func prepare(
        sql: String, options: Statement.Options
    ) throws(SQLiteError) -> any StatementProtocol

    /// Runs the statements of a script in order. Rows are discarded.
    ///
    /// Default: splits the text and prepares each statement.
    ///
    /// - Throws: The error of the first statement that fails; the statements before it have been run. A `Connection`
    ///   rolls back a transaction that the script has begun. `SQLITE_RANGE` for a statement with parameters, because a
    ///   script has no values for them.
    func execute(script: String) throws(SQLiteError)
}

/// A type that registers functions and collating sequences for SQL.
public protocol FunctionRegistering: AnyObject {
    /// Registers a function. Default: throws an error, because functions are not supported.
    func add(function definition: Function.Registration) throws(SQLiteError)

    /// Registers the function that a type defines, replacing a function of the same name and argument count.
    /// Default: ``add(function:)-(Function.Registration)`` with the definition of the type.
    ///
    /// - Throws: `SQLITE_MISUSE` if the type does not provide a valid name or argument count;
    ///   `SQLITE_BUSY` while a statement is mid-step, if a function is replaced.
    func add(function type: Function.Type) throws(SQLiteError)

    /// Removes a function. Default: throws an error, because functions are not supported.
    func remove(function name: String, argc: Int32) throws(SQLiteError)

    /// Removes all functions with a name that were registered here, whatever their argument counts. Default:
    /// ``remove(function:argc:)`` for the function that accepts any number of arguments.
    ///
    /// - Throws: `SQLITE_BUSY` while a statement is mid-step.
    func remove(function name: String) throws(SQLiteError)

    /// Removes the function that a type defines. Default: ``remove(function:argc:)`` with the name
    /// and argument count of the type.
    ///
    /// - Throws: `SQLITE_BUSY` while a statement is mid-step.
    func remove(function type: Function.Type) throws(SQLiteError)

    /// Registers a collating sequence. Default: throws an error, because collating sequences are not
    /// supported.
    func add(collation: Collation) throws(SQLiteError)

    /// Removes a collating sequence. Default: throws an error, because collating sequences are not supported.
    func remove(collation name: String) throws(SQLiteError)
}

/// A type that applies encryption keys.
public protocol DatabaseEncrypting: AnyObject {
    /// Provides the key of an encrypted database. Default: throws an error, because encryption is not
    /// supported.
    ///
    /// - Parameter name: The schema, or `nil` for `main`.
    func apply(_ key: Connection.Key, name: String?) throws(SQLiteError)

    /// Changes the key of a database. Default: throws an error, because encryption is not supported.
    func rekey(_ key: Connection.Key, name: String?) throws(SQLiteError)
}

/// A type that reports changes, commits, rollbacks and statements to delegates.
public protocol DelegateNotifying: AnyObject {
    /// Adds a delegate, which is held weakly. Default: throws an error, because delegates are not supported.
    func add(delegate: any ConnectionDelegate) throws(SQLiteError)

    /// Removes a delegate. Default: throws an error, because delegates are not supported.
    func remove(delegate: any ConnectionDelegate) throws(SQLiteError)

    /// Adds a delegate that is called for every statement and is held weakly. Default: throws an error,
    /// because delegates are not supported.
    func add(traceDelegate: any ConnectionTraceDelegate) throws(SQLiteError)

    /// Removes a trace delegate. Default: throws an error, because delegates are not supported.
    func remove(traceDelegate: any ConnectionTraceDelegate) throws(SQLiteError)
}

// MARK: - Defaults

extension ConnectionProtocol {
    public func execute(script: String) throws(SQLiteError) {
        for sql in SQLScanner.statements(script) {
            try lease(sql: sql).use { (lease) throws(SQLiteError) in
                try lease.statement.bindAll([])
                try lease.stepToEnd()
            }
        }
    }

    /// Runs every statement of a script: another name for
    /// ``StatementPreparing/execute(script:)``.
    public func execute(sql: String) throws(SQLiteError) {
        try execute(script: sql)
    }

    public func add(function definition: Function.Registration) throws(SQLiteError) {
        throw unsupported("SQL functions")
    }

    public func add(function type: Function.Type) throws(SQLiteError) {
        try add(function: Function.Registration(type))
    }

    public func remove(function name: String, argc: Int32) throws(SQLiteError) {
        throw unsupported("SQL functions")
    }

    public func remove(function type: Function.Type) throws(SQLiteError) {
        try remove(function: Function.Registration(type).name, argc: type.argc)
    }

    public func add(collation: Collation) throws(SQLiteError) {
        throw unsupported("collating sequences")
    }

    public func remove(collation name: String) throws(SQLiteError) {
        throw unsupported("collating sequences")
    }

    public func apply(_ key: Connection.Key, name: String?) throws(SQLiteError) {
        throw unsupported("encryption")
    }

    public func rekey(_ key: Connection.Key, name: String?) throws(SQLiteError) {
        throw unsupported("encryption")
    }

    public func add(delegate: any ConnectionDelegate) throws(SQLiteError) {
        throw unsupported("delegates")
    }

    public func remove(delegate: any ConnectionDelegate) throws(SQLiteError) {
        throw unsupported("delegates")
    }

    public func add(traceDelegate: any ConnectionTraceDelegate) throws(SQLiteError) {
        throw unsupported("delegates")
    }

    public func remove(traceDelegate: any ConnectionTraceDelegate) throws(SQLiteError) {
        throw unsupported("delegates")
    }

    private func unsupported(_ feature: String) -> SQLiteError {
        SQLiteError.misuse("\(type(of: self)) does not support \(feature)")
    }

    // MARK: - Conveniences

    /// Prepares a statement.
    ///
    /// - Throws: The same errors as ``StatementPreparing/prepare(sql:options:)``.
    public func prepare(sql: String) throws(SQLiteError) -> any StatementProtocol {
        try prepare(sql: sql, options: [])
    }

    /// Prepares a statement and binds the values of the interpolations. Without interpolations, nothing is bound.
    ///
    /// - Throws: The same errors as ``StatementPreparing/prepare(sql:options:)``; `SQLITE_RANGE` if there are
    ///   interpolations and other parameters.
    public func prepare(
        _ sql: SQL, options: Statement.Options = []
    ) throws(SQLiteError) -> any StatementProtocol {
        let statement = try prepare(sql: sql.text, options: options)
        if !sql.parameters.isEmpty { try statement.bindAll(sql.parameters) }
        return statement
    }

    /// Provides the key of the encrypted main database.
    public func apply(_ key: Connection.Key) throws(SQLiteError) {
        try apply(key, name: nil)
    }

    /// Changes the key of the main database.
    public func rekey(_ key: Connection.Key) throws(SQLiteError) {
        try rekey(key, name: nil)
    }
}

// MARK: - ForwardingConnection

/// A connection that runs its statements on another one, such as a spy.
package protocol ForwardingConnection: ConnectionProtocol {
    /// The connection that runs the statements, or `nil` if there is none.
    var target: (any ConnectionProtocol)? { get }
}

extension ConnectionProtocol {
    /// The connection to SQLite that runs the statements, for settings such as limits; `nil` if there is none.
    package var runningConnection: Connection? {
        if let connection = sqliteConnection { return connection.takeUnretainedValue() }
        return (self as? any ForwardingConnection)?.target?.runningConnection
    }
}

// MARK: - Busy handler

extension ConnectionProtocol {
    /// Sets a closure that decides whether a statement waits longer for the lock of another connection.
    ///
    /// ```swift
    /// try connection.setBusyHandler { attempt in
    ///     guard attempt < 100 else { return false }
    ///     usleep(useconds_t(min(attempt + 1, 20)) * 1000)
    ///     return true
    /// }
    /// ```
    ///
    /// The handler replaces the busy timeout, and `setBusyTimeout(_:)` or the pragma `busy_timeout` replaces the
    /// handler. While it is set, `busyTimeout` is zero. If the handler returns `false`, the statement throws
    /// `SQLITE_BUSY`. SQLite does not call the handler for a wait that would be a deadlock or is useless: the statement
    /// then throws `SQLITE_BUSY` at once: see [sqlite3_busy_handler](https://www.sqlite.org/c3ref/busy_handler.html).
    ///
    /// The closure runs in the middle of a statement and has to wait itself. In the closure, any use of its connection
    /// except an interruption throws `SQLITE_MISUSE`. An interruption or the end of a call's time ends the wait
    /// when the closure returns. A closure that retains its connection keeps it from being released.
    ///
    /// In a closure of a `Database`, the handler is set until the closure returns; for all connections, use
    /// `busyHandler` of the configuration. C: `sqlite3_busy_handler`.
    ///
    /// - Parameter handler: Receives the number of its earlier calls for the same lock, 0 at first, and returns whether
    ///   SQLite tries again. `nil` to fail at once.
    /// - Throws: `SQLITE_MISUSE` if the connection is closed, is calling its handler, or is not a connection to SQLite.
    public func setBusyHandler(
        _ handler: ((_ attempt: Int) -> Bool)?
    ) throws(SQLiteError) {
        guard let handle = runningConnection?.handle else {
            throw SQLiteError.misuse("\(type(of: self)) does not support busy handlers")
        }
        try handle.waitForLocks(handler.map(LockWait.Policy.handler) ?? .limit(.zero))
        if handle.notesChanges { handle.changes.insert(.lockWait) }
    }
}
