import DataLiteCore

extension ConnectionPool {
    /// Opens a connection that captures the current state.
    ///
    /// - Returns: The queue of the calls that read from the connection.
    func beginSnapshot(of reader: Connection) throws -> CallQueue.ID {
        var connection: Connection? = try source.openSnapshot(of: reader)
        connection?.isActive = false
        let (queue, seatCount) = state.withLock { state in
            state.statistics.openedConnections += 1
            return (state.addSnapshot(&connection), state.slots.count)
        }
        guard let queue else { throw SQLiteError.suspended }
        workers.raiseLimit(to: seatCount)
        return queue
    }

    /// Ends a snapshot. Its connection is released when the closure that reads from it returns.
    func endSnapshot(_ queue: CallQueue.ID) {
        perform(state.withLock { $0.endSnapshot(queue) })
    }
}
