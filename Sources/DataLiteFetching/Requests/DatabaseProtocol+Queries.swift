// Queries and tables whose results and changes a database observes.

extension DatabaseProtocol {
    /// The rows of a query: an array at the beginning, and another one after each commit that changes the data that was
    /// read.
    ///
    /// ```swift
    /// for try await titles in database.values(of: Reminder.select(\.title)) { ... }
    /// ```
    public func values<Observed: Query>(
        of query: Observed, _ options: ObservationOptions = ObservationOptions()
    ) -> ObservedValues<[Observed.Output]> where Observed.Output: Sendable {
        values(options, isDuplicate: nil) { db in try query.fetchAll(db) }
    }

    /// The rows of a query, without consecutive duplicates.
    public func values<Observed: Query>(
        of query: Observed, _ options: ObservationOptions = ObservationOptions()
    ) -> ObservedValues<[Observed.Output]> where Observed.Output: Sendable & Equatable {
        values(options, isDuplicate: { $0 == $1 }) { db in try query.fetchAll(db) }
    }

    /// An element after each commit that may change the result of one of several queries. The queries are compiled, and
    /// at most one row of each is read.
    ///
    /// ```swift
    /// for try await _ in database.changes(of: Player.all, Team.where(\.isActive)) { ... }
    /// ```
    ///
    /// As with `values`, commits that follow each other quickly can share an element. The sequence throws the error of
    /// a query that cannot be compiled.
    ///
    /// - Parameter options: By default, the sequence begins without an element for the initial state, and an error ends
    ///   it.
    public func changes<each Observed: Query>(
        of queries: repeat each Observed,
        options: ObservationOptions = ObservationOptions(skipsFirstValue: true, endsOnError: true)
    ) -> ObservedValues<Void> {
        values(options, isDuplicate: nil) { db in
            for query in repeat each queries { _ = try query.isEmpty(db) }
        }
    }
}

extension Database {
    /// The changes of a table: the rows that each commit inserts, updates and deletes.
    ///
    /// - Parameters:
    ///   - bufferLimit: The largest number of commits to buffer.
    ///   - pollInterval: The interval between checks for commits of other processes; `nil` for no checks.
    public func changes<T: DataLiteQuery.Table>(
        in table: T.Type, bufferLimit: Int = 1000, pollInterval: Duration? = .milliseconds(100)
    ) -> ObservedChanges {
        changes(
            in: T.tableName, schema: T.schemaName ?? "main", bufferLimit: bufferLimit,
            pollInterval: pollInterval)
    }
}
