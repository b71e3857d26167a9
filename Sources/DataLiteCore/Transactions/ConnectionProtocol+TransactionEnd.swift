extension ConnectionProtocol {
    /// Calls a closure after the changes made so far are committed.
    ///
    /// ```swift
    /// try connection.transaction {
    ///     try connection.execute("INSERT INTO pictures(file) VALUES ('a.png')")
    ///     try connection.afterCommit { print("saved") }
    /// }
    /// ```
    ///
    /// The closure is called once, after the outermost transaction is committed, when the call that committed it
    /// returns. Closures are called in the order in which they were added. Outside a transaction, the closure waits for
    /// the next one, which may be a single statement that writes.
    ///
    /// It is released without being called if the transaction is rolled back, or a savepoint that was open when it was
    /// added. Then, a closure added with ``afterRollback(_:)-(()->Void)`` at the same place is called: of the two,
    /// exactly one is called. If the commit fails and the transaction stays open (`SQLITE_BUSY`, a deferred foreign
    /// key), both wait.
    ///
    /// The closure may run SQL. It cannot throw an error, because the transaction has ended. Savepoints that are set
    /// through the C interface are not detected. If the connection is released before a transaction ends, or closed
    /// before the next one begins, the closure is not called.
    ///
    /// - Throws: `SQLITE_MISUSE` if the connection is read-only, closed, or a type that does not support this.
    public func afterCommit(_ body: @escaping () -> Void) throws(SQLiteError) {
        try afterTransaction(TransactionClosures(onCommit: { _ in body() }))
    }

    /// Calls a closure with the connection after the changes made so far are committed. The closure need not capture
    /// the connection. See ``afterCommit(_:)-(()->Void)``.
    public func afterCommit(
        _ body: @escaping (any ConnectionProtocol) -> Void
    ) throws(SQLiteError) {
        try afterTransaction(TransactionClosures(onCommit: body))
    }

    /// Calls a closure after the changes made so far are rolled back: with the whole transaction, or with a savepoint
    /// that was open when the closure was added. The closure can delete what was created outside of the database.
    ///
    /// It is called once, after the outermost transaction has ended, even if that is committed after a savepoint was
    /// rolled back. See ``afterCommit(_:)-(()->Void)`` for the other rules.
    ///
    /// - Throws: `SQLITE_MISUSE` if the connection is read-only, closed, or a type that does not support this.
    public func afterRollback(_ body: @escaping () -> Void) throws(SQLiteError) {
        try afterTransaction(TransactionClosures(onRollback: { _ in body() }))
    }

    /// Calls a closure with the connection after the changes made so far are rolled back. See
    /// ``afterRollback(_:)-(()->Void)``.
    public func afterRollback(
        _ body: @escaping (any ConnectionProtocol) -> Void
    ) throws(SQLiteError) {
        try afterTransaction(TransactionClosures(onRollback: body))
    }

    /// Calls a closure after the current transaction, or the next one, has ended, whatever happens to its savepoints.
    ///
    /// ```swift
    /// try connection.afterNextTransaction { _ in print("saved") } onRollback: { _ in print("undone") }
    /// ```
    ///
    /// Unlike ``afterCommit(_:)-(()->Void)``, the rollback of a savepoint has no effect.
    ///
    /// - Throws: `SQLITE_MISUSE` if the connection is read-only, closed, or a type that does not support this.
    public func afterNextTransaction(
        onCommit: @escaping (any ConnectionProtocol) -> Void,
        onRollback: @escaping (any ConnectionProtocol) -> Void = { _ in }
    ) throws(SQLiteError) {
        try afterTransaction(
            TransactionClosures(
                extent: .transaction, onCommit: onCommit, onRollback: onRollback))
    }
}

extension SQLiteError {
    /// The error for closures that wait for a transaction of a read-only connection.
    package static var readOnlyTransactionClosures: SQLiteError {
        SQLiteError(
            .misuse,
            message:
                "closures are called after transactions that write, and this connection is "
                + "read-only")
    }
}
