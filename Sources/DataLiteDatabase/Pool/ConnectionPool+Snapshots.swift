import DataLiteCore

extension ConnectionPool {
    /// Opens a connection that keeps the present state.
    ///
    /// - Returns: the queue of the calls that read from it.
    func beginSnapshot(of reader: Connection) throws -> CallQueue.ID {
        var connection: Connection? = try source.openSnapshot(of: reader)
        connection?.isActive = false
        let (queue, seatCount) = state.withLock { state in
            state.statistics.openedConnections += 1
            return (state.addSnapshot(&connection), state.slots.count)
        }
        workers.raiseLimit(to: seatCount)
        return queue
    }

    /// Ends a snapshot, once the closure that reads from it has returned.
    func endSnapshot(_ queue: CallQueue.ID) {
        perform(state.withLock { $0.endSnapshot(queue) })
    }
}
