import DataLiteCore
import Dispatch

// What happens to the state of the pool, under its lock.

extension ConnectionPool.State {
    /// Why a thread cannot begin a call; `nil` for a call that runs on a thread of the database.
    func refusal(of thread: ThreadID?, _ lane: Lane.ID) -> SQLiteError? {
        if let thread {
            for seat in occupied {
                guard let occupant = seats[seat].occupant, occupant.thread == thread else {
                    continue
                }
                return .nestedCall(in: occupant.role)
            }
        }
        guard phase == .open else { return .databaseClosed }
        return lanes[lane.index].generation == lane.generation ? nil : .snapshotEnded
    }

    /// Reserves a free seat, unless others wait.
    mutating func reserveSeat(in lane: Int) -> Int? {
        guard lanes[lane].waiters.isEmpty, !lanes[lane].isHeldBack,
            let seat = lanes[lane].freeSeats.popLast()
        else { return nil }
        reservedSeats += 1
        return seat
    }

    /// Takes a reserved seat and its connection.
    mutating func take(_ seat: Int, _ role: Role, _ thread: ThreadID, _ start: UInt64) -> Turn {
        let connection = seats[seat].takeConnection(for: role)
        seats[seat].occupant = Occupant(
            thread: thread, role: role, start: start, place: occupied.count)
        occupied.append(seat)
        return Turn(seat: seat, role: role, start: start, connection: connection)
    }

    /// Releases a seat, for the call that waits longest.
    mutating func release(_ seat: Int) -> ConnectionPool.Actions {
        var actions = ConnectionPool.Actions()
        vacate(seat)
        reservedSeats -= 1
        let lane = seats[seat].lane
        lanes[lane].freeSeats.append(seat)
        if seats[seat].isDiscarded {
            actions.dropped = discardSnapshot(seat)
        } else {
            wakeWaiters(in: lane, &actions)
        }
        if drain != nil, lanes[1].freeSeats.count == readerCount { swap(&actions.drain, &drain) }
        if phase == .closing, reservedSeats == 0 { actions.closesConnections = true }
        return actions
    }

    /// Whether a write runs, among more closures than there are processors.
    var mayDelayWriter: Bool {
        seats[0].occupant?.role == .writer && occupied.count >= processorCount
    }

    private mutating func vacate(_ seat: Int) {
        guard let occupant = seats[seat].occupant.take() else { return }
        occupied.swapAt(occupant.place, occupied.count - 1)
        occupied.removeLast()
        guard occupant.place < occupied.count else { return }
        seats[occupied[occupant.place]].occupant?.place = occupant.place
    }

    /// Reserves free seats for those who wait.
    mutating func wakeWaiters(in lane: Int, _ actions: inout ConnectionPool.Actions) {
        guard !lanes[lane].isHeldBack else { return }
        while !lanes[lane].freeSeats.isEmpty, let waiter = lanes[lane].waiters.popFirst() {
            waiter.outcome = lanes[lane].freeSeats.popLast().map { .seat($0) }
            reservedSeats += 1
            actions.woken.append(waiter)
        }
    }

    /// Refuses new calls and those that wait.
    mutating func beginClosing() -> ConnectionPool.Actions {
        var actions = ConnectionPool.Actions()
        guard phase == .open else { return actions }
        phase = .closing
        closingError = nil
        for lane in lanes.indices { refuseWaiters(in: lane, .databaseClosed, &actions) }
        actions.closesConnections = reservedSeats == 0
        return actions
    }

    mutating func refuseWaiters(
        in lane: Int, _ error: SQLiteError, _ actions: inout ConnectionPool.Actions
    ) {
        while let waiter = lanes[lane].waiters.popFirst() {
            waiter.outcome = .refused(error)
            actions.woken.append(waiter)
        }
    }

    /// Counts a call that ends.
    mutating func count(_ role: Role, nanoseconds: UInt64) {
        switch role {
        case .reader: statistics.reads += 1
        case .writer: statistics.writes += 1
        }
        guard nanoseconds > longestCall else { return }
        longestCall = nanoseconds
        statistics.longestCall = .nanoseconds(Int64(clamping: nanoseconds))
    }

    /// Adds the counts of the idle connections.
    mutating func countCacheHits() {
        for seat in seats.indices {
            for connection in [seats[seat].reader, seats[seat].writer] {
                guard let counts = connection?.takeCacheCounts() else { continue }
                statistics.cacheHits += counts.hits
                statistics.cacheMisses += counts.misses
            }
        }
    }

    /// What runs, for an error message.
    func runningDescriptions() -> [String] {
        let now = PoolClock.now
        return seats.compactMap { $0.occupant?.description(at: now) }
    }
}

// MARK: - Snapshots

extension ConnectionPool.State {
    /// Adds a seat with the connection of a snapshot.
    mutating func addSnapshot(_ connection: inout Connection?) -> Lane.ID {
        let seat = unusedSnapshots.popLast() ?? seats.count
        if seat == seats.count {
            seats.append(Seat(lane: lanes.count))
            lanes.append(Lane(freeSeats: [seat], snapshotSeat: seat))
        }
        seats[seat].isDiscarded = false
        if let handle = connection?.interruptHandle {
            seats[seat].setInterruptHandle(handle, for: .reader)
        }
        seats[seat].putConnection(&connection, for: .reader)
        snapshotCount += 1
        let lane = seats[seat].lane
        return Lane.ID(index: lane, generation: lanes[lane].generation)
    }

    /// Refuses the calls of a snapshot, and releases its connection once no closure runs in it.
    mutating func endSnapshot(_ lane: Lane.ID) -> ConnectionPool.Actions {
        var actions = ConnectionPool.Actions()
        guard lanes[lane.index].generation == lane.generation else { return actions }
        lanes[lane.index].generation += 1
        refuseWaiters(in: lane.index, .snapshotEnded, &actions)
        guard let seat = lanes[lane.index].snapshotSeat else { return actions }
        if lanes[lane.index].freeSeats.isEmpty {
            seats[seat].isDiscarded = true
        } else {
            actions.dropped = discardSnapshot(seat)
        }
        return actions
    }

    /// - Returns: the connection of the snapshot.
    private mutating func discardSnapshot(_ seat: Int) -> Connection? {
        snapshotCount -= 1
        unusedSnapshots.append(seat)
        return seats[seat].takeConnection(for: .reader)
    }
}
