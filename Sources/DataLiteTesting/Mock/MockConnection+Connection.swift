public import DataLiteCore

// The connection itself: transactions, interruption, closing, keys.

extension MockConnection {
    private var realTracker: (any TransactionScopeTracking)? {
        real as? any TransactionScopeTracking
    }

    package func transactionScopeWillBegin() {
        if real != nil {
            realTracker?.transactionScopeWillBegin()
        } else {
            transaction.beginScope()
        }
    }

    package func transactionScopeDidEnd() -> TransactionScopes.State {
        if real != nil { return realTracker?.transactionScopeDidEnd() ?? .open }
        return transaction.endScope() ? .open : .rolledBack
    }

    /// Runs the statements of a rollback again.
    package func forceRollback(_ statements: [SQL]) throws(SQLiteError) {
        if let realTracker { return try realTracker.forceRollback(statements) }
        for sql in statements { try execute(sql) }
    }

    /// Makes the statements that run now end with `SQLITE_INTERRUPT`. From another thread, use
    /// ``interruptHandle``.
    public func interrupt() {
        log.append(.interrupt)
        interruptHandle.interrupt()
        real?.interrupt()
    }

    /// Closes the connection.
    ///
    /// - Throws: `SQLITE_BUSY`, and it stays open, while a statement lives; `SQLITE_MISUSE` if it is
    ///   closed already.
    public func close() throws(SQLiteError) {
        try requireOpen()
        try strike(.close, "")
        guard livingStatements.isEmpty else {
            throw failed(
                with: SQLiteError(
                    .busy,
                    message: "unable to close due to unfinalized statements or unfinished backups"))
        }
        try note(.close)
        let isComplete = isAutocommit
        do {
            try real?.close()
        } catch {
            throw failed(with: error)
        }
        if !isComplete {
            failures.append("a transaction was open when the connection was closed")
        }
        transaction.abort()
        isClosed = true
        log.append(.close)
    }

    /// Takes note that a key was given, not of the key.
    public func apply(_ key: Connection.Key, name: String?) throws(SQLiteError) {
        try requireOpen()
        log.append(.key)
        try real?.apply(key, name: name)
    }

    /// Takes note that a key was given, not of the key.
    public func rekey(_ key: Connection.Key, name: String?) throws(SQLiteError) {
        try requireOpen()
        log.append(.key)
        try real?.rekey(key, name: name)
    }
}
