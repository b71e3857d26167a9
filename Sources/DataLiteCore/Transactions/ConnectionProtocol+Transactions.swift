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
}
