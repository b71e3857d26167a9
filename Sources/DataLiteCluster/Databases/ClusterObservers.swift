#if Cluster
    import DataLiteDatabase

    /// A state of a database, as one connection sees it.
    struct ClusterVersion: Equatable, Sendable {
        var connection = 0
        var number: Int64 = 0
    }

    /// The observers of a ``ClusterDatabase``, and the task that reads the version of the database for them.
    final class ClusterObservers: Sendable {
        typealias ReadVersion = @Sendable () async throws -> ClusterVersion?

        private struct Observer {
            var isStale = true
            var isCancelled = false
            var waiter: ChangeHandler?
        }

        private struct State {
            var observers: [Int: Observer] = [:]
            var nextID = 0
            var isClosed = false
            var interval: Duration?
            var poll: Task<Void, Never>?
        }

        private let state = Locked(State())

        var isClosed: Bool { state.withLock { $0.isClosed } }

        func add(_ interval: Duration?, _ version: @escaping ReadVersion) -> Int {
            state.withLock { state in
                state.nextID += 1
                if !state.isClosed {
                    state.observers[state.nextID] = Observer()
                    if let interval {
                        state.interval = min(state.interval ?? interval, interval)
                        if state.poll == nil { state.poll = startPolling(version) }
                    }
                }
                return state.nextID
            }
        }

        private func startPolling(_ version: @escaping ReadVersion) -> Task<Void, Never> {
            Task { [weak self] in
                var last: ClusterVersion?
                while !Task.isCancelled, let interval = self?.state.withLock({ $0.interval }) {
                    // A cluster without a leader is asked again.
                    if let current = try? await version() {
                        if let last, last != current { self?.announce() }
                        last = current
                    }
                    try? await Task.sleep(for: interval)
                }
            }
        }

        func remove(_ id: Int) {
            let (waiter, poll) = state.withLock { state in
                let waiter = state.observers.removeValue(forKey: id)?.waiter
                guard state.observers.isEmpty else {
                    return (waiter, Task<Void, Never>?.none)
                }
                defer {
                    state.poll = nil
                    state.interval = nil
                }
                return (waiter, state.poll)
            }
            poll?.cancel()
            waiter?(false)
        }

        /// Call this before a fetch: later changes require another fetch.
        func fetchWillBegin(_ id: Int) { state.withLock { $0.observers[id]?.isStale = false } }

        /// Makes all observers fetch again.
        func announce() {
            let waiters = state.withLock { state in
                state.observers.keys.compactMap { id in
                    state.observers[id]?.isStale = true
                    defer { state.observers[id]?.waiter = nil }
                    return state.observers[id]?.waiter
                }
            }
            for waiter in waiters { waiter(true) }
        }

        /// Ends all observations.
        func close() {
            let (observers, poll) = state.withLock { state in
                state.isClosed = true
                defer {
                    state.observers = [:]
                    state.poll = nil
                }
                return (state.observers, state.poll)
            }
            poll?.cancel()
            for observer in observers.values { observer.waiter?(false) }
        }

        func wait(_ id: Int, _ waiter: @escaping ChangeHandler) {
            let outcome = state.withLock { state -> Bool? in
                guard let observer = state.observers[id], !observer.isCancelled else {
                    return false
                }
                if observer.isStale { return true }
                state.observers[id]?.waiter.add(waiter)
                return nil
            }
            if let outcome { waiter(outcome) }
        }

        func cancelWait(_ id: Int) {
            let waiter = state.withLock { state in
                state.observers[id]?.isCancelled = true
                defer { state.observers[id]?.waiter = nil }
                return state.observers[id]?.waiter
            }
            waiter?(false)
        }
    }

    /// The source of one iteration over the values of a ``ClusterDatabase``.
    final class ClusterSource<Value: Sendable>: ObservationSource {
        private let observers: ClusterObservers
        private let id: Int
        private let body: @Sendable () async throws -> Value?

        /// - Parameter body: Fetches the value; `nil` if the database was released.
        init(
            _ observers: ClusterObservers, _ interval: Duration?,
            _ body: @escaping @Sendable () async throws -> Value?,
            version: @escaping ClusterObservers.ReadVersion
        ) {
            self.observers = observers
            self.body = body
            id = observers.add(interval, version)
        }

        deinit { cancel() }

        func wait(_ waiter: @escaping ChangeHandler) { observers.wait(id, waiter) }

        func cancelWait() { observers.cancelWait(id) }

        func fetch() async throws -> Value? {
            observers.fetchWillBegin(id)
            do {
                return try await body()
            } catch {
                guard !observers.isClosed else { return nil }
                throw error
            }
        }

        func cancel() { observers.remove(id) }
    }
#endif
