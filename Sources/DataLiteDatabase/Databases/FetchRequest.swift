public import DataLiteCore

/// A value that is fetched from a database with one or more queries.
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
    /// The type of the fetched value.
    associatedtype Value: Sendable

    /// Fetches the value on a read-only connection. It may be called any number of times.
    func fetch(_ db: any ConnectionProtocol) throws -> Value
}

/// Another name for ``FetchRequest``.
public typealias FetchKeyRequest = FetchRequest

extension DatabaseProtocol {
    /// Fetches the value of a request in one read, on the calling thread.
    ///
    /// - Throws: The error of the request, and the errors of `read(_:)`.
    public func fetch<Request: FetchRequest>(_ request: Request) throws -> Request.Value {
        try read { db in try request.fetch(db) }
    }

    /// Fetches the value of a request in one read, on a database thread.
    ///
    /// - Throws: The errors of the synchronous form; `CancellationError` if the task is cancelled.
    public func fetch<Request: FetchRequest>(_ request: Request) async throws -> Request.Value {
        try await read { db in try request.fetch(db) }
    }
}
