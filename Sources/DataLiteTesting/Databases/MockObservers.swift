import DataLiteDatabase

/// The observers of a ``MockDatabase``.
final class MockObservers: Sendable {
    private struct Observer {
        var isStale = true
        var isCancelled = false
        var waiter: ChangeHandler?
    }

    private struct State {
        var observers: [Int: Observer] = [:]
        var nextID = 0
        var isClosed = false
    }

    private let state = Locked(State())

    var isClosed: Bool { state.withLock { $0.isClosed } }

    func add() -> Int {
        state.withLock { state in
            state.nextID += 1
            state.observers[state.nextID] = Observer()
            return state.nextID
        }
    }

    func remove(_ id: Int) {
        let observer = state.withLock { $0.observers.removeValue(forKey: id) }
        observer?.waiter?(false)
    }

    /// Call this before a fetch: later changes require another fetch.
    func fetchWillBegin(_ id: Int) { state.withLock { $0.observers[id]?.isStale = false } }

    /// Call this if a fetch ends without a result, so that another fetch follows at once.
    func fetchAgain(_ id: Int) { state.withLock { $0.observers[id]?.isStale = true } }

    /// Makes all observers fetch again.
    func announce() {
        let waiters = state.withLock { state in
            state.observers.keys.compactMap { id in
                state.observers[id]?.isStale = true
                return state.observers[id]?.waiter.take()
            }
        }
        for waiter in waiters { waiter(true) }
    }

    /// Ends all observations.
    func close() {
        let observers = state.withLock { state in
            state.isClosed = true
            defer { state.observers = [:] }
            return state.observers
        }
        for observer in observers.values { observer.waiter?(false) }
    }

    /// Calls a closure with `true` after a change since the latest fetch began, or with `false` when the database is
    /// closed or the wait is cancelled.
    func wait(_ id: Int, _ waiter: @escaping ChangeHandler) {
        let outcome = state.withLock { state -> Bool? in
            guard let observer = state.observers[id], !observer.isCancelled else { return false }
            if observer.isStale { return true }
            state.observers[id]?.waiter.add(waiter)
            return nil
        }
        if let outcome { waiter(outcome) }
    }

    func cancelWait(_ id: Int) {
        let waiter = state.withLock { state in
            state.observers[id]?.isCancelled = true
            return state.observers[id]?.waiter.take()
        }
        waiter?(false)
    }
}

/// The source of one iteration over the values of a ``MockDatabase``: it waits for changes and
/// fetches.
final class MockSource<Value: Sendable>: ObservationSource {
    private let changes: MockObservers
    private let id: Int
    private let first: @Sendable (Duration) throws -> Value?
    private let body: @Sendable () async throws -> Value?

    /// - Parameters:
    ///   - first: Fetches the value on the calling thread within a limit.
    ///   - body: Fetches the value; `nil` if the database was released.
    init(
        _ changes: MockObservers, first: @escaping @Sendable (Duration) throws -> Value?,
        _ body: @escaping @Sendable () async throws -> Value?
    ) {
        self.changes = changes
        self.first = first
        self.body = body
        id = changes.add()
    }

    deinit { cancel() }

    func wait(_ waiter: @escaping ChangeHandler) { changes.wait(id, waiter) }

    func cancelWait() { changes.cancelWait(id) }

    func fetchFirst(within limit: Duration) throws -> Value? {
        changes.fetchWillBegin(id)
        let value = try first(limit)
        if value == nil { changes.fetchAgain(id) }
        return value
    }

    func fetch() async throws -> Value? {
        changes.fetchWillBegin(id)
        do {
            return try await body()
        } catch {
            guard !changes.isClosed else { return nil }
            throw error
        }
    }

    func cancel() { changes.remove(id) }
}
