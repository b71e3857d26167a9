public import DataLiteQuery

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FetchState {
    /// Follows another request, and returns when its first value is published.
    ///
    /// ```swift
    /// try await $results.load(SearchRequest(text: text))
    /// ```
    ///
    /// Until then the property follows the request that it had before, and it goes on doing so if the load fails
    /// or is cancelled. A load that is called while another one has not ended cancels that one: the latest one
    /// wins.
    ///
    /// - Throws: what the request throws, which is also the ``error``; `CancellationError` if the task is
    ///   cancelled or another load has begun; `SQLITE_MISUSE` if there is no database, or it is closed.
    public func load<Request: FetchRequest>(_ request: Request) async throws
    where Request.Value == Value {
        try await load { db in try request.fetch(db) }
    }

    /// Follows another request, and returns when its first value is published.
    ///
    /// - Throws: as `load` with a request.
    public func load<Request: FetchRequest>(_ request: Request) async throws
    where Value == Request.Value? {
        try await load { db in try request.fetch(db) }
    }

    /// Follows all rows of another query, and returns when they are published.
    ///
    /// - Throws: as `load` with a request.
    public func load<Row>(_ query: some Query<Row>) async throws where Value == [Row] {
        try await load { db in try query.fetchAll(db) }
    }

    /// Follows the first row of another query, and returns when it is published. If there is no row, the value
    /// is the initial one of the property.
    ///
    /// - Throws: as `load` with a request.
    public func load(_ query: some Query<Value>) async throws {
        try await load { [initialValue] db in try query.fetchOne(db) ?? initialValue }
    }

    /// Follows the first row of another query, and returns when it is published; `nil` if there is no row.
    ///
    /// - Throws: as `load` with a request.
    public func load<Row>(_ query: some Query<Row>) async throws where Value == Row? {
        try await load { db in try query.fetchOne(db) }
    }
}
