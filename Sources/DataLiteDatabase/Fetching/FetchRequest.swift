public import DataLiteCore

/// A value that is fetched from a database, with one query or several.
///
/// ```swift
/// struct Dashboard: FetchRequest {
///     struct Value: Sendable, Equatable {
///         let total: Int
///         let open: [Reminder]
///     }
///
///     func fetch(_ db: any ConnectionProtocol) throws -> Value {
///         try Value(
///             total: Reminder.count().fetchOne(db) ?? 0,
///             open: Reminder.where { !$0.isCompleted }.fetchAll(db))
///     }
/// }
///
/// let dashboard = try await database.fetch(Dashboard())
/// ```
///
/// All queries of a request see the same state of the database.
public protocol FetchRequest<Value>: Sendable {
    /// What is fetched.
    associatedtype Value: Sendable

    /// Fetches the value on a connection that can only read. It may be called any number of times.
    func fetch(_ db: any ConnectionProtocol) throws -> Value
}

extension DatabaseProtocol {
    /// Fetches the value of a request in one read, on the calling thread.
    ///
    /// - Throws: what the request throws; what `read` throws.
    public func fetch<Request: FetchRequest>(_ request: Request) throws -> Request.Value {
        try read { db in try request.fetch(db) }
    }

    /// Fetches the value of a request in one read, on a thread of the database.
    ///
    /// - Throws: as the synchronous form; `CancellationError` if the task is cancelled.
    public func fetch<Request: FetchRequest>(_ request: Request) async throws -> Request.Value {
        try await read { db in try request.fetch(db) }
    }
}
