import DataLiteCore

extension ConnectionPool {
    /// Opens a connection that keeps the present state.
    ///
    /// - Returns: the lane of the calls that read from it.
    func beginSnapshot(of reader: Connection) throws -> Lane.ID {
        var connection: Connection? = try source.openSnapshot(of: reader)
        connection?.isActive = false
        let (lane, seatCount) = state.withLock { state in
            state.statistics.openedConnections += 1
            return (state.addSnapshot(&connection), state.seats.count)
        }
        workers.raiseLimit(to: seatCount)
        return lane
    }

    /// Ends a snapshot, once the closure that reads from it has returned.
    func endSnapshot(_ lane: Lane.ID) {
        perform(state.withLock { $0.endSnapshot(lane) })
    }
}
