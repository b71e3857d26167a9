import Foundation

/// The access to the connection of a ``MockDatabase``: the thread that can use it, and for which kind of call.
final class MockAccess: Sendable {
    private struct State {
        /// The thread of the current call; `nil` if there is none.
        var thread: ObjectIdentifier?
        var isReading = false
        var isClosing = false
        /// The call whose closure is running, if it can be cancelled.
        var call: MockDatabaseCall?
    }

    private let state = Locked(State())

    /// Whether the current call runs on this thread.
    var isHeldByCurrentThread: Bool {
        let thread = ObjectIdentifier(Thread.current)
        return state.withLock { $0.thread == thread }
    }

    /// Whether the current call is a read.
    var isReading: Bool { state.withLock { $0.isReading } }

    /// Whether the database is closing the connection.
    var isClosing: Bool { state.withLock { $0.isClosing } }

    /// Whether the running closure was cancelled.
    var refusesStatements: Bool { state.withLock { $0.call }?.isCancelled ?? false }

    /// Runs a closure that uses the connection on the current thread.
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

    /// Runs the closure of a call. After it returns, the call can no longer be cancelled.
    ///
    /// - Parameter keepsResult: Whether to return the closure's value even if the call was cancelled, because its
    ///   effects cannot be undone.
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

    /// Cancels a call, and interrupts its statements if its closure is running.
    func cancel(_ call: MockDatabaseCall, _ handle: MockInterruption) {
        call.cancel()
        state.withLock { state in
            // Under the lock, so that the closure cannot end before the interrupt, which would then stop the next
            // closure's statements.
            if state.call === call { handle.interrupt() }
        }
    }
}

/// A cancellable call of a ``MockDatabase``.
final class MockDatabaseCall: Sendable {
    private let state = Locked(false)

    var isCancelled: Bool { state.withLock { $0 } }

    func cancel() { state.withLock { $0 = true } }
}
