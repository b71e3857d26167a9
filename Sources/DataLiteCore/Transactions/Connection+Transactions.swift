import DataLiteC

extension Connection: TransactionScopeTracking {
    package func transactionScopeWillBegin() { handle.beginScope() }

    package func transactionScopeDidEnd() -> TransactionScopes.State { handle.endScope() }

    package var isRollbackDeferred: Bool { handle.barrier.contains(.rollbackDeferred) }

    /// Ends what may prevent a rollback, and tries again: after an interrupt SQLite runs nothing,
    /// not even `ROLLBACK`, until every statement has ended; a savepoint is not released while a
    /// statement writes; and memory may be short. Statements that are ended this way fail with
    /// `SQLITE_ABORT_ROLLBACK` at their next step.
    ///
    /// A statement in the middle of a step cannot be ended: inside a function that it calls, the
    /// rollback is deferred until the statement ends, and no statement can start before.
    package func forceRollback(_ statements: [SQL]) throws(SQLiteError) {
        guard let pointer = handle.pointer, !handle.isAutocommit else { return }
        handle.abortStatements()
        clearStatementCache()
        sqlite3_db_release_memory(pointer)
        do {
            for sql in statements { try execute(sql) }
        } catch {
            handle.deferRollback(statements.map(\.text))
            throw error
        }
    }
}
