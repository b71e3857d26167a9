#if canImport(SwiftUI)
    public import SwiftUI
#endif

/// A property with the value of a `FetchRequest`. It follows the database: after each commit that changes the
/// data that was read, the value is fetched again.
///
/// ```swift
/// @Observable @MainActor final class DashboardModel {
///     @ObservationIgnored @Fetch(Dashboard()) var dashboard
/// }
/// ```
///
/// Until the value is fetched, it is `nil`. To use another initial value, assign one:
/// `@Fetch(Dashboard()) var dashboard = Dashboard.Value()`. ``FetchProperty`` lists the members of `$dashboard`.
///
/// In a SwiftUI view, the property keeps its state and its first request while the view exists. To change the
/// request, call `$dashboard.load(...)`.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@propertyWrapper
public struct Fetch<Value: Sendable>: FetchProperty {
    private var storage: FetchStorage<Value>

    public var _state: _FetchState<Value> { storage.state }

    /// The latest value.
    public var wrappedValue: Value { _state.value }

    /// The property itself, with `load`, `error`, `isLoading` and the members of its value.
    ///
    /// Setting it to another property makes this property follow the same request, starting with the next read. The
    /// request runs in the database that was passed to the other property, or else in this property's database:
    /// `$shelf = Fetch(Shelf(room: 2))`.
    public var projectedValue: Self {
        get { self }
        nonmutating set { _state.replace(by: newValue._state) }
    }

    /// Follows a request.
    ///
    /// - Parameters:
    ///   - wrappedValue: The value until the first fetch completes.
    ///   - database: The database, or `nil` for the `DefaultDatabase`.
    ///   - firstReadLimit: The longest time that the first read of the property waits for the value; zero for no wait.
    ///   - isolation: The actor on which changes are published.
    public init<Request: FetchRequest>(
        wrappedValue: Value, _ request: Request, database: (any DatabaseProtocol)? = nil,
        firstReadLimit: Duration = DefaultDatabase.firstReadLimit,
        isolation: (any Actor)? = #isolation
    ) where Request.Value == Value {
        storage = FetchStorage(wrappedValue, database, firstReadLimit, isolation) { db in
            try request.fetch(db)
        }
    }

    /// Follows a request. The value is `nil` until the first fetch completes.
    ///
    /// - Parameters:
    ///   - database: The database, or `nil` for the `DefaultDatabase`.
    ///   - firstReadLimit: The longest time that the first read of the property waits for the value; zero for no wait.
    ///   - isolation: The actor on which changes are published.
    public init<Request: FetchRequest>(
        _ request: Request, database: (any DatabaseProtocol)? = nil,
        firstReadLimit: Duration = DefaultDatabase.firstReadLimit,
        isolation: (any Actor)? = #isolation
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
        firstReadLimit: Duration = DefaultDatabase.firstReadLimit,
        isolation: (any Actor)? = #isolation
    ) { while true {} }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension Fetch: Equatable where Value: Equatable {}

#if canImport(SwiftUI)
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    extension Fetch: DynamicProperty {}
#endif
