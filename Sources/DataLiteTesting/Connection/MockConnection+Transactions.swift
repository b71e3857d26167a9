extension MockConnection {
    /// The underlying connection, if it keeps track of closures itself.
    private var realTracker: (any TransactionScopeTracking)? {
        real as? any TransactionScopeTracking
    }

    package func transactionScopeWillBegin() {
        if let realTracker { return realTracker.transactionScopeWillBegin() }
        transaction.scopes.begin()
        realStates.append(real.map { !$0.isAutocommit } ?? false)
    }

    package func transactionScopeDidEnd() -> TransactionScopes.State {
        if let realTracker { return realTracker.transactionScopeDidEnd() }
        let state = transaction.scopes.end()
        let wasOpen = realStates.popLast() ?? false
        return wasOpen && isAutocommit ? .ended : state
    }

    package var isRollbackDeferred: Bool { realTracker?.isRollbackDeferred ?? false }

    /// Runs the statements of a rollback again.
    package func forceRollback(_ statements: [SQL]) throws(SQLiteError) {
        if let realTracker { return try realTracker.forceRollback(statements) }
        for sql in statements { try execute(sql) }
    }

    /// Calls the delegates before a commit. They can turn it into a rollback.
    func askBeforeCommit(_ sql: String?) throws(SQLiteError) {
        do {
            try delegates.willCommit()
        } catch {
            abortTransaction()
            var failure = SQLiteError(
                .constraintCommitHook, message: "constraint failed", sql: sql)
            failure.underlyingError = error
            throw failed(with: failure)
        }
    }

    /// Rolls back the transaction without a statement from the code under test.
    func abortTransaction() {
        if let real {
            do {
                try real.execute(sql: "ROLLBACK")
            } catch {
                // A pending interrupt also interrupts the rollback.
                try? realTracker?.forceRollback(["ROLLBACK"])
            }
        } else {
            checker.rollBack()
            transaction.abort()
            delegates.didRollback()
        }
        recordTransaction()
    }

    /// Rolls an open transaction back after an error for which SQLite does so: `SQLITE_FULL`,
    /// `SQLITE_IOERR`, `SQLITE_NOMEM` (<https://sqlite.org/lang_transaction.html>, section 3), an
    /// interrupt of a statement that writes (<https://sqlite.org/c3ref/interrupt.html>), and a
    /// constraint that fails in a statement with `OR ROLLBACK`.
    func rollBackIfFatal(_ error: SQLiteError, _ text: StatementText) {
        guard !isAutocommit else { return }
        let isFatal =
            switch error.resultCode.primary {
            case .full, .ioerr, .nomem: true
            case .interrupt: text.kind == .write || text.kind == .schema
            case .constraint:
                text.rollsBackOnConflict && Self.codesWithConflictClause.contains(error.resultCode)
            default: false
            }
        if isFatal { abortTransaction() }
    }

    /// The constraints that conflict clauses apply to: not foreign keys, triggers and others.
    private static let codesWithConflictClause: Set<ResultCode> = [
        .constraint, .constraintNotNull, .constraintCheck, .constraintUnique,
        .constraintPrimaryKey, .constraintRowID,
    ]
}
