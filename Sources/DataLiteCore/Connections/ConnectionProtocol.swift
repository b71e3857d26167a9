/// A connection to a database: what prepares statements, and runs SQL in one line.
///
/// A conforming type gives the state of the connection and prepares statements; all else follows
/// from these, so that a mock and a remote connection get it for nothing.
///
/// ```swift
/// try connection.execute("INSERT INTO people(name) VALUES (\(name))")
/// let count: Int? = try connection.value("SELECT count(*) FROM people")
/// ```
public protocol ConnectionProtocol: AnyObject {
    /// Whether no transaction is open, so that each statement commits by itself.
    var isAutocommit: Bool { get }

    /// Whether the database can only be read.
    var isReadonly: Bool { get }

    /// The number of rows that the latest `INSERT`, `UPDATE` or `DELETE` has changed.
    var changes: Int64 { get }

    /// The number of rows changed since the connection was opened.
    var totalChanges: Int64 { get }

    /// The row id of the latest successful `INSERT`; 0 before the first.
    var lastInsertRowID: Int64 { get }

    /// Prepares a statement.
    ///
    /// - Throws: what SQLite says of the text; `SQLITE_MISUSE` if there is no statement in it, or
    ///   more than one.
    func prepare(
        sql: String, options: Statement.Options
    ) throws(SQLiteError) -> any StatementProtocol

    /// Runs every statement of a script, one after the other. Rows are passed over.
    ///
    /// Default: prepares the text as one statement.
    ///
    /// - Throws: the error of the first statement that fails; the ones before it have been run.
    func execute(sql: String) throws(SQLiteError)

    // MARK: Statements for one line

    /// A statement for one use, which ``checkIn(_:)`` takes back: a prepared one from a cache where
    /// there is one. Default: prepares one.
    func checkOut(sql: String) throws(SQLiteError) -> any StatementProtocol

    /// The same for the text of an ``SQL`` value, whose parameters are left to the caller to bind.
    /// Default: ``checkOut(sql:)``.
    func checkOut(_ sql: SQL) throws(SQLiteError) -> any StatementProtocol

    /// Takes back a statement of ``checkOut(sql:)``, resets it and clears its bindings.
    func checkIn(_ statement: any StatementProtocol)

    // MARK: Transactions

    /// Told when the closure of a transaction or savepoint is about to run. Default: nothing.
    func transactionScopeWillBegin()

    /// Told when the closure of a transaction or savepoint has ended, before the transaction is
    /// committed or rolled back.
    ///
    /// - Returns: whether the transaction is still open, and not rolled back meanwhile by the
    ///   database. Default: `true`.
    func transactionScopeDidEnd() -> Bool

    /// Runs the statements of a rollback again that something has kept from being done, after doing
    /// away with it. Default: runs them again.
    func forceRollback(_ statements: [String]) throws(SQLiteError)

    // MARK: Delegates

    /// Adds a delegate, which is held weakly. Default: nothing, for a connection that has nothing
    /// to report.
    func add(delegate: any ConnectionDelegate)

    /// Removes a delegate.
    func remove(delegate: any ConnectionDelegate)

    /// Adds a delegate that is told of every statement, and held weakly. Default: nothing.
    func add(traceDelegate: any ConnectionTraceDelegate)

    /// Removes a trace delegate.
    func remove(traceDelegate: any ConnectionTraceDelegate)

    // MARK: Functions and collations

    /// Makes a function known to SQL. Default: an error that says that there are none here.
    func add(function definition: Function.Definition) throws(SQLiteError)

    /// Takes a function away, by name and argument count. Default: as ``add(function:)``.
    func remove(function name: String, argc: Int32) throws(SQLiteError)

    /// Makes a collating sequence known to SQL. Default: an error that says that there are none
    /// here.
    func add(collation: Collation) throws(SQLiteError)

    /// Takes a collating sequence away. Default: as ``add(collation:)``.
    func remove(collation name: String) throws(SQLiteError)

    // MARK: The connection itself

    /// Makes statements that run now end with `SQLITE_INTERRUPT`. Default: nothing.
    func interrupt()

    /// Closes the connection. Default: nothing.
    func close() throws(SQLiteError)

    /// Gives the key of an encrypted database. Default: an error that says that there is no codec
    /// here.
    func apply(_ key: Connection.Key, name: String?) throws(SQLiteError)

    /// Changes the key of a database. Default: as ``apply(_:name:)``.
    func rekey(_ key: Connection.Key, name: String?) throws(SQLiteError)
}

// MARK: - Conveniences

extension ConnectionProtocol {
    /// Prepares a statement.
    ///
    /// - Throws: as ``prepare(sql:options:)``.
    public func prepare(sql: String) throws(SQLiteError) -> any StatementProtocol {
        try prepare(sql: sql, options: [])
    }

    /// Prepares a statement and binds its parameters.
    ///
    /// - Throws: as ``prepare(sql:options:)``; `SQLITE_RANGE` if the parameters and their values do
    ///   not match.
    public func prepare(
        _ sql: SQL, options: Statement.Options = []
    ) throws(SQLiteError) -> any StatementProtocol {
        let statement = try prepare(sql: sql.text, options: options)
        try sql.bind(to: statement)
        return statement
    }

    /// Gives the key of the encrypted main database.
    public func apply(_ key: Connection.Key) throws(SQLiteError) {
        try apply(key, name: nil)
    }

    /// Changes the key of the main database.
    public func rekey(_ key: Connection.Key) throws(SQLiteError) {
        try rekey(key, name: nil)
    }
}

// MARK: - Defaults

extension ConnectionProtocol {
    public func execute(sql: String) throws(SQLiteError) {
        let statement = try prepare(sql: sql)
        try statement.stepToEnd()
        try statement.reset()
    }

    public func checkOut(sql: String) throws(SQLiteError) -> any StatementProtocol {
        try prepare(sql: sql)
    }

    public func checkOut(_ sql: SQL) throws(SQLiteError) -> any StatementProtocol {
        try checkOut(sql: sql.text)
    }

    public func checkIn(_ statement: any StatementProtocol) {
        try? statement.reset()
        try? statement.clearBindings()
    }

    public func transactionScopeWillBegin() {}
    public func transactionScopeDidEnd() -> Bool { true }

    public func forceRollback(_ statements: [String]) throws(SQLiteError) {
        for sql in statements { try run(sql) }
    }

    public func add(delegate: any ConnectionDelegate) {}
    public func remove(delegate: any ConnectionDelegate) {}
    public func add(traceDelegate: any ConnectionTraceDelegate) {}
    public func remove(traceDelegate: any ConnectionTraceDelegate) {}

    public func add(function definition: Function.Definition) throws(SQLiteError) {
        throw unsupported("SQL functions")
    }

    public func remove(function name: String, argc: Int32) throws(SQLiteError) {
        throw unsupported("SQL functions")
    }

    public func add(collation: Collation) throws(SQLiteError) {
        throw unsupported("collating sequences")
    }

    public func remove(collation name: String) throws(SQLiteError) {
        throw unsupported("collating sequences")
    }

    public func interrupt() {}
    public func close() throws(SQLiteError) {}

    public func apply(_ key: Connection.Key, name: String?) throws(SQLiteError) {
        throw unsupported("encryption")
    }

    public func rekey(_ key: Connection.Key, name: String?) throws(SQLiteError) {
        throw unsupported("encryption")
    }

    private func unsupported(_ feature: String) -> SQLiteError {
        SQLiteError(.misuse, message: "\(type(of: self)) has no \(feature)")
    }
}
