import DataLiteC

/// The delegates of a connection, and the C hooks that call them. The hooks are installed only while there
/// are delegates; otherwise, hooks that were installed with the C API are unchanged.
///
/// The hooks do not own this object, so its owner calls ``uninstall()`` before releasing it.
final class DelegateList {
    /// The connection that is passed to the delegates.
    // SAFETY: never dangling, because the connection owns this list and sets this to nil in its
    // deinit. A weak reference would slow down each retain of a connection: it moves the reference
    // count out of the object.
    unowned(unsafe) var connection: Connection?

    let handle: ConnectionHandle
    private(set) var observers = WeakList<WeakConnectionDelegate>()
    private var tracers = WeakList<WeakTraceDelegate>()

    /// The collector that is notified when transactions end.
    // SAFETY: never dangling, because the collector sets this to nil before it is released.
    unowned(unsafe) var collector: ChangeCollector? {
        didSet { collectorDidChange() }
    }

    private var hasUpdateHook = false
    private var hasTransactionHooks = false
    private var hasTrace = false
    private var isClosing = false

    /// Whether a commit was begun whose success is not known yet.
    var isCommitting = false
    /// The number of commits to report to the delegates.
    var commitCount = 0
    var isReportingCommits = false

    /// Reused from one traced statement to the next.
    private var idleSource: SQLTrace.Source?

    init(handle: ConnectionHandle) {
        self.handle = handle
    }

    func add(_ delegate: any ConnectionDelegate) {
        observers.add(delegate)
        if let pointer = handle.pointer { installHooks(on: pointer) }
    }

    func remove(_ delegate: any ConnectionDelegate) {
        observers.remove(delegate)
        if observers.isEmpty { uninstallHooks() }
    }

    func add(tracer delegate: any ConnectionTraceDelegate) {
        tracers.add(delegate)
        if let pointer = handle.pointer { installTrace(on: pointer) }
    }

    func remove(tracer delegate: any ConnectionTraceDelegate) {
        tracers.remove(delegate)
        if tracers.isEmpty { uninstallTrace() }
    }

    /// Removes and returns all delegates.
    func takeAll() -> ConnectionDelegates {
        let delegates = ConnectionDelegates(observers: observers, tracers: tracers)
        observers = WeakList()
        tracers = WeakList()
        uninstallHooks()
        uninstallTrace()
        return delegates
    }

    func uninstall() {
        collector = nil
        uninstallHooks()
        uninstallTrace()
    }

    /// Closes the connection without reporting the rollback. A borrowed handle stays open after closing, so
    /// its hooks are removed.
    func whileClosing(_ close: () throws(SQLiteError) -> Void) throws(SQLiteError) {
        let pointer = handle.pointer
        // Closing releases functions, and the objects that they retain may close the connection again.
        let isOutermost = !isClosing
        isClosing = true
        defer { if isOutermost { isClosing = false } }
        try close()
        guard let pointer, handle.ownership == .borrowed else { return }
        uninstallHooks(from: pointer)
        uninstallTrace(from: pointer)
    }
}

extension Connection {
    /// Adds a delegate, which is held weakly. Adding it again changes nothing.
    public func add(delegate: any ConnectionDelegate) { delegates.add(delegate) }

    /// Removes a delegate, if it was added.
    public func remove(delegate: any ConnectionDelegate) { delegates.remove(delegate) }

    /// Adds a delegate that is called for every statement and is held weakly. Adding it again changes
    /// nothing. C: `sqlite3_trace_v2`. SQLite has one trace callback per connection, so a callback that was
    /// set with the C API is replaced.
    public func add(traceDelegate: any ConnectionTraceDelegate) {
        delegates.add(tracer: traceDelegate)
    }

    /// Removes a trace delegate, if it was added.
    public func remove(traceDelegate: any ConnectionTraceDelegate) {
        delegates.remove(tracer: traceDelegate)
    }
}

/// The delegates of a connection that is being replaced by another connection.
package struct ConnectionDelegates {
    fileprivate let observers: WeakList<WeakConnectionDelegate>
    fileprivate let tracers: WeakList<WeakTraceDelegate>

    package var isEmpty: Bool { observers.isEmpty && tracers.isEmpty }
}

extension Connection {
    /// Removes and returns all delegates.
    package func takeDelegates() -> ConnectionDelegates { delegates.takeAll() }

    /// Adds the delegates of another connection.
    package func add(_ others: ConnectionDelegates) {
        for delegate in others.observers.alive { add(delegate: delegate) }
        for delegate in others.tracers.alive { add(traceDelegate: delegate) }
    }
}

// MARK: - Calling the delegates

extension DelegateList {
    private func didUpdate(_ action: @autoclosure () -> SQLiteAction?) {
        guard let action = action() else { return }
        notifyObservers { observer, connection in
            observer.connection(connection, didUpdate: action)
        }
    }

    /// - Returns: Whether the commit may continue.
    private func willCommit() -> Bool {
        do {
            try notifyObservers { observer, connection in
                try observer.connectionWillCommit(connection)
            }
            transactionWillCommit()
            return true
        } catch {
            handle.willFail(.commitHook, error)
            return false
        }
    }

    private func didRollback() {
        transactionDidRollBack()
        notifyObservers { observer, connection in observer.connectionDidRollback(connection) }
    }

    private func trace(_ statement: OpaquePointer?, _ text: UnsafePointer<CChar>?) {
        var source = idleSource ?? SQLTrace.Source()
        idleSource = nil
        source.begin(statement, text)
        callDelegates { connection in
            let wasCalled = tracers.forEach { $0.connection(connection, trace: SQLTrace(source)) }
            if !wasCalled { uninstallTrace() }
        }
        let isStored = !isOnlyReference(&source)
        source.end(copyingTexts: isStored)
        if !isStored { idleSource = source }
    }

    private func notifyObservers(
        _ body: (any ConnectionDelegate, Connection) throws -> Void
    ) rethrows {
        guard !isClosing, !observers.isEmpty else { return }
        try callDelegates { connection in
            let wasCalled = try observers.forEach { try body($0, connection) }
            if !wasCalled { uninstallHooks() }
        }
    }

    /// Calls the delegates, which cannot run SQL during the call. A delegate may be released by its own call;
    /// its `deinit` runs before the execution block is removed.
    ///
    /// Calls can be nested: a delegate that ends the run of an `INSERT ... RETURNING` causes its commit. The
    /// execution block remains until the outermost call returns.
    private func callDelegates(_ body: (Connection) throws -> Void) rethrows {
        guard let connection else { return }
        let isOutermost = handle.executionBlocks.insert(.insideHook).inserted
        defer { if isOutermost { handle.executionBlocks.remove(.insideHook) } }
        try body(connection)
    }
}

// MARK: - C hooks

extension DelegateList {
    /// The list that a hook was installed with, retained during the call.
    private static func list(_ context: UnsafeMutableRawPointer?) -> DelegateList? {
        context.map { Unmanaged<DelegateList>.fromOpaque($0).takeUnretainedValue() }
    }

    private func installHooks(on pointer: OpaquePointer) {
        installTransactionHooks(on: pointer)
        guard !hasUpdateHook else { return }
        hasUpdateHook = true
        sqlite3_update_hook(
            pointer,
            { context, operation, database, table, rowID in
                DelegateList.list(context)?.didUpdate(
                    SQLiteAction(operation, database: database, table: table, rowID: rowID))
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func installTransactionHooks(on pointer: OpaquePointer) {
        guard !hasTransactionHooks else { return }
        hasTransactionHooks = true
        let context = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_commit_hook(
            pointer, { DelegateList.list($0)?.willCommit() ?? true ? 0 : 1 }, context)
        sqlite3_rollback_hook(pointer, { DelegateList.list($0)?.didRollback() }, context)
    }

    private func collectorDidChange() {
        guard let pointer = handle.pointer else { return }
        if collector != nil {
            installTransactionHooks(on: pointer)
        } else if observers.isEmpty {
            uninstallHooks(from: pointer)
        }
    }

    private func uninstallHooks() {
        if let pointer = handle.pointer { uninstallHooks(from: pointer) }
    }

    private func uninstallHooks(from pointer: OpaquePointer) {
        if hasUpdateHook {
            hasUpdateHook = false
            sqlite3_update_hook(pointer, nil, nil)
        }
        guard hasTransactionHooks, collector == nil || isClosing else { return }
        hasTransactionHooks = false
        sqlite3_commit_hook(pointer, nil, nil)
        sqlite3_rollback_hook(pointer, nil, nil)
    }

    /// For `SQLITE_TRACE_STMT`, P is the statement and X its unexpanded text, or a comment that
    /// names the trigger.
    private func installTrace(on pointer: OpaquePointer) {
        guard !hasTrace else { return }
        hasTrace = true
        sqlite3_trace_v2(
            pointer, UInt32(SQLITE_TRACE_STMT),
            { _, context, statement, text in
                DelegateList.list(context)?.trace(
                    statement.map(OpaquePointer.init), text?.assumingMemoryBound(to: CChar.self))
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func uninstallTrace() {
        if let pointer = handle.pointer { uninstallTrace(from: pointer) }
    }

    private func uninstallTrace(from pointer: OpaquePointer) {
        guard hasTrace else { return }
        hasTrace = false
        sqlite3_trace_v2(pointer, 0, nil, nil)
    }
}

extension SQLiteAction {
    fileprivate init?(
        _ operation: Int32, database: UnsafePointer<CChar>?, table: UnsafePointer<CChar>?,
        rowID: Int64
    ) {
        let database = String(repairing: database) ?? ""
        let table = String(repairing: table) ?? ""
        switch operation {
        case SQLITE_INSERT: self = .insert(db: database, table: table, rowID: rowID)
        case SQLITE_UPDATE: self = .update(db: database, table: table, rowID: rowID)
        case SQLITE_DELETE: self = .delete(db: database, table: table, rowID: rowID)
        default: return nil
        }
    }
}
