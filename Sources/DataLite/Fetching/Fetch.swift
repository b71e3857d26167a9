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
/// The value is `nil` until the first fetch has ended. Give the property a value to have that one instead:
/// `@Fetch(Dashboard()) var dashboard = Dashboard.Value()`. `$dashboard` is the ``FetchState``, with
/// `load`, ``FetchState/error`` and ``FetchState/isLoading``.
///
/// In a SwiftUI view, the property keeps its state while the view exists, and the request with which it was
/// first created: call `$dashboard.load(...)` for another one.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@propertyWrapper
public struct Fetch<Value: Sendable>: Sendable {
    /// What was fetched, and what else there is to know about it.
    public private(set) var projectedValue: FetchState<Value>

    #if canImport(SwiftUI)
        /// SwiftUI keeps the first state while it creates the view again and again.
        @State private var kept: FetchState<Value>
    #endif

    /// The latest value.
    public var wrappedValue: Value { projectedValue.value }

    private init(state: FetchState<Value>) {
        projectedValue = state
        #if canImport(SwiftUI)
            _kept = State(initialValue: state)
        #endif
    }

    /// Follows a request.
    ///
    /// - Parameters:
    ///   - wrappedValue: The value until the first fetch has ended.
    ///   - database: The database; the ``DefaultDatabase`` if `nil`.
    ///   - isolation: The actor on which changes are published.
    public init<Request: FetchRequest>(
        wrappedValue: Value, _ request: Request, database: (any DatabaseProtocol)? = nil,
        isolation: (any Actor)? = #isolation
    ) where Request.Value == Value {
        self.init(
            state: FetchState(
                wrappedValue, { db in try request.fetch(db) }, database, isolation))
    }

    /// Follows a request; the value is `nil` until the first fetch has ended.
    ///
    /// - Parameters:
    ///   - database: The database; the ``DefaultDatabase`` if `nil`.
    ///   - isolation: The actor on which changes are published.
    public init<Request: FetchRequest>(
        _ request: Request, database: (any DatabaseProtocol)? = nil,
        isolation: (any Actor)? = #isolation
    ) where Value == Request.Value? {
        self.init(state: FetchState(nil, { db in try request.fetch(db) }, database, isolation))
    }

    /// Follows nothing until `load` is called with a request.
    ///
    /// - Parameters:
    ///   - wrappedValue: The value until then.
    ///   - database: The database; the ``DefaultDatabase`` if `nil`.
    ///   - isolation: The actor on which changes are published.
    public init(
        wrappedValue: Value, database: (any DatabaseProtocol)? = nil,
        isolation: (any Actor)? = #isolation
    ) {
        self.init(state: FetchState(wrappedValue, nil, database, isolation))
    }
}

#if canImport(SwiftUI)
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    extension Fetch: DynamicProperty {
        public mutating func update() { projectedValue = kept }
    }
#endif
