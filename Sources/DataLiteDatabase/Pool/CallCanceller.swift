import DataLiteCore

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

    /// Receives the reports of scans of an asynchronous call; `nil` to report them on the thread that ends the call.
    let reports: PendingScanReports?

    private let state = Locked(
        (phase: Phase.waiting, reason: Reason?.none, timeLimit: Alarm?.none))

    init(reports: PendingScanReports? = nil) { self.reports = reports }

    var reason: Reason? { state.withLock { $0.reason } }

    /// Stops the closure, unless it has returned. Only the first reason is kept.
    func stop(_ reason: Reason) {
        state.withLock { state in
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
        state.withLock { $0.timeLimit = alarm }
    }

    /// Call this before the first statement of the call.
    ///
    /// - Throws: The error of the reason if the call was already stopped.
    func begin(_ handle: InterruptHandle) throws {
        try state.withLock { state in
            if let reason = state.reason { throw reason.error }
            state.phase = .running(handle, stop: nil)
        }
    }

    /// Call this after the closure returns or throws, and before its transaction is committed or rolled back. After
    /// this, the call can no longer be stopped. Calling it again has no effect.
    ///
    /// - Returns: The reason why the call was stopped; `nil` if it was not.
    func end() -> Reason? {
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
