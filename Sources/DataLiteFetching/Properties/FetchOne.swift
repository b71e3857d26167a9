#if canImport(SwiftUI)
    public import SwiftUI
#endif

/// A property with the first row of a query. It follows the database: after each commit that changes the data
/// that was read, the row is fetched again.
///
/// ```swift
/// @Observable @MainActor final class LibraryModel {
///     @ObservationIgnored @FetchOne(Book.count()) var count = 0
///     @ObservationIgnored @FetchOne(Book.find(1)) var book      // nil if there is no row
/// }
/// ```
///
/// If there is no row, and until the row is fetched, the value is `nil`. To use another initial value, assign one.
/// ``FetchProperty`` lists the members of `$count`.
///
/// In a SwiftUI view, the property keeps its state and its first query while the view exists. To change the query,
/// call `$count.load(...)`.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@propertyWrapper
public struct FetchOne<Value: Sendable>: FetchProperty {
    private var storage: FetchStorage<Value>

    public var _state: _FetchState<Value> { storage.state }

    /// The latest row.
    public var wrappedValue: Value { _state.value }

    /// The property itself, with `load`, `error`, `isLoading` and the members of its value.
    ///
    /// Setting it to another property makes this property follow the same query, starting with the next read. The
    /// query runs in the database that was passed to the other property, or else in this property's database:
    /// `$book = FetchOne(Book.find(2))`.
    public var projectedValue: Self {
        get { self }
        nonmutating set { _state.replace(by: newValue._state) }
    }

    /// Follows the first row of a query.
    ///
    /// - Parameters:
    ///   - wrappedValue: The value until the first fetch completes, and if there is no row.
    ///   - database: The database, or `nil` for the `DefaultDatabase`.
    ///   - firstReadLimit: The longest time that the first read of the property waits for the value; zero for no wait.
    ///   - isolation: The actor on which changes are published.
    public init(
        wrappedValue: Value, _ query: some Query<Value>, database: (any DatabaseProtocol)? = nil,
        firstReadLimit: Duration = DefaultDatabase.firstReadLimit,
        isolation: (any Actor)? = #isolation
    ) {
        storage = FetchStorage(wrappedValue, database, firstReadLimit, isolation) { db in
            try query.fetchOne(db) ?? wrappedValue
        }
    }

    /// Follows the first row of a query. The value is `nil` until the first fetch completes, and if there is no row.
    ///
    /// - Parameters:
    ///   - database: The database, or `nil` for the `DefaultDatabase`.
    ///   - firstReadLimit: The longest time that the first read of the property waits for the value; zero for no wait.
    ///   - isolation: The actor on which changes are published.
    public init<Row>(
        _ query: some Query<Row>, database: (any DatabaseProtocol)? = nil,
        firstReadLimit: Duration = DefaultDatabase.firstReadLimit,
        isolation: (any Actor)? = #isolation
    ) where Value == Row? {
        storage = FetchStorage(nil, database, firstReadLimit, isolation) { db in
            try query.fetchOne(db)
        }
    }

    /// Follows the first row of a query. The value is `nil` if there is no row:
    /// `@FetchOne(Book.find(1)) var book: Book? = nil`.
    ///
    /// - Parameters:
    ///   - wrappedValue: The value until the first fetch completes.
    ///   - database: The database, or `nil` for the `DefaultDatabase`.
    ///   - firstReadLimit: The longest time that the first read of the property waits for the value; zero for no wait.
    ///   - isolation: The actor on which changes are published.
    @_disfavoredOverload
    public init<Row>(
        wrappedValue: Row?, _ query: some Query<Row>, database: (any DatabaseProtocol)? = nil,
        firstReadLimit: Duration = DefaultDatabase.firstReadLimit,
        isolation: (any Actor)? = #isolation
    ) where Value == Row? {
        storage = FetchStorage(wrappedValue, database, firstReadLimit, isolation) { db in
            try query.fetchOne(db)
        }
    }

    /// Follows the first row of a query whose rows can be NULL. The value is `nil` until the first fetch completes,
    /// if there is no row, and if the row is NULL.
    ///
    /// - Parameters:
    ///   - database: The database, or `nil` for the `DefaultDatabase`.
    ///   - firstReadLimit: The longest time that the first read of the property waits for the value; zero for no wait.
    ///   - isolation: The actor on which changes are published.
    public init<Row>(
        _ query: some Query<Row?>, database: (any DatabaseProtocol)? = nil,
        firstReadLimit: Duration = DefaultDatabase.firstReadLimit,
        isolation: (any Actor)? = #isolation
    ) where Value == Row? {
        storage = FetchStorage(nil, database, firstReadLimit, isolation) { db in
            try query.fetchOne(db) ?? nil
        }
    }

    /// Follows the first row of a query whose rows include the values of associations. The value is `nil` if there is
    /// no row.
    ///
    /// ```swift
    /// @FetchOne(RemindersList.find(id).including(RemindersList.reminders)) var list
    /// ```
    ///
    /// - Parameters:
    ///   - wrappedValue: The value until the first fetch completes.
    ///   - database: The database, or `nil` for the `DefaultDatabase`.
    ///   - firstReadLimit: The longest time that the first read of the property waits for the value; zero for no wait.
    ///   - isolation: The actor on which changes are published.
    public init<Row>(
        wrappedValue: Row? = nil, _ query: IncludingQuery<some Table, Row>,
        database: (any DatabaseProtocol)? = nil,
        firstReadLimit: Duration = DefaultDatabase.firstReadLimit,
        isolation: (any Actor)? = #isolation
    ) where Value == Row? {
        storage = FetchStorage(wrappedValue, database, firstReadLimit, isolation) { db in
            try query.fetchOne(db)
        }
    }

    /// Follows no query, and has an error until it gets one. Use this for a property whose query an initializer sets:
    /// `_title = FetchOne(Book.find(id).select(\.title))`.
    //
    // The compiler calls an initializer without arguments for each such property, whatever its constraints are.
    @_disfavoredOverload
    public init(
        database: (any DatabaseProtocol)? = nil, isolation: (any Actor)? = #isolation
    ) where Value: ExpressibleByNilLiteral {
        storage = FetchStorage(nil, database, DefaultDatabase.firstReadLimit, isolation) { _ in
            throw SQLiteError.followsNothing
        }
    }
}

// MARK: - Rows of tables

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FetchOne {
    /// Follows the row with the primary key of a value: `@FetchOne var book = Book(id: 2, title: "")`.
    ///
    /// - Parameters:
    ///   - wrappedValue: The value until the first fetch completes, and if there is no row.
    ///   - database: The database, or `nil` for the `DefaultDatabase`.
    ///   - firstReadLimit: The longest time that the first read of the property waits for the value; zero for no wait.
    ///   - isolation: The actor on which changes are published.
    public init(
        wrappedValue: Value, database: (any DatabaseProtocol)? = nil,
        firstReadLimit: Duration = DefaultDatabase.firstReadLimit,
        isolation: (any Actor)? = #isolation
    ) where Value: PrimaryKeyedTable {
        self.init(
            wrappedValue: wrappedValue, Value.find(wrappedValue.primaryKey), database: database,
            firstReadLimit: firstReadLimit, isolation: isolation)
    }

    /// Follows the first row of a table, `Value.all`.
    ///
    /// - Parameters:
    ///   - wrappedValue: The value until the first fetch completes, and if there is no row.
    ///   - database: The database, or `nil` for the `DefaultDatabase`.
    ///   - firstReadLimit: The longest time that the first read of the property waits for the value; zero for no wait.
    ///   - isolation: The actor on which changes are published.
    public init(
        wrappedValue: Value, database: (any DatabaseProtocol)? = nil,
        firstReadLimit: Duration = DefaultDatabase.firstReadLimit,
        isolation: (any Actor)? = #isolation
    ) where Value: Table {
        self.init(
            wrappedValue: wrappedValue, Value.all, database: database,
            firstReadLimit: firstReadLimit, isolation: isolation)
    }

    /// Follows the first row of a table, `Row.all`. The value is `nil` if there is no row.
    ///
    /// - Parameters:
    ///   - wrappedValue: The value until the first fetch completes.
    ///   - database: The database, or `nil` for the `DefaultDatabase`.
    ///   - firstReadLimit: The longest time that the first read of the property waits for the value; zero for no wait.
    ///   - isolation: The actor on which changes are published.
    public init<Row: Table>(
        wrappedValue: Row? = nil, database: (any DatabaseProtocol)? = nil,
        firstReadLimit: Duration = DefaultDatabase.firstReadLimit,
        isolation: (any Actor)? = #isolation
    ) where Value == Row? {
        storage = FetchStorage(wrappedValue, database, firstReadLimit, isolation) { db in
            try Row.all.fetchOne(db)
        }
    }

    @available(
        *, unavailable, message: "write what is fetched, as in @FetchOne(Book.count()) var count"
    )
    @_disfavoredOverload
    public init(
        wrappedValue: Value, database: (any DatabaseProtocol)? = nil,
        firstReadLimit: Duration = DefaultDatabase.firstReadLimit,
        isolation: (any Actor)? = #isolation
    ) { while true {} }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FetchOne: Equatable where Value: Equatable {}

#if canImport(SwiftUI)
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    extension FetchOne: DynamicProperty {}
#endif
