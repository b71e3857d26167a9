import DataLiteC
import Foundation

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
    private var kept = (
        observers: WeakList<WeakConnectionDelegate>(), tracers: WeakList<WeakTraceDelegate>()
    )

    /// The collector that is notified when transactions end.
    // SAFETY: never dangling, because the collector sets this to nil before it is released.
    unowned(unsafe) var collector: ChangeCollector? {
        didSet { updateHooks() }
    }

    /// Whether the collector needs the preupdate hook now.
    var collectorNeedsHook = false

    /// Records the changes of transactions, while there is a transaction observer.
    var recorder: TransactionRecorder?

    /// The closures of the hooks.
    var hooks = HookLists()

    /// The C hooks that are installed.
    var installed: InstalledHooks = []

    /// The events for which a trace callback is installed.
    var traceEvents: UInt32 = 0

    /// The scans to report; `nil` if they are not noted.
    var scans: ScanLog?

    /// The logs of the configuration.
    var logs: [TimedLog] = []

    private(set) var isClosing = false

    /// Whether a commit was begun whose success is not known yet.
    var isCommitting = false
    /// The number of commits to report to the delegates.
    var commitCount = 0
    var isReportingCommits = false

    /// The closures that are called after a transaction.
    var closures = TransactionClosureQueue()

    /// The date of the open transaction, once it was used.
    var transactionDate: Date?

    /// The clock of the configuration; `nil` for that of the system.
    var clock: (@Sendable () -> Date)?

    /// Reused from one traced statement to the next.
    var idleSource: SQLTrace.Source?

    init(handle: ConnectionHandle) {
        self.handle = handle
    }

    func add(_ delegate: any ConnectionDelegate) {
        observers.add(delegate)
        updateHooks()
    }

    func remove(_ delegate: any ConnectionDelegate) {
        observers.remove(delegate)
        updateHooks()
    }

    func add(tracer delegate: any ConnectionTraceDelegate) {
        tracers.add(delegate)
        updateTrace()
    }

    func remove(tracer delegate: any ConnectionTraceDelegate) {
        tracers.remove(delegate)
        updateTrace()
    }

    /// Keeps the delegates that the configuration of a pool has added.
    func keepDelegates() { (kept.observers, kept.tracers) = (observers, tracers) }

    /// Removes the delegates that were added since then.
    func removeDelegatesOfCall() {
        (observers, tracers) = (kept.observers, kept.tracers)
        updateHooks()
    }

    func noteScans(ofMoreThan limit: Int) {
        scans = ScanLog(limit: limit)
        updateTrace()
    }

    func log(to logs: [StatementLog]) {
        self.logs = logs.map {
            TimedLog(limit: $0.limit, includesValues: $0.includesValues, write: $0.write)
        }
        updateRunClock()
    }

    /// Removes and returns all delegates.
    func takeAll() -> ConnectionDelegates {
        let delegates = ConnectionDelegates(
            observers: observers, tracers: tracers, closures: closures.takeWaiting(),
            registrations: recorder?.observers.current ?? [], hooks: hooks)
        hooks.detach()
        hooks = HookLists()
        recorder = nil
        updatePreupdateHook()
        observers = WeakList()
        tracers = WeakList()
        handle.executionBlocks.remove(.awaitingEnd)
        updateHooks()
        return delegates
    }

    func uninstall() {
        hooks.detach()
        collector = nil
        if let pointer = handle.pointer { removeHooks(from: pointer) }
        collectorNeedsHook = false
        recorder = nil
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
        if let pointer, handle.ownership == .borrowed { removeHooks(from: pointer) }
        closuresDidClose(rollsBack: handle.ownership == .owned)
        takeClosings().forEach { $0() }
    }

    // MARK: - Calling the delegates

    func didUpdate(_ action: @autoclosure () -> SQLiteAction?) {
        guard let action = action() else { return }
        notifyObservers { observer, connection in
            observer.connection(connection, didUpdate: action)
        }
        callHooks(hooks.updates) { $0(action) }
    }

    /// - Returns: Whether the commit may continue.
    func willCommit() -> Bool {
        // The statement has read or written rows in a wrong order.
        guard handle.collationFailure == nil else { return false }
        do {
            try notifyObservers { observer, connection in
                try observer.connectionWillCommit(connection)
            }
            try callHooks(hooks.commits) { try $0() }
            if let recorder { try callDelegates { try recorder.willCommit($0) } }
            transactionWillCommit()
            return true
        } catch {
            handle.willFail(.commitHook, error)
            return false
        }
    }

    func didRollback() {
        transactionDidRollBack()
        notifyObservers { observer, connection in observer.connectionDidRollback(connection) }
        callHooks(hooks.rollbacks) { $0() }
    }

    private func notifyObservers(
        _ body: (any ConnectionDelegate, Connection) throws -> Void
    ) rethrows {
        guard !isClosing, !observers.isEmpty else { return }
        try callDelegates { connection in
            let wasCalled = try observers.forEach { try body($0, connection) }
            guard !wasCalled else { return }
            observers = WeakList()
            updateHooks()
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
