extension ObservedValues {
    /// The same values for several listeners: one fetch after a commit serves all of them.
    ///
    /// ```swift
    /// let titles = database.values { db in try Reminder.select(\.title).fetchAll(db) }.shared()
    /// Task { for try await list in titles { print("first listener", list) } }
    /// Task { for try await list in titles { print("second listener", list) } }
    /// ```
    ///
    /// The observation runs while there are iterations. A later iteration begins with the latest value, without a
    /// fetch. A slow listener gets the latest value, not a backlog. Each error is thrown to every listener once, unless
    /// a later value has replaced it before the listener asked for one.
    public func shared() -> SharedValues<Value> { SharedValues(self) }
}

/// The values of one observation for several listeners, which ``ObservedValues/shared()`` creates.
public struct SharedValues<Value: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Value
    public typealias Failure = any Error

    private let hub: SharedObservation<Value>

    init(_ values: ObservedValues<Value>) { hub = SharedObservation(values) }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(listener: Listener(hub)) }

    /// One iteration.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        public typealias Failure = any Error

        fileprivate let listener: Listener<Value>
        private var seen = 0
        private var isFinished = false

        fileprivate init(listener: Listener<Value>) { self.listener = listener }

        /// Waits for the next value.
        ///
        /// - Returns: `nil` if the task is cancelled or the database is closed.
        /// - Throws: The error of the fetch. The next call waits for the next change.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws -> Value? {
            while !isFinished, !Task.isCancelled {
                switch listener.hub.latest(after: seen) {
                case .news(let result, let number):
                    seen = number
                    return try result.get()
                case .none: await listener.hub.wait(after: seen)
                case .end: isFinished = true
                }
            }
            isFinished = true
            return nil
        }

        /// The variant for systems whose `AsyncIteratorProtocol` has no `next(isolation:)`.
        @_disfavoredOverload
        public mutating func next() async throws -> Value? { try await next(isolation: nil) }
    }
}

/// An iteration, which takes part in the observation until it is released.
private final class Listener<Value: Sendable>: Sendable {
    let hub: SharedObservation<Value>

    init(_ hub: SharedObservation<Value>) {
        self.hub = hub
        hub.addListener()
    }

    deinit { hub.removeListener() }
}
