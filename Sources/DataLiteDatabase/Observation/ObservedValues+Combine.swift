#if canImport(Combine)
    public import Combine
    import DataLiteCore

    extension ObservedValues {
        /// The values as a publisher, which starts an observation for each subscriber. A failed fetch ends it. Values
        /// arrive on an unspecified thread: use `receive(on:)`.
        public var publisher: some Publisher<Value, any Error> { ValuePublisher(values: self) }
    }

    private struct ValuePublisher<Output: Sendable>: Publisher {
        typealias Failure = any Error

        let values: ObservedValues<Output>

        func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            subscriber.receive(
                subscription: ValueSubscription(values, subscriber.receive, subscriber.receive))
        }
    }

    // SAFETY: `state` is locked, and the closures of the subscriber are called by one task at a time.
    private final class ValueSubscription<Value: Sendable>: Subscription, @unchecked Sendable {
        private typealias Iterator = ObservedValues<Value>.AsyncIterator

        private let send: (Value) -> Subscribers.Demand
        private let complete: (Subscribers.Completion<any Error>) -> Void
        /// The iterator is `nil` while the task runs and after the end.
        private let state:
            Locked<(demand: Subscribers.Demand, iterator: Iterator?, task: Task<Void, Never>?)>

        init(
            _ values: ObservedValues<Value>, _ send: @escaping (Value) -> Subscribers.Demand,
            _ complete: @escaping (Subscribers.Completion<any Error>) -> Void
        ) {
            (self.send, self.complete) = (send, complete)
            state = Locked((.none, values.makeAsyncIterator(), nil))
        }

        func request(_ demand: Subscribers.Demand) {
            state.withLock { state in
                state.demand += demand
                guard state.demand > .none, let iterator = state.iterator else { return }
                state.iterator = nil
                state.task = Task { [self] in await run(iterator) }
            }
        }

        func cancel() {
            state.withLock { state in
                state.iterator = nil
                state.task?.cancel()
            }
        }

        private func run(_ start: Iterator) async {
            var iterator = start
            do {
                while let value = try await iterator.fetchNext(), !Task.isCancelled {
                    guard takesNext(after: send(value), iterator) else { return }
                }
                if !Task.isCancelled { complete(.finished) }
            } catch {
                if !Task.isCancelled { complete(.failure(error)) }
            }
        }

        /// Whether the subscriber takes another value. Otherwise, the iterator is kept for its next request.
        private func takesNext(after more: Subscribers.Demand, _ iterator: Iterator) -> Bool {
            state.withLock { state in
                state.demand += more
                state.demand -= 1
                guard state.demand == .none else { return true }
                if !Task.isCancelled { state.iterator = iterator }
                return false
            }
        }
    }
#endif
