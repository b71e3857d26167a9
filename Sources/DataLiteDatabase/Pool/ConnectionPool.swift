import DataLiteCore
import Dispatch
import Foundation

/// The connections of a database, and the calls that use them and wait for them.
//
// A call reserves a seat, takes the connection out of it, opening one if there is none, and puts it back. The
// connection is in no other place meanwhile, so it has one user at a time.
@usableFromInline
final class ConnectionPool: Sendable {
    enum Phase {
        case open
        /// New calls are refused; the last closure that returns closes the connections.
        case closing
        /// The connections are being closed.
        case closingConnections
        case closed
    }

    struct State {
        var phase = Phase.open
        var lanes: [Lane]
        var seats: [Seat]
        let readerCount: Int
        var statistics = Database.Statistics()
        var longestCall: UInt64 = 0

        let processorCount = ProcessInfo.processInfo.activeProcessorCount

        /// The seats in which a closure runs, in no order.
        var occupied: [Int] = []

        /// How many seats are in use or promised to a call that was woken.
        var reservedSeats = 0

        /// Seats of snapshots that were released.
        var unusedSnapshots: [Int] = []
        var snapshotCount = 0

        /// The delegates of a writer that was dropped, for the next one.
        var writerDelegates: ConnectionDelegates?

        /// Who waits until the connections are closed.
        var closers: [Closer] = []
        var closingError: (any Error)?

        /// Connections that could not be closed, because objects of the C interface belong to them.
        var kept: [Connection] = []

        /// Whether the database was released, so that closing must not fail.
        var isReleased = false

        /// Signalled when no read runs.
        var drain: DispatchSemaphore?
        /// The size of the WAL at which the next attempt is made to reset it.
        var nextResetPages: Int
    }

    let source: ConnectionSource
    let configuration: Database.Configuration
    let workers: WorkerThreads
    let state: Locked<State>
    let observers: Observers

    init(
        _ source: ConnectionSource, writer: Connection, _ configuration: Database.Configuration,
        startThread: @escaping ThreadStarter = SystemThread.start
    ) {
        self.source = source
        self.configuration = configuration
        writer.isActive = false
        // Readers and the writer of a database in memory exclude each other: they share one seat.
        let readerCount = source.isInMemory ? 0 : configuration.readerLimit
        var seats = [Seat(lane: 0)]
        seats[0].writer = writer
        seats[0].setInterruptHandle(writer.interruptHandle, for: .writer)
        seats += Array(repeating: Seat(lane: 1), count: readerCount)
        var lanes = [Lane(freeSeats: [0])]
        if readerCount > 0 { lanes.append(Lane(freeSeats: Array((1...readerCount).reversed()))) }
        var initial = State(
            lanes: lanes, seats: seats, readerCount: readerCount,
            nextResetPages: configuration.walPageLimit)
        initial.statistics.openedConnections = 1
        state = Locked(initial)
        observers = Observers(label: configuration.label)
        DispatchWorkers.start()
        workers = WorkerThreads(
            limit: seats.count, name: configuration.label, startThread: startThread)
    }

    /// Whether a seat belongs to a snapshot; it follows those of the writer and the readers.
    func isSnapshot(_ seat: Int) -> Bool {
        seat > (source.isInMemory ? 0 : configuration.readerLimit)
    }

    func lane(for role: Role) -> Lane.ID {
        Lane.ID(index: role == .reader && !source.isInMemory ? 1 : 0, generation: 0)
    }
}
