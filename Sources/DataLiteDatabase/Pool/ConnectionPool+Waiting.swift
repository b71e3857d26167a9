import DataLiteCore
import Dispatch

extension ConnectionPool {
    /// Checks out a connection, waiting for it on the calling thread.
    ///
    /// - Parameters:
    ///   - limit: The longest time to wait, or `nil` for the limit of the configuration.
    ///   - outer: The handle of another database's connection that the thread uses, which also ends the wait.
    func checkOut(
        _ role: ConnectionRole, queue: CallQueue.ID, limit: Duration? = nil,
        interruptedBy outer: InterruptHandle? = nil, _ report: CallReport? = nil
    ) throws(SQLiteError) -> Checkout {
        let thread = ThreadID.current
        let now = PoolClock.now
        var waiter: BlockedThread?
        let taken = try state.withLock { state throws(SQLiteError) -> Checkout? in
            if let refusal = state.rejectionReason(for: thread, in: queue) { throw refusal }
            if let slot = state.reserveSlot(in: queue.index) {
                return state.take(slot, role, thread, now)
            }
            try state.queues[queue.index].requirePlace(configuration.waitingCallLimit, role)
            let blocked = BlockedThread(role)
            if let task = withUnsafeCurrentTask(body: { $0?.priority }) {
                blocked.priority = task.rawValue
            }
            waiter = blocked
            state.queues[queue.index].waiters.append(blocked)
            state.statistics.waits += 1
            return nil
        }
        if let taken { return taken }
        guard let waiter else { throw SQLiteError.databaseClosed }
        report?.begin(.waiting)
        let limit = shorter(limit, configuration.waitLimit)
        let result = waiter.semaphore.wait(within: limit, interruptedBy: outer)
        if result != .signaled {
            if leaveQueue(waiter, queue) {
                guard let limit, result == .timedOut else { throw SQLiteError.waitInterrupted }
                throw waitLimitError(limit, waiter.role)
            }
            // Woken at the last moment.
            waiter.semaphore.wait()
        }
        return try checkout(of: waiter)
    }

    /// The checkout of a waiter that was woken.
    func checkout(of waiter: Waiter) throws(SQLiteError) -> Checkout {
        switch waiter.outcome {
        case .slot(let slot):
            let now = PoolClock.now
            let checkout = state.withLock { state in
                state.isSuspended ? nil : state.take(slot, waiter.role, ThreadID.current, now)
            }
            if let checkout { return checkout }
            release(slot)
            throw SQLiteError.suspended
        case .refused(let error): throw error
        case nil: throw SQLiteError.databaseClosed
        }
    }

    func waitLimitError(_ limit: Duration, _ role: ConnectionRole) -> SQLiteError {
        .waitLimit(limit, for: role, state.withLock { $0.runningDescriptions() })
    }

    /// Lets an asynchronous call check out a connection, or wait for one.
    //
    // SAFETY: when the waiter is in the queue, another thread can end its call, which releases the waiter and the
    // canceller while this function is still running. So the report is retained first, and nothing else is used then.
    func enqueue(_ waiter: Waiter, _ queue: CallQueue.ID, canceller: CallCanceller) {
        let report = canceller.report.map(Unmanaged.passRetained)
        defer { report?.release() }
        let isDecided = state.withLock { state in
            if let reason = canceller.reason, reason == .cancelled { return true }
            if let refusal = state.rejectionReason(for: nil, in: queue) {
                waiter.outcome = .refused(refusal)
                return true
            }
            if let slot = state.reserveSlot(in: queue.index) {
                waiter.outcome = .slot(slot)
                return true
            }
            if waiter.hasExpired, let limit = configuration.waitLimit {
                waiter.outcome = .refused(
                    .waitLimit(limit, for: waiter.role, state.runningDescriptions()))
                return true
            }
            do throws(SQLiteError) {
                let limit = configuration.waitingCallLimit
                try state.queues[queue.index].requirePlace(limit, waiter.role)
            } catch {
                waiter.outcome = .refused(error)
                return true
            }
            state.queues[queue.index].waiters.append(waiter)
            state.statistics.waits += 1
            return false
        }
        if isDecided {
            waiter.wake()
        } else {
            report?._withUnsafeGuaranteedRef { $0.begin(.waiting) }
        }
    }

    /// - Parameter expired: Whether the wait limit was reached, so that the waiter must not begin to wait.
    /// - Returns: Whether the waiter was still waiting.
    func leaveQueue(_ waiter: Waiter, _ queue: CallQueue.ID, expired: Bool = false) -> Bool {
        state.withLock { state in
            if expired { waiter.hasExpired = true }
            return state.queues[queue.index].waiters.remove(waiter)
        }
    }
}

/// A synchronous call that waits on its thread.
//
// SAFETY: the semaphore is constant; `Waiter` documents why the inherited properties are safe.
private final class BlockedThread: Waiter, @unchecked Sendable {
    let semaphore = DispatchSemaphore(value: 0)

    override func wake() { semaphore.signal() }
}

extension Duration {
    var dispatchInterval: DispatchTimeInterval {
        let (seconds, attoseconds) = components
        // More than a century is no limit.
        guard seconds < 4_000_000_000 else { return .never }
        guard self > .zero else { return .nanoseconds(0) }
        return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    }
}

extension ConnectionPool {
    /// Runs a reading closure on the calling thread, without a transaction, if it takes no longer than a limit.
    ///
    /// - Returns: `nil` if the closure takes longer, the thread is in the closure of another call, or the call cannot
    ///   begin.
    /// - Throws: The error of the closure.
    func readBriefly<R>(within limit: Duration, _ body: (Connection) throws -> R) throws -> R? {
        let start = PoolClock.now
        let canceller = CallCanceller(
            report: CallReport(.observation, configuration.instruments, isSynchronous: true))
        var call: Call
        do {
            let checkout = try checkOut(
                .reader, queue: queue(for: .reader), limit: limit, canceller.report)
            let waited = Duration.nanoseconds(Int64(clamping: PoolClock.now - start))
            call = try begin(
                .observation, checkout, canceller,
                limit: max(limit - waited, .milliseconds(1)))
        } catch {
            canceller.report?.begin(.ended, error)
            return nil
        }
        do {
            return try run(&call, body)
        } catch {
            guard case .timeLimit(let reached) = canceller.reason,
                reached != configuration.timeLimit
            else { throw error }
            return nil
        }
    }
}

extension Database {
    /// Runs a closure on the calling thread as a read, if waiting and running take no longer than a limit.
    ///
    /// - Parameter interrupt: Called on another thread when the limit is reached.
    /// - Returns: `nil` if the call takes longer, or if the thread is in the closure of another call.
    package func readBriefly<R>(
        within limit: Duration, interrupt: @escaping @Sendable () -> Void, _ body: () throws -> R
    ) throws -> R? {
        guard let alarm = try? AlarmClock.shared.schedule(after: limit, interrupt) else {
            return nil
        }
        defer { alarm.cancel() }
        return try pool.readBriefly(within: limit) { _ in try body() }
    }
}

/// The shorter of two limits, where `nil` means no limit.
func shorter(_ one: Duration?, _ other: Duration?) -> Duration? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
}

// MARK: - WaitList

/// A call that waits for a connection.
//
// SAFETY: the links and `outcome` are accessed only under the lock of the pool, except that the waiting call
// reads `outcome` after ``wake()``, which happens once, after the last write. Subclasses document why their own
// properties are safe.
class Waiter: @unchecked Sendable {
    enum Outcome {
        case slot(Int)
        case refused(SQLiteError)
    }

    let role: ConnectionRole

    /// The priority of the call's task: see `TaskPriority`. Set before the call enters a wait list.
    var priority: UInt8 = TaskPriority.medium.rawValue

    /// Whether the call is in a wait list.
    fileprivate(set) var isQueued = false
    fileprivate var next: Waiter?
    fileprivate unowned(unsafe) var previous: Waiter?

    var outcome: Outcome?

    /// Whether the wait limit was reached before the call entered the queue.
    var hasExpired = false

    init(_ role: ConnectionRole) { self.role = role }

    /// Called outside the lock after ``outcome`` is set.
    func wake() {}
}

/// The waiting calls: those of a higher priority first, and otherwise first come, first served. A call can leave the list
/// from any position.
struct WaitList {
    /// How many calls of a higher priority may pass the first call of a lower one in a row. So each call gets at least
    /// one of ten turns.
    private static let passLimit = 8

    /// The calls of one class of priorities.
    private struct Line {
        var first: Waiter?
        // SAFETY: the last waiter is retained by its predecessor, or is the first.
        unowned(unsafe) var last: Waiter?
        /// How many calls have passed the first one.
        var passes = 0
    }

    /// Below medium, medium, and above.
    private var lines = [Line(), Line(), Line()]
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    private static func line(of waiter: Waiter) -> Int {
        let medium = TaskPriority.medium.rawValue
        return waiter.priority < medium ? 0 : waiter.priority == medium ? 1 : 2
    }

    mutating func append(_ waiter: Waiter) {
        let line = Self.line(of: waiter)
        waiter.isQueued = true
        waiter.previous = lines[line].last
        if let last = lines[line].last { last.next = waiter } else { lines[line].first = waiter }
        lines[line].last = waiter
        count += 1
    }

    mutating func popFirst() -> Waiter? {
        guard let highest = lines.lastIndex(where: { $0.first != nil }) else { return nil }
        let line = lines[..<highest].firstIndex { $0.passes >= Self.passLimit } ?? highest
        for lower in 0..<line where lines[lower].first != nil { lines[lower].passes += 1 }
        guard let waiter = lines[line].first else { return nil }
        remove(waiter)
        return waiter
    }

    /// - Returns: Whether the waiter was in the list.
    @discardableResult
    mutating func remove(_ waiter: Waiter) -> Bool {
        guard waiter.isQueued else { return false }
        let line = Self.line(of: waiter)
        let next = waiter.next
        next?.previous = waiter.previous
        if waiter === lines[line].last { lines[line].last = waiter.previous }
        if let previous = waiter.previous {
            previous.next = next
        } else {
            lines[line].first = next
            lines[line].passes = 0
        }
        waiter.isQueued = false
        waiter.next = nil
        waiter.previous = nil
        count -= 1
        return true
    }
}

// MARK: - Semaphores

enum WaitResult {
    case signaled
    case timedOut
    case interrupted
}

extension DispatchSemaphore {
    /// The time after which a wait looks whether it was interrupted.
    private static let interruptCheck = Duration.milliseconds(10)

    /// Waits for a signal, for a limit, and for the interrupt of the connection that the calling thread uses.
    func wait(within limit: Duration?, interruptedBy handle: InterruptHandle?) -> WaitResult {
        guard let handle else {
            let deadline = limit.map { DispatchTime.now() + $0.dispatchInterval }
            return wait(timeout: deadline ?? .distantFuture) == .success ? .signaled : .timedOut
        }
        let start = PoolClock.now
        let interruptions = handle.interruptions
        while wait(timeout: .now() + Self.interruptCheck.dispatchInterval) == .timedOut {
            guard !handle.isStopped, handle.interruptions == interruptions else {
                return .interrupted
            }
            let waited = Duration.nanoseconds(Int64(clamping: PoolClock.now - start))
            if let limit, waited > limit { return .timedOut }
        }
        return .signaled
    }
}
