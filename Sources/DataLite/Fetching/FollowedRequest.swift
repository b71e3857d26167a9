import DataLiteCore

/// A request whose values a ``FetchState`` follows: the task that does so, and who waits for its first result.
final class FollowedRequest: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var isCancelled = false
        var hasResult = false
    }

    private let state = Locked(State())
    private let results: AsyncThrowingStream<Void, any Error>
    private let continuation: AsyncThrowingStream<Void, any Error>.Continuation

    init() {
        (results, continuation) = AsyncThrowingStream.makeStream()
    }

    /// Whether a value or an error was published.
    var hasResult: Bool {
        get { state.withLock { $0.hasResult } }
        set { state.withLock { $0.hasResult = newValue } }
    }

    func setTask(_ task: Task<Void, Never>) {
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    /// Ends the task, and the wait for its first result with a `CancellationError`.
    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
        end()
    }

    /// Waits for the first result. May be called once.
    ///
    /// - Throws: its error; `CancellationError` if the request or the present task is cancelled.
    func waitForResult() async throws {
        for try await _ in results { return }
        throw CancellationError()
    }

    func finish(_ result: Result<Void, any Error>) {
        switch result {
        case .success:
            continuation.yield()
            continuation.finish()
        case .failure(let error):
            continuation.finish(throwing: error)
        }
    }

    /// Ends the wait without a result.
    func end() { continuation.finish() }
}
