// Errors with the same message for an SQLite connection and for any other connection.

extension SQLiteError {
    /// An incorrect use of the library: `SQLITE_MISUSE`.
    package static func misuse(_ message: String, sql: String? = nil) -> SQLiteError {
        SQLiteError(.misuse, message: message, sql: sql)
    }

    /// A call on a closed connection.
    package static var connectionClosed: SQLiteError { misuse("connection is closed") }

    /// A call on a connection of a database outside the closure that it was passed to.
    package static var connectionUsedAfterClosure: SQLiteError {
        misuse("the connection was used after the closure that it belongs to had returned")
    }

    /// An attempt to close a connection inside the closure that it was passed to.
    package static var cannotClosePooledConnection: SQLiteError {
        misuse("the connection belongs to a database: close the database instead")
    }

    /// A statement that begins after another thread has stopped the connection.
    package static func stopped(_ sql: String) -> SQLiteError {
        SQLiteError(
            .interrupt, message: "the connection was stopped: no further statement can run in it",
            sql: sql)
    }

    /// A statement that was interrupted before it got a lock.
    static func interruptedWait(_ sql: String?) -> SQLiteError {
        SQLiteError(
            .interrupt, message: "interrupted while waiting for the lock of another connection",
            sql: sql)
    }

    /// A statement that waits for a connection which waits for this one.
    static func deadlock(_ sql: String?) -> SQLiteError {
        SQLiteError(
            .lockedSharedCache,
            message: "deadlock: two connections with a shared cache wait for each other", sql: sql)
    }

    /// An attempt of a delegate or a hook to run SQL on the connection that is calling it.
    package static func insideDelegate(_ sql: String) -> SQLiteError {
        misuse("a delegate or hook must not run SQL on the connection that is calling it", sql: sql)
    }

    /// The use of a connection in a hook that must not use it.
    static func insideStrictHook(_ sql: String? = nil) -> SQLiteError {
        misuse("this hook must not use the connection that is calling it", sql: sql)
    }

    /// The attempt of a collation, a geometry or a tokenizer to run SQL on the connection that is calling it.
    static func insideCollation(_ sql: String) -> SQLiteError {
        misuse(
            "a collation, geometry or tokenizer must not run SQL on the connection that is calling it",
            sql: sql)
    }

    /// A use of a connection whose contents a backup is replacing.
    static func insideBackup(_ sql: String?) -> SQLiteError {
        misuse("the connection cannot be used while a backup replaces its contents", sql: sql)
    }

    /// An authorizer's attempt to use the connection that is calling it.
    static func insideAuthorizer(_ sql: String? = nil) -> SQLiteError {
        misuse("an authorizer must not use the connection that is calling it", sql: sql)
    }

    /// An attempt of a listener of the log to use SQLite.
    static func insideLog(_ sql: String?) -> SQLiteError {
        misuse("a listener of SQLite's log must not use SQLite", sql: sql)
    }

    /// A busy handler's attempt to use the connection that is calling it.
    static func insideBusyHandler(_ sql: String? = nil) -> SQLiteError {
        misuse("a busy handler must not use the connection that is calling it", sql: sql)
    }

    /// A progress handler's attempt to use the connection that is calling it.
    static func insideProgressHandler(_ sql: String?) -> SQLiteError {
        misuse("a progress handler must not use the connection that is calling it", sql: sql)
    }

    /// SQL that contains no statement.
    package static func noStatement(in sql: String) -> SQLiteError {
        misuse("the text contains no SQL statement", sql: sql)
    }

    /// A parameter index that is out of range.
    package static func noParameter(_ index: Int32, of count: Int32, in sql: String) -> SQLiteError
    {
        SQLiteError(
            .range, message: "no parameter \(index): the statement has \(count)", sql: sql)
    }

    /// An attempt to bind a value while the statement runs, or after its end and before its reset.
    package static func bindingBeforeReset(isAtEnd: Bool, in sql: String) -> SQLiteError {
        let state = isAtEnd ? "has run to its end" : "is running"
        return misuse("the statement \(state): reset it before binding", sql: sql)
    }
}
