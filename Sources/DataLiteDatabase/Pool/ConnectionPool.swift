import DataLiteCore
import Dispatch
import Foundation

/// The connections of a database, and the calls that use them and wait for them.
//
// A call reserves a slot, takes the connection out of it, opening one if there is none, and puts it back. While the
// call holds the connection, nothing else references it, so it has one user at a time.
@usableFromInline
final class ConnectionPool: Sendable {
    enum Phase {
        case open
        /// New calls are rejected. When the last closure returns, the connections are closed.
        case closing
        /// The connections are being closed.
        case closingConnections
        case closed
    }

    struct State {
        var phase = Phase.open
        var queues: [CallQueue]
        var slots: [ConnectionSlot]
        let readerCount: Int
        var statistics = Database.Statistics()
        var longestCall: UInt64 = 0

        let processorCount = ProcessInfo.processInfo.activeProcessorCount

        /// The slots with a running closure, in unspecified order.
        var occupiedSlots: [Int] = []

        /// The number of slots that are in use or reserved for a woken call.
        var reservedSlots = 0

        /// The free slots of ended snapshots.
        var unusedSnapshots: [Int] = []
        var snapshotCount = 0

        /// The delegates of a dropped writer, for the next writer connection.
        var writerDelegates: ConnectionDelegates?

        /// The triggers of a dropped writer, for the next writer connection.
        var writerTriggers: WriterTriggers?

        /// The calls that wait until the connections are closed.
        var closeWaiters: [CloseWaiter] = []
        var closingError: (any Error)?

        /// The threads that are closing connections. They run the deinitializers of objects that a connection retained.
        var closingThreads: [ThreadID] = []

        /// Connections that could not be closed, because objects created with the C interface use them.
        var kept: [Connection] = []

        /// Whether calls are rejected until the database is resumed.
        var isSuspended = false
        /// The calls that wait until no closure is running.
        var idleWaiters: [CloseWaiter] = []

        /// Whether the database was released, so that closing must not fail.
        var isReleased = false

        /// Signaled when no read is running.
        var readersFinished: DispatchSemaphore?
        /// The WAL size, in pages, at which the next reset is attempted.
        var nextResetPages: Int
    }

    let source: ConnectionSource
    let configuration: Database.Configuration
    let workers: WorkerThreads
    let state: Locked<State>
    let observers: Observers

    /// Whether each call needs a canceller. Otherwise, only asynchronous calls have one.
    let hasCancellers: Bool

    init(
        _ source: ConnectionSource, first: Connection, _ configuration: Database.Configuration,
        startThread: @escaping ThreadStarter = SystemThread.start
    ) {
        self.source = source
        self.configuration = configuration
        hasCancellers = configuration.timeLimit != nil || !configuration.instruments.isEmpty
        first.isActive = false
        // Readers and the writer of an in-memory database exclude each other, so they share one slot.
        let readerCount = source.isInMemory ? 0 : configuration.readerLimit
        var slots = [ConnectionSlot(queue: 0)]
        slots += Array(repeating: ConnectionSlot(queue: 1), count: readerCount)
        let role = source.firstRole
        var connection: Connection? = first
        slots[role == .writer ? 0 : 1].setReference(to: first, for: role)
        slots[role == .writer ? 0 : 1].putConnection(&connection, for: role)
        var queues = [CallQueue(freeSlots: [0])]
        if readerCount > 0 {
            queues.append(CallQueue(freeSlots: Array((1...readerCount).reversed())))
        }
        var initial = State(
            queues: queues, slots: slots, readerCount: readerCount,
            nextResetPages: configuration.walPageLimit)
        initial.statistics.openedConnections = 1
        state = Locked(initial)
        observers = Observers(label: configuration.label)
        DispatchWorkers.start()
        workers = WorkerThreads(
            limit: slots.count, name: configuration.label, startThread: startThread)
    }

    /// Whether a slot belongs to a snapshot. The slots of snapshots follow the slots of the writer and the readers.
    func isSnapshot(_ slot: Int) -> Bool {
        slot > (source.isInMemory ? 0 : configuration.readerLimit)
    }

    func queue(for role: ConnectionRole) -> CallQueue.ID {
        CallQueue.ID(index: role == .reader && !source.isInMemory ? 1 : 0, generation: 0)
    }

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

// MARK: - Barrier

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

// MARK: - Idle connections

extension ConnectionPool {
    /// Calls a closure with each connection that no call uses, one at a time. Calls that need it wait.
    func forEachIdleConnection(_ body: (Connection) -> Void) {
        let count = state.withLock { $0.slots.count }
        for slot in 0..<count {
            for role in [ConnectionRole.writer, .reader] { withIdleConnection(slot, role, body) }
        }
    }

    /// Calls a closure with the connection of a slot, unless a call uses the slot.
    ///
    /// - Returns: Whether the closure was called.
    @discardableResult
    func withIdleConnection(
        _ slot: Int, _ role: ConnectionRole, _ body: (Connection) -> Void
    ) -> Bool {
        let now = DispatchTime.now().uptimeNanoseconds
        // A constant would keep a reference to the connection after the checkout ends, while another call counts the
        // references.
        guard
            var checkout = state.withLock({ state -> Checkout? in
                guard state.reserveIdleSlot(slot, role) else { return nil }
                return state.take(slot, role, ThreadID.current, now)
            })
        else { return false }
        if let connection = checkout.connection {
            connection.isActive = true
            body(connection)
            connection.isActive = false
        }
        let actions = state.withLock { state -> DeferredActions? in
            state.slots[checkout.slot].putConnection(&checkout.connection, for: role)
            return state.release(checkout.slot)
        }
        if let actions { perform(actions) }
        return true
    }
}

extension ConnectionPool.State {
    /// Reserves a slot that is free and has an open connection.
    fileprivate mutating func reserveIdleSlot(_ slot: Int, _ role: ConnectionRole) -> Bool {
        let queue = slots[slot].queue
        guard phase == .open, queues[queue].waiters.isEmpty, !queues[queue].isPaused,
            (role == .writer ? slots[slot].writer : slots[slot].reader) != nil,
            let place = queues[queue].freeSlots.firstIndex(of: slot)
        else { return false }
        queues[queue].freeSlots.remove(at: place)
        reservedSlots += 1
        return true
    }
}
