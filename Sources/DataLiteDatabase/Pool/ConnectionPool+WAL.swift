public import DataLiteCore
import Dispatch

// Limits the size of the WAL. A checkpoint copies its pages into the database, but SQLite restarts the WAL from the
// beginning only when no reader is using it. If reads always overlap, this never happens automatically.

extension ConnectionPool {
    /// The longest time that new reads wait for the running reads to end, so that the WAL can be reset.
    static let maximumReaderPause = DispatchTimeInterval.milliseconds(500)

    /// Called by each write after its transaction ends.
    func limitWAL(_ connection: Connection?) {
        guard source.isWAL, let connection, connection.isAutocommit else { return }
        let pages = connection.walPages
        let isSuspended = state.withLock { state in
            state.statistics.walPages = pages
            return state.isSuspended
        }
        guard !isSuspended, pages >= min(configuration.checkpointPages, configuration.walPageLimit)
        else { return }
        checkpoint(connection, pages)
    }

    @inline(never)
    private func checkpoint(_ connection: Connection, _ pages: Int) {
        guard let result = try? checkpoint(connection, .passive) else { return }
        // If all pages were copied, the next write restarts the WAL once the reads of older states have ended. New
        // reads do not prevent that.
        guard result.checkpointedPages < pages, pages >= configuration.walPageLimit else { return }
        resetWAL(connection, pages)
    }

    private func resetWAL(_ connection: Connection, _ pages: Int) {
        let readersFinished = DispatchSemaphore(value: 0)
        let (isUseful, mustWait) = state.withLock { state -> (Bool, Bool) in
            // A snapshot needs the WAL until it ends.
            guard state.snapshotCount == 0, pages >= state.nextResetPages else {
                return (false, false)
            }
            return (true, state.pauseReaders(readersFinished))
        }
        guard isUseful else { return }
        if mustWait { _ = readersFinished.wait(timeout: .now() + Self.maximumReaderPause) }
        // This does not wait for readers of other processes.
        let result = try? checkpoint(connection, .truncate)
        let actions = state.withLock { state -> DeferredActions in
            // Long reads, and readers of other processes, must not delay each write.
            state.nextResetPages = configuration.walPageLimit
            if result?.wasBlocked != false { state.nextResetPages += pages }
            state.statistics.walPages = connection.walPages
            state.statistics.walResets += result?.wasBlocked == false ? 1 : 0
            return state.resumeReaders()
        }
        perform(actions)
    }
}

/// The attempts of a checkpoint that other connections may block. Between the attempts, other calls can use the writer
/// connection. Waiting inside SQLite would prevent that.
struct CheckpointAttempts {
    private let mode: CheckpointMode
    private let end: ContinuousClock.Instant
    private var count = 0

    /// The pauses before the attempts, each less than a second. The last one is repeated.
    private static let pauses: [Duration] = [1, 2, 5, 10, 20].map { .milliseconds($0) }

    init(_ mode: CheckpointMode, limit: Duration) {
        self.mode = mode
        end = ContinuousClock.now + limit
    }

    /// - Returns: The time to wait before the next attempt; `nil` if there is no further attempt.
    mutating func pause(after result: CheckpointResult) -> Duration? {
        let remaining = ContinuousClock.now.duration(to: end)
        guard result.wasBlocked, mode != .passive, remaining > .zero else { return nil }
        defer { count += 1 }
        return min(Self.pauses[min(count, Self.pauses.count - 1)], remaining)
    }
}

extension ConnectionPool {
    func checkpointAttempts(_ mode: CheckpointMode) -> CheckpointAttempts {
        CheckpointAttempts(mode, limit: configuration.connection.busyTimeout)
    }

    /// Copies as much of the WAL as other connections allow, without waiting, and reports it to the instruments.
    ///
    /// - Parameter includesAttached: Whether the WALs of attached databases are copied, too.
    func checkpoint(
        _ connection: Connection, _ mode: CheckpointMode, includesAttached: Bool = false
    ) throws(SQLiteError) -> CheckpointResult {
        let start = configuration.instruments.isEmpty ? nil : ContinuousClock.now
        var result = Result { () throws(SQLiteError) in
            try connection.withoutLockWaits { () throws(SQLiteError) in
                try includesAttached ? connection.checkpointAll(mode) : connection.checkpoint(mode)
            }
        }
        guard let start else { return try result.get() }
        let duration = start.duration(to: .now)
        let longestRead = state.withLock { $0.longestRead }
        result = result.map { checkpoint in
            var checkpoint = checkpoint
            checkpoint.longestRead = longestRead
            return checkpoint
        }
        for instrument in configuration.instruments {
            instrument.checkpointEnded(result, after: duration)
        }
        return try result.get()
    }
}

extension Connection {
    /// Copies as much of the WAL as other connections allow, without waiting.
    func checkpointWithoutWaiting(_ mode: CheckpointMode) throws(SQLiteError) -> CheckpointResult {
        try withoutLockWaits { () throws(SQLiteError) in try checkpoint(mode) }
    }
}

// MARK: - Suspending

extension ConnectionPool {
    var isSuspended: Bool { state.withLock { $0.isSuspended } }

    /// Interrupts the running calls, and rejects waiting and new ones.
    ///
    /// - Parameter waiter: Woken when no closure is running.
    func suspend(_ waiter: CloseWaiter?) {
        let (actions, isIdle) = state.withLock { state -> ([DeferredActions], Bool) in
            let actions = state.suspend()
            if let waiter, state.reservedSlots > 0 { state.idleWaiters.append(waiter) }
            return (actions, state.reservedSlots == 0)
        }
        for action in actions { perform(action) }
        // Waits for a poll in progress, which holds a lock on the file.
        observers.foreign.monitor.pause { isSuspended }
        if isIdle { waiter?.wake() }
    }

    func suspend(within limit: Duration) throws {
        let thread = ThreadID.current
        if let outer = state.withLock({ $0.runningCall(on: thread) }) {
            throw SQLiteError.nestedCall(in: outer.role)
        }
        // A deinitializer would wait for itself.
        guard !isClosing(on: thread) else { return suspend(nil) }
        let isIdle = DispatchSemaphore(value: 0)
        let waiter = CloseWaiter { isIdle.signal() }
        suspend(waiter)
        guard isIdle.wait(timeout: .now() + limit.dispatchInterval) == .timedOut else { return }
        if remove(waiter, from: \.idleWaiters) { throw suspensionTimeOut(limit) }
    }

    func suspendAsync(within limit: Duration) async throws {
        typealias Outcome = Result<Void, any Error>
        try await HandOver.wait(Outcome.success(())) { outcome in
            let waiter = CloseWaiter { outcome.resume(returning: .success(())) }
            suspend(waiter)
            do {
                try waiter.wait(atMost: limit) { [weak self] in
                    guard let self, remove(waiter, from: \.idleWaiters) else { return }
                    outcome.resume(returning: .failure(suspensionTimeOut(limit)))
                }
            } catch {
                guard remove(waiter, from: \.idleWaiters) else { return }
                outcome.resume(returning: .failure(error))
            }
        }.get()
    }

    private func suspensionTimeOut(_ limit: Duration) -> SQLiteError {
        .suspensionTimeOut(limit, state.withLock { $0.runningDescriptions() })
    }

    /// Accepts calls again, and makes the observers fetch.
    func resume() {
        guard state.withLock({ $0.resume() }) else { return }
        observers.foreign.monitor.pause { isSuspended }
        observers.delivery.publish(.unknown)
    }
}

extension ConnectionPool.State {
    fileprivate mutating func suspend() -> [ConnectionPool.DeferredActions] {
        guard phase == .open, !isSuspended else { return [] }
        isSuspended = true
        var actions = ConnectionPool.DeferredActions()
        for queue in queues.indices { refuseWaiters(in: queue, .suspended, &actions) }
        // Under the lock, so that the calls cannot end first and leave a connection stopped.
        for slot in occupiedSlots {
            slots[slot].stop = slots[slot].interruptHandle?.stopUntilResumed()
            slots[slot].isStopped = true
        }
        return [actions] + openSnapshots.map { endSnapshot($0) }
    }

    /// - Returns: Whether the state was suspended.
    fileprivate mutating func resume() -> Bool {
        defer { isSuspended = false }
        return isSuspended
    }

    private var openSnapshots: [CallQueue.ID] {
        queues.indices.compactMap { index in
            guard let slot = queues[index].snapshotSlot, !slots[slot].isDiscarded,
                !unusedSnapshots.contains(slot)
            else { return nil }
            return CallQueue.ID(index: index, generation: queues[index].generation)
        }
    }
}

// MARK: - Rekeying

extension ConnectionPool {
    /// Encrypts the file with another key. Call this while holding the writer.
    ///
    /// Pages in the caches of other connections, and in the WAL before them, have the old key, so the other connections
    /// are closed first.
    func rekey(_ writer: Connection, _ key: Connection.Key) throws {
        try requireNoSnapshot()
        // The observers watch for commits again when they fetch, even if the key is unchanged.
        defer { observers.delivery.publish(.unknown) }
        try withoutReaders(writer, within: configuration.connection.busyTimeout) { writer in
            // A read that ran until now may have opened a snapshot.
            try requireNoSnapshot()
            for reader in state.withLock({ $0.takeIdleReaders() }) { try close(reader, .reader) }
            observers.foreign.monitor.stop { true }
            try writer.rekey(key, name: nil)
            source.key.withLock { $0 = key }
            // The key can have another salt, which new connections read from the file, and not from the WAL. Also, what
            // is encrypted with the old key does not stay in the file.
            if source.isWAL { _ = try? writer.checkpointWithoutWaiting(.truncate) }
        }
    }

    /// Closes the readers that no call uses.
    func closeIdleReaders() {
        for reader in state.withLock({ $0.takeIdleReaders() }) { try? close(reader, .reader) }
    }

    private func requireNoSnapshot() throws(SQLiteError) {
        guard state.withLock({ $0.snapshotCount == 0 }) else { throw .snapshotHasOldKey }
    }
}

extension ConnectionPool.State {
    fileprivate mutating func takeIdleReaders() -> [Connection] {
        slots.indices.compactMap { slot in
            guard slots[slot].reader != nil else { return nil }
            slots[slot].setReference(to: nil, for: .reader)
            return slots[slot].takeConnection(for: .reader)
        }
    }
}

extension Database {
    /// Changes the key of an encrypted database, and encrypts every page with it. Reads wait, and new
    /// connections use the new key.
    ///
    /// Databases of other processes, and other databases of this process with the same file, must be closed first.
    ///
    /// - Throws: The errors of `writeWithoutTransaction(_:)`, and those of `Connection.rekey(_:name:)`; `SQLITE_BUSY`
    ///   if the running reads do not end within `busyTimeout`, or if a snapshot is open. Then the key is unchanged.
    public func rekey(_ key: Connection.Key) throws {
        try pool.run(.writeWithoutTransaction) { [pool] in try pool.rekey($0, key) }
    }

    /// Changes the key of an encrypted database, on a database thread, like the synchronous form.
    public func rekey(_ key: Connection.Key) async throws {
        try await pool.runAsync(.writeWithoutTransaction) { [pool] in try pool.rekey($0, key) }
    }
}
