import DataLiteC

// Commits that have succeeded.
//
// SQLite has a hook before a commit, which may still fail, and none after it. So whether a commit has succeeded is
// found out when the C call returns, or when SQLite calls the next hook.

extension DelegateList {
    /// SQLite is about to commit.
    func transactionWillCommit() {
        transactionWillChange()
        isCommitting = true
        handle.hasUnreportedCommits = true
    }

    /// SQLite is about to change a row. A commit that was begun in the same C call has succeeded.
    func transactionWillChange() {
        if isCommitting { transactionDidCommit() }
    }

    private func transactionDidCommit() {
        isCommitting = false
        commitCount += 1
        collector?.transactionDidCommit()
    }

    /// SQLite has rolled a transaction back.
    func transactionDidRollBack() {
        // The commit has failed, or another transaction was begun in the same C call.
        if isCommitting { collector?.transactionMayHaveCommitted() }
        isCommitting = false
        collector?.transactionDidRollBack()
    }

    /// Reports the commits that were made. Call this when a C call that may commit has returned.
    func reportCommits() {
        // Inside a callback of SQLite no SQL can run. The call that SQLite has made it from reports the commit.
        guard handle.hasUnreportedCommits, handle.executionBlocks.isDisjoint(with: .insideCallback),
            !handle.isPerformingDeferredWork
        else { return }
        handle.hasUnreportedCommits = false
        if isCommitting, handle.isAutocommit {
            transactionDidCommit()
        } else if isCommitting {
            isCommitting = false
            collector?.transactionMayHaveCommitted()
        }
        // Delegates may commit, which is reported when their calls have returned, and not from within them.
        guard !isReportingCommits, let connection else { return }
        isReportingCommits = true
        defer { isReportingCommits = false }
        callDelegates(connection)
    }

    private func callDelegates(_ connection: Connection) {
        let rowID = connection.lastInsertRowID
        repeat {
            if let collector, collector.hasCommitted { collector.didCommit?(connection) }
            guard commitCount > 0 else { break }
            commitCount -= 1
            // A delegate may add or remove delegates, so the list is copied.
            let observers = observers
            observers.forEach { $0.connectionDidCommit(connection) }
        } while true
        // What the delegates have inserted is not what the caller has inserted.
        if let pointer = handle.pointer { sqlite3_set_last_insert_rowid(pointer, rowID) }
    }
}
