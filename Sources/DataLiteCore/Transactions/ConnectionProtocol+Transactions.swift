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
    /// The transaction must last until the closure returns: if SQLite rolls it back (on a full
    /// disk, say) or a statement in the closure ends it, every further statement in the closure
    /// fails instead of committing by itself. A connection type from outside the library cannot
    /// refuse these statements; there, only `transaction` itself fails when the closure has ended.
    ///
    /// - Parameter type: `.immediate` if `nil`, because a deferred transaction that reads first
    ///   cannot wait for the lock it needs to write; `.deferred` on a read-only connection.
    /// - Returns: what the closure returns.
    /// - Throws: what the closure throws; what beginning or committing reports. An error of the
    ///   rollback itself is not thrown. If the closure returns although its transaction has
    ///   ended: `SQLITE_ABORT_ROLLBACK` if it was rolled back; `SQLITE_MISUSE` if it was committed,
    ///   and if the library cannot tell which.
    @discardableResult
    public func transaction<R>(_ type: TransactionType? = nil, _ body: () throws -> R) throws -> R {
        try beginTransaction(type ?? (isReadonly ? .deferred : .immediate))
        return try scope(
            body,
            commit: { () throws(SQLiteError) in try commitTransaction() },
            rollback: { () throws(SQLiteError) in try rollbackTransaction() })
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
    public func savepoint<R>(_ body: () throws -> R) throws -> R {
        let isOutermost = isAutocommit
        try execute(TransactionStatement.savepoint)
        return try scope(
            body,
            commit: { () throws(SQLiteError) in
                try execute(TransactionStatement.releaseSavepoint)
            },
            rollback: { () throws(SQLiteError) in
                // Releasing the outermost savepoint is a commit, which needs its lock.
                guard !isOutermost else { return try rollbackTransaction() }
                try rollBack(
                    TransactionStatement.rollbackToSavepoint, TransactionStatement.releaseSavepoint)
            })
    }

    func rollBack(_ statements: SQL...) throws(SQLiteError) {
        // A connection that was stopped can still roll back.
        let handle = sqliteConnection?.takeUnretainedValue().handle
        let ignoresStop = handle?.ignoresStop ?? false
        handle?.ignoresStop = true
        defer { handle?.ignoresStop = ignoresStop }
        do {
            for sql in statements { try execute(sql) }
        } catch {
            let isTemporary =
                [ResultCode.interrupt, .busy, .nomem].contains(error.resultCode.primary)
            guard let tracker = scopeTracker, isTemporary || tracker.isRollbackDeferred else {
                throw error
            }
            try tracker.forceRollback(statements)
        }
    }

    func scope<R>(
        _ body: () throws -> R,
        commit: () throws(SQLiteError) -> Void,
        rollback: () throws(SQLiteError) -> Void
    ) throws -> R {
        let tracker = scopeTracker
        tracker?.transactionScopeWillBegin()
        // Some mocks always report autocommit mode. Their state means nothing.
        let knowsItsState = !isAutocommit
        func end() -> TransactionScopes.State {
            if let tracker { return tracker.transactionScopeDidEnd() }
            return knowsItsState && isAutocommit ? .ended : .open
        }
        let result: R
        do {
            result = try body()
        } catch {
            if end() == .open { try? rollback() }
            throw error
        }
        let state = end()
        guard state == .open else { throw state.error }
        do {
            try commit()
        } catch {
            try? rollback()
            throw error
        }
        return result
    }

    /// The real connection is recognised by its class, because a cast to a protocol is slow.
    private var scopeTracker: (any TransactionScopeTracking)? {
        sqliteConnection?.takeUnretainedValue() ?? self as? any TransactionScopeTracking
    }
}
