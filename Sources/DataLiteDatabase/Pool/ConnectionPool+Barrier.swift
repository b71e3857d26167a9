import DataLiteCore
import Dispatch

extension ConnectionPool {
    /// The time after which a waiting barrier looks whether it was interrupted.
    private static let barrierCheck = Duration.milliseconds(10)

    /// Runs a closure while no read runs. Call this in a call that has the writer.
    ///
    /// Snapshots are not waited for.
    func withoutReaders<R>(_ writer: Connection, _ body: (Connection) throws -> R) throws -> R {
        // Readers and the writer of an in-memory database exclude each other.
        guard !source.isInMemory else { return try body(writer) }
        let finished = DispatchSemaphore(value: 0)
        let mustWait = state.withLock { $0.pauseReaders(finished) }
        defer { perform(state.withLock { $0.resumeReaders() }) }
        if mustWait { try waitForReaders(finished, writer.interruptHandle) }
        return try body(writer)
    }

    private func waitForReaders(
        _ finished: DispatchSemaphore, _ handle: InterruptHandle
    ) throws(SQLiteError) {
        let start = PoolClock.now
        let interruptions = handle.interruptions
        while finished.wait(timeout: .now() + Self.barrierCheck.dispatchInterval) == .timedOut {
            guard !handle.isStopped, handle.interruptions == interruptions else {
                throw SQLiteError(
                    .interrupt, message: "interrupted while waiting for the running reads")
            }
            let waited = Duration.nanoseconds(Int64(clamping: PoolClock.now - start))
            if let limit = configuration.waitLimit, waited > limit {
                throw waitLimitError(limit, .writer)
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
