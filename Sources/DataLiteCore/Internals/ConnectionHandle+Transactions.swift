import DataLiteC
import DataLiteSyntax

extension ConnectionHandle {
    var isAutocommit: Bool {
        pointer.map { sqlite3_get_autocommit($0) != 0 } ?? true
    }

    func beginScope() { scopes.begin() }

    func endScope() -> TransactionScopes.State {
        // In other cases, only the C interface can have ended the transaction undetected.
        noteTransactionState(pointer == nil ? .rolledBack : .ended)
        let state = scopes.end()
        if !scopes.hasLostTransaction { executionBlocks.remove(.transactionLost) }
        return state
    }

    /// Calls delegates that may run SQL. If the closure of a transaction has ended that transaction, its further
    /// statements are refused, but not those of the delegates.
    func outsideScopes(_ body: () -> Void) {
        guard scopes.depth > 0 else { return body() }
        let outer = scopes
        scopes = TransactionScopes()
        executionBlocks.remove(.transactionLost)
        body()
        scopes = outer
        if scopes.hasLostTransaction { executionBlocks.insert(.transactionLost) }
    }

    /// Call this when the run of a statement fails or is ended.
    ///
    /// - Parameters:
    ///   - outcome: The state of the transaction, if it is no longer open.
    ///   - statement: The statement, unless it is being released.
    func runDidEnd(_ outcome: TransactionScopes.State, of statement: Statement? = nil) {
        if !executionBlocks.isDisjoint(with: .workAfterRun) { performWorkAfterRun(of: nil) }
        if link.isNested || link.hasUnfinishedWork {
            finishNestedRun(of: statement, hasSucceeded: false)
        }
        if scopes.depth > 0 { noteTransactionState(outcome) }
        if hasUnreportedCommits { connection?.delegates.reportCommits() }
    }

    @inline(never)
    private func performWorkAfterRun(of statement: Statement?) {
        if executionBlocks.contains(.collecting) { connection?.delegates.collector?.didEndRun() }
        if !executionBlocks.isDisjoint(with: .workDeferred) { performDeferredWork() }
        if executionBlocks.contains(.awaitingEnd) { connection?.delegates.noteRun(of: statement) }
    }

    /// Call this when a statement has run to its end.
    func runDidEnd(of statement: Statement) {
        if !executionBlocks.isDisjoint(with: .workAfterRun) { performWorkAfterRun(of: statement) }
        if link.isNested || link.hasUnfinishedWork {
            finishNestedRun(of: statement, hasSucceeded: true)
        }
        if scopes.depth > 0, isAutocommit {
            noteTransactionState(
                SQLScanner.kind(statement.sql) == .rollback ? .rolledBack : .committed)
        }
        if hasUnreportedCommits { connection?.delegates.reportCommits() }
    }

    /// Releases the objects that the run left to release, and records whether the run undid the changes of a
    /// statement that is writing.
    @inline(never)
    private func finishNestedRun(of statement: Statement?, hasSucceeded: Bool) {
        if let statement {
            statement.whileStepping { link.performReleases() }
        } else {
            link.performReleases()
        }
        if link.hasLostTransaction {
            if !link.isNested || !hasRunningWriter { link.hasLostTransaction = false }
        } else if link.isNested {
            if hasSucceeded {
                if statement?.isRollback == true { noteRollbackWhileWriting() }
            } else if !hasWritten {
                noteRollbackWhileWriting()
            }
        }
    }

    /// Whether the open transaction has written to any database, including temporary ones. C:
    /// `sqlite3_txn_state`.
    var hasWritten: Bool {
        pointer.map { sqlite3_txn_state($0, nil) == SQLITE_TXN_WRITE } ?? false
    }

    /// Call this after a rollback of the transaction or of a savepoint inside a nested call.
    func noteRollbackWhileWriting() { link.hasLostTransaction = hasRunningWriter }

    /// Whether a statement that writes has been stepped, and has neither ended nor been reset.
    var hasRunningWriter: Bool {
        sqliteStatements.contains { sqlite3_stmt_busy($0) != 0 && sqlite3_stmt_readonly($0) == 0 }
    }

    /// Records the end of the transaction, if it is no longer open. Closures that run in the transaction then
    /// cannot run further statements.
    func noteTransactionState(_ outcome: TransactionScopes.State) {
        guard isAutocommit else { return }
        scopes.transactionDidEnd(outcome)
        if scopes.hasLostTransaction { executionBlocks.insert(.transactionLost) }
    }
}
