import DataLiteCore
import Dispatch

extension ConnectionPool {
    /// Refuses further calls, waits for the closures that run, and closes the connections.
    func close(within limit: Duration?) throws {
        let closer = DispatchSemaphore(value: 0)
        let (refusal, actions) = state.withLock { state -> (SQLiteError?, Actions?) in
            if state.phase == .closed { return (nil, nil) }
            // The closure that calls this would wait for itself.
            let thread = ThreadID.current
            if let outer = state.seats.first(where: { $0.occupant?.thread == thread })?.occupant {
                return (.nestedCall(in: outer.role), nil)
            }
            state.closers.append(closer)
            return (nil, state.beginClosing())
        }
        if let refusal { throw refusal }
        guard let actions else { return }
        perform(actions)
        if let limit, closer.wait(timeout: .now() + limit.dispatchInterval) == .timedOut {
            throw SQLiteError.closingTimeOut(limit, state.withLock { $0.runningDescriptions() })
        } else if limit == nil {
            closer.wait()
        }
        if let error = state.withLock({ $0.closingError }) { throw error }
    }

    /// Refuses further calls and closes the connections as soon as no closure runs.
    func shutDown() {
        perform(state.withLock { $0.beginClosing() })
    }

    /// Closes the connections once no closure runs. The writer is last: it copies the WAL into the database
    /// and deletes it, which read-only connections cannot do.
    func closeConnections() {
        var (readers, writers) = state.withLock { state -> ([Connection], [Connection]) in
            guard state.phase == .closing else { return ([], []) }
            state.phase = .closingConnections
            var readers: [Connection] = []
            var writers: [Connection] = []
            for seat in state.seats.indices {
                if let reader = state.seats[seat].takeConnection(for: .reader) {
                    readers.append(reader)
                }
                if let writer = state.seats[seat].takeConnection(for: .writer) {
                    writers.append(writer)
                }
            }
            return (readers, writers)
        }
        if writers.isEmpty, !source.isInMemory, let writer = try? source.open(.writer) {
            writers.append(writer)
        }
        var failure: (any Error)?
        for connection in readers + writers {
            connection.isPooled = false
            connection.isActive = true
            do { try connection.close() } catch { failure = failure ?? error }
        }
        readers = []
        writers = []
        source.cleanUp()
        workers.stop()
        let closers = state.withLock { state -> [DispatchSemaphore] in
            state.phase = .closed
            state.closingError = failure
            defer { state.closers = [] }
            return state.closers
        }
        for closer in closers { closer.signal() }
    }

    /// Interrupts all statements that run.
    func interrupt() {
        let handles = state.withLock { $0.seats.compactMap { $0.occupant?.interruptHandle } }
        for handle in handles { handle.interrupt() }
    }
}
