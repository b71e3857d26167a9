/// A transaction or savepoint in which a closure runs.
@usableFromInline
package struct TransactionScope {
    package enum Kind: Sendable {
        case transaction
        /// A transaction on a read-only connection, in which only temporary tables can have been written.
        case readTransaction
        /// A savepoint within a transaction.
        case savepoint
        /// A savepoint that is itself a transaction.
        case outermostSavepoint
    }

    let kind: Kind

    /// The connection, if it tracks its closures; `nil` for a ``Connection``, which always does.
    let tracker: (any TransactionScopeTracking)?

    /// Whether the connection reports its real state. Some mocks always report autocommit mode.
    let knowsItsState: Bool
}

// MARK: - Beginning

extension ConnectionProtocol {
    /// Begins a transaction, or a savepoint inside a transaction.
    @usableFromInline
    package func beginScope(_ type: TransactionType?) throws(SQLiteError) -> TransactionScope {
        guard isAutocommit else { return try beginSavepointScope() }
        try beginTransaction(type ?? (isReadonly ? .deferred : .immediate))
        return scope(.transaction)
    }

    /// Begins a read transaction. Writes to temporary tables are rolled back at its end.
    package func beginReadScope() throws(SQLiteError) -> TransactionScope {
        try beginTransaction(.deferred)
        return scope(.readTransaction)
    }

    @usableFromInline
    package func beginSavepointScope() throws(SQLiteError) -> TransactionScope {
        let isOutermost = isAutocommit
        try execute(TransactionStatement.savepoint)
        return scope(isOutermost ? .outermostSavepoint : .savepoint)
    }

    private func scope(_ kind: TransactionScope.Kind) -> TransactionScope {
        // A ``Connection`` is recognized by its class, because a cast to a protocol is slow.
        if let connection = sqliteConnection {
            connection._withUnsafeGuaranteedRef { $0.transactionScopeWillBegin() }
            return TransactionScope(kind: kind, tracker: nil, knowsItsState: true)
        }
        let tracker = self as? any TransactionScopeTracking
        tracker?.transactionScopeWillBegin()
        return TransactionScope(kind: kind, tracker: tracker, knowsItsState: !isAutocommit)
    }

    // MARK: - Ending

    /// Commits after the closure has returned.
    ///
    /// - Throws: The error of the commit, after a rollback, unless the transaction has only read; or an error that states
    ///   how the transaction ended, if it ended early.
    @usableFromInline
    package func finish(_ scope: TransactionScope) throws(SQLiteError) {
        let state = end(scope)
        guard state == .open else { throw state.error }
        do {
            try commit(scope)
        } catch {
            try? rollBack(scope)
            // A read has nothing to save. In a damaged file, SQLite reports the damage again when the transaction ends.
            guard scope.kind == .readTransaction, isAutocommit else { throw error }
        }
    }

    /// Rolls back after the closure has thrown.
    @usableFromInline
    package func undo(_ scope: TransactionScope) {
        if end(scope) == .open { try? rollBack(scope) }
    }

    private func end(_ scope: TransactionScope) -> TransactionScopes.State {
        if let connection = sqliteConnection {
            return connection._withUnsafeGuaranteedRef { $0.transactionScopeDidEnd() }
        }
        if let tracker = scope.tracker { return tracker.transactionScopeDidEnd() }
        return scope.knowsItsState && isAutocommit ? .ended : .open
    }

    private func commit(_ scope: TransactionScope) throws(SQLiteError) {
        switch scope.kind {
        case .transaction:
            try commitTransaction()
        case .readTransaction:
            let hasWritten = sqliteConnection?._withUnsafeGuaranteedRef { $0.hasWritten } ?? false
            if hasWritten { try rollbackTransaction() } else { try commitTransaction() }
        case .savepoint, .outermostSavepoint:
            try execute(TransactionStatement.releaseSavepoint)
        }
    }

    private func rollBack(_ scope: TransactionScope) throws(SQLiteError) {
        // Releasing the outermost savepoint is a commit, which needs its lock.
        guard scope.kind == .savepoint else { return try rollbackTransaction() }
        try rollBack(
            TransactionStatement.rollbackToSavepoint, TransactionStatement.releaseSavepoint)
    }

    func rollBack(_ statements: SQL...) throws(SQLiteError) {
        let connection = sqliteConnection?.takeUnretainedValue()
        // A connection that was stopped can still roll back.
        let ignoresStop = connection?.handle.ignoresStop ?? false
        connection?.handle.ignoresStop = true
        defer { connection?.handle.ignoresStop = ignoresStop }
        let tracker = connection ?? self as? any TransactionScopeTracking
        if let tracker, tracker.isRollbackDeferred { return try tracker.forceRollback(statements) }
        do {
            for sql in statements { try execute(sql) }
        } catch {
            // Refused, or there is nothing to roll back: the closure itself may have ended its savepoint.
            let isFinal = [ResultCode.misuse, .error, .abort].contains(error.resultCode.primary)
            guard let tracker, !isFinal, !isAutocommit else { throw error }
            try tracker.forceRollback(statements)
        }
    }
}

// MARK: - For a connection pool

// The functions above are generic. These are compiled for a connection, and the scope is only its kind.

extension Connection {
    /// Begins a read transaction; see ``ConnectionProtocol/beginReadScope()``.
    package func beginReadCall() throws(SQLiteError) -> TransactionScope.Kind {
        try beginReadScope().kind
    }

    /// Begins an immediate transaction.
    package func beginWriteCall() throws(SQLiteError) -> TransactionScope.Kind {
        try beginScope(.immediate).kind
    }

    /// Begins a savepoint.
    package func beginSavepointCall() throws(SQLiteError) -> TransactionScope.Kind {
        try beginSavepointScope().kind
    }

    /// Commits after the closure has returned; see ``ConnectionProtocol/finish(_:)``.
    package func finish(_ kind: TransactionScope.Kind) throws(SQLiteError) {
        try finish(TransactionScope(kind: kind, tracker: nil, knowsItsState: true))
    }

    /// Rolls back after the closure has thrown.
    package func undo(_ kind: TransactionScope.Kind) {
        undo(TransactionScope(kind: kind, tracker: nil, knowsItsState: true))
    }
}
