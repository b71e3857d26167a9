import DataLiteCore

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
