import Foundation

/// Asynchronous code in a command, which is synchronous.
enum BlockingTask {
    /// Runs a closure as a task and waits for its end. Not to be called by a task, whose thread it
    /// blocks.
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

    // SAFETY: the result is written before the semaphore is signalled, and read after it was waited for.
    private final class Outcome<R: Sendable>: @unchecked Sendable {
        var result: Result<R, any Error>?
    }
}
