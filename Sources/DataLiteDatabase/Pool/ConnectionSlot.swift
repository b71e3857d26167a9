import DataLiteCore

/// What a closure may do with the database.
@usableFromInline
enum ConnectionRole: Hashable, Sendable {
    case reader
    case writer
}

/// A place for one running closure, and the connections that it uses.
struct ConnectionSlot {
    /// The queue that the slot belongs to.
    let queue: Int

    // Idle connections; `nil` while in use, and before the first use. A database in memory has both in one
    // slot; of a file, each slot has one of them.
    var writer: Connection?
    var reader: Connection?

    // Those of the connections, also while these are in use.
    private var writerInterrupt: InterruptHandle?
    private var readerInterrupt: InterruptHandle?

    /// Whether the slot belongs to a snapshot that was released while a closure ran in it.
    var isDiscarded = false

    var runningCall: RunningCall?

    init(queue: Int) { self.queue = queue }

    /// Interrupts the closure that runs, if one does.
    var interruptHandle: InterruptHandle? {
        switch runningCall?.role {
        case .reader: readerInterrupt
        case .writer: writerInterrupt
        case nil: nil
        }
    }

    mutating func setInterruptHandle(_ handle: InterruptHandle, for role: ConnectionRole) {
        switch role {
        case .reader: readerInterrupt = handle
        case .writer: writerInterrupt = handle
        }
    }

    /// Moves the connection for a role out, so that the caller has the only reference to it.
    mutating func takeConnection(for role: ConnectionRole) -> Connection? {
        var connection: Connection?
        switch role {
        case .reader: swap(&connection, &reader)
        case .writer: swap(&connection, &writer)
        }
        return connection
    }

    /// Moves the connection for a role back.
    mutating func putConnection(_ connection: inout Connection?, for role: ConnectionRole) {
        switch role {
        case .reader: swap(&connection, &reader)
        case .writer: swap(&connection, &writer)
        }
    }
}

/// The closure that runs in a slot.
struct RunningCall {
    let thread: ThreadID
    let role: ConnectionRole
    /// In nanoseconds of ``PoolClock``.
    let start: UInt64
    /// The position of the slot among those that are occupied.
    var place: Int
}

/// The slots that are interchangeable, and the calls that wait for one of them.
@usableFromInline
struct CallQueue {
    /// Which queue is meant by an index that is used again: that of a snapshot, when it has ended.
    @usableFromInline
    struct ID: Hashable, Sendable {
        let index: Int
        let generation: Int
    }

    var generation = 0
    var freeSlots: [Int]
    /// The only slot of the queue of a snapshot; `nil` for readers and the writer.
    var snapshotSlot: Int?
    var waiters = WaitList()

    /// Whether calls wait although slots are free, for a checkpoint.
    var isPausedForCheckpoint = false
}

/// The right to use a slot, and the connection in it.
struct Checkout {
    let slot: Int
    let role: ConnectionRole
    let start: UInt64
    var connection: Connection?
}
