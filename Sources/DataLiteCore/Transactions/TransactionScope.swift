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

// MARK: - TransactionScopes

/// The closures of `transaction` and `savepoint` that are running on a connection, and whether the
/// transaction they run in is still open.
///
/// A transaction can end before its closure: SQLite rolls back after some errors, and the closure
/// can run `COMMIT` or `ROLLBACK` itself. Later statements would each commit separately, so a
/// connection refuses them with ``refusal(of:)``.
package struct TransactionScopes {
    /// Whether the transaction is open, or how it has ended.
    package enum State: Equatable {
        case open
        case committed
        case rolledBack
        /// Committed or rolled back in a way that the library cannot detect: through the C interface,
        /// or on a connection that does not track its closures.
        case ended
    }

    /// The number of nested closures that are running.
    package private(set) var depth = 0

    /// The state of the running closures' transaction.
    package private(set) var state = State.open

    package init() {}

    /// Whether a closure is running whose transaction has ended.
    package var hasLostTransaction: Bool { state != .open }

    /// Call this before a closure runs.
    package mutating func begin() { depth += 1 }

    /// Call this when a closure has ended.
    ///
    /// - Returns: The state of its transaction.
    package mutating func end() -> State {
        let result = state
        depth = max(0, depth - 1)
        if depth == 0 { state = .open }
        return result
    }

    /// Call this when the transaction has ended.
    package mutating func transactionDidEnd(_ state: State) {
        if depth > 0, self.state == .open { self.state = state }
    }

    /// The error for a statement in a closure whose transaction has ended; `nil` if the statement
    /// can run.
    package func refusal(of sql: String?) -> SQLiteError? {
        state == .open ? nil : state.error("no further statement can run in it", sql)
    }
}

extension TransactionScopes.State {
    /// The error of a `transaction` whose closure has returned although its transaction has ended.
    package var error: SQLiteError {
        switch self {
        case .open, .rolledBack: error("nothing is saved", nil)
        case .committed: error("the changes up to that point are saved", nil)
        case .ended: error("changes may be saved", nil)
        }
    }

    fileprivate func error(_ consequence: String, _ sql: String?) -> SQLiteError {
        let what =
            switch self {
            case .open, .rolledBack: "was rolled back"
            case .committed: "was committed"
            case .ended: "was committed or rolled back"
            }
        return SQLiteError(
            self == .rolledBack ? .abortRollback : .misuse,
            message: "the transaction \(what) inside its closure: \(consequence)", sql: sql)
    }
}

/// A connection that keeps track of the closures of `transaction` and `savepoint`.
///
/// For any other connection, ``TransactionManaging/isAutocommit`` is read when a closure has ended.
package protocol TransactionScopeTracking: AnyObject {
    /// Called when the closure of a transaction or savepoint is about to run.
    func transactionScopeWillBegin()

    /// Called when the closure has ended, before the transaction is committed or rolled back.
    ///
    /// - Returns: The state of the transaction.
    func transactionScopeDidEnd() -> TransactionScopes.State

    /// Whether the rollback of an inner closure is deferred.
    var isRollbackDeferred: Bool { get }

    /// Runs the statements of a rollback again after removing what may have prevented it.
    func forceRollback(_ statements: [SQL]) throws(SQLiteError)
}
