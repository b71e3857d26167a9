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
