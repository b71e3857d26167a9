import DataLiteC
import DataLiteSyntax

// The C hooks. Each is installed while a delegate, a hook or the library needs it; otherwise, one that was installed
// with the C API is unchanged.

extension DelegateList {
    /// The C hooks that are installed.
    struct InstalledHooks: OptionSet {
        let rawValue: UInt8

        static let update = InstalledHooks(rawValue: 1)
        /// The commit hook and the rollback hook.
        static let transaction = InstalledHooks(rawValue: 2)
        static let autovacuum = InstalledHooks(rawValue: 4)
        static let collationNeeded = InstalledHooks(rawValue: 8)
        /// The preupdate hook, because of a hook in Swift.
        static let preupdate = InstalledHooks(rawValue: 16)
    }

    /// The list that a hook was installed with, retained during the call.
    static func list(_ context: UnsafeMutableRawPointer?) -> DelegateList? {
        context.map { Unmanaged<DelegateList>.fromOpaque($0).takeUnretainedValue() }
    }

    private var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    private var needsTransactionHooks: Bool {
        !observers.isEmpty || collector != nil || recorder != nil || !closures.isEmpty
            || hooks.observesTransactions || handle.executionBlocks.contains(.collationFailed)
    }

    /// Installs the hooks that are needed, and removes the others.
    func updateHooks() {
        guard let pointer = handle.pointer else { return }
        // Some hooks must not call any function of SQLite.
        guard !handle.executionBlocks.contains(.insideStrictHook) else {
            return handle.endLater(.hooks(self))
        }
        set(.update, to: !observers.isEmpty || !hooks.updates.isEmpty, on: pointer)
        set(.transaction, to: needsTransactionHooks, on: pointer)
        set(.autovacuum, to: !hooks.autovacuums.isEmpty, on: pointer)
        set(.collationNeeded, to: !hooks.collations.isEmpty, on: pointer)
        set(.preupdate, to: !hooks.preupdates.isEmpty, on: pointer)
        let reports = !hooks.walCommits.isEmpty
        handle.setWALHook(handle.tracksWALPages || reports, reports: reports, on: pointer)
        updateRunClock()
        updateTrace()
    }

    /// Removes all hooks, before this object is released or stops using a handle that stays open.
    func removeHooks(from pointer: OpaquePointer) {
        for hook: InstalledHooks in [.update, .transaction, .autovacuum, .collationNeeded] {
            set(hook, to: false, on: pointer)
        }
        let usesPreupdate = collectorNeedsHook || recorder != nil || installed.contains(.preupdate)
        installed.remove(.preupdate)
        if usesPreupdate { _ = PreupdateFunctions.shared?.hook(pointer, nil, nil) }
        handle.setWALHook(handle.tracksWALPages, on: pointer)
        setTrace(0, on: pointer)
    }

    private func set(_ hook: InstalledHooks, to isNeeded: Bool, on pointer: OpaquePointer) {
        guard installed.contains(hook) != isNeeded else { return }
        if isNeeded { installed.insert(hook) } else { installed.remove(hook) }
        switch hook {
        case .update: setUpdateHook(isNeeded, on: pointer)
        case .transaction: setTransactionHooks(isNeeded, on: pointer)
        case .autovacuum: setAutovacuumHook(isNeeded, on: pointer)
        case .collationNeeded: setCollationHook(isNeeded, on: pointer)
        default: updatePreupdateHook()
        }
    }

    private func setUpdateHook(_ isNeeded: Bool, on pointer: OpaquePointer) {
        guard isNeeded else {
            sqlite3_update_hook(pointer, nil, nil)
            return
        }
        sqlite3_update_hook(
            pointer,
            { context, operation, database, table, rowID in
                DelegateList.list(context)?.didUpdate(
                    SQLiteAction(operation, database: database, table: table, rowID: rowID))
            }, context)
    }

    private func setTransactionHooks(_ isNeeded: Bool, on pointer: OpaquePointer) {
        guard isNeeded else {
            sqlite3_commit_hook(pointer, nil, nil)
            sqlite3_rollback_hook(pointer, nil, nil)
            return
        }
        sqlite3_commit_hook(
            pointer, { DelegateList.list($0)?.willCommit() ?? true ? 0 : 1 }, context)
        sqlite3_rollback_hook(pointer, { DelegateList.list($0)?.didRollback() }, context)
    }

    private func setAutovacuumHook(_ isNeeded: Bool, on pointer: OpaquePointer) {
        guard isNeeded else {
            sqlite3_autovacuum_pages(pointer, nil, nil, nil)
            return
        }
        sqlite3_autovacuum_pages(
            pointer,
            { context, schema, pages, freePages, pageSize in
                guard let list = DelegateList.list(context) else { return freePages }
                let state = Autovacuum(
                    schema: String(repairing: schema) ?? "", pages: Int(pages),
                    freePages: Int(freePages), pageSize: Int(pageSize))
                return UInt32(list.autovacuum(state))
            }, context, nil)
    }

    private func setCollationHook(_ isNeeded: Bool, on pointer: OpaquePointer) {
        guard isNeeded else {
            sqlite3_collation_needed(pointer, nil, nil)
            return
        }
        sqlite3_collation_needed(
            pointer, context,
            { context, _, _, name in DelegateList.list(context)?.collationIsNeeded(name) })
    }
}

// MARK: - Commits

// Detection of successful commits.
//
// SQLite has a hook before a commit, which may still fail, and none after it. So the success of a commit is
// detected when the C call returns, or when SQLite calls the next hook.

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
        transactionDate = nil
        commitCount += 1
        collector?.transactionDidCommit()
        recorder?.transactionDidCommit()
        closures.transactionDidEnd(isCommitted: true)
    }

    /// SQLite has rolled back a transaction.
    func transactionDidRollBack() {
        // The commit has failed, or another transaction was begun in the same C call.
        if isCommitting { collector?.transactionMayHaveCommitted() }
        isCommitting = false
        transactionDate = nil
        collector?.transactionDidRollBack()
        recorder?.transactionDidRollBack()
        closures.transactionDidEnd(isCommitted: false)
        if recorder != nil || !closures.isEmpty { handle.hasUnreportedCommits = true }
    }

    /// The contents of a database were replaced: reported as a commit of unknown changes.
    func contentsWereReplaced() {
        guard recorder != nil || collector != nil || !observers.isEmpty || !closures.isEmpty else {
            return
        }
        collector?.transactionMayHaveCommitted()
        recorder?.transactionMayHaveCommitted()
        isCommitting = true
        handle.hasUnreportedCommits = true
        reportCommits()
    }

    /// Reports the commits that were made. Call this after each C call that may commit.
    func reportCommits() {
        // No SQL can run inside a callback of SQLite. The commit is reported after the C call that made the
        // callback.
        guard handle.hasUnreportedCommits, handle.executionBlocks.isDisjoint(with: .insideCallback),
            !handle.isPerformingDeferredWork
        else { return }
        handle.hasUnreportedCommits = false
        if isCommitting, handle.isAutocommit {
            transactionDidCommit()
        } else if isCommitting {
            isCommitting = false
            collector?.transactionMayHaveCommitted()
            recorder?.transactionMayHaveCommitted()
        }
        // Commits by delegates are reported after their calls return, not from within them.
        guard !isReportingCommits, let connection else { return }
        isReportingCommits = true
        defer { isReportingCommits = false }
        handle.outsideScopes { callDelegates(connection) }
    }

    private func callDelegates(_ connection: Connection) {
        let rowID = connection.lastInsertRowID
        repeat {
            if let collector, collector.hasCommitted { collector.didCommit?(connection) }
            if recorder?.callObservers(connection) == true { removeIdleRecorder() }
            guard commitCount > 0 else {
                if callClosures(connection) { continue } else { break }
            }
            commitCount -= 1
            // A delegate may add or remove delegates, so the list is copied.
            let observers = observers
            observers.forEach { $0.connectionDidCommit(connection) }
        } while true
        // Rows inserted by delegates must not change the caller's `lastInsertRowID`.
        if let pointer = handle.pointer { sqlite3_set_last_insert_rowid(pointer, rowID) }
    }

    // The closures that are called after a transaction. While some wait, the hooks are installed, and
    // `ConnectionHandle.ExecutionBlock.awaitingEnd` is set: the end of each run is noted, as for a transaction observer.

    func add(_ closures: _TransactionClosures) throws(SQLiteError) {
        _ = try handle.open()
        self.closures.append(closures, isInTransaction: !handle.isAutocommit)
        updateHooks()
        handle.executionBlocks.insert(.awaitingEnd)
    }

    /// Call this at the end of each run, before commits are reported.
    ///
    /// - Parameter statement: The statement, if its run has succeeded.
    func noteRun(of statement: Statement?) {
        if let statement { recorder?.didRun(statement) }
        guard !closures.isEmpty else { return }
        if let statement { closures.didRun(SQLScanner.savepointKind(statement.sql)) }
        // A commit in progress is detected by its hook.
        guard !isCommitting else { return }
        if closures.noteState(isAutocommit: handle.isAutocommit) {
            transactionDate = nil
            handle.hasUnreportedCommits = true
        }
    }

    /// Notes a statement that has succeeded outside a run.
    func noteRun(_ kind: SQLScanner.Kind) {
        recorder?.didRun(kind)
        closures.didRun(kind)
    }

    /// Call this when the connection is closed.
    func closuresDidClose(rollsBack: Bool) {
        guard !closures.isEmpty, let connection else { return }
        let dropped = closures.connectionDidClose(rollsBack: rollsBack)
        callClosures(connection)
        handle.executionBlocks.remove(.awaitingEnd)
        withExtendedLifetime(dropped) {}
    }

    /// Calls the closures whose transaction has ended.
    ///
    /// - Returns: Whether there were any.
    @discardableResult
    func callClosures(_ connection: Connection) -> Bool {
        let ended = closures.takeEnded()
        for closures in ended { closures.call(connection) }
        if closures.isEmpty, recorder == nil, handle.executionBlocks.contains(.awaitingEnd) {
            handle.executionBlocks.remove(.awaitingEnd)
            updateHooks()
        }
        return !ended.isEmpty
    }
}

extension Connection {
    public func _afterTransaction(_ closures: _TransactionClosures) throws(SQLiteError) {
        guard !isReadonly else { throw SQLiteError.readOnlyTransactionClosures }
        try delegates.add(closures)
    }
}
