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
    var tracers = WeakList<WeakTraceDelegate>()

    /// The collector that is notified when transactions end.
    // SAFETY: never dangling, because the collector sets this to nil before it is released.
    unowned(unsafe) var collector: ChangeCollector? {
        didSet { collectorDidChange() }
    }

    /// Whether the collector needs the preupdate hook now.
    var collectorNeedsHook = false

    /// Records the changes of transactions, while there is a transaction observer.
    var recorder: TransactionRecorder?

    private var hasUpdateHook = false
    private var hasTransactionHooks = false

    /// The events for which a trace callback is installed.
    var traceEvents: UInt32 = 0

    /// The scans to report; `nil` if they are not noted.
    var scans: ScanLog?

    /// Measures the statements for logs; `nil` if there are none.
    var timer: StatementTimer?

    private var isClosing = false

    /// Whether a commit was begun whose success is not known yet.
    var isCommitting = false
    /// The number of commits to report to the delegates.
    var commitCount = 0
    var isReportingCommits = false

    /// The closures that are called after a transaction.
    var closures = TransactionClosureQueue()

    /// Reused from one traced statement to the next.
    var idleSource: SQLTrace.Source?

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
        updateTrace()
    }

    func remove(tracer delegate: any ConnectionTraceDelegate) {
        tracers.remove(delegate)
        updateTrace()
    }

    func noteScans(ofMoreThan limit: Int) {
        scans = ScanLog(limit: limit)
        updateTrace()
    }

    func log(to logs: [StatementLog]) {
        timer = StatementTimer(logs)
        updateTrace()
    }

    /// Removes and returns all delegates.
    func takeAll() -> ConnectionDelegates {
        let delegates = ConnectionDelegates(
            observers: observers, tracers: tracers, closures: closures.takeWaiting(),
            registrations: recorder?.registrations ?? [])
        recorder = nil
        updatePreupdateHook()
        observers = WeakList()
        tracers = WeakList()
        handle.executionBlocks.remove(.awaitingEnd)
        uninstallHooks()
        updateTrace()
        return delegates
    }

    func uninstall() {
        collector = nil
        collectorNeedsHook = false
        if recorder != nil {
            recorder = nil
            updatePreupdateHook()
        }
        uninstallHooks()
        if let pointer = handle.pointer { setTrace(0, on: pointer) }
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
        defer { closuresDidClose(rollsBack: handle.ownership == .owned) }
        guard let pointer, handle.ownership == .borrowed else { return }
        uninstallHooks(from: pointer)
        setTrace(0, on: pointer)
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
            if let recorder { try callDelegates { try recorder.willCommit($0) } }
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
    func callDelegates(_ body: (Connection) throws -> Void) rethrows {
        guard let connection else { return }
        let isOutermost = handle.executionBlocks.insert(.insideHook).inserted
        defer { if isOutermost { handle.executionBlocks.remove(.insideHook) } }
        try body(connection)
    }
}

// MARK: - C hooks

extension DelegateList {
    /// The list that a hook was installed with, retained during the call.
    static func list(_ context: UnsafeMutableRawPointer?) -> DelegateList? {
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

    func installTransactionHooks(on pointer: OpaquePointer) {
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

    func uninstallHooks() {
        if let pointer = handle.pointer { uninstallHooks(from: pointer) }
    }

    private func uninstallHooks(from pointer: OpaquePointer) {
        if hasUpdateHook {
            hasUpdateHook = false
            sqlite3_update_hook(pointer, nil, nil)
        }
        guard hasTransactionHooks,
            isClosing || collector == nil && closures.isEmpty && recorder == nil
        else { return }
        hasTransactionHooks = false
        sqlite3_commit_hook(pointer, nil, nil)
        sqlite3_rollback_hook(pointer, nil, nil)
    }
}
