#if canImport(SwiftUI)
    public import SwiftUI
#endif

/// A property with all rows of a query. It follows the database: after each commit that changes the data that was
/// read, the rows are fetched again.
///
/// ```swift
/// @Observable @MainActor final class LibraryModel {
///     @ObservationIgnored @FetchAll var books: [Book]
///     @ObservationIgnored @FetchAll(Book.where { $0.isRead }) var finished
/// }
/// ```
///
/// Until the rows are fetched, the array is empty. ``FetchProperty`` lists the members of `$books`.
///
/// In a SwiftUI view, the property keeps its state and its first query while the view exists. To change the query,
/// call `$books.load(...)`.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@propertyWrapper
public struct FetchAll<Row: Sendable>: FetchProperty {
    private var storage: FetchStorage<[Row]>

    public var _state: _FetchState<[Row]> { storage.state }

    /// The latest rows.
    public var wrappedValue: [Row] { _state.value }

    /// The property itself, with `load`, `error`, `isLoading` and the members of its value.
    ///
    /// Setting it to another property makes this property follow the same query, starting with the next read. The
    /// query runs in the database that was passed to the other property, or else in this property's database:
    /// `$books = FetchAll(Book.where { $0.isRead })`.
    public var projectedValue: Self {
        get { self }
        nonmutating set { _state.replace(by: newValue._state) }
    }

    /// Follows a query.
    ///
    /// - Parameters:
    ///   - wrappedValue: The rows until the first fetch completes.
    ///   - database: The database, or `nil` for the `DefaultDatabase`.
    ///   - firstReadLimit: The longest time that the first read of the property waits for the value; zero for no wait.
    ///   - isolation: The actor on which changes are published.
    public init(
        wrappedValue: [Row] = [], _ query: some Query<Row>,
        database: (any DatabaseProtocol)? = nil,
        firstReadLimit: Duration = DefaultDatabase.firstReadLimit,
        isolation: (any Actor)? = #isolation
    ) {
        storage = FetchStorage(wrappedValue, database, firstReadLimit, isolation) { db in
            try query.fetchAll(db)
        }
    }

    /// Follows a query whose rows include the values of associations.
    ///
    /// ```swift
    /// @FetchAll(RemindersList.including(RemindersList.reminders)) var lists
    /// ```
    ///
    /// - Parameters:
    ///   - wrappedValue: The rows until the first fetch completes.
    ///   - database: The database, or `nil` for the `DefaultDatabase`.
    ///   - firstReadLimit: The longest time that the first read of the property waits for the value; zero for no wait.
    ///   - isolation: The actor on which changes are published.
    public init(
        wrappedValue: [Row] = [], _ query: IncludingQuery<some Table, Row>,
        database: (any DatabaseProtocol)? = nil,
        firstReadLimit: Duration = DefaultDatabase.firstReadLimit,
        isolation: (any Actor)? = #isolation
    ) {
        storage = FetchStorage(wrappedValue, database, firstReadLimit, isolation) { db in
            try query.fetchAll(db)
        }
    }

    /// Follows the value of a closure.
    init(
        _ wrappedValue: [Row], following source: @escaping _FetchState<[Row]>.Source,
        _ database: (any DatabaseProtocol)?,
        _ firstReadLimit: Duration, _ isolation: (any Actor)?
    ) {
        storage = FetchStorage(wrappedValue, database, firstReadLimit, isolation, source)
    }

    /// Follows no query, and has an error until it gets one. Use this for a property whose query an initializer sets:
    /// `_titles = FetchAll(Book.select(\.title))`.
    //
    // The compiler calls an initializer without arguments for each such property, whatever its constraints are.
    @_disfavoredOverload
    public init(database: (any DatabaseProtocol)? = nil, isolation: (any Actor)? = #isolation) {
        storage = FetchStorage([], database, DefaultDatabase.firstReadLimit, isolation) { _ in
            throw SQLiteError.followsNothing
        }
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FetchAll {
    /// Follows all rows of a table, `Row.all`.
    ///
    /// - Parameters:
    ///   - wrappedValue: The rows until the first fetch completes.
    ///   - database: The database, or `nil` for the `DefaultDatabase`.
    ///   - firstReadLimit: The longest time that the first read of the property waits for the value; zero for no wait.
    ///   - isolation: The actor on which changes are published.
    public init(
        wrappedValue: [Row] = [], database: (any DatabaseProtocol)? = nil,
        firstReadLimit: Duration = DefaultDatabase.firstReadLimit,
        isolation: (any Actor)? = #isolation
    ) where Row: Table {
        self.init(
            wrappedValue: wrappedValue, Row.all, database: database, firstReadLimit: firstReadLimit,
            isolation: isolation)
    }

    @available(
        *, unavailable, message: "write what is fetched, as in @FetchAll(Book.all) var books"
    )
    @_disfavoredOverload
    public init(
        wrappedValue: [Row], database: (any DatabaseProtocol)? = nil,
        firstReadLimit: Duration = DefaultDatabase.firstReadLimit,
        isolation: (any Actor)? = #isolation
    ) { while true {} }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FetchAll: Equatable where Row: Equatable {}

#if canImport(SwiftUI)
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    extension FetchAll: DynamicProperty {}
#endif
