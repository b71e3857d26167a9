import DataLiteCore
import Dispatch

extension ConnectionPool {
    /// The time after which a waiting barrier looks whether it was interrupted.
    private static let barrierCheck = Duration.milliseconds(10)

    /// Calls a closure while no read is running, except in snapshots. New reads wait. Call this while holding the
    /// writer.
    ///
    /// - Parameter limit: The longest time to wait for the running reads, or `nil` for no limit.
    /// - Throws: `SQLITE_BUSY` if the reads do not end within the limit; `SQLITE_INTERRUPT` if the wait was
    ///   interrupted; the error of the closure.
    func withoutReaders<R>(
        _ writer: Connection, within limit: Duration?, _ body: (Connection) throws -> R
    ) throws -> R {
        // Readers and the writer of an in-memory database exclude each other.
        guard !source.isInMemory else { return try body(writer) }
        let finished = DispatchSemaphore(value: 0)
        let mustWait = state.withLock { $0.pauseReaders(finished) }
        defer { perform(state.withLock { $0.resumeReaders() }) }
        if mustWait { try waitForReaders(finished, limit, writer.interruptHandle) }
        // The monitor of foreign commits reads, too.
        observers.foreign.monitor.beginBarrier()
        defer { observers.foreign.monitor.endBarrier() }
        return try body(writer)
    }

    private func waitForReaders(
        _ finished: DispatchSemaphore, _ limit: Duration?, _ handle: InterruptHandle
    ) throws(SQLiteError) {
        let start = PoolClock.now
        let interruptions = handle.interruptions
        while finished.wait(timeout: .now() + Self.barrierCheck.dispatchInterval) == .timedOut {
            guard !handle.isStopped, handle.interruptions == interruptions else {
                throw SQLiteError(
                    .interrupt, message: "interrupted while waiting for the running reads")
            }
            let waited = Duration.nanoseconds(Int64(clamping: PoolClock.now - start))
            if let limit, waited > limit {
                throw SQLiteError.readersRunning(
                    limit, state.withLock { $0.runningDescriptions() })
            }
        }
    }

    /// The connection of the call whose closure runs on this thread, with its role.
    func runningConnection() -> (role: ConnectionRole, connection: Connection)? {
        let thread = ThreadID.current
        return state.withLock { state in
            for slot in state.occupiedSlots {
                guard let call = state.slots[slot].runningCall, call.thread == thread,
                    let connection = state.slots[slot].runningConnection
                else { continue }
                return (call.role, connection)
            }
            return nil
        }
    }
}
