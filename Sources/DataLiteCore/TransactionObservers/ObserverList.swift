import DataLiteC

/// The observers of a connection, in the order in which they were added.
///
/// Adding and removing an observer takes constant time, on average: a removed one stays in the list until half of the
/// list has been removed.
//
// Nothing is released while the list changes, because an observer may use the connection in its `deinit`.
struct ObserverList {
    private var entries: [ObserverRegistration] = []
    private var byObserver: [ObjectIdentifier: ObserverRegistration] = [:]
    private var removedCount = 0
    private var valueCount = 0

    /// The number of entries at which released observers are removed.
    private var cleaningCount = 16

    /// Whether any observer wants values.
    var wantsValues: Bool { valueCount > 0 }

    /// Whether there are no observers, or all of them were released.
    var isEmpty: Bool { !entries.contains { !$0.isRemoved && $0.observer != nil } }

    /// The registrations that were not removed.
    var current: [ObserverRegistration] {
        removedCount == 0 ? entries : entries.filter { !$0.isRemoved }
    }

    /// The registration that is in effect for the observer of another one, if it was added again.
    func replacement(of former: ObserverRegistration) -> ObserverRegistration {
        guard former.isReplaced, let observer = former.observer,
            let registration = byObserver[former.id], registration.observer === observer
        else { return former }
        return registration
    }

    /// - Returns: What to release after the change.
    mutating func append(_ registration: ObserverRegistration) -> [AnyObject] {
        var released: [AnyObject] = []
        if let former = byObserver[registration.id] {
            former.isReplaced = true
            registration.firstChange = former.firstChange
            released += remove(former)
        }
        if entries.count >= cleaningCount { released += removeReleased() }
        byObserver[registration.id] = registration
        entries.append(registration)
        if registration.wantsValues { valueCount += 1 }
        return released
    }

    /// - Returns: What to release after the change.
    mutating func remove(_ observer: any TransactionObserver) -> [AnyObject] {
        guard let registration = byObserver[ObjectIdentifier(observer)],
            registration.observer === observer
        else { return [] }
        return remove(registration)
    }

    /// - Returns: What to release after the change.
    mutating func remove(_ registration: ObserverRegistration) -> [AnyObject] {
        guard !registration.isRemoved else { return [] }
        let observer = registration.end()
        var released: [AnyObject] = [registration]
        if let observer { released.append(observer) }
        if byObserver[registration.id] === registration { byObserver[registration.id] = nil }
        removedCount += 1
        if registration.wantsValues { valueCount -= 1 }
        if 2 * removedCount > entries.count { released += removeReleased() }
        return released
    }

    /// Removes the entries whose observers were removed or released.
    private mutating func removeReleased() -> [AnyObject] {
        let former = entries
        var released: [AnyObject] = former
        entries = []
        removedCount = 0
        for entry in former where !entry.isRemoved {
            if let observer = entry.observer {
                // This may be the last reference to it.
                released.append(observer)
                entries.append(entry)
                continue
            }
            _ = entry.end()
            if byObserver[entry.id] === entry { byObserver[entry.id] = nil }
            if entry.wantsValues { valueCount -= 1 }
        }
        cleaningCount = max(16, 2 * entries.count)
        return released
    }
}

/// An observer, its extent, and whether it wants values.
package final class ObserverRegistration {
    private weak var reference: (any TransactionObserver)?
    /// Set unless the observer is held weakly.
    private var strong: (any TransactionObserver)?
    let id: ObjectIdentifier
    let extent: TransactionObserverExtent
    let wantsValues: Bool
    private(set) var isRemoved = false
    /// The position of the first change of the open transaction that the observer is told of.
    var firstChange = 0
    /// Whether the observer was added again, so that another registration is in effect.
    var isReplaced = false

    init(_ observer: any TransactionObserver, _ extent: TransactionObserverExtent, values: Bool) {
        reference = observer
        id = ObjectIdentifier(observer)
        strong = extent == .observerLifetime ? nil : observer
        self.extent = extent
        wantsValues = values
    }

    /// `nil` once the observer was released.
    var observer: (any TransactionObserver)? { reference }

    /// Marks the registration as removed.
    ///
    /// - Returns: The observer, if it was not held weakly.
    func end() -> (any TransactionObserver)? {
        isRemoved = true
        defer { strong = nil }
        return strong
    }

    /// The changes that the observer is told of.
    func selected(_ changes: CommittedChanges) -> CommittedChanges {
        guard let observer else { return changes }
        var selected = changes
        selected.rows = changes.rows.filter {
            observer.observes(table: $0.table, schema: $0.schema)
        }
        guard !wantsValues else { return selected }
        for index in selected.rows.indices {
            (selected.rows[index].old, selected.rows[index].new) = (nil, nil)
        }
        return selected
    }
}

// MARK: - Observers

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
    /// Changes of temporary tables, of virtual tables and of SQLite's own tables are not observed, but changes of the
    /// tables in which virtual tables store their content are. The hook slows down each written row, and the changed
    /// rows are read after each commit; without an observer, writes cost nothing more. Changes that the open
    /// transaction has already made are not included.
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
