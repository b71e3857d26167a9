import DataLiteC

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
        updateTimer()
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
