/// A property whose value follows a database: ``Fetch``, ``FetchAll`` or ``FetchOne``. These are the members of
/// `$books`, if the property is called `books`.
///
/// ```swift
/// try await $books.load(Book.where { $0.title.contains(text) })
/// if let error = $books.error { ... }
/// ```
///
/// Copies of a property share their value and their query. A property can be used on any thread. `value`, `error` and
/// `isLoading` are tracked by `withObservationTracking` and SwiftUI. Changes are published on the actor on which the
/// property was created: the main actor for a property of a view or of a `@MainActor` class, and for any property
/// created on the main queue. Without an actor, they are published on an unspecified thread.
///
/// Fetching begins when `value`, `error` or `isLoading` is first read, or with `load`. It ends when the property is
/// released.
///
/// The first read fetches on the calling thread and waits for the value, for up to the property's `firstReadLimit`, by
/// default one second. If the fetch takes longer, or the read is inside a closure that uses the same database, the
/// property has its initial value until a fetch on a database thread completes.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@dynamicMemberLookup
public protocol FetchProperty<Value>: Sendable {
    /// The type of the fetched value.
    associatedtype Value: Sendable

    /// The state of the fetch: its value, latest error and loading flag.
    var _state: _FetchState<Value> { get }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FetchProperty {
    /// The latest value, or the initial value until the first fetch completes.
    public var value: Value { _state.value }

    /// The error of the latest fetch or load, or `nil` if it succeeded or was cancelled.
    ///
    /// After an error, ``value`` is still the last value that was fetched.
    public var error: (any Error)? { _state.error }

    /// The error of the latest fetch or load: another name for ``error``.
    public var loadError: (any Error)? { error }

    /// Whether the first fetch or a load is in progress. Fetches triggered by database changes do not set this.
    public var isLoading: Bool { _state.isLoading }

    /// A member of the value, which follows the database as the property does: `$shelf.unread`.
    public subscript<Member: Sendable>(
        dynamicMember member: KeyPath<Value, Member> & Sendable
    ) -> FetchedMember<Member> {
        FetchedMember { [_state] in _state.value[keyPath: member] }
    }

    /// A member of an optional value, or `nil` if the value is `nil`.
    public subscript<Wrapped, Member: Sendable>(
        dynamicMember member: KeyPath<Wrapped, Member> & Sendable
    ) -> FetchedMember<Member?> where Value == Wrapped? {
        FetchedMember { [_state] in _state.value?[keyPath: member] }
    }

    /// An optional member of an optional value, or `nil` if either is `nil`.
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
    /// Fetches the value again, with the current request, and returns when it is published.
    ///
    /// - Returns: The subscription, which may be ignored.
    /// - Throws: The errors of `load(_:)` with a request.
    @discardableResult
    public func load() async throws -> FetchSubscription { try await _state.load() }

    /// Follows another request, and returns when its first value is published.
    ///
    /// ```swift
    /// try await $results.load(SearchRequest(text: text))
    /// ```
    ///
    /// Until then, and if the load fails or is cancelled, the property keeps following its previous request.
    /// Starting a load cancels any load still in progress.
    ///
    /// - Returns: The subscription, which may be ignored.
    /// - Throws: The error of the request, which is also stored in ``error``; `CancellationError` if the task is
    ///   cancelled or another load begins; `SQLITE_MISUSE` if there is no database or it is closed.
    @discardableResult
    public func load<Request: FetchRequest>(_ request: Request) async throws -> FetchSubscription
    where Request.Value == Value {
        try await _state.load { db in try request.fetch(db) }
    }

    /// Follows another request with an optional value, and returns when its first value is published.
    ///
    /// - Returns: The subscription, which may be ignored.
    /// - Throws: The errors of `load(_:)` with a request.
    @discardableResult
    public func load<Request: FetchRequest>(_ request: Request) async throws -> FetchSubscription
    where Value == Request.Value? {
        try await _state.load { db in try request.fetch(db) }
    }

    /// Follows all rows of another query, and returns when they are published.
    ///
    /// - Returns: The subscription, which may be ignored.
    /// - Throws: The errors of `load(_:)` with a request.
    @discardableResult
    public func load<Row>(_ query: some Query<Row>) async throws -> FetchSubscription
    where Value == [Row] {
        try await _state.load { db in try query.fetchAll(db) }
    }

    /// Follows the first row of another query, and returns when it is published. If there is no row, the property
    /// has its initial value.
    ///
    /// - Returns: The subscription, which may be ignored.
    /// - Throws: The errors of `load(_:)` with a request.
    @discardableResult
    public func load(_ query: some Query<Value>) async throws -> FetchSubscription {
        let initialValue = _state.initialValue
        return try await _state.load { db in try query.fetchOne(db) ?? initialValue }
    }

    /// Follows the first row of another query, and returns when it is published. The value is `nil` if there is no
    /// row.
    ///
    /// - Returns: The subscription, which may be ignored.
    /// - Throws: The errors of `load(_:)` with a request.
    @discardableResult
    public func load<Row>(_ query: some Query<Row>) async throws -> FetchSubscription
    where Value == Row? {
        try await _state.load { db in try query.fetchOne(db) }
    }
}
