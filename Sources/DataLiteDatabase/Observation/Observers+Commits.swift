import DataLiteCore

// These functions are called while holding the writer.

extension Observers {
    /// Call this when a write begins, before its first statement.
    func beginWrite(_ connection: Connection) {
        let (isWatched, hasHook, observed) = state.withLock { state in
            (state.isWatched, state.hasHook, ObservedTables(state))
        }
        guard isWatched else {
            if hasHook { removeHook() }
            return
        }
        var hook = hook.withLock { $0 }
        if hook?.collects(connection) != true {
            hook = installHook(on: connection)
            // A `DELETE` without `WHERE` that was compiled before, also in a trigger, calls no hook.
            connection.clearStatementCache()
        }
        hook?.begin(observed, on: connection)
    }

    /// Call this after every write, committed or not.
    func endWrite(_ connection: Connection?) {
        let isConcerned = state.withLock { $0.isWatched || $0.hasHook }
        guard isConcerned, let connection else { return }
        let hook = hook.withLock { $0 }
        defer { hook?.isCollecting = false }
        guard let hook, hook.isCollecting, hook.collects(connection), connection.isAutocommit else {
            return publish(.unknown)
        }
        publish(hook.takeCommit(on: connection))
        attributeCommits(hook, connection)
    }

    /// Publishes a commit in the middle of a write.
    private func didCommit(_ connection: Connection) {
        // Otherwise the end of the write publishes it.
        guard let hook = hook.withLock({ $0 }), hook.isCollecting, hook.collects(connection) else {
            return
        }
        publish(hook.takeCommit(on: connection))
        attributeCommits(hook, connection)
    }

    /// Call this when the writer cannot be used again, after the runs of its statements have been ended.
    func writerWasDropped() {
        removeHook()
        // A statement may have committed when its run was ended.
        publish(.unknown)
    }

    func removeHook() {
        let removed = hook.withLock { $0.take() }
        state.withLock { $0.hasHook = false }
        withExtendedLifetime(removed) {}
    }

    private func installHook(on connection: Connection) -> WriterChangeTracker? {
        // The old one would remove the new one's.
        removeHook()
        let new = try? WriterChangeTracker(on: connection) { [unowned self] connection in
            // The pool owns both the hook and this.
            didCommit(connection)
        }
        hook.withLock { $0 = new }
        state.withLock { $0.hasHook = new != nil }
        // What others have committed before the hook knew the versions.
        if !watch.changedSchemas().isEmpty { publish(.unknown) }
        return new
    }
}

// MARK: - Publishing

extension Observers {
    func publish(_ commit: Commit) {
        guard !commit.isEmpty else { return }
        let (waiters, deliveries) = state.withLock { state in
            (state.markStale(by: commit), state.deliver(commit))
        }
        for waiter in waiters { waiter.resume(returning: true) }
        for delivery in deliveries { delivery.waiter.resume(returning: delivery.change) }
    }
}

extension Observers.State {
    /// Marks those whose regions a commit touches.
    ///
    /// - Returns: those of them who wait.
    fileprivate mutating func markStale(by commit: Commit) -> [CheckedContinuation<Bool, Never>] {
        log.append(commit)
        var waiters: [CheckedContinuation<Bool, Never>] = []
        if commit.isUnknown {
            for observer in observers {
                // The names may mean other columns now, also for one that is stale already.
                observer.reads = nil
                observer.markStale(&waiters)
            }
        } else {
            index.forEachConcerned(by: commit) { observer in
                if observer.region.intersects(commit) { observer.markStale(&waiters) }
            }
        }
        return waiters
    }
}

extension ObservedTables {
    init(_ state: Observers.State) {
        streamed = state.streamedTables
        lookedUp = state.index.lookedUp
        if state.index.ofEverything.isEmpty {
            coverage = Coverage(
                version: state.index.version, tables: state.index.columns, streamed: streamed)
        }
    }
}

extension Observer {
    /// One that fetches compares what it reads with the commits at the end.
    fileprivate func markStale(_ waiters: inout [CheckedContinuation<Bool, Never>]) {
        guard fetchStart == nil, !isStale else { return }
        isStale = true
        waiters += self.waiters.takeAll()
    }
}
