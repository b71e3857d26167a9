import DataLiteCore

#if canImport(SwiftUI)
    public import SwiftUI
#endif

/// A property with the value of a ``FetchRequest``. It follows the database: after each commit that changes what
/// was read, the value is fetched again.
///
/// ```swift
/// @Observable @MainActor final class DashboardModel {
///     @ObservationIgnored @Fetch(Dashboard()) var dashboard
/// }
/// ```
///
/// The value is `nil` if it could not be fetched yet. Give the property a value to have that one instead:
/// `@Fetch(Dashboard()) var dashboard = Dashboard.Value()`. ``FetchProperty`` says what `$dashboard` can do.
///
/// In a SwiftUI view, the property keeps its state while the view exists, and the request with which it was
/// first created: call `$dashboard.load(...)` for another one.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@propertyWrapper
public struct Fetch<Value: Sendable>: FetchProperty {
    private var storage: FetchStorage<Value>

    public var _state: FetchState<Value> { storage.state }

    /// The latest value.
    public var wrappedValue: Value { _state.value }

    /// The property itself, with `load`, `error`, `isLoading` and the members of its value.
    ///
    /// Setting it to another property makes this one follow what that one follows, from the next read on, in its own
    /// database unless the other one was given one:
    /// `$shelf = Fetch(Shelf(room: 2))`.
    public var projectedValue: Self {
        get { self }
        nonmutating set { _state.replace(by: newValue._state) }
    }

    /// Follows a request.
    ///
    /// - Parameters:
    ///   - wrappedValue: The value until the first fetch has ended.
    ///   - database: The database; the ``DefaultDatabase`` if `nil`.
    ///   - firstReadLimit: How long the first read of the property may wait for the value; zero if it is not to wait.
    ///   - isolation: The actor on which changes are published.
    public init<Request: FetchRequest>(
        wrappedValue: Value, _ request: Request, database: (any DatabaseProtocol)? = nil,
        firstReadLimit: Duration = .seconds(1), isolation: (any Actor)? = #isolation
    ) where Request.Value == Value {
        storage = FetchStorage(wrappedValue, database, firstReadLimit, isolation) { db in
            try request.fetch(db)
        }
    }

    /// Follows a request; the value is `nil` until the first fetch has ended.
    ///
    /// - Parameters:
    ///   - database: The database; the ``DefaultDatabase`` if `nil`.
    ///   - firstReadLimit: How long the first read of the property may wait for the value; zero if it is not to wait.
    ///   - isolation: The actor on which changes are published.
    public init<Request: FetchRequest>(
        _ request: Request, database: (any DatabaseProtocol)? = nil,
        firstReadLimit: Duration = .seconds(1), isolation: (any Actor)? = #isolation
    ) where Value == Request.Value? {
        storage = FetchStorage(nil, database, firstReadLimit, isolation) { db in
            try request.fetch(db)
        }
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension Fetch {
    @available(
        *, unavailable, message: "write what is fetched, as in @Fetch(Dashboard()) var dashboard"
    )
    public init(
        wrappedValue: Value, database: (any DatabaseProtocol)? = nil,
        firstReadLimit: Duration = .seconds(1), isolation: (any Actor)? = #isolation
    ) { while true {} }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension Fetch: Equatable where Value: Equatable {}

#if canImport(SwiftUI)
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    extension Fetch: DynamicProperty {}
#endif
