public import DataLiteQuery

#if canImport(SwiftUI)
    public import SwiftUI
#endif

/// A property with all rows of a query. It follows the database: after each commit that changes what was read, the
/// rows are fetched again.
///
/// ```swift
/// @Observable @MainActor final class LibraryModel {
///     @ObservationIgnored @FetchAll(Book.order(by: \.title)) var books
/// }
/// ```
///
/// There are no rows until the first fetch has ended. `$books` is the ``FetchState``, with
/// `load`, ``FetchState/error`` and ``FetchState/isLoading``.
///
/// In a SwiftUI view, the property keeps its state while the view exists, and the query with which it was
/// first created: call `$books.load(...)` for another one.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@propertyWrapper
public struct FetchAll<Row: Sendable>: Sendable {
    /// The rows, and what else there is to know about them.
    public private(set) var projectedValue: FetchState<[Row]>

    #if canImport(SwiftUI)
        /// SwiftUI keeps the first state while it creates the view again and again.
        @State private var kept: FetchState<[Row]>
    #endif

    /// The latest rows.
    public var wrappedValue: [Row] { projectedValue.value }

    private init(state: FetchState<[Row]>) {
        projectedValue = state
        #if canImport(SwiftUI)
            _kept = State(initialValue: state)
        #endif
    }

    /// Follows a query.
    ///
    /// - Parameters:
    ///   - wrappedValue: The rows until the first fetch has ended.
    ///   - database: The database; the ``DefaultDatabase`` if `nil`.
    ///   - isolation: The actor on which changes are published.
    public init(
        wrappedValue: [Row] = [], _ query: some Query<Row>,
        database: (any DatabaseProtocol)? = nil, isolation: (any Actor)? = #isolation
    ) {
        self.init(
            state: FetchState(
                wrappedValue, { db in try query.fetchAll(db) }, database, isolation))
    }

    /// Follows nothing until `load` is called with a query.
    ///
    /// - Parameters:
    ///   - wrappedValue: The rows until then.
    ///   - database: The database; the ``DefaultDatabase`` if `nil`.
    ///   - isolation: The actor on which changes are published.
    public init(
        wrappedValue: [Row] = [], database: (any DatabaseProtocol)? = nil,
        isolation: (any Actor)? = #isolation
    ) {
        self.init(state: FetchState(wrappedValue, nil, database, isolation))
    }
}

#if canImport(SwiftUI)
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    extension FetchAll: DynamicProperty {
        public mutating func update() { projectedValue = kept }
    }
#endif
