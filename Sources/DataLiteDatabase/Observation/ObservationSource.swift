public import DataLiteCore

/// The source of the values of one iteration of ``ObservedValues``: a database, or a mock in a test.
///
/// An iteration calls ``waitForChange()`` and ``fetch()`` in turn, and ``cancel()`` when it ends or is released.
//
// A waiting task keeps the memory that its deepest calls needed, so the calls of a source are few and shallow.
package protocol ObservationSource<Value>: AnyObject, Sendable {
    associatedtype Value: Sendable

    /// Calls a closure once with `true` after the next change: immediately on the first call, or if a change has
    /// occurred since the latest fetch started. Calls it with `false` if there will be no more values, or after
    /// ``cancelWait()``. A fetch must follow the call with `true`: other observers may wait for its end.
    func wait(_ waiter: @escaping ChangeHandler)

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

/// A closure that receives whether a value can be fetched; if not, there will be no more values.
package typealias ChangeHandler = @Sendable (Bool) -> Void

extension ChangeHandler? {
    /// Adds a closure. There are several only if an iterator was copied.
    package mutating func add(_ new: @escaping ChangeHandler) {
        guard let other = self else { return self = new }
        self = { hasChanged in
            other(hasChanged)
            new(hasChanged)
        }
    }
}

extension ObservationSource {
    /// Waits for a change. Returns immediately on the first call, or if a change has occurred since the latest fetch
    /// started.
    ///
    /// - Returns: `false` if there will be no more values, or if the task was cancelled.
    @inline(__always)
    func waitForChange() async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                wait { continuation.resume(returning: $0) }
            }
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
        guard let error = error as? SQLiteError else { return false }
        // A fetch that exceeds the time limit would exceed it again.
        return error.mayPass && !(error.underlyingError is TimeLimitReached)
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

    func wait(_ waiter: @escaping ChangeHandler) { waiter(stream.withLock { $0 != nil }) }

    func cancelWait() {}

    func fetch() async throws -> Value? {
        // All iterators of a stream share its elements.
        guard var iterator = stream.withLock({ $0?.makeAsyncIterator() }) else { return nil }
        return try await iterator.next()
    }

    func isTransient(_ error: any Error) -> Bool { false }

    func cancel() { stream.withLock { $0 = nil } }
}

// MARK: - DatabaseSource

/// The source of one iteration over the values of a database.
//
// It refers to the pool, not to the database: values do not keep a database open.
final class DatabaseSource<Value: Sendable>: ObservationSource {
    private let pool: ConnectionPool
    private let observer: Observer
    private let body: @Sendable (any ConnectionProtocol) throws -> Value

    init(
        _ pool: ConnectionPool, _ options: ObservationOptions,
        _ body: @escaping @Sendable (any ConnectionProtocol) throws -> Value
    ) {
        self.pool = pool
        self.body = body
        observer = pool.observers.delivery.add(pollInterval: options.pollInterval)
    }

    deinit { cancel() }

    func wait(_ waiter: @escaping ChangeHandler) {
        pool.observers.delivery.wait(observer, waiter)
    }

    func cancelWait() { pool.observers.delivery.cancelWait(observer) }

    func fetch() async throws -> Value? {
        pool.observers.delivery.beginFetch(observer)
        do {
            return try await pool.runAsync(.observation) { try self.fetch($0) }
        } catch {
            try endFetch(error)
            return nil
        }
    }

    /// Call this when a fetch fails. Throws the error, unless the database is closed.
    private func endFetch(_ error: any Error) throws {
        let delivery = pool.observers.delivery
        delivery.endFetch(observer, .everything)
        if isTransient(error) { delivery.retryLater(observer) }
        // The observers end after the calls of a database that closes are refused.
        guard delivery.isClosed || (error as? SQLiteError) == .databaseClosed else { throw error }
    }

    func fetchFirst(within limit: Duration) throws -> Value? {
        let delivery = pool.observers.delivery
        delivery.beginFetch(observer)
        do {
            let value = try pool.readBriefly(within: limit) { try fetch($0) }
            if let value { return value }
        } catch {
            guard isTransient(error) || isSuspension(error) else {
                delivery.endFetch(observer, .everything)
                throw error
            }
        }
        delivery.fetchAgain(observer)
        return nil
    }

    private func fetch(_ connection: Connection) throws -> Value {
        let observers = pool.observers
        try observers.foreign.startMonitoring(every: observer.pollInterval, pool)
        return try observers.delivery.fetch(observer, connection, body)
    }

    /// Whether a fetch has failed because the database is or was suspended. Resuming it is a change.
    func isSuspension(_ error: any Error) -> Bool {
        pool.isSuspended || (error as? SQLiteError) == .suspended
    }

    func cancel() { pool.observers.delivery.remove(observer) }
}

extension Database {
    public func values<Value: Sendable>(
        _ options: ObservationOptions, isDuplicate: (@Sendable (Value, Value) -> Bool)?,
        fetch: @escaping @Sendable (any ConnectionProtocol) throws -> Value
    ) -> ObservedValues<Value> {
        ObservedValues(options, isDuplicate: isDuplicate) { [pool] in
            DatabaseSource(pool, options, fetch)
        }
    }
}

// MARK: - ImmediateScheduling

/// An observation that fetches and delivers its first value before `observe` returns.
public struct ImmediateScheduling: Sendable {
    /// The longest time that the first fetch may block the calling thread.
    public var limit: Duration

    /// The first fetch may block the calling thread for ``DefaultDatabase/firstReadLimit``, one second by default.
    public static var immediate: ImmediateScheduling {
        ImmediateScheduling(limit: DefaultDatabase.firstReadLimit)
    }

    /// The first fetch may block the calling thread for a time of your choice.
    public static func immediate(within limit: Duration) -> ImmediateScheduling {
        ImmediateScheduling(limit: limit)
    }
}

extension DatabaseProtocol {
    /// Passes the results of a fetch to a closure of the main actor: the first one before this method returns, so that
    /// a view shows no empty state, and one after each commit that changes the data that was read.
    ///
    /// ```swift
    /// let observation = database.observe(scheduling: .immediate) { db in
    ///     try Reminder.fetchCount(db)
    /// } onError: { error in
    ///     print(error)
    /// } onChange: { count in
    ///     label.text = "\(count)"
    /// }
    /// ```
    ///
    /// The first value is fetched on the calling thread. If that takes longer than the limit, or if the thread is in
    /// the closure of another call, the first value is delivered later, as in the other forms.
    ///
    /// - Returns: The observation, which ends when it is cancelled or released.
    @MainActor
    public func observe<Value: Sendable>(
        _ options: ObservationOptions = ObservationOptions(), scheduling: ImmediateScheduling,
        fetch: @escaping @Sendable (any ConnectionProtocol) throws -> Value,
        onError: @escaping @MainActor (any Error) -> Void,
        onChange: @escaping @MainActor (Value) -> Void
    ) -> DatabaseObservation {
        DatabaseObservation(values(options, fetch), scheduling, onError, onChange)
    }

    /// Passes the results of a fetch to a closure of the main actor, the first one before this method returns, without
    /// consecutive duplicates.
    ///
    /// - Returns: The observation, which ends when it is cancelled or released.
    @MainActor
    public func observe<Value: Sendable & Equatable>(
        _ options: ObservationOptions = ObservationOptions(), scheduling: ImmediateScheduling,
        fetch: @escaping @Sendable (any ConnectionProtocol) throws -> Value,
        onError: @escaping @MainActor (any Error) -> Void,
        onChange: @escaping @MainActor (Value) -> Void
    ) -> DatabaseObservation {
        DatabaseObservation(values(options, fetch), scheduling, onError, onChange)
    }
}

extension DatabaseObservation {
    @MainActor
    fileprivate convenience init<Value: Sendable>(
        _ values: ObservedValues<Value>, _ scheduling: ImmediateScheduling,
        _ onError: @escaping @MainActor (any Error) -> Void,
        _ onChange: @escaping @MainActor (Value) -> Void
    ) {
        var iterator = values.makeAsyncIterator()
        do {
            if let value = try iterator.fetchFirst(within: scheduling.limit) { onChange(value) }
        } catch {
            onError(error)
        }
        self.init(
            iterator, onError: { @MainActor in onError($0) },
            onChange: { @MainActor in onChange($0) })
    }
}
