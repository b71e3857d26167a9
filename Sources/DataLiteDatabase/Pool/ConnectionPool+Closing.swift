import DataLiteCore
import Dispatch

extension ConnectionPool {
    /// Rejects further calls, waits for the running closures, and closes the connections.
    func close(within limit: Duration?) throws {
        let isClosed = DispatchSemaphore(value: 0)
        let closeWaiter = CloseWaiter { isClosed.signal() }
        guard let actions = try beginClosing(closeWaiter, on: ThreadID.current) else { return }
        // A deinitializer would wait for itself.
        if isClosing(on: ThreadID.current) {
            _ = remove(closeWaiter, from: \.closeWaiters)
            return perform(actions)
        }
        if let limit {
            performOnWorker(actions)
            let isLate = isClosed.wait(timeout: .now() + limit.dispatchInterval) == .timedOut
            if isLate, remove(closeWaiter, from: \.closeWaiters) { throw closingTimeOut(limit) }
        } else {
            perform(actions)
            isClosed.wait()
        }
        try closingResult.get()
    }

    /// Closes the database without blocking the thread.
    func closeAsync(within limit: Duration?) async throws {
        typealias Outcome = Result<Void, any Error>
        try await HandOver.wait(Outcome.success(())) { outcome in
            let closeWaiter = CloseWaiter { [self] in outcome.resume(returning: closingResult) }
            do {
                guard let actions = try beginClosing(closeWaiter, on: nil) else {
                    return outcome.resume(returning: .success(()))
                }
                if let limit {
                    stopWaiting(after: limit, closeWaiter) {
                        outcome.resume(returning: .failure($0))
                    }
                }
                performOnWorker(actions)
            } catch {
                outcome.resume(returning: .failure(error))
            }
        }.get()
    }

    /// Performs the actions, but closes the connections on a database thread, because that writes to the disk.
    private func performOnWorker(_ actions: DeferredActions) {
        var actions = actions
        if actions.closesConnections { workers.submit(ClosingJob(pool: self)) }
        actions.closesConnections = false
        perform(actions)
    }

    /// - Parameter thread: The thread that will wait, if any.
    /// - Returns: The actions to perform; `nil` if the connections are already closed.
    private func beginClosing(_ closeWaiter: CloseWaiter, on thread: ThreadID?) throws
        -> DeferredActions?
    {
        let (refusal, actions) = state.withLock { state -> (SQLiteError?, DeferredActions?) in
            if state.phase == .closed { return (nil, nil) }
            // A closure that calls this would wait for itself.
            if let outer = thread.flatMap(state.runningCall) {
                return (.nestedCall(in: outer.role), nil)
            }
            state.closeWaiters.append(closeWaiter)
            return (nil, state.beginClosing())
        }
        if let refusal { throw refusal }
        if actions != nil { observers.delivery.close() }
        return actions
    }

    /// Makes a close waiter stop waiting after the given time, or immediately if no thread can be created.
    private func stopWaiting(
        after limit: Duration, _ closeWaiter: CloseWaiter,
        _ resume: @escaping @Sendable (SQLiteError) -> Void
    ) {
        do {
            try closeWaiter.wait(atMost: limit) { [weak self] in
                guard let self, remove(closeWaiter, from: \.closeWaiters) else { return }
                resume(closingTimeOut(limit))
            }
        } catch {
            if remove(closeWaiter, from: \.closeWaiters) { resume(error) }
        }
    }

    /// Removes a waiter from a list of those that wait.
    ///
    /// - Returns: Whether the waiter was still waiting.
    func remove(
        _ waiter: CloseWaiter, from waiters: WritableKeyPath<State, [CloseWaiter]>
    ) -> Bool {
        state.withLock { state in
            let index = state[keyPath: waiters].firstIndex { $0 === waiter }
            if let index { state[keyPath: waiters].remove(at: index) }
            return index != nil
        }
    }

    private func closingTimeOut(_ limit: Duration) -> SQLiteError {
        .closingTimeOut(limit, state.withLock { $0.runningDescriptions() })
    }

    private var closingResult: Result<Void, any Error> {
        state.withLock { $0.closingError }.map { .failure($0) } ?? .success(())
    }

    /// Rejects further calls and closes the connections as soon as no closure is running.
    func shutDown() {
        observers.delivery.close()
        perform(
            state.withLock { state in
                state.isReleased = true
                return state.beginClosing()
            })
    }

    /// Whether the caller runs in a deinitializer of an object that the database releases while it closes connections.
    func isClosing(on thread: ThreadID) -> Bool {
        state.withLock { $0.closingThreads.contains(thread) }
    }

    /// Closes connections, and releases the objects that they retain.
    func closing(_ body: () -> Void) {
        let thread = ThreadID.current
        state.withLock { $0.closingThreads.append(thread) }
        body()
        state.withLock { state in
            guard let index = state.closingThreads.lastIndex(of: thread) else { return }
            state.closingThreads.remove(at: index)
        }
    }

    /// Closes the connections. Call this when no closure is running. The writer is closed last: it copies the WAL into
    /// the database and deletes the WAL, which read-only connections cannot do.
    func closeConnections() {
        var outcome: (kept: [Connection], failure: (any Error)?)?
        closing { outcome = closeIdleConnections() }
        if let outcome { didClose(outcome.kept, outcome.failure) }
    }

    /// - Returns: The connections that could not be closed; `nil` if another thread closes the connections.
    private func closeIdleConnections() -> (kept: [Connection], failure: (any Error)?)? {
        guard var connections = state.withLock({ $0.takeConnections() }) else { return nil }
        var failure: (any Error)?
        if !source.isInMemory, !source.isReadOnly,
            !connections.contains(where: { $0.role == .writer })
        {
            do {
                connections.append((.writer, try source.open(.writer)))
            } catch {
                failure = error
            }
        }
        observers.releaseConnections()
        var kept: [Connection] = []
        for (role, connection) in connections {
            do {
                try close(connection, role)
            } catch {
                failure = failure ?? error
                if error.resultCode.primary == .busy { kept.append(connection) }
            }
            connection.isActive = false
        }
        return (kept, failure)
    }

    /// - Parameter kept: The connections that could not be closed. If there are any, the database stays open.
    private func didClose(_ kept: [Connection], _ failure: (any Error)?) {
        let isClosed = state.withLock { state in
            state.closingError = failure
            state.kept = state.isReleased ? [] : kept
            state.phase = state.kept.isEmpty ? .closed : .open
            state.forgetSnapshots()
            return state.kept.isEmpty
        }
        if isClosed {
            source.cleanUp()
            workers.stop()
        } else {
            observers.reopen()
        }
        let closeWaiters = state.withLock { $0.closeWaiters.takeAll() }
        for closeWaiter in closeWaiters { closeWaiter.wake() }
    }

    /// Interrupts all running statements.
    func interrupt() {
        let handles = state.withLock { $0.slots.compactMap(\.interruptHandle) }
        for handle in handles { handle.interrupt() }
    }
}

extension ConnectionPool.State {
    /// Moves the idle connections out, in the order in which to close them; `nil` if they are being closed.
    fileprivate mutating func takeConnections() -> [(role: ConnectionRole, connection: Connection)]?
    {
        guard phase == .closing else { return nil }
        phase = .closingConnections
        var connections = kept.takeAll().map { (role: ConnectionRole.reader, connection: $0) }
        for role in [ConnectionRole.reader, .writer] {
            for slot in slots.indices {
                guard let connection = slots[slot].takeConnection(for: role) else { continue }
                connections.append((role, connection))
            }
        }
        return connections
    }
}

/// Closes the connections on a database thread.
private struct ClosingJob: Job {
    let pool: ConnectionPool

    func runJob() { pool.closeConnections() }

    /// Closes the connections on the calling thread. Briefly blocking it is better than leaving them open.
    func refuse(_ error: SQLiteError) { pool.closeConnections() }
}

/// A call that waits until the connections are closed, or until no closure is running.
final class CloseWaiter: Sendable {
    private let body: @Sendable () -> Void
    private let limit = Locked((hasEnded: false, alarm: Alarm?.none))

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    func wake() {
        endLimit()?.cancel()
        body()
    }

    /// Calls a closure after the given time, unless the call is woken before.
    ///
    /// - Throws: `SQLITE_NOMEM` if no thread can be created.
    func wait(
        atMost time: Duration, _ expired: @escaping @Sendable () -> Void
    ) throws(SQLiteError) {
        let alarm = try AlarmClock.shared.schedule(after: time) {
            // The alarm holds this object, and this object the alarm.
            _ = self.endLimit()
            expired()
        }
        let hasEnded = limit.withLock { limit in
            if !limit.hasEnded { limit.alarm = alarm }
            return limit.hasEnded
        }
        if hasEnded { alarm.cancel() }
    }

    /// - Returns: The alarm, if there is one.
    private func endLimit() -> Alarm? {
        limit.withLock { limit in
            limit.hasEnded = true
            return limit.alarm.take()
        }
    }
}
