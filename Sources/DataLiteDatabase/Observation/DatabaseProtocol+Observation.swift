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
    /// main actor. After `cancel()` returns on that actor, neither of them starts.
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

    private let task: Task<Void, Never>

    /// - Parameter iterator: The iteration, which may have delivered its first value.
    init<Value: Sendable>(
        _ iterator: ObservedValues<Value>.AsyncIterator, onError: @escaping Receiver<any Error>,
        onChange: @escaping Receiver<Value>
    ) {
        task = Task {
            var iterator = iterator
            while true {
                do {
                    guard let value = try await iterator.fetchNext() else { return }
                    await Self.pass(value, to: onChange, on: onChange.isolation)
                } catch {
                    await Self.pass(error, to: onError, on: onError.isolation)
                }
            }
        }
    }

    deinit { task.cancel() }

    /// Ends the observation, without waiting for a running closure. If it is called on the actor of the closures, no
    /// closure starts after it returns.
    public func cancel() { task.cancel() }

    /// Calls a closure on its own actor, unless the task is cancelled. No other code of the actor runs between the
    /// check and the call.
    private static func pass<Value: Sendable>(
        _ value: Value, to receiver: Receiver<Value>, on actor: isolated (any Actor)?
    ) async {
        guard !Task.isCancelled else { return }
        await receiver(value)
    }
}
