import DataLiteC
import DataLiteSyntax

// Work that cannot be done immediately, because a statement is running or SQLite is calling back: a rollback,
// and the end of a run. No statement starts before the work is done.

extension ConnectionHandle {
    /// The end of a run, of a statement, or of hooks.
    enum DeferredEnd {
        case lease(StatementLease)
        case statement(OpaquePointer, ParameterBytes)
        /// Hooks were cancelled by a call in which they cannot be removed.
        case hooks(DelegateList)

        func perform() {
            switch self {
            case .hooks(let list): list.hooksDidChange()
            case .lease(let lease):
                try? lease.end()
            case .statement(let pointer, let parameterBytes):
                sqlite3_finalize(pointer)
                parameterBytes.deallocate()
            }
        }
    }

    /// Ends a run, or a statement, when the collation that is being called returns.
    func endLater(_ end: DeferredEnd) {
        deferredEnds.append(end)
        executionBlocks.insert(.endsDeferred)
    }

    /// Rolls back immediately if possible, otherwise as soon as nothing prevents it.
    ///
    /// - Parameter statements: `ROLLBACK`, or the two statements that undo a savepoint.
    func rollBackWhenPossible(_ statements: [String]) {
        // A rollback of the transaction also undoes its savepoints.
        if statements.count == 1 { deferredRollback = [] }
        deferredRollback += statements
        executionBlocks.insert(.rollbackDeferred)
        performDeferredWork()
    }

    /// Performs the deferred work, unless the reason for deferring it still exists.
    ///
    /// SQLite calls delegates and releases objects during this call. They may end other runs, which calls
    /// this again without effect: the outermost call then continues.
    func performDeferredWork() {
        guard !isPerformingDeferredWork, executionBlocks.isDisjoint(with: .insideCallback) else {
            return
        }
        isPerformingDeferredWork = true
        defer { isPerformingDeferredWork = false }
        performDeferredEnds()
        if executionBlocks.contains(.rollbackDeferred) { performDeferredRollback() }
    }

    private func performDeferredEnds() {
        while !deferredEnds.isEmpty {
            executionBlocks.remove(.endsDeferred)
            let ends = deferredEnds
            deferredEnds = []
            for end in ends { end.perform() }
        }
    }

    private func performDeferredRollback() {
        while let sql = deferredRollback.first, let pointer, !isAutocommit {
            deferredRollback.removeFirst()
            let code = sqlite3_exec(pointer, sql, nil, nil, nil)
            if code == SQLITE_OK { connection?.delegates.noteRun(SQLScanner.kind(sql)) }
            guard code != SQLITE_OK, self.pointer != nil else { continue }
            if code == SQLITE_INTERRUPT, rollBackInterrupted() { continue }
            let undoesSavepoint = sql.contains("SAVEPOINT")
            // The closure itself has ended its savepoint: there is nothing to undo.
            if undoesSavepoint, code == SQLITE_ERROR { continue }
            if hasRunningStatement {
                deferredRollback.insert(sql, at: 0)
                return
            }
            // Any other failure is permanent. If the savepoint cannot be undone, the whole transaction is
            // rolled back.
            deferredRollback = ["ROLLBACK"]
            guard undoesSavepoint else { return }
        }
        deferredRollback = []
        executionBlocks.remove(.rollbackDeferred)
        if link.isNested { noteRollbackWhileWriting() }
        if scopes.depth > 0 { noteTransactionState(.rolledBack) }
    }

    /// Rolls back the transaction while SQLite still reports an interrupt. SQLite reports it until no
    /// statement is running, and a virtual table may keep one running: FTS5 and R-Tree keep a BLOB open from
    /// a write to the end of the transaction.
    ///
    /// An interrupted statement that could write rolls back the transaction
    /// (<https://www.sqlite.org/c3ref/interrupt.html>). `BEGIN IMMEDIATE` is such a statement, and fails
    /// without effect if there is no interrupt. It was prepared earlier, because SQLite compiles nothing
    /// after an interrupt.
    ///
    /// - Returns: Whether no transaction is open.
    private func rollBackInterrupted() -> Bool {
        guard !link.isNested, let begin = connection?.transactionStatements.immediate else {
            return false
        }
        begin.stepAndReset()
        hasLastingInterrupt = hasRunningStatement
        return isAutocommit
    }

    /// Whether a statement is running, including those of the C interface. C: `sqlite3_stmt_busy`.
    var hasRunningStatement: Bool { sqliteStatements.contains { sqlite3_stmt_busy($0) != 0 } }
}
