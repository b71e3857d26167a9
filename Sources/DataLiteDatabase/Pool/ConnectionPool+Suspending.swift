import DataLiteCore
import Dispatch

extension ConnectionPool {
    var isSuspended: Bool { state.withLock { $0.isSuspended } }

    /// Interrupts the running calls, and rejects waiting and new ones.
    ///
    /// - Parameter waiter: Woken when no closure is running.
    func suspend(_ waiter: CloseWaiter?) {
        let (actions, isIdle) = state.withLock { state -> ([DeferredActions], Bool) in
            let actions = state.suspend()
            if let waiter, state.reservedSlots > 0 { state.idleWaiters.append(waiter) }
            return (actions, state.reservedSlots == 0)
        }
        for action in actions { perform(action) }
        // Waits for a poll in progress, which holds a lock on the file.
        observers.foreign.monitor.pause { isSuspended }
        if isIdle { waiter?.wake() }
    }

    func suspend(within limit: Duration) throws {
        let thread = ThreadID.current
        if let outer = state.withLock({ $0.runningCall(on: thread) }) {
            throw SQLiteError.nestedCall(in: outer.role)
        }
        // A deinitializer would wait for itself.
        guard !isClosing(on: thread) else { return suspend(nil) }
        let isIdle = DispatchSemaphore(value: 0)
        let waiter = CloseWaiter { isIdle.signal() }
        suspend(waiter)
        guard isIdle.wait(timeout: .now() + limit.dispatchInterval) == .timedOut else { return }
        if remove(waiter, from: \.idleWaiters) { throw suspensionTimeOut(limit) }
    }

    func suspendAsync(within limit: Duration) async throws {
        typealias Outcome = Result<Void, any Error>
        try await HandOver.wait(Outcome.success(())) { outcome in
            let waiter = CloseWaiter { outcome.resume(returning: .success(())) }
            suspend(waiter)
            do {
                try waiter.wait(atMost: limit) { [weak self] in
                    guard let self, remove(waiter, from: \.idleWaiters) else { return }
                    outcome.resume(returning: .failure(suspensionTimeOut(limit)))
                }
            } catch {
                guard remove(waiter, from: \.idleWaiters) else { return }
                outcome.resume(returning: .failure(error))
            }
        }.get()
    }

    private func suspensionTimeOut(_ limit: Duration) -> SQLiteError {
        .suspensionTimeOut(limit, state.withLock { $0.runningDescriptions() })
    }

    /// Accepts calls again, and makes the observers fetch.
    func resume() {
        guard state.withLock({ $0.resume() }) else { return }
        observers.foreign.monitor.pause { isSuspended }
        observers.delivery.publish(.unknown)
    }
}

extension ConnectionPool.State {
    fileprivate mutating func suspend() -> [ConnectionPool.DeferredActions] {
        guard phase == .open, !isSuspended else { return [] }
        isSuspended = true
        var actions = ConnectionPool.DeferredActions()
        for queue in queues.indices { refuseWaiters(in: queue, .suspended, &actions) }
        // Under the lock, so that the calls cannot end first and leave a connection stopped.
        for slot in occupiedSlots {
            slots[slot].stop = slots[slot].interruptHandle?.stopUntilResumed()
            slots[slot].isStopped = true
        }
        return [actions] + openSnapshots.map { endSnapshot($0) }
    }

    /// - Returns: Whether the state was suspended.
    fileprivate mutating func resume() -> Bool {
        defer { isSuspended = false }
        return isSuspended
    }

    private var openSnapshots: [CallQueue.ID] {
        queues.indices.compactMap { index in
            guard let slot = queues[index].snapshotSlot, !slots[slot].isDiscarded,
                !unusedSnapshots.contains(slot)
            else { return nil }
            return CallQueue.ID(index: index, generation: queues[index].generation)
        }
    }
}
