import DataLiteCore

/// The role of a connection: whether it may write.
@usableFromInline
enum ConnectionRole: Hashable, Sendable {
    case reader
    case writer
}

/// A slot for one running closure, with the connections that it uses.
struct ConnectionSlot {
    /// The queue that the slot belongs to.
    let queue: Int

    // Idle connections; `nil` while in use, and before the first use. For an in-memory database, the one slot has both;
    // for a file, each slot has one of them.
    var writer: Connection?
    var reader: Connection?

    // Available even while the connections are in use.
    private var writerReference: ConnectionReference?
    private var readerReference: ConnectionReference?

    /// Whether the slot belongs to a snapshot that was released while a closure ran in it.
    var isDiscarded = false

    var runningCall: RunningCall?

    /// Whether the connection of the running closure was stopped. It is resumed when the closure ends.
    var isStopped = false

    /// The number of that stop; `nil` if the connection had not been opened yet.
    var stop: Int?

    init(queue: Int) { self.queue = queue }

    /// The handle that interrupts the running closure, if there is one.
    var interruptHandle: InterruptHandle? { runningReference?.interruptHandle }

    /// The connection of the running closure. Call this on the thread of the closure.
    //
    // SAFETY: the checkout of the call holds the connection, and the reference is removed before it is released.
    var runningConnection: Connection? { runningReference?.connection.takeUnretainedValue() }

    var connectionCount: Int { [writerReference, readerReference].count { $0 != nil } }

    private var runningReference: ConnectionReference? {
        switch runningCall?.role {
        case .reader: readerReference
        case .writer: writerReference
        case nil: nil
        }
    }

    /// Notes the connection for a role, or that there is none.
    mutating func setReference(to connection: Connection?, for role: ConnectionRole) {
        let reference = connection.map(ConnectionReference.init)
        switch role {
        case .reader: readerReference = reference
        case .writer: writerReference = reference
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

    // A single function for all that a call changes, because each access to an element of an array has a cost.

    /// Begins a call.
    ///
    /// - Returns: The connection for it, if it is open.
    mutating func begin(_ call: RunningCall) -> Connection? {
        runningCall = call
        return takeConnection(for: call.role)
    }

    /// Ends the running call, if there is one.
    ///
    /// - Returns: The queue of the slot, the place of the call among the occupied slots, and whether the slot belongs to
    ///   a snapshot that was released.
    mutating func end() -> (queue: Int, place: Int?, isDiscarded: Bool) {
        if isStopped {
            isStopped = false
            if let stop = stop.take() { interruptHandle?.resume(stop) }
        }
        return (queue, runningCall.take()?.place, isDiscarded)
    }
}

extension CallQueue {
    /// Reserves a free slot, unless calls are waiting.
    mutating func reserveSlot() -> Int? {
        guard waiters.isEmpty, !isPaused, !freeSlots.isEmpty else { return nil }
        return freeSlots.removeLast()
    }

    /// Throws if as many calls are waiting as may wait.
    func requirePlace(_ limit: Int?, _ role: ConnectionRole) throws(SQLiteError) {
        guard let limit, waiters.count >= limit else { return }
        throw SQLiteError.waitingCallLimit(limit, for: role.name)
    }

    /// Adds a free slot.
    ///
    /// - Returns: Whether calls are waiting for it.
    mutating func release(_ slot: Int) -> Bool {
        freeSlots.append(slot)
        return !waiters.isEmpty
    }
}

/// A connection that something else holds.
private struct ConnectionReference {
    let interruptHandle: InterruptHandle
    let connection: Unmanaged<Connection>

    init(_ connection: Connection) {
        interruptHandle = connection.interruptHandle
        self.connection = .passUnretained(connection)
    }
}

/// The running closure of a slot.
struct RunningCall {
    let thread: ThreadID
    let role: ConnectionRole
    /// The start time in nanoseconds of ``PoolClock``.
    let start: UInt64
    /// The position of the slot among the occupied slots.
    var place: Int
}

/// A set of interchangeable slots, and the calls that wait for one of them.
@usableFromInline
struct CallQueue {
    /// The identity of a queue. The index of a snapshot's queue is reused after the snapshot ends, with another
    /// generation.
    @usableFromInline
    struct ID: Hashable, Sendable {
        let index: Int
        let generation: Int
    }

    var generation = 0
    var freeSlots: [Int]
    /// The only slot of a snapshot's queue; `nil` for readers and the writer.
    var snapshotSlot: Int?
    var waiters = WaitList()

    /// Whether a checkpoint or a barrier makes calls wait although slots are free.
    var isPaused = false
}

/// The right to use a slot, and the connection in it.
struct Checkout {
    let slot: Int
    let role: ConnectionRole
    let start: UInt64
    var connection: Connection?
    var canceller: CallCanceller?
}
