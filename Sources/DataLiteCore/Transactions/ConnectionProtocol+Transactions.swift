extension ConnectionProtocol {
    /// Begins a transaction.
    ///
    /// - Throws: `SQLITE_BUSY` if the lock cannot be had in time; `SQLITE_ERROR` inside a
    ///   transaction.
    public func beginTransaction(_ type: TransactionType = .deferred) throws(SQLiteError) {
        try run("BEGIN \(type.rawValue) TRANSACTION")
    }

    /// Commits the transaction.
    ///
    /// - Throws: `SQLITE_BUSY` while others read or a statement writes, `SQLITE_CONSTRAINT` for
    ///   deferred foreign keys: then the transaction stays open. With a veto of a delegate,
    ///   `SQLITE_CONSTRAINT_COMMITHOOK`, and the transaction is rolled back.
    public func commitTransaction() throws(SQLiteError) {
        try run("COMMIT TRANSACTION")
    }

    /// Rolls the transaction back. Rows that are still being read end with
    /// `SQLITE_ABORT_ROLLBACK` where SQLite cannot let them go on.
    ///
    /// - Throws: `SQLITE_ERROR` if there is none.
    public func rollbackTransaction() throws(SQLiteError) {
        try runRollback("ROLLBACK TRANSACTION")
    }

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
    /// The transaction is the closure's from end to end: when SQLite rolls it back meanwhile (on a
    /// full disk, say) or a statement in the closure ends it, every further statement in the
    /// closure fails with `SQLITE_ABORT_ROLLBACK` instead of committing by itself.
    ///
    /// - Parameter type: `.immediate` if `nil`, because a deferred transaction that reads first
    ///   cannot wait for the lock it needs to write; `.deferred` on a connection that only reads.
    /// - Returns: what the closure returns.
    /// - Throws: what the closure throws; what beginning or committing reports. An error of the
    ///   rollback itself never hides either.
    @discardableResult
    public func transaction<R>(_ type: TransactionType? = nil, _ body: () throws -> R) throws -> R {
        try beginTransaction(type ?? (isReadonly ? .deferred : .immediate))
        return try scope(
            body,
            commit: { () throws(SQLiteError) in try commitTransaction() },
            rollback: { () throws(SQLiteError) in try rollbackTransaction() })
    }

    /// Runs a closure in a savepoint: a transaction that can stand within another. It is released
    /// when the closure returns, and rolled back and released when it throws; what was done before
    /// it stays.
    ///
    /// Outside a transaction, a savepoint is one, begun `.deferred`.
    ///
    /// - Returns: what the closure returns.
    /// - Throws: as ``transaction(_:_:)``.
    @discardableResult
    public func savepoint<R>(_ body: () throws -> R) throws -> R {
        let isOutermost = isAutocommit
        // Savepoints of one name nest, and the name always means the innermost.
        try run("SAVEPOINT datalite")
        return try scope(
            body,
            commit: { () throws(SQLiteError) in try run("RELEASE SAVEPOINT datalite") },
            rollback: { () throws(SQLiteError) in
                // Releasing the outermost savepoint is a commit, which asks for the lock of one.
                guard !isOutermost else { return try rollbackTransaction() }
                try runRollback("ROLLBACK TO SAVEPOINT datalite", "RELEASE SAVEPOINT datalite")
            })
    }

    private func runRollback(_ statements: String...) throws(SQLiteError) {
        do {
            for sql in statements { try run(sql) }
        } catch ResultCode.interrupt, ResultCode.busy, ResultCode.nomem {
            try forceRollback(statements)
        }
    }

    private func scope<R>(
        _ body: () throws -> R,
        commit: () throws(SQLiteError) -> Void,
        rollback: () throws(SQLiteError) -> Void
    ) throws -> R {
        transactionScopeWillBegin()
        let result: R
        do {
            result = try body()
        } catch {
            if transactionScopeDidEnd() { try? rollback() }
            throw error
        }
        guard transactionScopeDidEnd() else {
            throw SQLiteError(
                .abortRollback, message: "the transaction has ended before its closure")
        }
        do {
            try commit()
        } catch {
            try? rollback()
            throw error
        }
        return result
    }
}
