import DataLiteCore

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
    /// a later value has replaced the error before the listener asked for its next value.
    public func shared() -> SharedValues<Value> { SharedValues(self) }
}

/// The values of one observation for several listeners, which ``ObservedValues/shared()`` creates.
public struct SharedValues<Value: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Value
    public typealias Failure = any Error

    private let hub: SharedObservation<Value>

    init(_ values: ObservedValues<Value>) { hub = SharedObservation(values) }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(listener: Listener(hub)) }

    /// A single iteration.
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

/// An iteration over observed values, whose results are passed to several listeners. It runs while there are listeners.
final class SharedObservation<Value: Sendable>: Sendable {
    enum Latest {
        case news(Result<Value, any Error>, number: Int)
        case none
        case end
    }

    private struct State {
        var listenerCount = 0
        /// The running iteration. Another one is begun for the first listener after the last one has gone.
        var task: Task<Void, Never>?
        var isFinished = false

        var latest: Result<Value, any Error>?
        /// The number of results, which never decreases: a listener that knows a number has seen that result.
        var count = 0

        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        /// Waits that were cancelled before their continuation was stored.
        var cancelled: Set<Int> = []
        var waitCount = 0
    }

    private let values: ObservedValues<Value>
    private let state = Locked(State())

    init(_ values: ObservedValues<Value>) { self.values = values }

    // MARK: Listeners

    func addListener() {
        state.withLock { state in
            state.listenerCount += 1
            guard state.listenerCount == 1 else { return }
            state.isFinished = false
            state.task = Task { [self] in await run() }
        }
    }

    func removeListener() {
        // The results may hold objects whose release uses the database.
        let (task, latest) = state.withLock {
            state -> (Task<Void, Never>?, Result<Value, any Error>?) in
            state.listenerCount -= 1
            guard state.listenerCount == 0 else { return (nil, nil) }
            defer { state.latest = nil }
            return (state.task.take(), state.latest)
        }
        task?.cancel()
        withExtendedLifetime(latest) {}
    }

    /// The latest result, unless the listener has seen it.
    func latest(after seen: Int) -> Latest {
        state.withLock { state in
            if state.count > seen, let latest = state.latest {
                return .news(latest, number: state.count)
            }
            return state.isFinished ? .end : .none
        }
    }

    /// Waits for a result that a listener has not seen, for the end, or for the cancellation of the task.
    func wait(after seen: Int) async {
        let wait = state.withLock { state in
            state.waitCount += 1
            return state.waitCount
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    let isCancelled = state.cancelled.remove(wait) != nil
                    guard !isCancelled, !state.isFinished,
                        state.latest == nil || state.count <= seen
                    else { return false }
                    state.waiting[wait] = continuation
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            state.withLock { state in
                if state.waiting[wait] == nil { state.cancelled.insert(wait) }
                return state.waiting.removeValue(forKey: wait)
            }?.resume()
        }
        state.withLock { _ = $0.cancelled.remove(wait) }
    }

    // MARK: Running

    private func run() async {
        var iterator = values.makeAsyncIterator()
        while true {
            let result: Result<Value, any Error>
            do {
                guard let value = try await iterator.fetchNext() else { break }
                result = .success(value)
            } catch {
                result = .failure(error)
            }
            guard publish(result) else { return }
        }
        guard !Task.isCancelled else { return }
        wake { $0.isFinished = true }
    }

    /// - Returns: Whether the iteration continues.
    private func publish(_ result: Result<Value, any Error>) -> Bool {
        var isCurrent = false
        var replaced: Result<Value, any Error>?
        wake { state in
            // The cancellation happens after the last listener has gone, or before the first one of another iteration.
            guard !Task.isCancelled, state.listenerCount > 0 else { return }
            isCurrent = true
            replaced = state.latest
            state.latest = result
            state.count += 1
        }
        withExtendedLifetime(replaced) {}
        return isCurrent
    }

    private func wake(_ change: (inout State) -> Void) {
        let waiting = state.withLock { state in
            change(&state)
            defer { state.waiting = [:] }
            return state.waiting
        }
        for continuation in waiting.values { continuation.resume() }
    }
}
