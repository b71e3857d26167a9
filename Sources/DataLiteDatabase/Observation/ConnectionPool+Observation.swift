import DataLiteCore
import Dispatch

// Commits of other processes.

extension Observers {
    /// How long a commit may be unexplained before it counts as one of another process: a write that takes
    /// long may have made it.
    private static let attributionTimeout: UInt64 = 1_000_000_000

    /// Finds out whether another process has made a commit that was noticed. Call this while holding the writer.
    func attributeCommits(_ hook: WriterChangeTracker?, _ connection: Connection) {
        guard state.withLock({ $0.unattributedSince.take() }) != nil else { return }
        guard hook?.collects(connection) == true else { return publish(.unknown) }
        if hook?.detectsForeignCommit(connection) != false { publish(.unknown) }
    }

    fileprivate func attributeCommits(_ connection: Connection) {
        attributeCommits(hook.withLock { $0 }, connection)
    }

    /// Notes that a connection has committed.
    ///
    /// - Returns: whether the writer has to be asked who.
    fileprivate func recordUnattributedCommit(_ schemas: [String]) -> Bool {
        let known = hook.withLock { $0?.schemas }
        let now = DispatchTime.now().uptimeNanoseconds
        let isForeign = state.withLock { state -> Bool in
            if !schemas.isEmpty { state.unattributedSince = state.unattributedSince ?? now }
            guard let since = state.unattributedSince else { return false }
            guard let known, schemas.allSatisfy(known.contains),
                now - since < Self.attributionTimeout
            else {
                state.unattributedSince = nil
                return true
            }
            return false
        }
        if isForeign { publish(.unknown) }
        return state.withLock { $0.unattributedSince != nil }
    }
}

extension ConnectionPool {
    /// Called regularly while there are observers.
    func pollForeignCommits() {
        observers.watch.stop { !observers.state.withLock { $0.isWatched } }
        guard observers.recordUnattributedCommit(observers.watch.changedSchemas()) else { return }
        // A write that runs finds out at its end.
        withIdleWriter { observers.attributeCommits($0) }
    }

    /// Runs a closure with the connection that writes, unless it is in use.
    private func withIdleWriter(_ body: (Connection) -> Void) {
        // Not by way of a constant, which would keep a reference to the connection after the turn has ended, while
        // another call counts the references.
        guard
            var turn = state.withLock({ state -> Checkout? in
                guard state.phase == .open, let slot = state.reserveSeat(in: 0) else { return nil }
                let now = DispatchTime.now().uptimeNanoseconds
                return state.take(slot, .writer, ThreadID.current, now)
            })
        else { return }
        if let connection = turn.connection {
            connection.isActive = true
            body(connection)
            connection.isActive = false
        }
        let actions = state.withLock { state -> DeferredActions in
            state.slots[turn.slot].putConnection(&turn.connection, for: .writer)
            return state.release(turn.slot)
        }
        perform(actions)
    }
}
