import DataLiteCore
import Dispatch

extension ConnectionPool {
    /// Calls a closure while no read is running, except in snapshots. New reads wait. Call this while holding the
    /// writer.
    ///
    /// - Throws: `SQLITE_BUSY` if the running reads do not end within the limit; the error of the closure.
    func withoutReaders<R>(within limit: Duration, _ body: () throws -> R) throws -> R {
        guard !source.isInMemory else { return try body() }
        let readersFinished = DispatchSemaphore(value: 0)
        let mustWait = state.withLock { state in
            state.queues[1].isPausedForCheckpoint = true
            guard state.queues[1].freeSlots.count < state.readerCount else { return false }
            state.readersFinished = readersFinished
            return true
        }
        defer { resumeReaders() }
        if mustWait, readersFinished.wait(timeout: .now() + limit.dispatchInterval) == .timedOut {
            throw SQLiteError.readersRunning(limit, state.withLock { $0.runningDescriptions() })
        }
        // The monitor of foreign commits reads, too.
        observers.foreign.monitor.setPaused(true)
        defer { observers.foreign.monitor.setPaused(isSuspended) }
        return try body()
    }

    private func resumeReaders() {
        let actions = state.withLock { state -> DeferredActions in
            state.readersFinished = nil
            state.queues[1].isPausedForCheckpoint = false
            var actions = DeferredActions()
            state.wakeWaiters(in: 1, &actions)
            return actions
        }
        perform(actions)
    }
}
