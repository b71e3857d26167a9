import DataLiteCore
import Dispatch

extension ConnectionPool {
    /// Runs a closure with a connection on a database thread.
    ///
    /// The closure runs as part of the calling task, so it can read the task's local values.
    func runAsync<R: Sendable>(
        _ kind: DatabaseCall.Kind, queue: CallQueue.ID? = nil,
        _ body: @escaping @Sendable (Connection) throws -> R
    ) async throws -> R {
        let call = AsyncCall(self, kind, queue ?? self.queue(for: kind.role))
        defer { call.reportScans() }
        return try await withTaskCancellationHandler {
            try await CallActor(call).run(body)
        } onCancel: {
            call.cancel()
        }
    }
}

/// Runs the closure of one call in the calling task, on the thread that the call's executor chooses.
private actor CallActor {
    private nonisolated let call: AsyncCall

    init(_ call: AsyncCall) { self.call = call }

    nonisolated var unownedExecutor: UnownedSerialExecutor { call.asUnownedSerialExecutor() }

    func run<R: Sendable>(_ body: @Sendable (Connection) throws -> R) throws -> R {
        try call.run(body)
    }
}

/// An asynchronous call. As the executor of its actor, it lets the task wait for a connection without blocking a
/// thread, and continues the task on a database thread.
//
// SAFETY: `job` and `waitAlarm` are set before the call enters the queue and are read by the one thread that
// removes it from the queue; the pool's lock orders the accesses. The actor has one job, and the call leaves the
// queue once, so the job runs once and on one thread.
final class AsyncCall: Waiter, SerialExecutor, Job, @unchecked Sendable {
    private let pool: ConnectionPool
    private let queue: CallQueue.ID
    private let kind: DatabaseCall.Kind
    private let canceller: CallCanceller
    private var job: UnownedJob?
    private var waitAlarm: Alarm?

    init(_ pool: ConnectionPool, _ kind: DatabaseCall.Kind, _ queue: CallQueue.ID) {
        self.pool = pool
        self.kind = kind
        self.queue = queue
        canceller = CallCanceller(
            scans: pool.configuration.scans == nil ? nil : Locked([]),
            report: CallReport(kind, pool.configuration.instruments))
        super.init(kind.role)
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    /// Waits for a connection to run the job of the actor.
    func enqueue(_ job: UnownedJob) {
        self.job = job
        if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) {
            priority = job.priority.rawValue
        }
        do {
            waitAlarm = try pool.configuration.waitLimit.map(startWaitLimit)
        } catch {
            return refuse(error)
        }
        pool.enqueue(self, queue, canceller: canceller)
    }

    private func startWaitLimit(_ limit: Duration) throws(SQLiteError) -> Alarm {
        try AlarmClock.shared.schedule(after: limit) { [weak self] in
            self?.waitLimitReached(limit)
        }
    }

    private func waitLimitReached(_ limit: Duration) {
        guard pool.leaveQueue(self, queue, expired: true) else { return }
        refuse(pool.waitLimitError(limit, role))
    }

    /// Ends the call if it is waiting or running. This may be called at any time, even before the call begins to wait.
    func cancel() {
        canceller.stop(.cancelled)
        guard pool.leaveQueue(self, queue) else { return }
        // The calling thread holds the lock of the task, so another thread must continue the task.
        do {
            _ = try AlarmClock.shared.schedule(after: .zero) { self.runJob() }
        } catch {
            DispatchQueue.global().async { self.runJob() }
        }
    }

    override func wake() {
        guard case .slot = outcome else {
            // A failing call must not wait for a database thread: all of them may be in use.
            return runJob()
        }
        pool.workers.submit(self)
    }

    /// Continues the task on the calling thread until the call ends.
    func runJob() { job?.runSynchronously(on: asUnownedSerialExecutor()) }

    /// Makes the call fail, because no thread can run it or it waited too long.
    func refuse(_ error: SQLiteError) {
        if case .slot(let slot) = outcome { pool.release(slot) }
        outcome = .refused(error)
        runJob()
    }

    /// Runs the closure. Called by the actor.
    fileprivate func run<R>(_ body: (Connection) throws -> R) throws -> R {
        var call = try begin()
        return try pool.run(&call, body)
    }

    private func begin() throws -> Call {
        waitAlarm?.cancel()
        do {
            guard outcome != nil else { throw CancellationError() }
            return try pool.begin(kind, pool.checkout(of: self), canceller)
        } catch {
            canceller.report?.begin(.ended, error)
            throw error
        }
    }

    /// Reports the scans of the closure. Called by the task when the call has ended.
    fileprivate func reportScans() {
        guard let scans = canceller.scans else { return }
        pool.report(scans.withLock { $0.takeAll() })
    }
}

// MARK: - CallCanceller

/// Stops the closure of one call from another thread when its task is cancelled or its time limit is reached.
//
// It also holds what only calls with a canceller have, so that other calls do not spend time on it.
final class CallCanceller: Sendable {
    enum Reason: Equatable {
        case cancelled
        case timeLimit(Duration)
    }

    private enum Phase {
        case waiting
        case running(InterruptHandle, stop: Int?)
        case ended
    }

    /// Receives the reports of scans of an asynchronous call; `nil` to report them on the thread that ends the call. A
    /// report that waits for a connection would otherwise keep the thread from the calls that have one.
    let scans: Locked<[ScanReport]>?

    /// Reports the call to the instruments; `nil` if there are none.
    let report: CallReport?

    /// `nil` if nothing stops the call.
    private let state: Locked<(phase: Phase, reason: Reason?, timeLimit: Alarm?)>?

    init(scans: Locked<[ScanReport]>? = nil, report: CallReport?, canStop: Bool = true) {
        (self.scans, self.report) = (scans, report)
        state = canStop ? Locked((.waiting, nil, nil)) : nil
    }

    var reason: Reason? { state?.withLock { $0.reason } }

    /// Stops the closure, unless it has returned. Only the first reason is kept.
    func stop(_ reason: Reason) {
        state?.withLock { state in
            if case .ended = state.phase { return }
            guard state.reason == nil else { return }
            state.reason = reason
            guard case .running(let handle, _) = state.phase else { return }
            state.phase = .running(handle, stop: handle.stopUntilResumed())
        }
    }

    /// Stops the closure when it has run longer than a limit. The limit ends with the call.
    func start(_ limit: Duration) throws(SQLiteError) {
        let alarm = try AlarmClock.shared.schedule(after: limit) { self.stop(.timeLimit(limit)) }
        state?.withLock { $0.timeLimit = alarm }
    }

    /// Call this before the first statement of the call.
    ///
    /// - Throws: The error of the reason if the call was already stopped.
    func begin(_ connection: Connection) throws {
        try state?.withLock { state in
            if let reason = state.reason { throw reason.error }
            state.phase = .running(connection.interruptHandle, stop: nil)
        }
        guard let report else { return }
        connection.call = report
        report.begin(.running)
    }

    /// Call this after the closure returns or throws, and before its transaction is committed or rolled back. After
    /// this, the call can no longer be stopped. Calling it again has no effect.
    ///
    /// - Returns: The reason why the call was stopped; `nil` if it was not.
    func end() -> Reason? {
        guard let state else { return nil }
        let (reason, timeLimit) = state.withLock { state in
            if case .running(let handle, let stop?) = state.phase { handle.resume(stop) }
            state.phase = .ended
            return (state.reason, state.timeLimit.take())
        }
        timeLimit?.cancel()
        return reason
    }
}

/// The reason of an error: a call took longer than its time limit.
struct TimeLimitReached: Error {}

extension CallCanceller.Reason {
    var error: any Error {
        switch self {
        case .cancelled:
            CancellationError()
        case .timeLimit(let limit):
            SQLiteError(
                .interrupt,
                message:
                    "the call was interrupted: it took longer than \(limit), the time limit of the "
                    + "database",
                underlyingError: TimeLimitReached())
        }
    }

    /// The error of a stopped call whose closure threw `error`: SQLite reports every stop as an interrupt.
    func error(insteadOf error: any Error) -> any Error {
        guard let failure = error as? SQLiteError, failure.isInterrupt else { return error }
        return self.error
    }
}

extension SQLiteError {
    /// Whether the error is an interrupt, or the error of a function whose SQL was interrupted.
    fileprivate var isInterrupt: Bool {
        if resultCode.primary == .interrupt { return true }
        return (underlyingError as? SQLiteError)?.isInterrupt ?? false
    }
}

extension InterruptHandle {
    /// Stops the connection, and interrupts its statements until ``resume(_:)``.
    ///
    /// A step that has found the connection running, and has not begun its statement when the interrupt arrives, would
    /// never end if its query does not.
    ///
    /// - Returns: The number of the stop.
    func stopUntilResumed() -> Int {
        let stop = stop()
        interruptAgain(stop, after: .milliseconds(1))
        return stop
    }

    private func interruptAgain(_ stop: Int, after delay: Duration) {
        // Without memory for a thread, there is only the first interrupt. The handle is small, and the repetition ends
        // when the connection is closed, so the alarm may retain it.
        _ = try? AlarmClock.shared.schedule(after: delay) {
            guard self.interruptAgain(stop) else { return }
            self.interruptAgain(stop, after: min(delay * 2, .seconds(1)))
        }
    }
}
