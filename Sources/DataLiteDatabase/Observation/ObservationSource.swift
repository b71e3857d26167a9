import DataLiteCore

/// The source of the values of one iteration of ``ObservedValues``: a database, or a mock in a test.
///
/// An iteration calls ``waitForChange()`` and ``fetch()`` in turn, and ``cancel()`` when it ends or is released.
//
// A waiting task keeps the memory that its deepest calls needed, so the calls of a source are few and shallow.
package protocol ObservationSource<Value>: AnyObject, Sendable {
    associatedtype Value: Sendable

    /// Resumes a continuation with `true` after the next change: immediately on the first call, or if a change has
    /// occurred since the latest fetch started. Resumes it with `false` if there will be no more values, or after
    /// ``cancelWait()``.
    func wait(_ waiter: CheckedContinuation<Bool, Never>)

    /// Ends the waiting, because the task is cancelled.
    func cancelWait()

    /// Fetches the current value.
    ///
    /// - Returns: `nil` if the source has ended.
    func fetch() async throws -> Value?

    /// Fetches the first value on the calling thread, before the first call of ``waitForChange()``.
    ///
    /// - Parameter limit: The longest time that the thread may be blocked.
    /// - Returns: `nil` if the fetch takes longer or is not possible on this thread. In that case, the next call of
    ///   ``waitForChange()`` returns immediately.
    func fetchFirst(within limit: Duration) throws -> Value?

    /// Whether the next fetch must wait for a change after an error, which is not delivered.
    func isSuspension(_ error: any Error) -> Bool

    /// Whether a retry may succeed after an error although nothing has changed.
    func isTransient(_ error: any Error) -> Bool

    /// Ends the source. Calling this again has no effect.
    func cancel()
}

extension ObservationSource {
    /// Waits for a change. Returns immediately on the first call, or if a change has occurred since the latest fetch
    /// started.
    ///
    /// - Returns: `false` if there will be no more values, or if the task was cancelled.
    @inline(__always)
    func waitForChange() async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { wait($0) }
        } onCancel: {
            cancelWait()
        }
    }

    /// Returns `nil`: the value is fetched by ``fetch()``.
    package func fetchFirst(within limit: Duration) throws -> Value? { nil }

    /// Returns `false`: all errors are delivered.
    package func isSuspension(_ error: any Error) -> Bool { false }

    /// Whether the error is temporary: for example, the database was locked, the fetch was interrupted, or a file could
    /// not be opened.
    package func isTransient(_ error: any Error) -> Bool {
        (error as? SQLiteError)?.mayPass ?? false
    }
}

extension SQLiteError {
    /// Whether a retry may succeed. For example, the process may have reached its limit of open files or threads.
    var mayPass: Bool {
        // Another program ended while it was writing. The next read undoes its changes, if it may.
        if resultCode == .readonlyRollback { return true }
        return [.busy, .locked, .interrupt, .schema, .protocol, .cantOpen, .nomem].contains(
            resultCode.primary)
    }
}

extension ObservedValues {
    /// Creates values from a stream, for your own type that conforms to ``DatabaseProtocol``.
    ///
    /// Each iteration gets its own stream, which is released when the iteration ends. The values end when the stream
    /// ends or throws an error.
    ///
    /// - Parameter makeStream: Creates the stream. Its first element is the value at that time.
    public init(_ makeStream: @escaping @Sendable () -> AsyncThrowingStream<Value, any Error>) {
        self.init { StreamSource(makeStream()) }
    }
}

/// A stream as the source of observed values.
private final class StreamSource<Value: Sendable>: ObservationSource {
    private let stream: Locked<AsyncThrowingStream<Value, any Error>?>

    init(_ stream: AsyncThrowingStream<Value, any Error>) { self.stream = Locked(stream) }

    func wait(_ waiter: CheckedContinuation<Bool, Never>) {
        waiter.resume(returning: stream.withLock { $0 != nil })
    }

    func cancelWait() {}

    func fetch() async throws -> Value? {
        // All iterators of a stream share its elements.
        guard var iterator = stream.withLock({ $0?.makeAsyncIterator() }) else { return nil }
        return try await iterator.next()
    }

    func isTransient(_ error: any Error) -> Bool { false }

    func cancel() { stream.withLock { $0 = nil } }
}
