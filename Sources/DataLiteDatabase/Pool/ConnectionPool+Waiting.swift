import DataLiteCore
import Dispatch

extension ConnectionPool {
    private enum Entry {
        case turn(Turn)
        case waits
        case refused(SQLiteError)
    }

    /// Waits for a turn on the calling thread.
    ///
    /// - Parameter limit: How long; `nil` for the limit of the configuration.
    func takeTurn(
        _ role: Role, lane: Lane.ID, limit: Duration? = nil
    ) throws(SQLiteError) -> Turn {
        let thread = ThreadID.current
        let now = PoolClock.now
        var waiter: BlockedThread?
        let entry = state.withLock { state -> Entry in
            if let refusal = state.refusal(of: thread, lane) { return .refused(refusal) }
            if let seat = state.reserveSeat(in: lane.index) {
                return .turn(state.take(seat, role, thread, now))
            }
            let blocked = BlockedThread(role)
            waiter = blocked
            state.lanes[lane.index].waiters.append(blocked)
            state.statistics.waits += 1
            return .waits
        }
        switch entry {
        case .turn(let turn): return turn
        case .refused(let error): throw error
        case .waits: break
        }
        guard let waiter else { throw SQLiteError.databaseClosed }
        return try waitForTurn(waiter, lane, shorter(limit, configuration.waitLimit))
    }

    private func waitForTurn(
        _ waiter: BlockedThread, _ lane: Lane.ID, _ limit: Duration?
    ) throws(SQLiteError) -> Turn {
        if let limit {
            if waiter.semaphore.wait(timeout: .now() + limit.dispatchInterval) == .timedOut {
                if leaveQueue(waiter, lane) { throw waitLimitError(limit, waiter.role) }
                // Woken at the last moment.
                waiter.semaphore.wait()
            }
        } else {
            waiter.semaphore.wait()
        }
        return try turn(of: waiter)
    }

    /// The turn of a waiter that was woken.
    func turn(of waiter: Waiter) throws(SQLiteError) -> Turn {
        switch waiter.outcome {
        case .seat(let seat):
            let now = PoolClock.now
            return state.withLock { $0.take(seat, waiter.role, ThreadID.current, now) }
        case .refused(let error): throw error
        case nil: throw SQLiteError.databaseClosed
        }
    }

    func waitLimitError(_ limit: Duration, _ role: Role) -> SQLiteError {
        .waitLimit(limit, for: role, state.withLock { $0.runningDescriptions() })
    }

    /// Lets an asynchronous call take its turn, or wait for it.
    func enqueue(_ waiter: Waiter, _ lane: Lane.ID, stopper: Stopper) {
        let isDecided = state.withLock { state in
            if let reason = stopper.reason, reason == .cancelled { return true }
            if let refusal = state.refusal(of: nil, lane) {
                waiter.outcome = .refused(refusal)
                return true
            }
            if let seat = state.reserveSeat(in: lane.index) {
                waiter.outcome = .seat(seat)
                return true
            }
            if waiter.hasExpired, let limit = configuration.waitLimit {
                waiter.outcome = .refused(
                    .waitLimit(limit, for: waiter.role, state.runningDescriptions()))
                return true
            }
            state.lanes[lane.index].waiters.append(waiter)
            state.statistics.waits += 1
            return false
        }
        if isDecided { waiter.wake() }
    }

    /// - Parameter expired: Whether the time of the waiter is over, so that it must not begin to wait.
    /// - Returns: whether the waiter was still waiting.
    func leaveQueue(_ waiter: Waiter, _ lane: Lane.ID, expired: Bool = false) -> Bool {
        state.withLock { state in
            if expired { waiter.hasExpired = true }
            return state.lanes[lane.index].waiters.remove(waiter)
        }
    }
}

/// A synchronous call that waits on its thread.
//
// SAFETY: its only property of its own, the semaphore, is constant; `Waiter` says why the others are safe.
private final class BlockedThread: Waiter, @unchecked Sendable {
    let semaphore = DispatchSemaphore(value: 0)

    override func wake() { semaphore.signal() }
}

extension Duration {
    var dispatchInterval: DispatchTimeInterval {
        let (seconds, attoseconds) = components
        // More than a century is no limit.
        guard seconds < 4_000_000_000 else { return .never }
        guard self > .zero else { return .nanoseconds(0) }
        return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    }
}
