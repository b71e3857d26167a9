import Foundation

/// Runs asynchronous code in a synchronous command.
enum BlockingTask {
    /// Runs a closure as a task and waits until it completes. Do not call this in a task: it blocks the
    /// thread.
    static func run<R: Sendable>(_ body: @escaping @Sendable () async throws -> R) throws -> R {
        let outcome = Outcome<R>()
        let isDone = DispatchSemaphore(value: 0)
        Task {
            do {
                outcome.result = .success(try await body())
            } catch {
                outcome.result = .failure(error)
            }
            isDone.signal()
        }
        isDone.wait()
        guard let result = outcome.result else { throw CancellationError() }
        return try result.get()
    }

    // SAFETY: the result is written before the semaphore is signaled, and read after the wait returns.
    private final class Outcome<R: Sendable>: @unchecked Sendable {
        var result: Result<R, any Error>?
    }
}
