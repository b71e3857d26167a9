import DataLiteCore
import Dispatch

// Commits of other processes.

extension Observers {
    /// How long a commit may be unexplained before it counts as one of another process: a write that takes
    /// long may have made it.
    private static let longestDoubt: UInt64 = 1_000_000_000

    /// Finds out whether another process has made a commit that was noticed. Call this while holding the writer.
    func explain(_ hook: WriterHook?, _ connection: Connection) {
        guard state.withLock({ $0.unexplainedSince.take() }) != nil else { return }
        guard hook?.collects(connection) == true else { return publish(.unknown) }
        if hook?.othersHaveCommitted(connection) != false { publish(.unknown) }
    }

    fileprivate func explain(_ connection: Connection) {
        explain(hook.withLock { $0 }, connection)
    }

    /// Notes that a connection has committed.
    ///
    /// - Returns: whether the writer has to be asked who.
    fileprivate func doubt(_ schemas: [String]) -> Bool {
        let known = hook.withLock { $0?.schemas }
        let now = DispatchTime.now().uptimeNanoseconds
        let isForeign = state.withLock { state -> Bool in
            if !schemas.isEmpty { state.unexplainedSince = state.unexplainedSince ?? now }
            guard let since = state.unexplainedSince else { return false }
            guard let known, schemas.allSatisfy(known.contains), now - since < Self.longestDoubt
            else {
                state.unexplainedSince = nil
                return true
            }
            return false
        }
        if isForeign { publish(.unknown) }
        return state.withLock { $0.unexplainedSince != nil }
    }
}

extension ConnectionPool {
    /// Called regularly while there are observers.
    func pollForeignCommits() {
        observers.watch.stop { !observers.state.withLock { $0.isWatched } }
        guard observers.doubt(observers.watch.changedSchemas()) else { return }
        // A write that runs finds out at its end.
        withIdleWriter { observers.explain($0) }
    }

    /// Runs a closure with the connection that writes, unless it is in use.
    private func withIdleWriter(_ body: (Connection) -> Void) {
        // Not by way of a constant, which would keep a reference to the connection after the turn has ended, while
        // another call counts the references.
        guard
            var turn = state.withLock({ state -> Turn? in
                guard state.phase == .open, let seat = state.reserveSeat(in: 0) else { return nil }
                let now = DispatchTime.now().uptimeNanoseconds
                return state.take(seat, .writer, ThreadID.current, now)
            })
        else { return }
        if let connection = turn.connection {
            connection.isActive = true
            body(connection)
            connection.isActive = false
        }
        let actions = state.withLock { state -> Actions in
            state.seats[turn.seat].putConnection(&turn.connection, for: .writer)
            return state.release(turn.seat)
        }
        perform(actions)
    }
}
