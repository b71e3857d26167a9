import DataLiteC

// The preupdate hook. SQLite has one per connection, which calls the collector of changes, the recorder of transactions
// and the closures of hooks. It is installed only while one of them needs it.

extension DelegateList {
    /// Installs the hook, or removes it.
    func updatePreupdateHook() {
        guard let pointer = handle.pointer, let functions = PreupdateFunctions.shared else {
            return
        }
        guard collectorNeedsHook || recorder != nil || !hooks.preupdates.isEmpty else {
            _ = functions.hook(pointer, nil, nil)
            return
        }
        let context = Unmanaged.passUnretained(self).toOpaque()
        // Observers do not pay for hooks.
        _ = functions.hook(
            pointer, hooks.preupdates.isEmpty ? Self.observe : Self.observeAndCallHooks, context)
    }

    private static let observe: PreupdateFunctions.Callback = {
        context, pointer, operation, schema, table, oldRowID, newRowID in
        guard let context, let pointer, let schema, let table else { return }
        // SAFETY: the list removes the hook before it is released.
        Unmanaged<DelegateList>.fromOpaque(context)._withUnsafeGuaranteedRef {
            $0.willChange(pointer, operation, schema, table, oldRowID, newRowID)
        }
    }

    private static let observeAndCallHooks: PreupdateFunctions.Callback = {
        context, pointer, operation, schema, table, oldRowID, newRowID in
        guard let pointer, let schema, let table, let list = DelegateList.list(context) else {
            return
        }
        list.willChange(pointer, operation, schema, table, oldRowID, newRowID)
        list.callPreupdateHooks(pointer, operation, schema, table, oldRowID, newRowID)
    }

    private func willChange(
        _ pointer: OpaquePointer, _ operation: Int32, _ schema: UnsafePointer<CChar>,
        _ table: UnsafePointer<CChar>, _ oldRowID: Int64, _ newRowID: Int64
    ) {
        // A commit that was begun in the same call of SQLite has succeeded.
        if recorder != nil, handle.hasUnreportedCommits { transactionWillChange() }
        if collectorNeedsHook {
            collector?.didChange(
                pointer, operation, schema, table, oldRowID: oldRowID, newRowID: newRowID)
        }
        recorder?.didChange(
            pointer, operation, schema, table, oldRowID: oldRowID, newRowID: newRowID)
    }

    func add(_ registration: ObserverRegistration) throws(SQLiteError) {
        let pointer = try handle.open()
        guard let connection else { throw SQLiteError.connectionClosed }
        let isNew = recorder == nil
        try requirePreupdateHook()
        guard let recorder = recorder ?? TransactionRecorder(handle) else { return }
        recorder.add(registration)
        guard isNew else { return }
        self.recorder = recorder
        handle.executionBlocks.insert(.awaitingEnd)
        updateHooks()
        updatePreupdateHook()
        // A `DELETE` without `WHERE` that is already compiled calls no hook.
        connection.clearStatementCache()
        expireStatements(on: pointer)
        // Last, so that the statements that read rows are not compiled twice.
        recorder.readSchema(on: connection)
    }

    /// Makes SQLite compile all statements again before their next run. Replacing a function does that, unless a
    /// statement is running.
    func expireStatements(on pointer: OpaquePointer) {
        let name = "datalite_expire"
        sqlite3_create_function_v2(
            pointer, name, 0, SQLITE_UTF8, nil, { context, _, _ in sqlite3_result_null(context) },
            nil, nil, nil)
        sqlite3_create_function_v2(pointer, name, 0, SQLITE_UTF8, nil, nil, nil, nil, nil)
    }

    func remove(_ observer: any TransactionObserver) {
        recorder?.remove(observer)
        removeIdleRecorder()
    }

    /// Removes the hooks if there is no transaction observer.
    func removeIdleRecorder() {
        guard let recorder, recorder.observers.isEmpty else { return }
        self.recorder = nil
        if closures.isEmpty { handle.executionBlocks.remove(.awaitingEnd) }
        updatePreupdateHook()
        updateHooks()
        withExtendedLifetime(recorder) {}
    }
}

extension Connection {
    /// Adds an observer of the rows that are changed with this connection. Adding it again replaces its settings.
    ///
    /// Changes of temporary tables, of virtual tables and of SQLite's own tables are not observed, but those of the
    /// tables in which virtual tables store their content. The hook slows down each written row, and the changed rows
    /// are read after each commit; without an observer, writes cost nothing more. Changes that the open transaction has
    /// already made are not included.
    ///
    /// - Parameters:
    ///   - extent: How long the observer is called, and whether the connection holds it.
    ///   - values: Whether the changes contain the values of the rows before and after the transaction.
    /// - Throws: `SQLITE_MISUSE` if the connection is closed; `SQLITE_ERROR` if SQLite was built without
    ///   `SQLITE_ENABLE_PREUPDATE_HOOK`.
    public func add(
        transactionObserver observer: any TransactionObserver,
        extent: TransactionObserverExtent = .observerLifetime, values: Bool = false
    ) throws(SQLiteError) {
        try delegates.add(ObserverRegistration(observer, extent, values: values))
    }

    /// Removes an observer, if it was added.
    public func remove(transactionObserver observer: any TransactionObserver) {
        delegates.remove(observer)
    }
}
