public import DataLiteQuery

#if canImport(SwiftUI)
    public import SwiftUI
#endif

/// A property with the first row of a query. It follows the database: after each commit that changes what was
/// read, the row is fetched again.
///
/// ```swift
/// @Observable @MainActor final class LibraryModel {
///     @ObservationIgnored @FetchOne(Book.count()) var count = 0
///     @ObservationIgnored @FetchOne(Book.find(1)) var book      // nil if there is no row
/// }
/// ```
///
/// The value is `nil` until the first fetch has ended, and if there is no row. Give the property a value to have
/// that one instead. `$count` is the ``FetchState``, with `load`,
/// ``FetchState/error`` and ``FetchState/isLoading``.
///
/// In a SwiftUI view, the property keeps its state while the view exists, and the query with which it was
/// first created: call `$count.load(...)` for another one.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@propertyWrapper
public struct FetchOne<Value: Sendable>: Sendable {
    /// The row, and what else there is to know about it.
    public private(set) var projectedValue: FetchState<Value>

    #if canImport(SwiftUI)
        /// SwiftUI keeps the first state while it creates the view again and again.
        @State private var kept: FetchState<Value>
    #endif

    /// The latest row.
    public var wrappedValue: Value { projectedValue.value }

    private init(state: FetchState<Value>) {
        projectedValue = state
        #if canImport(SwiftUI)
            _kept = State(initialValue: state)
        #endif
    }

    /// Follows the first row of a query.
    ///
    /// - Parameters:
    ///   - wrappedValue: The value until the first fetch has ended, and if there is no row.
    ///   - database: The database; the ``DefaultDatabase`` if `nil`.
    ///   - isolation: The actor on which changes are published.
    public init(
        wrappedValue: Value, _ query: some Query<Value>, database: (any DatabaseProtocol)? = nil,
        isolation: (any Actor)? = #isolation
    ) {
        self.init(
            state: FetchState(
                wrappedValue, { db in try query.fetchOne(db) ?? wrappedValue }, database, isolation)
        )
    }

    /// Follows the first row of a query; the value is `nil` until the first fetch has ended, and if there is no
    /// row.
    ///
    /// - Parameters:
    ///   - database: The database; the ``DefaultDatabase`` if `nil`.
    ///   - isolation: The actor on which changes are published.
    public init<Row>(
        _ query: some Query<Row>, database: (any DatabaseProtocol)? = nil,
        isolation: (any Actor)? = #isolation
    ) where Value == Row? {
        self.init(
            state: FetchState(nil, { db in try query.fetchOne(db) }, database, isolation))
    }

    /// Follows the first row of a query that can be NULL; the value is `nil` until the first fetch has ended, and
    /// if there is no row.
    ///
    /// - Parameters:
    ///   - database: The database; the ``DefaultDatabase`` if `nil`.
    ///   - isolation: The actor on which changes are published.
    public init<Row>(
        _ query: some Query<Row?>, database: (any DatabaseProtocol)? = nil,
        isolation: (any Actor)? = #isolation
    ) where Value == Row? {
        self.init(
            state: FetchState(
                nil, { db in try query.fetchOne(db) ?? nil }, database, isolation))
    }

    /// Follows nothing until `load` is called with a query.
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
    extension FetchOne: DynamicProperty {
        public mutating func update() { projectedValue = kept }
    }
#endif
