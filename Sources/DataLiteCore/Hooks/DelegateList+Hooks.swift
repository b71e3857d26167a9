import DataLiteC

// The closures of hooks. They are called like delegates, after them.

extension DelegateList {
    func add<Body>(
        _ body: Body, to list: WritableKeyPath<HookLists, HookList<Body>>
    ) throws(SQLiteError) -> Connection.Hook {
        _ = try handle.open()
        // A hook of a pool may be cancelled on another thread, so it must not use the connection then.
        let closure = HookClosure(body, in: list, connection?.isPooled == false ? self : nil)
        hooks[keyPath: list].append(closure)
        updateHooks()
        return Connection.Hook(closure)
    }

    func remove<Body>(
        _ closure: HookClosure<Body>, from list: WritableKeyPath<HookLists, HookList<Body>>
    ) {
        hooks[keyPath: list].remove(closure)
        updateHooks()
    }

    /// Adds the hooks of another connection.
    func add(_ others: HookLists) {
        guard !others.isEmpty else { return }
        let isFirst = hooks.preupdates.isEmpty
        if !others.walCommits.isEmpty { try? readAutomaticCheckpoint() }
        hooks.append(others, list: connection?.isPooled == false ? self : nil)
        updateHooks()
        if isFirst, !hooks.preupdates.isEmpty { preupdateHookWasAdded() }
    }

    /// Removes cancelled hooks, and updates the callbacks of SQLite.
    func hooksDidChange() {
        hooks.removeCancelled()
        updateHooks()
    }

    /// Calls the closures of hooks, which cannot run SQL during the call.
    func callHooks<Body>(_ list: HookList<Body>, _ body: (Body) throws -> Void) rethrows {
        guard !isClosing, !list.isEmpty else { return }
        try callDelegates { _ in
            let wasCalled = try list.forEach(body)
            if !wasCalled { hooksDidChange() }
        }
    }

    /// Calls the closures of hooks that SQLite calls in the middle of its work: they cannot use the connection at all.
    func callStrictHooks(_ body: () throws -> Void) rethrows {
        let blocks = handle.executionBlocks
        let added: ConnectionHandle.ExecutionBlock = [.insideCollation, .insideStrictHook]
        handle.executionBlocks.formUnion(added)
        defer { handle.executionBlocks.subtract(added.subtracting(blocks)) }
        try body()
    }

    /// Removes and returns the closures that are called when the connection is released.
    func takeClosings() -> HookList<() -> Void> {
        defer { hooks.closings = HookList() }
        return hooks.closings
    }

    // MARK: - Preupdate hooks

    func requirePreupdateHook() throws(SQLiteError) {
        guard PreupdateFunctions.shared == nil else { return }
        throw SQLiteError(
            .error, message: "this SQLite was built without SQLITE_ENABLE_PREUPDATE_HOOK")
    }

    /// A `DELETE` without `WHERE` that is already compiled calls no hook, so all statements are compiled again.
    func preupdateHookWasAdded() {
        guard let pointer = handle.pointer, let connection else { return }
        connection.clearStatementCache()
        expireStatements(on: pointer)
    }

    func callPreupdateHooks(
        _ pointer: OpaquePointer, _ operation: Int32, _ schema: UnsafePointer<CChar>,
        _ table: UnsafePointer<CChar>, _ oldRowID: Int64, _ newRowID: Int64
    ) {
        guard let functions = PreupdateFunctions.shared, let table = String(repairing: table)
        else { return }
        let schema = String(repairing: schema) ?? ""
        var changes: (plain: PendingChange?, full: PendingChange?)
        callHooks(hooks.preupdates) { listener in
            if let tables = listener.tables, !tables.contains(SchemaName(table)) { return }
            if let change = listener.readsValues ? changes.full : changes.plain {
                return listener.body(change)
            }
            let change = PendingChange(
                functions, pointer, operation, (schema, table), (oldRowID, newRowID),
                values: listener.readsValues)
            if listener.readsValues { changes.full = change } else { changes.plain = change }
            listener.body(change)
        }
    }
}

extension PendingChange {
    fileprivate init(
        _ functions: PreupdateFunctions, _ pointer: OpaquePointer, _ operation: Int32,
        _ name: (schema: String, table: String), _ rowIDs: (old: Int64, new: Int64), values: Bool
    ) {
        let kind: Kind =
            switch operation {
            case SQLITE_INSERT: .insert
            case SQLITE_UPDATE: .update
            // SQLite reports a write of a BLOB as a deletion.
            default: functions.blobColumn(pointer).map { .blobWrite(column: $0) } ?? .delete
            }
        let hasNew = kind == .insert || kind == .update
        self.init(
            kind, schema: name.schema, table: name.table,
            oldRowID: kind == .insert ? nil : rowIDs.old,
            newRowID: kind == .delete ? nil : hasNew ? rowIDs.new : rowIDs.old,
            old: values && kind != .insert ? functions.row(pointer, isOld: true) : nil,
            new: values && hasNew ? functions.row(pointer, isOld: false) : nil,
            triggerDepth: Int(functions.depth(pointer)))
    }
}

// MARK: - Collations

extension DelegateList {
    /// Adds the collation that SQL has named, if a hook has it.
    func collationIsNeeded(_ name: UnsafePointer<CChar>?) {
        guard let connection, let name = String(repairing: name), !name.isEmpty else { return }
        var found: Collation?
        callStrictHooks {
            do {
                let wasCalled = try hooks.collations.forEach { find in
                    if found == nil { found = try find(name) }
                }
                if !wasCalled { handle.endLater(.hooks(self)) }
            } catch {
                handle.willFail(.collationNeeded(name), error)
            }
        }
        guard let found else { return }
        // An error leaves the collating sequence unknown, which SQLite reports.
        try? connection.addMissing(
            collation: Collation(name, compare: found.compare), .program)
    }

    // MARK: - Autovacuum

    /// - Returns: The number of free pages to remove.
    func autovacuum(_ state: Autovacuum) -> Int {
        var count = state.freePages
        guard !isClosing else { return count }
        callStrictHooks {
            let wasCalled = hooks.autovacuums.forEach { decide in
                count = min(count, max(0, decide(state)))
            }
            if !wasCalled { handle.endLater(.hooks(self)) }
        }
        return count
    }
}

// MARK: - The WAL

// The hook of commits to the WAL. SQLite uses the same hook for its automatic checkpoints, so the library runs them
// while it uses the hook.

extension ConnectionHandle {
    /// Installs the hook, or restores SQLite's automatic checkpoints.
    ///
    /// - Parameter reports: Whether there are closures to call.
    func setWALHook(_ isNeeded: Bool, reports: Bool = false, on pointer: OpaquePointer) {
        reportsWALCommits = reports
        guard isNeeded != hasWALHook else { return }
        hasWALHook = isNeeded
        if isNeeded {
            installWALHook(on: pointer)
        } else {
            sqlite3_wal_autocheckpoint(pointer, automaticCheckpoint)
        }
    }

    func installWALHook(on pointer: OpaquePointer) {
        // SAFETY: the handle removes the hook before it is released.
        sqlite3_wal_hook(
            pointer,
            { context, pointer, schema, pages in
                guard let context else { return SQLITE_OK }
                Unmanaged<ConnectionHandle>.fromOpaque(context)._withUnsafeGuaranteedRef {
                    $0.didCommitToWAL(pointer, schema, pages)
                }
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func didCommitToWAL(
        _ pointer: OpaquePointer?, _ schema: UnsafePointer<CChar>?, _ pages: Int32
    ) {
        guard let pointer, let schema else { return }
        var limit = automaticCheckpoint
        if tracksWALPages {
            if strcmp(schema, "main") == 0 {
                walPages = Int(pages)
            } else {
                // The pool runs the checkpoints of the main database only. This is SQLite's own limit.
                limit = 1000
            }
        }
        if reportsWALCommits { connection?.delegates.didCommitToWAL(schema, pages) }
        guard limit > 0, pages >= limit else { return }
        sqlite3_wal_checkpoint_v2(pointer, schema, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    }

    /// Reads the number of pages for automatic checkpoints, which SQLite reports only while it uses the hook itself.
    private func readAutomaticCheckpoint(on pointer: OpaquePointer) {
        var statement: OpaquePointer?
        sqlite3_prepare_v2(pointer, "PRAGMA wal_autocheckpoint", -1, &statement, nil)
        if statement != nil, sqlite3_step(statement) == SQLITE_ROW {
            let value = sqlite3_value_int64(sqlite3_column_value(statement, 0))
            automaticCheckpoint = Int32(clamping: value)
        }
        sqlite3_finalize(statement)
    }

    /// Call this before the first hook is added.
    func readAutomaticCheckpoint() throws(SQLiteError) {
        let pointer = try open()
        guard !hasWALHook else { return }
        guard executionBlocks.isDisjoint(with: .insideCallback) else {
            throw refusal(of: "PRAGMA wal_autocheckpoint")
        }
        readAutomaticCheckpoint(on: pointer)
    }

    /// Reads the number that a statement has set, and installs the hook again.
    func restoreWALHook() {
        guard !tracksWALPages, hasWALHook, let pointer else { return }
        readAutomaticCheckpoint(on: pointer)
        installWALHook(on: pointer)
    }
}

extension DelegateList {
    func readAutomaticCheckpoint() throws(SQLiteError) { try handle.readAutomaticCheckpoint() }

    func didCommitToWAL(_ schema: UnsafePointer<CChar>, _ pages: Int32) {
        guard !hooks.walCommits.isEmpty, let connection else { return }
        let commit = WALCommit(
            schema: String(repairing: schema) ?? "", pages: Int(pages), connection)
        callHooks(hooks.walCommits) { $0(commit) }
    }
}
