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
    /// Inside a transaction it is a savepoint, as ``savepoint(_:)`` is: so code that takes a connection need not know
    /// whether a transaction is open.
    ///
    /// The transaction must last until the closure returns: if SQLite rolls it back (on a full
    /// disk, say) or a statement in the closure ends it, every further statement in the closure
    /// fails instead of committing by itself. A connection type from outside the library cannot
    /// refuse these statements; there, only `transaction` itself fails when the closure has ended.
    ///
    /// - Parameter type: `.immediate` if `nil`, because a deferred transaction that reads first
    ///   cannot wait for the lock it needs to write; `.deferred` on a read-only connection. Inside a transaction it has
    ///   no effect.
    /// - Returns: what the closure returns.
    /// - Throws: what the closure throws; what beginning or committing reports. An error of the
    ///   rollback itself is not thrown. If the closure returns although its transaction has
    ///   ended: `SQLITE_ABORT_ROLLBACK` if it was rolled back; `SQLITE_MISUSE` if it was committed,
    ///   and if the library cannot tell which.
    @discardableResult
    @inlinable
    public func transaction<R>(_ type: TransactionType? = nil, _ body: () throws -> R) throws -> R {
        try run(beginScope(type), body)
    }

    /// Runs a closure in a savepoint: a transaction that can be nested in another. It is released
    /// when the closure returns, and rolled back and released when it throws; what was done before
    /// it stays.
    ///
    /// Outside a transaction, a savepoint is itself a transaction, begun `.deferred`.
    ///
    /// - Returns: what the closure returns.
    /// - Throws: as ``transaction(_:_:)``.
    @discardableResult
    @inlinable
    public func savepoint<R>(_ body: () throws -> R) throws -> R {
        try run(beginSavepointScope(), body)
    }

    /// Runs a closure in a transaction for reading. On a read-only connection only temporary tables can have
    /// been written; they are rolled back.
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
