import DataLiteCore
public import DataLiteQuery

/// A property whose value follows a database: ``Fetch``, ``FetchAll`` or ``FetchOne``. These are the members of
/// `$books`, if the property is called `books`.
///
/// ```swift
/// try await $books.load(Book.where { $0.title.contains(text) })
/// if let error = $books.error { ... }
/// ```
///
/// Copies of a property share their value and what they follow. It can be used on every thread. `value`, `error` and
/// `isLoading` are tracked by `withObservationTracking` and SwiftUI. Changes are published on the actor on which the
/// property was created: on the main actor for a property of a view or of a `@MainActor` class, and wherever else it was
/// created on the main queue. If there was none, they are published on no particular thread.
///
/// Fetching begins when one of the three is read for the first time, or with `load`. It ends when the property is
/// released.
///
/// The first read fetches on the calling thread, so that it has the value. If that takes longer than the limit of the
/// property, a second if it is not given another one, and inside a closure that uses the same database, the property has
/// its initial value until a fetch on a thread of the database has ended.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@dynamicMemberLookup
public protocol FetchProperty<Value>: Sendable {
    /// What is fetched.
    associatedtype Value: Sendable

    /// The value, and what else there is to know about it.
    var _state: FetchState<Value> { get }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FetchProperty {
    /// The latest value; the initial one until the first fetch has ended.
    public var value: Value { _state.value }

    /// The error of the latest fetch or load; `nil` if it has succeeded, and if it was cancelled.
    ///
    /// The value stays the one that was fetched before.
    public var error: (any Error)? { _state.error }

    /// Whether the first fetch or a load has not ended. A fetch after a change of the database does not count.
    public var isLoading: Bool { _state.isLoading }

    /// A part of the value, which follows the database as the property does: `$shelf.unread`.
    public subscript<Member: Sendable>(
        dynamicMember member: KeyPath<Value, Member> & Sendable
    ) -> FetchedMember<Member> {
        FetchedMember { [_state] in _state.value[keyPath: member] }
    }

    /// A part of an optional value; `nil` if the value is.
    public subscript<Wrapped, Member: Sendable>(
        dynamicMember member: KeyPath<Wrapped, Member> & Sendable
    ) -> FetchedMember<Member?> where Value == Wrapped? {
        FetchedMember { [_state] in _state.value?[keyPath: member] }
    }

    /// An optional part of an optional value; `nil` if the value is.
    public subscript<Wrapped, Member: Sendable>(
        dynamicMember member: KeyPath<Wrapped, Member?> & Sendable
    ) -> FetchedMember<Member?> where Value == Wrapped? {
        FetchedMember { [_state] in _state.value?[keyPath: member] }
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FetchProperty where Value: Equatable {
    /// Whether two properties have equal values.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.value == rhs.value }
}

// MARK: - Loading

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FetchProperty {
    /// Fetches the value again, with the present request, and returns when it is published.
    ///
    /// - Returns: the subscription, which may be ignored.
    /// - Throws: as `load` with a request.
    @discardableResult
    public func load() async throws -> FetchSubscription { try await _state.load() }

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
    /// - Returns: the subscription, which may be ignored.
    /// - Throws: what the request throws, which is also the ``error``; `CancellationError` if the task is
    ///   cancelled or another load has begun; `SQLITE_MISUSE` if there is no database, or it is closed.
    @discardableResult
    public func load<Request: FetchRequest>(_ request: Request) async throws -> FetchSubscription
    where Request.Value == Value {
        try await _state.load { db in try request.fetch(db) }
    }

    /// Follows another request, and returns when its first value is published.
    ///
    /// - Returns: the subscription, which may be ignored.
    /// - Throws: as `load` with a request.
    @discardableResult
    public func load<Request: FetchRequest>(_ request: Request) async throws -> FetchSubscription
    where Value == Request.Value? {
        try await _state.load { db in try request.fetch(db) }
    }

    /// Follows all rows of another query, and returns when they are published.
    ///
    /// - Returns: the subscription, which may be ignored.
    /// - Throws: as `load` with a request.
    @discardableResult
    public func load<Row>(_ query: some Query<Row>) async throws -> FetchSubscription
    where Value == [Row] {
        try await _state.load { db in try query.fetchAll(db) }
    }

    /// Follows the first row of another query, and returns when it is published. If there is no row, the value
    /// is the initial one of the property.
    ///
    /// - Returns: the subscription, which may be ignored.
    /// - Throws: as `load` with a request.
    @discardableResult
    public func load(_ query: some Query<Value>) async throws -> FetchSubscription {
        let initialValue = _state.initialValue
        return try await _state.load { db in try query.fetchOne(db) ?? initialValue }
    }

    /// Follows the first row of another query, and returns when it is published; `nil` if there is no row.
    ///
    /// - Returns: the subscription, which may be ignored.
    /// - Throws: as `load` with a request.
    @discardableResult
    public func load<Row>(_ query: some Query<Row>) async throws -> FetchSubscription
    where Value == Row? {
        try await _state.load { db in try query.fetchOne(db) }
    }
}
