import DataLiteCore
import Dispatch

extension ConnectionPool {
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

    /// Calls the closure of a barrier, and keeps the journal mode that the readers expect.
    func runBarrier<R>(_ writer: Connection, _ body: (Connection) throws -> R) throws -> R {
        try withoutReaders(writer, within: configuration.waitLimit) { connection in
            let result = Result { try body(connection) }
            // Also if the closure failed or was stopped: the readers would block the writer, or it them.
            let change = Result {
                try connection.ignoringStop { try journalModeChange(of: connection) }
            }
            let value = try result.get()
            if let change = try change.get() { throw change }
            return value
        }
    }

    /// Sets back the journal mode, if a closure has changed it.
    ///
    /// - Returns: The error for the change; `nil` if there was none.
    /// - Throws: The error of setting it back.
    private func journalModeChange(of writer: Connection) throws(SQLiteError) -> SQLiteError? {
        guard !source.isInMemory else { return nil }
        let mode = try writer.journalMode
        guard (mode == .wal) != source.isWAL else { return nil }
        // The mode cannot be changed in a transaction.
        if !writer.isAutocommit { _ = writer.endStatementsAndTransaction() }
        try writer.setJournalMode(
            source.isWAL ? .wal : configuration.journalMode ?? .delete, ofMainOnly: true)
        return .journalModeChanged(to: mode)
    }

    private func waitForReaders(
        _ finished: DispatchSemaphore, _ limit: Duration?, _ handle: InterruptHandle
    ) throws(SQLiteError) {
        switch finished.wait(within: limit, interruptedBy: handle) {
        case .signaled: return
        case .interrupted:
            throw SQLiteError(
                .interrupt, message: "interrupted while waiting for the running reads")
        case .timedOut:
            throw SQLiteError.readersRunning(
                limit ?? .zero, state.withLock { $0.runningDescriptions() })
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
