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

    private let listeners: ObservedValues<Value>

    init(_ values: ObservedValues<Value>) {
        let shared = SharedObservation(values)
        listeners = ObservedValues { Listener(shared) }
    }

    public func makeAsyncIterator() -> ObservedValues<Value>.AsyncIterator {
        listeners.makeAsyncIterator()
    }
}

/// The source of an iteration, which takes part in the observation until it is released.
private final class Listener<Value: Sendable>: ObservationSource {
    private let shared: SharedObservation<Value>
    private let id: Int

    init(_ shared: SharedObservation<Value>) {
        self.shared = shared
        id = shared.addListener()
    }

    deinit { shared.removeListener(id) }

    func wait(_ waiter: @escaping ChangeHandler) { shared.wait(id, waiter) }

    func cancelWait() { shared.cancelWait(id) }

    func fetch() async throws -> Value? { try shared.latest(for: id)?.get() }

    func isTransient(_ error: any Error) -> Bool { false }

    func cancel() {}
}

/// An observation whose results are passed to several listeners. It runs while there are listeners.
private final class SharedObservation<Value: Sendable>: Sendable {
    private struct State {
        var listeners: [Int: (seen: Int, isCancelled: Bool, waiter: ChangeHandler?)] = [:]
        var lastID = 0
        /// The running observation. Another one is begun for the first listener after the last one has gone.
        var observation: DatabaseObservation?
        /// The listener for which the observation was begun.
        var founder: Int?
        var isFinished = false

        var latest: Result<Value, any Error>?
        /// The number of results: a listener that knows a number has seen that result.
        var count = 0
    }

    private let values: ObservedValues<Value>
    private let state = Locked(State())

    init(_ values: ObservedValues<Value>) { self.values = values }

    // MARK: Listeners

    func addListener() -> Int {
        let (id, isFirst) = state.withLock { state in
            state.lastID += 1
            state.listeners[state.lastID] = (0, false, nil)
            if state.listeners.count == 1 { state.founder = state.lastID }
            return (state.lastID, state.founder == state.lastID)
        }
        if isFirst { begin(id) }
        return id
    }

    func removeListener(_ id: Int) {
        // The results may hold objects whose release uses the database.
        let old = state.withLock { state -> State? in
            state.listeners[id] = nil
            guard state.listeners.isEmpty else { return nil }
            defer { state = State(lastID: state.lastID) }
            return state
        }
        withExtendedLifetime(old) {}
    }

    /// The latest result, which the listener sees.
    func latest(for id: Int) -> Result<Value, any Error>? {
        state.withLock { state in
            state.listeners[id]?.seen = state.count
            return state.latest
        }
    }

    /// Calls a closure with `true` when there is a result that a listener has not seen, or with `false` at the end and
    /// after ``cancelWait(_:)``.
    func wait(_ id: Int, _ waiter: @escaping ChangeHandler) {
        let outcome = state.withLock { state -> Bool? in
            guard let listener = state.listeners[id], !listener.isCancelled else { return false }
            if state.count > listener.seen { return true }
            if state.isFinished { return false }
            state.listeners[id]?.waiter.add(waiter)
            return nil
        }
        if let outcome { waiter(outcome) }
    }

    func cancelWait(_ id: Int) {
        let waiter = state.withLock { state in
            state.listeners[id]?.isCancelled = true
            return state.listeners[id]?.waiter.take()
        }
        waiter?(false)
    }

    // MARK: Observing

    private func begin(_ founder: Int) {
        let observation = DatabaseObservation(
            values.makeAsyncIterator(), onError: { self.publish(.failure($0), founder) },
            onChange: { self.publish(.success($0), founder) }, onEnd: { self.publish(nil, founder) }
        )
        // The listeners may have gone already.
        state.withLock { state in
            if state.founder == founder { state.observation = observation }
        }
    }

    /// - Parameter result: `nil` at the end.
    private func publish(_ result: Result<Value, any Error>?, _ founder: Int) {
        let (waiters, replaced) = state.withLock { state in
            guard state.founder == founder else { return ([ChangeHandler](), state.latest) }
            let replaced = state.latest
            state.latest = result ?? replaced
            if result == nil { state.isFinished = true } else { state.count += 1 }
            let waiters = state.listeners.keys.compactMap { state.listeners[$0]?.waiter.take() }
            return (waiters, replaced)
        }
        withExtendedLifetime(replaced) {}
        for waiter in waiters { waiter(result != nil) }
    }
}
