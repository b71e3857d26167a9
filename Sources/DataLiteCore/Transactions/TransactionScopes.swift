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
