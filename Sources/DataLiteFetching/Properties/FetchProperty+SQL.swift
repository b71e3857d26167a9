// SQL text whose row type is the type of the property, so that `as:` need not repeat it.

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FetchAll where Row: RowDecodable {
    /// Follows the rows of SQL text, decoded by the position of their columns:
    /// `@FetchAll(#sql("SELECT \(Book.columns) FROM \(Book.self)")) var books: [Book]`.
    ///
    /// - Parameters:
    ///   - wrappedValue: The rows until the first fetch completes.
    ///   - database: The database, or `nil` for the `DefaultDatabase`.
    ///   - firstReadLimit: The longest time that the first read of the property waits for the value; zero for no wait.
    ///   - isolation: The actor on which changes are published.
    public init(
        wrappedValue: [Row] = [], _ sql: SQLFragment, database: (any DatabaseProtocol)? = nil,
        firstReadLimit: Duration = DefaultDatabase.firstReadLimit,
        isolation: (any Actor)? = #isolation
    ) {
        self.init(
            wrappedValue: wrappedValue, SQLQuery(sql, as: Row.self), database: database,
            firstReadLimit: firstReadLimit, isolation: isolation)
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FetchOne {
    /// Follows the first row of SQL text, decoded by the position of its columns:
    /// `@FetchOne(#sql("SELECT count(*) FROM \(Book.self)")) var count = 0`.
    ///
    /// - Parameters:
    ///   - wrappedValue: The value until the first fetch completes, and if there is no row.
    ///   - database: The database, or `nil` for the `DefaultDatabase`.
    ///   - firstReadLimit: The longest time that the first read of the property waits for the value; zero for no wait.
    ///   - isolation: The actor on which changes are published.
    public init(
        wrappedValue: Value, _ sql: SQLFragment, database: (any DatabaseProtocol)? = nil,
        firstReadLimit: Duration = DefaultDatabase.firstReadLimit,
        isolation: (any Actor)? = #isolation
    ) where Value: RowDecodable {
        self.init(
            wrappedValue: wrappedValue, SQLQuery(sql, as: Value.self), database: database,
            firstReadLimit: firstReadLimit, isolation: isolation)
    }

    /// Follows the first row of SQL text, decoded by the position of its columns. The value is `nil` until the first
    /// fetch completes, if there is no row, and if all columns are NULL.
    ///
    /// - Parameters:
    ///   - database: The database, or `nil` for the `DefaultDatabase`.
    ///   - firstReadLimit: The longest time that the first read of the property waits for the value; zero for no wait.
    ///   - isolation: The actor on which changes are published.
    public init<Row: RowDecodable & Sendable>(
        _ sql: SQLFragment, database: (any DatabaseProtocol)? = nil,
        firstReadLimit: Duration = DefaultDatabase.firstReadLimit,
        isolation: (any Actor)? = #isolation
    ) where Value == Row? {
        self.init(
            SQLQuery(sql, as: Row?.self), database: database, firstReadLimit: firstReadLimit,
            isolation: isolation)
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FetchProperty {
    /// Replaces the query by SQL text, follows all its rows, and returns when they are published.
    ///
    /// - Returns: The subscription, which may be ignored.
    /// - Throws: The errors of `load(_:)` with a request.
    @discardableResult
    public func load<Row: RowDecodable & Sendable>(_ sql: SQLFragment) async throws
        -> FetchSubscription
    where Value == [Row] {
        try await load(SQLQuery(sql, as: Row.self))
    }

    /// Replaces the query by SQL text, follows its first row, and returns when it is published. If there is no row,
    /// the property has its initial value.
    ///
    /// - Returns: The subscription, which may be ignored.
    /// - Throws: The errors of `load(_:)` with a request.
    @_disfavoredOverload
    @discardableResult
    public func load(_ sql: SQLFragment) async throws -> FetchSubscription
    where Value: RowDecodable {
        try await load(SQLQuery(sql, as: Value.self))
    }

    /// Replaces the query by SQL text, follows its first row, and returns when it is published. The value is `nil` if
    /// there is no row or all of its columns are NULL.
    ///
    /// - Returns: The subscription, which may be ignored.
    /// - Throws: The errors of `load(_:)` with a request.
    @discardableResult
    public func load<Row: RowDecodable & Sendable>(_ sql: SQLFragment) async throws
        -> FetchSubscription
    where Value == Row? {
        let query = SQLQuery<Row?>(sql, as: Row?.self)
        return try await _state.load { db in try query.fetchOne(db) ?? nil }
    }
}
