public import Foundation

extension ConnectionProtocol {
    /// Runs a closure in a transaction, which is committed when the closure returns and rolled back
    /// when it throws.
    ///
    /// ```swift
    /// try connection.transaction {
    ///     try connection.execute("UPDATE accounts SET balance = balance - 10 WHERE id = 1")
    ///     try connection.execute("UPDATE accounts SET balance = balance + 10 WHERE id = 2")
    /// }
    /// ```
    ///
    /// Inside a transaction, this is a savepoint, like ``savepoint(_:)``, so code that is passed a connection need not
    /// know whether a transaction is open.
    ///
    /// The transaction must last until the closure returns. If SQLite rolls it back (on a full disk, for example) or a
    /// statement in the closure ends it, every further statement in the closure fails instead of committing separately.
    /// A connection type from outside the library cannot refuse these statements; in that case, only `transaction`
    /// itself fails when the closure returns.
    ///
    /// - Parameter type: The type of the transaction. `nil` means `.immediate`, because a deferred transaction that
    ///   reads first cannot wait for the lock that it needs to write; on a read-only connection, it means `.deferred`.
    ///   Inside a transaction, this has no effect.
    /// - Returns: The value that the closure returns.
    /// - Throws: The error that the closure throws, or an `SQLiteError` if the transaction cannot
    ///   begin or commit. An error of the rollback itself is not thrown. If the closure returns
    ///   although its transaction has ended: `SQLITE_ABORT_ROLLBACK` if it was rolled back;
    ///   `SQLITE_MISUSE` if it was committed, or if the library cannot determine which.
    @discardableResult
    @inlinable
    public func transaction<R>(_ type: TransactionType? = nil, _ body: () throws -> R) throws -> R {
        try run(beginScope(type), body)
    }

    /// Runs a closure in a savepoint: a transaction that can be nested in another. It is released
    /// when the closure returns, and rolled back and released when the closure throws. Earlier
    /// changes are kept.
    ///
    /// Outside a transaction, a savepoint is itself a `.deferred` transaction.
    ///
    /// - Returns: The value that the closure returns.
    /// - Throws: The errors of ``transaction(_:_:)``.
    @discardableResult
    @inlinable
    public func savepoint<R>(_ body: () throws -> R) throws -> R {
        try run(beginSavepointScope(), body)
    }

    /// Runs a closure in a savepoint with a name, to which SQL of the closure can roll back: `ROLLBACK TO name`.
    ///
    /// - Returns: The value that the closure returns.
    /// - Throws: The errors of ``transaction(_:_:)``; `SQLITE_ERROR` if the closure has released the savepoint, or if
    ///   the name contains a NUL character.
    @discardableResult
    public func savepoint<R>(_ name: String, _ body: () throws -> R) throws -> R {
        try SQLName.requireWithoutNUL(name)
        return try savepoint {
            try execute("SAVEPOINT \(identifier: name)")
            let result = try body()
            try execute("RELEASE SAVEPOINT \(identifier: name)")
            return result
        }
    }

    /// Runs a closure in a read transaction. On a read-only connection it can write only temporary tables, and these
    /// writes are rolled back.
    package func readTransaction<R>(_ body: () throws -> R) throws -> R {
        try run(beginReadScope(), body)
    }

    @inlinable
    @inline(__always)
    func run<R>(_ scope: TransactionScope, _ body: () throws -> R) throws -> R {
        let result: R
        do {
            result = try body()
        } catch {
            undo(scope)
            throw error
        }
        try finish(scope)
        return result
    }

    /// Runs several statements in a transaction, or in a savepoint of the open transaction: either all of them take
    /// effect or none.
    package func atomically<R>(
        _ type: TransactionType? = nil, _ body: () throws -> R
    ) throws(SQLiteError) -> R {
        do {
            return try transaction(type, body)
        } catch let error as SQLiteError {
            throw error
        } catch {
            throw SQLiteError(.error, message: "\(error)", underlyingError: error)
        }
    }

    /// Runs several statements, at most one of them a change of rows, in the open transaction or in a transaction of
    /// their own, so that no other connection changes anything in between.
    package func withinTransaction<R>(
        _ type: TransactionType? = nil, _ body: () throws(SQLiteError) -> R
    ) throws(SQLiteError) -> R {
        guard isAutocommit else { return try body() }
        return try atomically(type, body)
    }

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
    /// If the transaction is rolled back, or a savepoint that was open when the closure was added, the closure is
    /// released without being called. Then, a closure added with ``afterRollback(_:)-(()->Void)`` at the same place is
    /// called: of the two, exactly one is called. If the commit fails and the transaction stays open (`SQLITE_BUSY`, a
    /// deferred foreign key), both wait.
    ///
    /// The closure may run SQL. It cannot throw an error, because the transaction has ended. Savepoints that are set
    /// through the C interface are not detected. If the connection is released before a transaction ends, or closed
    /// before the next one begins, the closure is not called.
    ///
    /// - Throws: `SQLITE_MISUSE` if the connection is read-only, closed, or a type that does not support this.
    public func afterCommit(_ body: @escaping () -> Void) throws(SQLiteError) {
        try _afterTransaction(_TransactionClosures(onCommit: { _ in body() }))
    }

    /// Calls a closure with the connection after the changes made so far are committed. The closure need not capture
    /// the connection. See ``afterCommit(_:)-(()->Void)``.
    public func afterCommit(
        _ body: @escaping (any ConnectionProtocol) -> Void
    ) throws(SQLiteError) {
        try _afterTransaction(_TransactionClosures(onCommit: body))
    }

    /// Calls a closure after the changes made so far are rolled back: with the whole transaction, or with a savepoint
    /// that was open when the closure was added. The closure can delete what was created outside of the database.
    ///
    /// It is called once, after the outermost transaction has ended, even if that is committed after a savepoint was
    /// rolled back. See ``afterCommit(_:)-(()->Void)`` for the other rules.
    ///
    /// - Throws: `SQLITE_MISUSE` if the connection is read-only, closed, or a type that does not support this.
    public func afterRollback(_ body: @escaping () -> Void) throws(SQLiteError) {
        try _afterTransaction(_TransactionClosures(onRollback: { _ in body() }))
    }

    /// Calls a closure with the connection after the changes made so far are rolled back. See
    /// ``afterRollback(_:)-(()->Void)``.
    public func afterRollback(
        _ body: @escaping (any ConnectionProtocol) -> Void
    ) throws(SQLiteError) {
        try _afterTransaction(_TransactionClosures(onRollback: body))
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
        try _afterTransaction(
            _TransactionClosures(
                extent: .transaction, onCommit: onCommit, onRollback: onRollback))
    }
}

extension SQLiteError {
    /// The error for closures that wait for a transaction of a read-only connection.
    package static var readOnlyTransactionClosures: SQLiteError {
        SQLiteError.misuse(
            "closures are called after transactions that write, and this connection is "
                + "read-only")
    }
}

// MARK: - Transaction date

extension ConnectionProtocol {
    /// The date of the transaction: the time of the first use in it, and the same value until it ends. Outside of a
    /// transaction, the current time.
    ///
    /// ```swift
    /// try connection.transaction {
    ///     order.createdAt = try connection.transactionDate
    ///     invoice.createdAt = try connection.transactionDate  // the same
    /// }
    /// ```
    ///
    /// The time comes from `transactionClock` in the configuration, which a test can set. A snapshot of a database is
    /// one transaction. As with `afterCommit`, a transaction that ends through the C interface is noted with the next
    /// statement, and hooks of the C interface are replaced.
    ///
    /// - Throws: `SQLITE_MISUSE` if the connection is closed, or a type that does not support this, such as a stub.
    public var transactionDate: Date {
        get throws(SQLiteError) {
            guard let connection = runningConnection else {
                throw SQLiteError.misuse("\(type(of: self)) has no date of a transaction")
            }
            return try connection.delegates.dateOfTransaction()
        }
    }
}

extension DelegateList {
    fileprivate func dateOfTransaction() throws(SQLiteError) -> Date {
        _ = try handle.open()
        // It is removed as soon as the end of the transaction is noted: a commit in progress still has it.
        if let transactionDate { return transactionDate }
        let now = clock?() ?? Date()
        guard !handle.isAutocommit else { return now }
        // While closures wait, the end of each run is noted.
        try add(_TransactionClosures(extent: .transaction))
        transactionDate = now
        return now
    }
}
