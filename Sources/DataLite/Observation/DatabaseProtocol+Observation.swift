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
    /// - Parameter fetch: Runs in one read, and again after commits. What it reads is observed: tables
    ///   and columns that it uses through its connection, and nothing else. Of a table in which it only
    ///   looks up rows by row id, those rows are observed.
    public func values<Value: Sendable>(
        _ options: ObservationOptions = ObservationOptions(),
        _ fetch: @escaping @Sendable (any ConnectionProtocol) throws -> Value
    ) -> ObservedValues<Value> {
        values(options, isDuplicate: nil, fetch: fetch)
    }

    /// The results of a fetch, without those that equal the one before.
    ///
    /// - Parameter fetch: Runs in one read, and again after commits. What it reads is observed: tables
    ///   and columns that it uses through its connection, and nothing else. Of a table in which it only
    ///   looks up rows by row id, those rows are observed.
    public func values<Value: Sendable & Equatable>(
        _ options: ObservationOptions = ObservationOptions(),
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
    /// The closures run one at a time; the next fetch begins when `onChange` has returned.
    ///
    /// - Returns: the observation, which ends when it is cancelled or released.
    public func observe<Value: Sendable>(
        _ options: ObservationOptions = ObservationOptions(),
        fetch: @escaping @Sendable (any ConnectionProtocol) throws -> Value,
        onError: @escaping @Sendable (any Error) async -> Void,
        onChange: @escaping @Sendable (Value) async -> Void
    ) -> DatabaseObservation {
        DatabaseObservation(values(options, fetch), onError: onError, onChange: onChange)
    }

    /// Passes the results of a fetch to a closure, without those that equal the one before.
    ///
    /// - Returns: the observation, which ends when it is cancelled or released.
    public func observe<Value: Sendable & Equatable>(
        _ options: ObservationOptions = ObservationOptions(),
        fetch: @escaping @Sendable (any ConnectionProtocol) throws -> Value,
        onError: @escaping @Sendable (any Error) async -> Void,
        onChange: @escaping @Sendable (Value) async -> Void
    ) -> DatabaseObservation {
        DatabaseObservation(values(options, fetch), onError: onError, onChange: onChange)
    }
}
