import DataLiteCore
public import DataLiteQuery

extension DatabaseProtocol {
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
    /// - Parameter options: By default, no element stands for the state at the beginning, and an error ends the
    ///   sequence.
    public func changes<each Observed: Query>(
        of queries: repeat each Observed,
        options: ObservationOptions = ObservationOptions(skipsFirstValue: true, endsOnError: true)
    ) -> ObservedValues<Void> {
        values(options, isDuplicate: nil) { db in
            for query in repeat each queries { _ = try query.isEmpty(db) }
        }
    }
}
