#if canImport(Combine)
    public import Combine

    extension ObservedValues {
        /// The values as a publisher, which starts an observation for each subscriber. A failed fetch ends the
        /// observation. Values arrive on an unspecified thread: use `receive(on:)`.
        public var publisher: some Publisher<Value, any Error> { ValuePublisher(values: self) }
    }

    private struct ValuePublisher<Output: Sendable>: Publisher {
        typealias Failure = any Error
        let values: ObservedValues<Output>

        func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            // The numbers of values that the subscriber requests; `nil` for no limit.
            let (requests, continuation) = AsyncStream<Int?>.makeStream()
            let start = values.makeAsyncIterator()
            // SAFETY: after the subscriber has received its subscription, only the task calls it.
            nonisolated(unsafe) let receiver = AnySubscriber(subscriber)
            let task = Task {
                var iterator = start
                var demand = Subscribers.Demand.none
                do {
                    for await number in requests {
                        demand += number.map(Subscribers.Demand.max) ?? .unlimited
                        while demand > .none {
                            let value = try await iterator.fetchNext()
                            if Task.isCancelled { return }
                            guard let value else { return receiver.receive(completion: .finished) }
                            demand = demand + receiver.receive(value) - 1
                        }
                    }
                } catch {
                    if !Task.isCancelled { receiver.receive(completion: .failure(error)) }
                }
            }
            subscriber.receive(subscription: ValueSubscription(continuation, task))
        }
    }

    private final class ValueSubscription: Subscription {
        private let requests: AsyncStream<Int?>.Continuation
        private let task: Task<Void, Never>

        init(_ requests: AsyncStream<Int?>.Continuation, _ task: Task<Void, Never>) {
            (self.requests, self.task) = (requests, task)
        }

        deinit { requests.finish() }

        func request(_ demand: Subscribers.Demand) { requests.yield(demand.max) }

        func cancel() { task.cancel() }
    }
#endif
