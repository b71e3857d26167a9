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

    init(
        _ source: ConnectionSource, first: Connection, _ configuration: Database.Configuration,
        startThread: @escaping ThreadStarter = SystemThread.start
    ) {
        self.source = source
        self.configuration = configuration
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
