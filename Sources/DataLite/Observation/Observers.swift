import DataLiteCore

/// Those who observe a database, and what each of them has read.
//
// A writer that has committed marks those who are concerned, and wakes those of them who wait. It waits for
// none: they fetch later, on other threads. While one fetches, it is not known yet what it reads, so the
// commits are kept and compared with it at the end.
final class Observers: Sendable {
    private struct Observer {
        let pollInterval: Duration?
        var region = Region.everything
        /// Whether a commit has touched the region, or nothing was fetched yet.
        var isStale = true
        /// What was committed since the fetch that runs has begun; `nil` if none runs.
        var commits: Commit?
        var isCancelled = false
        var waiter: CheckedContinuation<Bool, Never>?
    }

    private struct State {
        var observers: [Int: Observer] = [:]
        var nextID = 0
        var isClosed = false
    }

    private let state = Locked(State())

    /// Whether the database is closed.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    var count: Int { state.withLock { $0.observers.count } }

    func add(pollInterval: Duration?) -> Int {
        state.withLock { state in
            state.nextID += 1
            guard !state.isClosed else { return state.nextID }
            state.observers[state.nextID] = Observer(pollInterval: pollInterval)
            return state.nextID
        }
    }

    /// Ends an observation. May be called several times.
    func remove(_ id: Int) {
        let observer = state.withLock { $0.observers.removeValue(forKey: id) }
        observer?.waiter?.resume(returning: false)
    }

    /// Ends all observations.
    func close() {
        let observers = state.withLock { state in
            state.isClosed = true
            defer { state.observers = [:] }
            return state.observers
        }
        for observer in observers.values { observer.waiter?.resume(returning: false) }
    }
}

// MARK: - Waiting

extension Observers {
    /// Waits for a commit that touches what was fetched.
    ///
    /// - Returns: `false` if the database is closed or the task cancelled.
    func waitForChange(_ id: Int) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { wait(id, $0) }
        } onCancel: {
            cancelWait(id)
        }
    }

    private func wait(_ id: Int, _ waiter: CheckedContinuation<Bool, Never>) {
        let outcome = state.withLock { state -> Bool? in
            guard let observer = state.observers[id], !observer.isCancelled else { return false }
            if observer.isStale { return true }
            state.observers[id]?.waiter = waiter
            return nil
        }
        if let outcome { waiter.resume(returning: outcome) }
    }

    private func cancelWait(_ id: Int) {
        let waiter = state.withLock { state in
            state.observers[id]?.isCancelled = true
            return state.observers[id]?.waiter.take()
        }
        waiter?.resume(returning: false)
    }
}

// MARK: - Fetching

extension Observers {
    /// Fetches a value and notes what was read.
    func fetch<R>(
        _ id: Int, _ connection: Connection, _ stopper: Stopper?,
        _ body: (any ConnectionProtocol) throws -> R
    ) throws -> R {
        // Again, because this read sees what was committed while it waited for its turn. It must be before the
        // transaction begins: what is committed after that is compared with the region.
        beginFetch(id)
        var region = Region.everything
        defer { endFetch(id, region) }
        let result = try connection.readTransaction { try stopper.run { try body(connection) } }
        region = .everything
        return result
    }

    /// To be called before a fetch waits for its turn.
    func beginFetch(_ id: Int) {
        state.withLock { state in
            state.observers[id]?.isStale = false
            state.observers[id]?.commits = Commit()
        }
    }

    /// To be called when a fetch has ended, perhaps before its turn. Calling it again has no effect.
    func endFetch(_ id: Int, _ region: Region) {
        state.withLock { state in
            guard let commits = state.observers[id]?.commits.take() else { return }
            state.observers[id]?.region = region
            if !commits.isEmpty, region.isTouched(by: commits) {
                state.observers[id]?.isStale = true
            }
        }
    }
}

// MARK: - Commits

extension Observers {
    /// To be called when a write has ended, whatever it has done.
    func endWrite(_ connection: Connection?) {
        publish(.unknown)
    }

    private func publish(_ commit: Commit) {
        let waiters = state.withLock { state in
            var waiters: [CheckedContinuation<Bool, Never>] = []
            for id in state.observers.keys {
                if state.observers[id]?.commits != nil {
                    state.observers[id]?.commits?.add(commit)
                    continue
                }
                guard state.observers[id]?.isStale == false,
                    state.observers[id]?.region.isTouched(by: commit) == true
                else { continue }
                state.observers[id]?.isStale = true
                if let waiter = state.observers[id]?.waiter.take() { waiters.append(waiter) }
            }
            return waiters
        }
        for waiter in waiters { waiter.resume(returning: true) }
    }
}

extension Optional {
    /// Moves the value out.
    mutating func take() -> Wrapped? {
        defer { self = nil }
        return self
    }
}
