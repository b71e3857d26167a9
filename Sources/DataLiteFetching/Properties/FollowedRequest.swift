/// A request whose values a property follows: the observing task, and the load that waits for its first result.
final class FollowedRequest: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var isCancelled = false
        /// The first published result, or the cancellation if it came first.
        var outcome: Result<Void, any Error>?
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Locked(State())

    /// Whether a value or an error was published, or none will be.
    var hasOutcome: Bool { state.withLock { $0.outcome != nil } }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func setTask(_ task: Task<Void, Never>) {
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    /// Ends the task. A load that waits for the first result throws a `CancellationError`.
    ///
    /// - Parameter unlessPublished: Whether a request that has published a result continues.
    func cancel(unlessPublished: Bool = false) {
        let task = state.withLock { state -> Task<Void, Never>? in
            if unlessPublished, state.outcome != nil { return nil }
            state.isCancelled = true
            state.outcome = state.outcome ?? .failure(CancellationError())
            return state.task
        }
        task?.cancel()
        wakeLoad()
    }

    /// Waits until no more results are published.
    func waitUntilEnded() async { await state.withLock { $0.task }?.value }

    // MARK: - The first result

    /// Stores a result, unless the request is cancelled: after ``cancel()`` returns, no other result is stored.
    ///
    /// - Returns: Whether the result was stored.
    func accept(_ result: Result<Void, any Error>, _ store: () -> Void) -> Bool {
        state.withLock { state in
            guard !state.isCancelled else { return false }
            state.outcome = state.outcome ?? result
            store()
            return true
        }
    }

    /// Continues the load that waits for the first result. Call this after the result is published.
    func wakeLoad() {
        let waiter = state.withLock { state in
            state.outcome == nil ? nil : state.waiter.take()
        }
        waiter?.resume()
    }

    /// Calls a closure that follows the request, and waits for the first result. May be called only once.
    ///
    /// The cancellation handler is installed before the closure is called: otherwise a result could be published after
    /// the cancellation.
    ///
    /// - Throws: The error of the request; `CancellationError` if the request or the current task was cancelled
    ///   before the result was published.
    func waitForResult(of follow: () -> Void) async throws {
        await withTaskCancellationHandler {
            follow()
            await withCheckedContinuation { waiter in
                state.withLock { $0.waiter = waiter }
                wakeLoad()
            }
        } onCancel: {
            cancel(unlessPublished: true)
        }
        try state.withLock { $0.outcome }?.get()
    }
}
