import DataLiteCore

/// Stops the closure of one call from another thread: when its task is cancelled, or its time is over.
final class CallCanceller: Sendable {
    enum Reason: Equatable {
        case cancelled
        case timeLimit(Duration)
    }

    private enum Phase {
        case waiting
        case running(InterruptHandle)
        case ended
    }

    private let state = Locked((phase: Phase.waiting, reason: Reason?.none))

    var reason: Reason? { state.withLock { $0.reason } }

    /// Stops the closure, unless it has returned. The first reason counts.
    func stop(_ reason: Reason) {
        state.withLock { state in
            if case .ended = state.phase { return }
            guard state.reason == nil else { return }
            state.reason = reason
            if case .running(let handle) = state.phase { handle.stop() }
        }
    }

    /// To be called before the first statement of the call.
    ///
    /// - Throws: if the call was stopped before.
    func begin(_ handle: InterruptHandle) throws {
        try state.withLock { state in
            if let reason = state.reason { throw reason.error }
            state.phase = .running(handle)
        }
    }

    /// To be called when the closure has returned, before its transaction is committed or rolled back: from
    /// here on the call cannot be stopped. May be called again.
    func end() -> Reason? {
        state.withLock { state in
            if case .running(let handle) = state.phase { handle.resume() }
            state.phase = .ended
            return state.reason
        }
    }
}

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
                    + "database")
        }
    }

    /// The error of a stopped call whose closure has thrown `error`: SQLite reports every stop as an
    /// interrupt.
    func error(insteadOf error: any Error) -> any Error {
        guard let failure = error as? SQLiteError, failure.isInterrupt else { return error }
        return self.error
    }
}

extension SQLiteError {
    /// Whether the error is an interrupt, or that of a function whose SQL was interrupted.
    fileprivate var isInterrupt: Bool {
        if resultCode.primary == .interrupt { return true }
        return (underlyingError as? SQLiteError)?.isInterrupt ?? false
    }
}
