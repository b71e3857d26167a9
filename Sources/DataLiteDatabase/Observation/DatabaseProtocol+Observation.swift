public import DataLiteCore

extension DatabaseProtocol {
    /// The results of a fetch: one at the beginning, and one after each commit that changes what was read.
    ///
    /// ```swift
    /// for try await titles in database.values({ db in try Reminder.select(\.title).fetchAll(db) }) {
    ///     print(titles)
    /// }
    /// ```
    ///
    /// In the head of a loop, Swift needs the parentheses around the closure.
    ///
    /// - Parameter fetch: Runs in one read, and again after commits. What it reads is observed: tables
    ///   and columns that it uses through its connection, and nothing else. Of a table in which it only
    ///   looks up rows by row id, those rows are observed.
    public func values<Value: Sendable>(
        _ fetch: @escaping @Sendable (any ConnectionProtocol) throws -> Value
    ) -> ObservedValues<Value> {
        values(ObservationOptions(), isDuplicate: nil, fetch: fetch)
    }

    /// The results of a fetch, without those that equal the one before.
    ///
    /// - Parameter fetch: Runs in one read, and again after commits. What it reads is observed: tables
    ///   and columns that it uses through its connection, and nothing else. Of a table in which it only
    ///   looks up rows by row id, those rows are observed.
    public func values<Value: Sendable & Equatable>(
        _ fetch: @escaping @Sendable (any ConnectionProtocol) throws -> Value
    ) -> ObservedValues<Value> {
        values(ObservationOptions(), isDuplicate: { $0 == $1 }, fetch: fetch)
    }

    /// The results of a fetch, observed with options.
    ///
    /// - Parameter fetch: Runs in one read, and again after commits. What it reads is observed: tables
    ///   and columns that it uses through its connection, and nothing else. Of a table in which it only
    ///   looks up rows by row id, those rows are observed.
    public func values<Value: Sendable>(
        _ options: ObservationOptions,
        _ fetch: @escaping @Sendable (any ConnectionProtocol) throws -> Value
    ) -> ObservedValues<Value> {
        values(options, isDuplicate: nil, fetch: fetch)
    }

    /// The results of a fetch, observed with options, without those that equal the one before.
    ///
    /// - Parameter fetch: Runs in one read, and again after commits. What it reads is observed: tables
    ///   and columns that it uses through its connection, and nothing else. Of a table in which it only
    ///   looks up rows by row id, those rows are observed.
    public func values<Value: Sendable & Equatable>(
        _ options: ObservationOptions,
        _ fetch: @escaping @Sendable (any ConnectionProtocol) throws -> Value
    ) -> ObservedValues<Value> {
        values(options, isDuplicate: { $0 == $1 }, fetch: fetch)
    }

    /// Passes the results of a fetch to a closure: one at the beginning, and one after each commit that
    /// changes what was read.
    ///
    /// ```swift
    /// let observation = database.observe { db in try Reminder.fetchCount(db) } onError: { error in
    ///     print(error)
    /// } onChange: { count in
    ///     print(count)
    /// }
    /// ```
    ///
    /// The closures run one at a time; the next fetch begins when `onChange` has returned. `onError` and `onChange`
    /// run on the actor on which they were written, as the closure of a `Task` does: in code of the main actor, on
    /// the main actor. Once `cancel()` has returned there, neither begins to run.
    ///
    /// - Returns: the observation, which ends when it is cancelled or released.
    public func observe<Value: Sendable>(
        _ options: ObservationOptions = ObservationOptions(),
        fetch: @escaping @Sendable (any ConnectionProtocol) throws -> Value,
        @_inheritActorContext onError: @escaping @isolated(any) @Sendable (any Error) async -> Void,
        @_inheritActorContext onChange: @escaping @isolated(any) @Sendable (Value) async -> Void
    ) -> DatabaseObservation {
        DatabaseObservation(values(options, fetch), onError: onError, onChange: onChange)
    }

    /// Passes the results of a fetch to a closure, without those that equal the one before.
    ///
    /// - Returns: the observation, which ends when it is cancelled or released.
    public func observe<Value: Sendable & Equatable>(
        _ options: ObservationOptions = ObservationOptions(),
        fetch: @escaping @Sendable (any ConnectionProtocol) throws -> Value,
        @_inheritActorContext onError: @escaping @isolated(any) @Sendable (any Error) async -> Void,
        @_inheritActorContext onChange: @escaping @isolated(any) @Sendable (Value) async -> Void
    ) -> DatabaseObservation {
        DatabaseObservation(values(options, fetch), onError: onError, onChange: onChange)
    }
}
