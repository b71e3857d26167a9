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

/// The state of the transaction of a connection in one database, or in all.
///
/// See [Transaction states](https://www.sqlite.org/c3ref/c_txn_none.html).
public enum TransactionState: Int32, Hashable, Sendable, Comparable {
    /// No transaction: after `BEGIN`, too, until the first statement reads. C: `SQLITE_TXN_NONE`.
    case none = 0
    /// A transaction that has read. C: `SQLITE_TXN_READ`.
    case read = 1
    /// A transaction that has the write lock. C: `SQLITE_TXN_WRITE`.
    case write = 2

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension Connection {
    /// The state of the transaction in one database, or the highest state in any database. C: `sqlite3_txn_state`.
    ///
    /// Unlike ``isAutocommit``, it tells whether locks are held: `BEGIN` alone takes none, and a running `SELECT` holds
    /// one without `BEGIN`.
    ///
    /// - Parameter schema: `main`, `temp`, or the name of an attached database; `nil` for all.
    /// - Returns: `nil` if no database has this name, or the connection is closed.
    public func transactionState(of schema: String? = nil) -> TransactionState? {
        guard let pointer = handle.pointer, schema?.utf8.contains(0) != true else { return nil }
        return TransactionState(rawValue: sqlite3_txn_state(pointer, schema))
    }

    /// Whether a database can only be read. C: `sqlite3_db_readonly`.
    ///
    /// - Parameter schema: `main`, `temp`, or the name of an attached database.
    /// - Returns: `nil` if no database has this name, or the connection is closed.
    public func isReadonly(_ schema: String) -> Bool? {
        guard let pointer = handle.pointer, !schema.utf8.contains(0) else { return nil }
        let state = sqlite3_db_readonly(pointer, schema)
        guard state >= 0 else { return nil }
        return state == 1 || (hasReadonlyCopy && schema.lowercased() == "main")
    }
}
