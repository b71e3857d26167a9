import DataLiteCore
import Dispatch

// The changes of the pool's state, made under its lock.

extension ConnectionPool.State {
    /// The error of a call that cannot begin; `nil` if it can.
    ///
    /// - Parameter thread: The calling thread; `nil` for a call that runs on a database thread.
    // Inlined, because the compiler would copy the whole state to pass it.
    @inline(__always)
    func rejectionReason(for thread: ThreadID?, in queue: CallQueue.ID) -> SQLiteError? {
        if let thread {
            for slot in occupiedSlots {
                guard let runningCall = slots[slot].runningCall, runningCall.thread == thread else {
                    continue
                }
                return .nestedCall(in: runningCall.role)
            }
        }
        guard phase == .open else { return .databaseClosed }
        guard !isSuspended else { return .suspended }
        return queues[queue.index].generation == queue.generation ? nil : .snapshotEnded
    }

    /// The call that is running on a thread.
    func runningCall(on thread: ThreadID) -> RunningCall? {
        slots.first { $0.runningCall?.thread == thread }?.runningCall
    }

    /// Reserves a free slot, unless other calls are waiting.
    mutating func reserveSlot(in queue: Int) -> Int? {
        guard let slot = queues[queue].reserveSlot() else { return nil }
        reservedSlots += 1
        return slot
    }

    /// Takes a reserved slot and its connection.
    mutating func take(_ slot: Int, _ role: ConnectionRole, _ thread: ThreadID, _ start: UInt64)
        -> Checkout
    {
        let call = RunningCall(
            thread: thread, role: role, start: start, place: occupiedSlots.count)
        let connection = slots[slot].begin(call)
        occupiedSlots.append(slot)
        return Checkout(slot: slot, role: role, start: start, connection: connection)
    }

    /// Releases a slot, and reserves it for the call that has waited longest.
    ///
    /// - Returns: `nil` if there is nothing to do: no call waits for the slot, or for the end of all calls.
    mutating func release(_ slot: Int) -> ConnectionPool.DeferredActions? {
        let (queue, place, isDiscarded) = slots[slot].end()
        if let place { vacate(place) }
        let isAwaited = queues[queue].release(slot)
        if !isAwaited, !isDiscarded, phase == .open, readersFinished == nil, idleWaiters.isEmpty {
            reservedSlots -= 1
            return nil
        }
        return actionsAfterRelease(of: slot, to: queue)
    }

    private mutating func actionsAfterRelease(
        of slot: Int, to queue: Int
    ) -> ConnectionPool.DeferredActions {
        var actions = ConnectionPool.DeferredActions()
        if slots[slot].isDiscarded {
            actions.dropped = discardSnapshot(slot)
        } else {
            wakeWaiters(in: queue, &actions)
        }
        if readersFinished != nil, queues[1].freeSlots.count == readerCount {
            swap(&actions.readersFinished, &readersFinished)
        }
        // The reservation of a dropped connection ends when it is closed.
        if !actions.hasDropped { endReservation(&actions) }
        return actions
    }

    /// Ends a reservation. After the last one, the database may be closed.
    mutating func endReservation(_ actions: inout ConnectionPool.DeferredActions) {
        reservedSlots -= 1
        guard reservedSlots == 0 else { return }
        if !idleWaiters.isEmpty { actions.idleWaiters = idleWaiters.takeAll() }
        if phase == .closing { actions.closesConnections = true }
    }

    /// Whether a write is running and at least as many closures are running as there are processors.
    var mayDelayWriter: Bool {
        slots[0].runningCall?.role == .writer && occupiedSlots.count >= processorCount
    }

    /// Removes a place among the occupied slots.
    private mutating func vacate(_ place: Int) {
        let last = occupiedSlots.removeLast()
        guard place < occupiedSlots.count else { return }
        occupiedSlots[place] = last
        slots[last].runningCall?.place = place
    }

    /// Reserves free slots for waiting calls.
    mutating func wakeWaiters(in queue: Int, _ actions: inout ConnectionPool.DeferredActions) {
        guard !queues[queue].isPaused else { return }
        while !queues[queue].freeSlots.isEmpty, let waiter = queues[queue].waiters.popFirst() {
            waiter.outcome = queues[queue].freeSlots.popLast().map { .slot($0) }
            reservedSlots += 1
            actions.woken.append(waiter)
        }
    }

    /// Makes new reads wait, until ``resumeReaders()``. Only the call that has the writer may do that.
    ///
    /// - Parameter finished: Signaled when the running reads have ended.
    /// - Returns: Whether reads are running.
    mutating func pauseReaders(_ finished: DispatchSemaphore) -> Bool {
        queues[1].isPaused = true
        guard queues[1].freeSlots.count < readerCount else { return false }
        readersFinished = finished
        return true
    }

    mutating func resumeReaders() -> ConnectionPool.DeferredActions {
        readersFinished = nil
        queues[1].isPaused = false
        var actions = ConnectionPool.DeferredActions()
        wakeWaiters(in: 1, &actions)
        return actions
    }

    /// Rejects new calls and waiting calls.
    mutating func beginClosing() -> ConnectionPool.DeferredActions {
        var actions = ConnectionPool.DeferredActions()
        guard phase == .open else { return actions }
        phase = .closing
        closingError = nil
        for queue in queues.indices { refuseWaiters(in: queue, .databaseClosed, &actions) }
        actions.closesConnections = reservedSlots == 0
        return actions
    }

    mutating func refuseWaiters(
        in queue: Int, _ error: SQLiteError, _ actions: inout ConnectionPool.DeferredActions
    ) {
        while let waiter = queues[queue].waiters.popFirst() {
            waiter.outcome = .refused(error)
            actions.woken.append(waiter)
        }
    }

    /// Counts a completed call.
    mutating func count(_ role: ConnectionRole, nanoseconds: UInt64) {
        switch role {
        case .reader: statistics.reads += 1
        case .writer: statistics.writes += 1
        }
        guard nanoseconds > longestCall else { return }
        longestCall = nanoseconds
        statistics.longestCall = .nanoseconds(Int64(clamping: nanoseconds))
    }

    /// Adds the cache counts of the idle connections.
    mutating func countCacheHits() {
        for slot in slots.indices {
            for connection in [slots[slot].reader, slots[slot].writer] {
                guard let counts = connection?.takeCacheCounts() else { continue }
                statistics.cacheHits += counts.hits
                statistics.cacheMisses += counts.misses
            }
        }
    }

    /// Descriptions of the running calls, for an error message.
    func runningDescriptions() -> [String] {
        let now = PoolClock.now
        return slots.compactMap { $0.runningCall?.description(at: now) }
    }

    /// How long the oldest running read has been running; `nil` if there is none.
    var longestRead: Duration? {
        let reads = slots.lazy.compactMap(\.runningCall).filter { $0.role == .reader }
        let now = PoolClock.now
        return reads.map(\.start).min().map { .nanoseconds(now - min($0, now)) }
    }

    // MARK: - Snapshots

    /// Adds a slot with the connection of a snapshot.
    ///
    /// - Returns: `nil` if the database is suspended.
    mutating func addSnapshot(_ connection: inout Connection?) -> CallQueue.ID? {
        guard !isSuspended else { return nil }
        let slot = unusedSnapshots.popLast() ?? slots.count
        if slot == slots.count {
            slots.append(ConnectionSlot(queue: queues.count))
            queues.append(CallQueue(freeSlots: [slot], snapshotSlot: slot))
        }
        slots[slot].isDiscarded = false
        slots[slot].setReference(to: connection, for: .reader)
        slots[slot].putConnection(&connection, for: .reader)
        snapshotCount += 1
        let queue = slots[slot].queue
        return CallQueue.ID(index: queue, generation: queues[queue].generation)
    }

    /// Rejects the calls of a snapshot, and releases its connection when no closure uses it.
    mutating func endSnapshot(_ queue: CallQueue.ID) -> ConnectionPool.DeferredActions {
        var actions = ConnectionPool.DeferredActions()
        guard queues[queue.index].generation == queue.generation else { return actions }
        queues[queue.index].generation += 1
        refuseWaiters(in: queue.index, .snapshotEnded, &actions)
        // The connections may be being closed, which includes this one.
        guard phase == .open, let slot = queues[queue.index].snapshotSlot else { return actions }
        if queues[queue.index].freeSlots.isEmpty {
            slots[slot].isDiscarded = true
        } else {
            actions.dropped = discardSnapshot(slot)
            if actions.hasDropped { reservedSlots += 1 }
        }
        return actions
    }

    /// Ends all snapshots. Call this after their connections were closed.
    mutating func forgetSnapshots() {
        snapshotCount = 0
        unusedSnapshots = []
        for queue in queues.indices {
            guard let slot = queues[queue].snapshotSlot else { continue }
            queues[queue].generation += 1
            unusedSnapshots.append(slot)
        }
    }

    /// - Returns: The connection of the snapshot.
    private mutating func discardSnapshot(_ slot: Int) -> Connection? {
        snapshotCount -= 1
        unusedSnapshots.append(slot)
        return slots[slot].takeConnection(for: .reader)
    }
}
