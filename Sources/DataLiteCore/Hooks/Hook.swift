extension Connection {
    /// A closure that a connection calls, until the hook is cancelled or released.
    ///
    /// ```swift
    /// let hook = try connection.onUpdate { change in print(change) }
    /// try connection.execute("INSERT INTO people VALUES ('Ada')")
    /// hook.cancel()
    /// ```
    ///
    /// Keep the hook as long as it is needed, for example in a property. In an optimized build, Swift may release a
    /// local variable after its last use.
    ///
    /// Several hooks of one kind are called in the order in which they were added. Hooks can be added and cancelled
    /// during a call: a cancelled hook is not called again, and a new hook is first called at the next event.
    /// SQLite has one callback of each kind per connection. The library installs its own while there is a hook, which
    /// replaces a callback that was set with the C API.
    ///
    /// The connection holds the closure, so a closure that uses the connection should hold it weakly. Running SQL on
    /// the connection inside a hook throws `SQLITE_MISUSE`.
    ///
    /// A hook that is added in a `write` of a `Database` moves to the next writer connection when the database replaces
    /// its connection. A `Database` calls it on the thread of each write, so a call that is in progress on another
    /// thread may outlast ``cancel()``.
    public final class Hook {
        private let closure: any HookClosing
        private var isKept = false

        init(_ closure: any HookClosing) { self.closure = closure }

        deinit { if !isKept { closure.cancel() } }

        /// Ends the hook: the closure is not called again, and is released. A hook that has ended stays ended.
        public func cancel() { closure.cancel() }

        /// Whether the hook was cancelled.
        public var isCancelled: Bool { closure.isCancelled }

        /// Keeps the hook after this object is released, until the connection is closed or ``cancel()`` is called. For
        /// hooks of ``Connection/Configuration/onOpen``:
        ///
        /// ```swift
        /// let configuration = Connection.Configuration {
        ///     $0.onOpen = { connection in
        ///         try connection.onRollback { print("rolled back") }.keepUntilClose()
        ///     }
        /// }
        /// ```
        public func keepUntilClose() { isKept = true }
    }
}

/// A closure of a hook, of any type.
protocol HookClosing: AnyObject {
    /// The list that removes the hook from SQLite as soon as it is cancelled; `nil` if the connection belongs to a
    /// pool.
    var list: DelegateList? { get set }

    /// Whether the configuration of a pool has added the hook: the next connection gets another one.
    var belongsToConnection: Bool { get set }

    var isCancelled: Bool { get }
    func cancel()
}

/// A closure of a hook.
final class HookClosure<Body>: HookClosing {
    // Another thread may cancel a hook of a pool while the connection is calling it.
    private let state: Locked<Body?>

    // SAFETY: never dangling, because the list sets this to nil before it is released. It is used only if the
    // connection does not belong to a pool, on the thread of the connection.
    unowned(unsafe) var list: DelegateList?

    /// The list of this kind.
    private let path: WritableKeyPath<HookLists, HookList<Body>>

    var belongsToConnection = false

    init(
        _ body: Body, in path: WritableKeyPath<HookLists, HookList<Body>>, _ list: DelegateList?
    ) {
        state = Locked(body)
        self.path = path
        self.list = list
    }

    /// The closure, unless it was cancelled.
    var body: Body? { state.withLock { $0 } }

    var isCancelled: Bool { body == nil }

    func cancel() {
        // Released after the change: its captured objects may use the connection in their `deinit`.
        let body = state.withLock { state in
            defer { state = nil }
            return state
        }
        guard body != nil else { return }
        list?.remove(self, from: path)
        withExtendedLifetime(body) {}
    }
}

/// The closures of one kind, in the order in which they were added.
struct HookList<Body> {
    /// Each is a `HookClosure<Body>`.
    fileprivate(set) var untyped = UntypedHooks()

    var isEmpty: Bool { untyped.closures.isEmpty }

    /// The closures that were not cancelled.
    var bodies: [Body] {
        var bodies: [Body] = []
        forEach { bodies.append($0) }
        return bodies
    }

    mutating func append(_ closure: HookClosure<Body>) { untyped.append(closure) }

    mutating func remove(_ closure: HookClosure<Body>) { untyped.remove(closure) }

    /// Whether there are closures, and all of them were cancelled.
    var isOver: Bool { !isEmpty && untyped.closures.allSatisfy { $0.isCancelled } }

    /// Calls `body` with each closure that was not cancelled before its turn.
    ///
    /// - Returns: Whether there was any.
    @discardableResult
    func forEach(_ body: (Body) throws -> Void) rethrows -> Bool {
        var isAnyAlive = false
        for closure in untyped.closures {
            // SAFETY: only closures of this type are appended.
            guard let call = unsafeDowncast(closure, to: HookClosure<Body>.self).body else {
                continue
            }
            isAnyAlive = true
            try body(call)
        }
        return isAnyAlive
    }
}

/// The closures of one kind, of any type, so that the code that manages them exists once and not for each type.
struct UntypedHooks {
    private(set) var closures: [any HookClosing] = []

    /// The number of closures at which cancelled ones are removed.
    private var cleaningCount = 16

    mutating func append(_ closure: any HookClosing) {
        if closures.count >= cleaningCount {
            removeCancelled()
            // Twice the number, so that adding many hooks takes linear time.
            cleaningCount = max(16, 2 * closures.count)
        }
        closures.append(closure)
    }

    mutating func remove(_ closure: any HookClosing) {
        guard let index = closures.lastIndex(where: { $0 === closure }) else { return }
        closures.remove(at: index)
    }

    /// Adds the closures of another connection that were not cancelled.
    mutating func append(_ other: UntypedHooks, list: DelegateList?) {
        for closure in other.closures where !closure.isCancelled && !closure.belongsToConnection {
            closure.list = list
            closures.append(closure)
        }
    }

    /// Removes the closures that were cancelled.
    mutating func removeCancelled() {
        if !closures.isEmpty { closures.removeAll { $0.isCancelled } }
    }

    /// Makes cancelled hooks end at their next event instead of immediately.
    func detach(joiningPool: Bool) {
        for closure in closures {
            closure.list = nil
            if joiningPool { closure.belongsToConnection = true }
        }
    }
}

/// The closures of all hooks of a connection.
package struct HookLists {
    var updates = HookList<(SQLiteAction) -> Void>()
    var commits = HookList<() throws -> Void>()
    var rollbacks = HookList<() -> Void>()
    var preupdates = HookList<PreupdateListener>()
    var walCommits = HookList<(WALCommit) -> Void>()
    var autovacuums = HookList<(Autovacuum) -> Int>()
    var collations = HookList<(String) throws -> Collation?>()
    var traces = HookList<(SQLTrace) -> Void>()
    var rows = HookList<(TracedRow) -> Void>()
    var profiles = HookList<TimedLog>()
    var closings = HookList<() -> Void>()

    /// Whether SQLite's commit hook and rollback hook are needed.
    var observesTransactions: Bool { !commits.isEmpty || !rollbacks.isEmpty }

    /// The lists of all kinds.
    private var all: [UntypedHooks] {
        [
            updates.untyped, commits.untyped, rollbacks.untyped, preupdates.untyped,
            walCommits.untyped, autovacuums.untyped, collations.untyped, traces.untyped,
            rows.untyped, profiles.untyped, closings.untyped,
        ]
    }

    /// Changes the lists of all kinds, in the order of `all`.
    private mutating func changeAll(_ change: (inout UntypedHooks) -> Void) {
        change(&updates.untyped)
        change(&commits.untyped)
        change(&rollbacks.untyped)
        change(&preupdates.untyped)
        change(&walCommits.untyped)
        change(&autovacuums.untyped)
        change(&collations.untyped)
        change(&traces.untyped)
        change(&rows.untyped)
        change(&profiles.untyped)
        change(&closings.untyped)
    }

    var isEmpty: Bool { all.allSatisfy(\.closures.isEmpty) }

    mutating func removeCancelled() { changeAll { $0.removeCancelled() } }

    /// Adds the hooks of another connection that were not cancelled.
    mutating func append(_ other: HookLists, list: DelegateList?) {
        var others = other.all.makeIterator()
        changeAll { hooks in others.next().map { hooks.append($0, list: list) } }
    }

    /// Makes cancelled hooks end at their next event instead of immediately.
    ///
    /// - Parameter joiningPool: Whether the hooks are those of a pool's configuration.
    func detach(joiningPool: Bool = false) {
        for hooks in all { hooks.detach(joiningPool: joiningPool) }
    }
}
