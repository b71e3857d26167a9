import DataLiteCore

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
