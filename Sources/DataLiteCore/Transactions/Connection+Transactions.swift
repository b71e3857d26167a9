import DataLiteC

/// The statements of transactions. They are used so often that a connection keeps them apart from its other statements.
struct TransactionStatements {
    var deferred: Statement?
    var immediate: Statement?
    var commit: Statement?
    var attachedRead: Statement?
}

extension Connection {
    public func beginTransaction(_ type: TransactionType) throws(SQLiteError) {
        switch type {
        case .deferred:
            if let statement = transactionStatements.deferred { return try statement.runOnce() }
            let statement = try makeStatement(type.beginStatement)
            transactionStatements.deferred = statement
            prepareInterruptedRollback()
            try statement.runOnce()
        case .immediate:
            if let statement = transactionStatements.immediate { return try statement.runOnce() }
            let statement = try makeStatement(type.beginStatement)
            transactionStatements.immediate = statement
            try statement.runOnce()
        case .exclusive:
            prepareInterruptedRollback()
            try execute(type.beginStatement)
        }
    }

    /// Prepares the statement that rolls back a transaction after an interrupt.
    private func prepareInterruptedRollback() {
        guard transactionStatements.immediate == nil else { return }
        transactionStatements.immediate = try? makeStatement(
            TransactionType.immediate.beginStatement)
    }

    public func commitTransaction() throws(SQLiteError) {
        if let statement = transactionStatements.commit { return try statement.runOnce() }
        let statement = try makeStatement(TransactionStatement.commit)
        transactionStatements.commit = statement
        try statement.runOnce()
    }

    func makeStatement(_ sql: SQL) throws(SQLiteError) -> Statement {
        // The connection owns the statement, so the statement does not own the connection.
        try sql.withUTF8 { utf8 in
            Result { () throws(SQLiteError) in
                try makeStatement(utf8, options: .persistent, connection: nil)
            }
        }.get()
    }
}

extension Connection: TransactionScopeTracking {
    package func transactionScopeWillBegin() {
        handle.beginScope()
        prepareInterruptedRollback()
    }

    package func transactionScopeDidEnd() -> TransactionScopes.State { handle.endScope() }

    package var isRollbackDeferred: Bool { handle.executionBlocks.contains(.rollbackDeferred) }

    /// Ends what may prevent a rollback, and tries again: after an interrupt, SQLite runs nothing,
    /// not even `ROLLBACK`, until every statement has ended; a savepoint is not released while a
    /// statement writes; and memory may be short. Statements that are ended this way fail with
    /// `SQLITE_ABORT_ROLLBACK` at their next step.
    ///
    /// A statement whose step is in progress cannot be ended. If a function that it calls rolls back, the rollback is
    /// deferred until the statement ends, and no statement can start before. If nothing prevents the rollback of a
    /// savepoint and it still fails, the transaction is rolled back.
    package func forceRollback(_ statements: [SQL]) throws(SQLiteError) {
        handle.abortStatements()
        // Not the statements of transactions: one of them may be needed for the rollback.
        withExtendedLifetime(cache.removeAll()) {}
        // Ending runs may have closed the connection.
        if let pointer = handle.pointer { sqlite3_db_release_memory(pointer) }
        handle.rollBackWhenPossible(statements.map(\.text))
        guard isRollbackDeferred else { return }
        throw handle.refusal(of: statements.first?.text ?? "")
    }
}
