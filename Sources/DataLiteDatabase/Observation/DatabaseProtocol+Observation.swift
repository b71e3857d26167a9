public import DataLiteCore

extension DatabaseProtocol {
    /// The results of a fetch: one at the beginning, and one after each commit that changes the data that was read.
    ///
    /// ```swift
    /// for try await titles in database.values({ db in try Reminder.select(\.title).fetchAll(db) }) {
    ///     print(titles)
    /// }
    /// ```
    ///
    /// In the header of a loop, Swift needs the parentheses around the closure.
    ///
    /// - Parameter fetch: The closure that fetches a value. It runs in one read at the beginning, and again after
    ///   commits. Only the tables and columns that it reads through its connection are observed. If it only looks up
    ///   rows of a table by rowid, only those rows are observed.
    public func values<Value: Sendable>(
        _ fetch: @escaping @Sendable (any ConnectionProtocol) throws -> Value
    ) -> ObservedValues<Value> {
        values(ObservationOptions(), isDuplicate: nil, fetch: fetch)
    }

    /// The results of a fetch, without consecutive duplicates.
    ///
    /// - Parameter fetch: The closure that fetches a value. It runs in one read at the beginning, and again after
    ///   commits. Only the tables and columns that it reads through its connection are observed. If it only looks up
    ///   rows of a table by rowid, only those rows are observed.
    public func values<Value: Sendable & Equatable>(
        _ fetch: @escaping @Sendable (any ConnectionProtocol) throws -> Value
    ) -> ObservedValues<Value> {
        values(ObservationOptions(), isDuplicate: { $0 == $1 }, fetch: fetch)
    }

    /// The results of a fetch, observed with options.
    ///
    /// - Parameter fetch: The closure that fetches a value. It runs in one read at the beginning, and again after
    ///   commits. Only the tables and columns that it reads through its connection are observed. If it only looks up
    ///   rows of a table by rowid, only those rows are observed.
    public func values<Value: Sendable>(
        _ options: ObservationOptions,
        _ fetch: @escaping @Sendable (any ConnectionProtocol) throws -> Value
    ) -> ObservedValues<Value> {
        values(options, isDuplicate: nil, fetch: fetch)
    }

    /// The results of a fetch, observed with options, without consecutive duplicates.
    ///
    /// - Parameter fetch: The closure that fetches a value. It runs in one read at the beginning, and again after
    ///   commits. Only the tables and columns that it reads through its connection are observed. If it only looks up
    ///   rows of a table by rowid, only those rows are observed.
    public func values<Value: Sendable & Equatable>(
        _ options: ObservationOptions,
        _ fetch: @escaping @Sendable (any ConnectionProtocol) throws -> Value
    ) -> ObservedValues<Value> {
        values(options, isDuplicate: { $0 == $1 }, fetch: fetch)
    }

    /// Passes the results of a fetch to a closure: one at the beginning, and one after each commit that
    /// changes the data that was read.
    ///
    /// ```swift
    /// let observation = database.observe { db in try Reminder.fetchCount(db) } onError: { error in
    ///     print(error)
    /// } onChange: { count in
    ///     print(count)
    /// }
    /// ```
    ///
    /// The closures run one at a time: the next fetch begins when `onChange` returns. Like the closure of a `Task`,
    /// `onError` and `onChange` inherit the actor of the calling code: in code of the main actor, they run on the
    /// main actor. After `cancel()` returns on that actor, neither of them starts. The closures see
    /// ``DefaultDatabase/current`` of the calling code, and no other task-local value.
    ///
    /// - Returns: The observation, which ends when it is cancelled or released.
    public func observe<Value: Sendable>(
        _ options: ObservationOptions = ObservationOptions(),
        fetch: @escaping @Sendable (any ConnectionProtocol) throws -> Value,
        @_inheritActorContext onError: @escaping @isolated(any) @Sendable (any Error) async -> Void,
        @_inheritActorContext onChange: @escaping @isolated(any) @Sendable (Value) async -> Void
    ) -> DatabaseObservation {
        DatabaseObservation(
            values(options, fetch).makeAsyncIterator(), onError: onError, onChange: onChange)
    }

    /// Passes the results of a fetch to a closure, without consecutive duplicates.
    ///
    /// - Returns: The observation, which ends when it is cancelled or released.
    public func observe<Value: Sendable & Equatable>(
        _ options: ObservationOptions = ObservationOptions(),
        fetch: @escaping @Sendable (any ConnectionProtocol) throws -> Value,
        @_inheritActorContext onError: @escaping @isolated(any) @Sendable (any Error) async -> Void,
        @_inheritActorContext onChange: @escaping @isolated(any) @Sendable (Value) async -> Void
    ) -> DatabaseObservation {
        DatabaseObservation(
            values(options, fetch).makeAsyncIterator(), onError: onError, onChange: onChange)
    }
}

/// An observation that passes values to a closure until it is cancelled or released.
///
/// `DatabaseProtocol.observe` creates it.
public final class DatabaseObservation: Sendable {
    /// A closure that receives values on the actor to which it is isolated.
    typealias Receiver<Value> = @isolated(any) @Sendable (Value) async -> Void

    private let end: @Sendable () -> Void

    /// - Parameter iterator: The iteration, which may have delivered its first value.
    init<Value: Sendable>(
        _ iterator: ObservedValues<Value>.AsyncIterator, onError: @escaping Receiver<any Error>,
        onChange: @escaping Receiver<Value>, onEnd: @escaping @Sendable () -> Void = {}
    ) {
        let rounds = ObservationRounds(iterator, onError, onChange, onEnd)
        // The closures are released when the observation ends.
        end = { [weak rounds] in rounds?.cancel() }
        rounds.wait()
    }

    deinit { end() }

    /// Ends the observation, without waiting for a running closure. If it is called on the actor of the closures, no
    /// closure starts after it returns.
    public func cancel() { end() }
}

/// The rounds of an observation: each waits for a change, fetches, and calls a closure.
///
/// Only the part after a change is a task, because a waiting task keeps the memory that its deepest calls needed.
/// Between these tasks, only the source retains the rounds.
//
// SAFETY: `iterator` is used by one task at a time: the source begins the next one only when a task has called
// `wait()` at its end. Everything else is constant or locked.
private final class ObservationRounds<Value: Sendable>: @unchecked Sendable {
    private var iterator: ObservedValues<Value>.AsyncIterator
    private let source: any ObservationSource<Value>
    private let onError: DatabaseObservation.Receiver<any Error>
    private let onChange: DatabaseObservation.Receiver<Value>
    private let onEnd: @Sendable () -> Void
    private let priority = Task.currentPriority
    private let database = DefaultDatabase.current
    private let state = Locked((task: Task<Void, Never>?.none, isCancelled: false))

    init(
        _ iterator: ObservedValues<Value>.AsyncIterator,
        _ onError: @escaping DatabaseObservation.Receiver<any Error>,
        _ onChange: @escaping DatabaseObservation.Receiver<Value>,
        _ onEnd: @escaping @Sendable () -> Void
    ) {
        (self.iterator, source) = (iterator, iterator.source)
        (self.onError, self.onChange, self.onEnd) = (onError, onChange, onEnd)
    }

    func wait() { source.wait { [self] hasChanged in hasChanged ? begin() : onEnd() } }

    private func begin() {
        state.withLock { state in
            guard !state.isCancelled else { return }
            state.task = Task.detached(priority: priority) { [self] in
                await DefaultDatabase.$current.withValue(database) { await run() }
            }
        }
    }

    private func run() async {
        do {
            if let value = try await iterator.fetch() {
                await Self.pass(value, to: onChange, on: onChange.isolation)
            }
        } catch {
            await Self.pass(error, to: onError, on: onError.isolation)
        }
        state.withLock { $0.task = nil }
        wait()
    }

    /// Calls a closure on its own actor, unless the task is cancelled. No other code of the actor runs between the
    /// check and the call.
    private static func pass<T: Sendable>(
        _ value: T, to receiver: DatabaseObservation.Receiver<T>, on actor: isolated (any Actor)?
    ) async {
        guard !Task.isCancelled else { return }
        await receiver(value)
    }

    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task.take()
        }
        task?.cancel()
        source.cancel()
    }
}

// MARK: - Request values

extension DatabaseProtocol {
    /// The values of a request: one at the beginning, and one after each commit that changes the data that was read.
    ///
    /// ```swift
    /// for try await dashboard in database.values(of: Dashboard()) { ... }
    /// ```
    public func values<Request: FetchRequest>(
        of request: Request, _ options: ObservationOptions = ObservationOptions()
    ) -> ObservedValues<Request.Value> {
        values(options, isDuplicate: nil) { db in try request.fetch(db) }
    }

    /// The values of a request, without consecutive duplicates.
    public func values<Request: FetchRequest>(
        of request: Request, _ options: ObservationOptions = ObservationOptions()
    ) -> ObservedValues<Request.Value> where Request.Value: Equatable {
        values(options, isDuplicate: { $0 == $1 }) { db in try request.fetch(db) }
    }
}

// MARK: - Results

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

// MARK: - Transaction observers

extension Database {
    /// Adds an observer of the rows that transactions of this database change. The observer is called on the thread of
    /// the write, before the write returns, and keeps its place when the database replaces its writer connection.
    ///
    /// Commits of other processes are not observed. See `add(transactionObserver:extent:values:)` of a connection.
    ///
    /// - Parameters:
    ///   - extent: How long the observer is called, and whether the database holds it.
    ///   - values: Whether the changes contain the values of the rows before and after the transaction.
    /// - Throws: The errors of `write(_:)`.
    public func add(
        transactionObserver observer: any TransactionObserver & Sendable,
        extent: TransactionObserverExtent = .observerLifetime, values: Bool = false
    ) throws {
        try pool.run(.writeWithoutTransaction) { connection in
            try connection.add(transactionObserver: observer, extent: extent, values: values)
        }
    }

    /// Removes an observer, if it was added.
    ///
    /// - Throws: The errors of `write(_:)`.
    public func remove(transactionObserver observer: any TransactionObserver & Sendable) throws {
        try pool.run(.writeWithoutTransaction) { connection in
            connection.remove(transactionObserver: observer)
        }
    }

    /// Tells the observers that rows of tables may have changed in a way that the database does not detect: through the
    /// C interface, or by another program in a file that `pollInterval: nil` does not poll.
    ///
    /// Observed values that read one of the tables are fetched again, and `changes(in:)` reports `.unknown` for these
    /// tables. Other values are not fetched. A view has no rows, so name the tables that it reads. A fetch reads what
    /// is committed, so call this after the commit: in a write, with `afterCommit`.
    ///
    /// ```swift
    /// database.notifyChanges(in: ["books", "authors"])
    /// ```
    ///
    /// - Parameters:
    ///   - tables: The names of the tables, in any letter case.
    ///   - schema: `main`, or the name of an attached database.
    public func notifyChanges(in tables: [String], schema: String = "main") {
        var commit = Commit()
        for table in tables {
            var change = ChangeSet.Table()
            change.rows = true
            commit.tables[TableName(schema: schema, table)] = change
        }
        pool.observers.delivery.publish(commit)
    }

    /// Tells the observers that any data may have changed: all values are fetched again.
    public func notifyChanges() { pool.observers.delivery.publish(.unknown) }
}
