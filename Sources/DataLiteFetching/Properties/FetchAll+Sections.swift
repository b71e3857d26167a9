/// A section of rows; see `ResultsSection`.
public protocol _ResultsSectionProtocol: RandomAccessCollection {
    /// The type of the name.
    associatedtype Name: Hashable

    /// The value that all rows of the section have.
    var name: Name { get }
}

extension ResultsSection: _ResultsSectionProtocol {}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FetchAll where Row: _ResultsSectionProtocol {
    /// The latest sections: the value of the property.
    public var sections: [Row] { value }

    /// Follows the rows of a query in sections by a column.
    ///
    /// ```swift
    /// @FetchAll(Reminder.order(by: \.title), sectionBy: \.status) var sections
    /// ```
    ///
    /// The value is an array of `ResultsSection`. The sections are ordered by the column, the rows in a section as in
    /// the query. The identity of a section is its name.
    ///
    /// - Parameters:
    ///   - wrappedValue: The sections until the first fetch completes.
    ///   - database: The database, or `nil` for the `DefaultDatabase`.
    ///   - firstReadLimit: The longest time that the first read of the property waits for the value; zero for no wait.
    ///   - isolation: The actor on which changes are published.
    public init<Element: Sendable, Columns, Name: RowRepresentable>(
        wrappedValue: [Row] = [], _ query: Select<Element, Columns>,
        sectionBy name: KeyPath<Columns, SQLExpression<Name>>,
        database: (any DatabaseProtocol)? = nil,
        firstReadLimit: Duration = DefaultDatabase.firstReadLimit,
        isolation: (any Actor)? = #isolation
    ) where Row == ResultsSection<Element, Name._Plain>, Name._Plain: Hashable & Sendable {
        self.init(wrappedValue, query.sections(by: name), database, firstReadLimit, isolation)
    }

    /// Follows the rows of a query in sections by an expression.
    ///
    /// - Parameters:
    ///   - wrappedValue: The sections until the first fetch completes.
    ///   - database: The database, or `nil` for the `DefaultDatabase`.
    ///   - firstReadLimit: The longest time that the first read of the property waits for the value; zero for no wait.
    ///   - isolation: The actor on which changes are published.
    public init<Element: Sendable, Columns, Name: RowRepresentable>(
        wrappedValue: [Row] = [], _ query: Select<Element, Columns>,
        sectionBy name: (Columns) -> SQLExpression<Name>,
        database: (any DatabaseProtocol)? = nil,
        firstReadLimit: Duration = DefaultDatabase.firstReadLimit,
        isolation: (any Actor)? = #isolation
    ) where Row == ResultsSection<Element, Name._Plain>, Name._Plain: Hashable & Sendable {
        self.init(wrappedValue, query.sections(by: name), database, firstReadLimit, isolation)
    }

    /// Follows the rows of a query in sections by an expression with a direction: `{ $0.status.desc() }`. The closure can
    /// contain `if` and `switch`. With `nil`, all rows are in one section, whose name is `nil`.
    ///
    /// - Parameters:
    ///   - wrappedValue: The sections until the first fetch completes.
    ///   - type: The type of the expression: of the property, or its representation.
    ///   - database: The database, or `nil` for the `DefaultDatabase`.
    ///   - firstReadLimit: The longest time that the first read of the property waits for the value; zero for no wait.
    ///   - isolation: The actor on which changes are published.
    @_disfavoredOverload
    public init<Element: Sendable, Columns, Name: RowRepresentable>(
        wrappedValue: [Row] = [], _ query: Select<Element, Columns>,
        @OrderingBuilder sectionBy name: (Columns) -> [Ordering],
        as type: Name.Type, database: (any DatabaseProtocol)? = nil,
        firstReadLimit: Duration = DefaultDatabase.firstReadLimit,
        isolation: (any Actor)? = #isolation
    ) where Row == ResultsSection<Element, Name._Plain>, Name._Plain: Hashable & Sendable {
        self.init(
            wrappedValue, query.sections(by: name, as: type), database, firstReadLimit, isolation)
    }

    /// Follows the rows of a query in sections by an expression of type `String?` with a direction.
    ///
    /// - Parameters:
    ///   - wrappedValue: The sections until the first fetch completes.
    ///   - database: The database, or `nil` for the `DefaultDatabase`.
    ///   - firstReadLimit: The longest time that the first read of the property waits for the value; zero for no wait.
    ///   - isolation: The actor on which changes are published.
    @_disfavoredOverload
    public init<Element: Sendable, Columns>(
        wrappedValue: [Row] = [], _ query: Select<Element, Columns>,
        @OrderingBuilder sectionBy name: (Columns) -> [Ordering],
        database: (any DatabaseProtocol)? = nil,
        firstReadLimit: Duration = DefaultDatabase.firstReadLimit,
        isolation: (any Actor)? = #isolation
    ) where Row == ResultsSection<Element, String?> {
        self.init(wrappedValue, query.sections(by: name), database, firstReadLimit, isolation)
    }

    private init<Element: Sendable, Name: Hashable & Sendable>(
        _ wrappedValue: [Row], _ query: SectionedQuery<Element, Name>,
        _ database: (any DatabaseProtocol)?,
        _ firstReadLimit: Duration, _ isolation: (any Actor)?
    ) where Row == ResultsSection<Element, Name> {
        self.init(
            wrappedValue, following: { db in try query.fetchAll(db) }, database, firstReadLimit,
            isolation)
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FetchProperty {
    /// Follows the rows of another query in sections by a column, and returns when they are published.
    ///
    /// - Returns: The subscription, which may be ignored.
    /// - Throws: The errors of `load(_:)` with a request.
    @discardableResult
    public func load<Element: Sendable, Columns, Name: RowRepresentable>(
        _ query: Select<Element, Columns>,
        sectionBy name: KeyPath<Columns, SQLExpression<Name>>
    ) async throws -> FetchSubscription
    where Value == [ResultsSection<Element, Name._Plain>], Name._Plain: Hashable & Sendable {
        try await load(query.sections(by: name))
    }

    // The closures run on the actor of the caller, so that they can use its state.

    /// Follows the rows of another query in sections by an expression, and returns when they are published.
    ///
    /// - Returns: The subscription, which may be ignored.
    /// - Throws: The errors of `load(_:)` with a request.
    @discardableResult
    public nonisolated(nonsending) func load<Element: Sendable, Columns, Name: RowRepresentable>(
        _ query: Select<Element, Columns>, sectionBy name: (Columns) -> SQLExpression<Name>
    ) async throws -> FetchSubscription
    where Value == [ResultsSection<Element, Name._Plain>], Name._Plain: Hashable & Sendable {
        try await load(query.sections(by: name))
    }

    /// Follows the rows of another query in sections by an expression with a direction, and returns when they are
    /// published. The closure can contain `if`, `switch` and `nil`. For an expression with a representation, write
    /// `load(query.sections(by: { ... }, as: ...))`.
    ///
    /// - Returns: The subscription, which may be ignored.
    /// - Throws: The errors of `load(_:)` with a request.
    @_disfavoredOverload
    @discardableResult
    public nonisolated(nonsending) func load<
        Element: Sendable, Columns, Name: RowRepresentable & Hashable & Sendable
    >(
        _ query: Select<Element, Columns>, @OrderingBuilder sectionBy name: (Columns) -> [Ordering]
    ) async throws -> FetchSubscription
    where Value == [ResultsSection<Element, Name>], Name._Plain == Name {
        try await load(query.sections(by: name, as: Name.self))
    }
}
