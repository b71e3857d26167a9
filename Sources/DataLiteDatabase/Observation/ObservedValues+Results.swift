extension ObservedValues {
    /// The values and the errors, so that a loop can continue after an error:
    ///
    /// ```swift
    /// for await result in database.values({ db in try Reminder.fetchCount(db) }).results {
    ///     switch result { ... }
    /// }
    /// ```
    public var results: Results { Results(values: self) }

    /// The values and errors of an observation.
    public struct Results: AsyncSequence, Sendable {
        public typealias Element = Result<Value, any Error>
        public typealias Failure = Never

        let values: ObservedValues

        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(iterator: values.makeAsyncIterator())
        }

        /// A single iteration.
        public struct AsyncIterator: AsyncIteratorProtocol {
            public typealias Failure = Never

            var iterator: ObservedValues.AsyncIterator

            /// Waits for the next value or error.
            ///
            /// - Returns: `nil` if the task is cancelled or the database is closed.
            public mutating func next(
                isolation actor: isolated (any Actor)? = #isolation
            ) async -> Result<Value, any Error>? {
                do {
                    return try await iterator.next(isolation: actor).map { .success($0) }
                } catch {
                    return .failure(error)
                }
            }

            /// The variant for systems whose `AsyncIteratorProtocol` has no `next(isolation:)`.
            @_disfavoredOverload
            public mutating func next() async -> Result<Value, any Error>? {
                await next(isolation: nil)
            }
        }
    }
}
