import Foundation

/// When the connection of a ``MockDatabase`` may be used, by which thread, and for what.
final class MockAccess: Sendable {
    private struct State {
        /// The thread of the call; `nil` if no call has its turn.
        var thread: ObjectIdentifier?
        var isReading = false
        var isClosing = false
        /// The call whose closure runs, if it can be cancelled.
        var call: MockDatabaseCall?
    }

    private let state = Locked(State())

    /// Whether it is the turn of a call on this thread.
    var isHeldByCurrentThread: Bool {
        let thread = ObjectIdentifier(Thread.current)
        return state.withLock { $0.thread == thread }
    }

    /// Whether a read has its turn.
    var isReading: Bool { state.withLock { $0.isReading } }

    /// Whether the database is closing the connection.
    var isClosing: Bool { state.withLock { $0.isClosing } }

    /// Whether the closure that runs was cancelled.
    var refusesStatements: Bool { state.withLock { $0.call }?.isCancelled ?? false }

    /// Runs a closure on the thread that may use the connection.
    func take<R>(
        _ call: MockDatabaseCall?, isReading: Bool = false, isClosing: Bool = false,
        _ body: () throws -> R
    ) rethrows -> R {
        let thread = ObjectIdentifier(Thread.current)
        state.withLock { state in
            state = State(
                thread: thread, isReading: isReading, isClosing: isClosing, call: call)
        }
        defer { state.withLock { $0 = State() } }
        return try body()
    }

    /// Runs the closure of a user. When it has returned, its call cannot be cancelled any more.
    ///
    /// - Parameter keepsResult: Whether the value of a closure that returned although it was cancelled is
    ///   returned, because what it did cannot be undone.
    func run<R>(keepsResult: Bool = false, _ body: () throws -> R) throws -> R {
        let result: R
        do {
            result = try body()
        } catch {
            _ = endClosure()
            throw error
        }
        if endClosure(), !keepsResult { throw CancellationError() }
        return result
    }

    private func endClosure() -> Bool {
        let call = state.withLock { state in
            defer { state.call = nil }
            return state.call
        }
        return call?.isCancelled ?? false
    }

    /// Cancels a call, and interrupts its statements if its closure runs.
    func cancel(_ call: MockDatabaseCall, _ handle: MockInterruption) {
        call.cancel()
        state.withLock { state in
            // Under the lock, so that the closure cannot end and the statements of the next one be interrupted.
            if state.call === call { handle.interrupt() }
        }
    }
}

/// An asynchronous call of a ``MockDatabase``.
final class MockDatabaseCall: Sendable {
    private let state = Locked(false)

    var isCancelled: Bool { state.withLock { $0 } }

    func cancel() { state.withLock { $0 = true } }
}
