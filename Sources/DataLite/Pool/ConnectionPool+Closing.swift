import DataLiteCore
import Dispatch

extension ConnectionPool {
    /// Refuses further calls, waits for the closures that run, and closes the connections.
    func close(within limit: Duration?) throws {
        let isClosed = DispatchSemaphore(value: 0)
        let closer = Closer { isClosed.signal() }
        guard let actions = try beginClosing(closer, on: ThreadID.current) else { return }
        perform(actions)
        if let limit, isClosed.wait(timeout: .now() + limit.dispatchInterval) == .timedOut {
            if stopWaiting(closer) { throw closingTimeOut(limit) }
        } else if limit == nil {
            isClosed.wait()
        }
        try closingResult.get()
    }

    /// Closes the database without blocking the thread.
    func closeAsync(within limit: Duration?) async throws {
        try await withCheckedThrowingContinuation { continuation in
            let closer = Closer { [self] in continuation.resume(with: closingResult) }
            do {
                guard var actions = try beginClosing(closer, on: nil) else {
                    return continuation.resume()
                }
                if let limit {
                    alarms.asyncAfter(deadline: .now() + limit.dispatchInterval) { [weak self] in
                        guard let self, stopWaiting(closer) else { return }
                        continuation.resume(throwing: closingTimeOut(limit))
                    }
                }
                // Closing the connections writes to the disk.
                if actions.closesConnections { workers.submit(ClosingJob(pool: self)) }
                actions.closesConnections = false
                perform(actions)
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    /// - Parameter thread: The thread that is going to wait, if any.
    /// - Returns: what is to be done then; `nil` if the connections are closed.
    private func beginClosing(_ closer: Closer, on thread: ThreadID?) throws -> Actions? {
        let (refusal, actions) = state.withLock { state -> (SQLiteError?, Actions?) in
            if state.phase == .closed { return (nil, nil) }
            // The closure that calls this would wait for itself.
            if let thread,
                let outer = state.seats.first(where: { $0.occupant?.thread == thread })?.occupant
            {
                return (.nestedCall(in: outer.role), nil)
            }
            state.closers.append(closer)
            return (nil, state.beginClosing())
        }
        if let refusal { throw refusal }
        if actions != nil { observers.close() }
        return actions
    }

    /// - Returns: whether the connections were not closed yet.
    private func stopWaiting(_ closer: Closer) -> Bool {
        state.withLock { state in
            guard let index = state.closers.firstIndex(where: { $0 === closer }) else {
                return false
            }
            state.closers.remove(at: index)
            return true
        }
    }

    private func closingTimeOut(_ limit: Duration) -> SQLiteError {
        .closingTimeOut(limit, state.withLock { $0.runningDescriptions() })
    }

    private var closingResult: Result<Void, any Error> {
        state.withLock { $0.closingError }.map { .failure($0) } ?? .success(())
    }

    /// Refuses further calls and closes the connections as soon as no closure runs.
    func shutDown() {
        observers.close()
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
        observers.releaseConnections()
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
        let closers = state.withLock { state -> [Closer] in
            state.phase = .closed
            state.closingError = failure
            defer { state.closers = [] }
            return state.closers
        }
        for closer in closers { closer.wake() }
    }

    /// Interrupts all statements that run.
    func interrupt() {
        let handles = state.withLock { $0.seats.compactMap(\.interruptHandle) }
        for handle in handles { handle.interrupt() }
    }
}

/// A call that waits until the connections are closed.
final class Closer: Sendable {
    let wake: @Sendable () -> Void

    init(wake: @escaping @Sendable () -> Void) { self.wake = wake }
}

/// Closes the connections on a thread of the database.
private struct ClosingJob: Job {
    let pool: ConnectionPool

    func run() { pool.closeConnections() }
}
