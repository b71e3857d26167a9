import DataLiteCore
import Dispatch

extension ConnectionPool {
    func end(_ turn: inout Turn) {
        if turn.role == .writer {
            observers.endWrite(turn.connection)
            limitWAL(turn.connection)
        }
        let dropped = dropUnusable(&turn)
        let time = PoolClock.now
        let actions = state.withLock { state -> Actions in
            state.seats[turn.seat].putConnection(&turn.connection, for: turn.role)
            state.count(turn.role, nanoseconds: time - min(turn.start, time))
            return state.release(turn.seat)
        }
        withExtendedLifetime(dropped) {}
        perform(actions)
    }

    /// Ends what a closure has left open. A connection that cannot be used again, or that something outside
    /// the pool refers to, is removed from the turn; the next call opens another one.
    private func dropUnusable(_ turn: inout Turn) -> Connection? {
        guard turn.connection != nil else { return nil }
        let isEnded =
            isSnapshot(turn.seat)
            ? turn.connection?.isAutocommit == false : turn.connection?.endEverything() == true
        // Statements and cursors refer to their connection, so they count, too.
        if isEnded, isKnownUniquelyReferenced(&turn.connection) {
            turn.connection?.isActive = false
            return nil
        }
        var dropped: Connection?
        swap(&dropped, &turn.connection)
        if turn.role == .writer { observers.removeHook() }
        _ = dropped?.endEverything()
        dropped?.abortStatements()
        dropped?.isActive = false
        return dropped
    }

    /// What is to be done outside the lock.
    struct Actions {
        var woken: [Waiter] = []
        var drain: DispatchSemaphore?
        var dropped: Connection?
        var closesConnections = false
    }

    func perform(_ actions: Actions) {
        for waiter in actions.woken { waiter.wake() }
        actions.drain?.signal()
        if actions.closesConnections { closeConnections() }
    }
}
