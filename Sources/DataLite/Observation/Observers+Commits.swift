import DataLiteCore

// The functions are called by the one who has the seat of the writer.

extension Observers {
    /// To be called when a write begins, before its first statement.
    func beginWrite(_ connection: Connection) {
        let (isWatched, hasHook, streamed, lookedUp) = state.withLock {
            ($0.isWatched, $0.hasHook, $0.streamedTables, Set($0.lookedUpBy.keys))
        }
        guard isWatched else {
            if hasHook { removeHook() }
            return
        }
        let isNew = hook.withLock { hook in
            let isNew = hook?.collects(connection) != true
            if isNew { install(&hook, on: connection) }
            hook?.begin(streamed: streamed, lookedUp: lookedUp)
            return isNew
        }
        // A `DELETE` without `WHERE` that was compiled before, also in a trigger, calls no hook.
        if isNew { connection.clearStatementCache() }
    }

    /// To be called when a write has ended, whatever it has done.
    func endWrite(_ connection: Connection?) {
        let isConcerned = state.withLock { $0.isWatched || $0.hasHook }
        guard isConcerned, let connection else { return }
        hook.withLock { hook in
            guard hook?.isCollecting == true, hook?.collects(connection) == true,
                connection.isAutocommit
            else {
                hook?.isCollecting = false
                return publish(.unknown)
            }
            for commit in hook?.end(on: connection) ?? [] { publish(commit) }
            explain(&hook, connection)
        }
    }

    func removeHook() {
        hook.withLock { hook in
            hook = nil
            state.withLock { $0.hasHook = false }
        }
    }

    private func install(_ hook: inout WriterHook?, on connection: Connection) {
        // The old one would remove the new one's.
        hook = nil
        hook = try? WriterHook(on: connection)
        let hasHook = hook != nil
        state.withLock { $0.hasHook = hasHook }
        // What others have committed before the hook knew the versions.
        if !watch.changedSchemas().isEmpty { publish(.unknown) }
    }
}

// MARK: - Publishing

extension Observers {
    func publish(_ commit: Commit) {
        guard !commit.isEmpty else { return }
        let (waiters, deliveries) = state.withLock { state in
            (state.touch(commit), state.deliver(commit))
        }
        for waiter in waiters { waiter.resume(returning: true) }
        for delivery in deliveries { delivery.waiter.resume(returning: delivery.element) }
    }
}

extension Observers.State {
    /// Marks those whose regions a commit touches.
    ///
    /// - Returns: those of them who wait.
    fileprivate mutating func touch(_ commit: Commit) -> [CheckedContinuation<Bool, Never>] {
        for id in fetching { observers[id]?.commits?.add(commit) }
        var waiters: [CheckedContinuation<Bool, Never>] = []
        if commit.isUnknown {
            for id in observers.keys { touch(id, commit, &waiters) }
            return waiters
        }
        for id in ofEverything { touch(id, commit, &waiters) }
        for name in commit.tables.keys {
            for id in byTable[name] ?? [] { touch(id, commit, &waiters) }
        }
        return waiters
    }

    private mutating func touch(
        _ id: Int, _ commit: Commit, _ waiters: inout [CheckedContinuation<Bool, Never>]
    ) {
        // The names may mean other columns now, also for one that is stale already.
        if commit.isUnknown { observers[id]?.reads = nil }
        guard let observer = observers[id], !observer.isStale, observer.commits == nil,
            observer.region.isTouched(by: commit)
        else { return }
        observers[id]?.isStale = true
        waiters += observers[id]?.waiters.takeAll() ?? []
    }
}
