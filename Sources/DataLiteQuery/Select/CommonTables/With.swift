/// A query over common table expressions.
///
/// ```swift
/// With { Item.where { $0.price > 1000 } } query: { expensive in
///     expensive.order(by: \.price).limit(10)
/// }
/// ```
///
/// The closure of the query receives each table as a query for its rows. Without explicit names, a
/// table gets a name that no table of the database can have. An explicit name must not be the name
/// of a table that the queries use.
///
/// The query can also be an insert, an update or a delete, which does nothing if all tables are queries without rows:
///
/// ```swift
/// With { Item.where { $0.price > 1000 } } query: { expensive in
///     Order.where { $0.itemID.in(expensive.select(\.id)) }.delete()
/// }
/// ```
public struct With<Body: _CommonTableBody>: Sendable {
    var tables: [CommonTable]
    let body: Body

    init(_ tables: [CommonTable], _ body: Body) {
        self.tables = tables
        self.body = body
    }

    /// A clause, which is not a statement.
    package init(clause body: Body) { self.init([], body) }

    /// The body of a clause.
    package var clauseBody: Body { body }
}

// MARK: - Tables

// Each initializer has two versions: for queries of type `Select`, and for queries of any type. With only the second,
// the compiler cannot infer the rows of a table in a closure inside the last closure.

extension With {
    /// A query over one table.
    ///
    /// - Parameters:
    ///   - name: The name of the table.
    ///   - materialized: Whether SQLite computes the table once, rather than separately for each
    ///     use. Default: SQLite decides.
    public init<First: Selection, Columns>(
        _ name: String? = nil, materialized: Bool? = nil, _ first: () -> Select<First, Columns>,
        @CommonTableBodyBuilder query: (Select<First, First.Columns>) -> Body
    ) {
        self.init(name, materialized, rows: first, query)
    }

    /// A query over one table.
    ///
    /// - Parameters:
    ///   - name: The name of the table.
    ///   - materialized: Whether SQLite computes the table once, rather than separately for each
    ///     use. Default: SQLite decides.
    @_disfavoredOverload
    public init<First: Selection>(
        _ name: String? = nil, materialized: Bool? = nil, _ first: () -> some RowQuery<First>,
        @CommonTableBodyBuilder query: (Select<First, First.Columns>) -> Body
    ) {
        self.init(name, materialized, rows: first, query)
    }

    private init<First: Selection>(
        _ name: String?, _ materialized: Bool?, rows first: () -> some RowQuery<First>,
        _ query: (Select<First, First.Columns>) -> Body
    ) {
        self = CommonTableScope.nested(1) { scope in
            let first = scope.table(first(), name, materialized)
            return Self([first.table], query(first.rows))
        }
    }
}

// MARK: - Two tables

extension With {
    /// A query over two tables.
    ///
    /// - Parameters:
    ///   - names: The names of the tables.
    ///   - materialized: Whether SQLite computes the tables once, rather than separately for each
    ///     use. Default: SQLite decides.
    public init<First: Selection, C1, Second: Selection, C2>(
        _ names: (String, String)? = nil, materialized: Bool? = nil,
        _ first: () -> Select<First, C1>, with second: () -> Select<Second, C2>,
        @CommonTableBodyBuilder query: (
            Select<First, First.Columns>, Select<Second, Second.Columns>
        ) -> Body
    ) {
        self.init(names, materialized, rows: first, second, query)
    }

    /// A query over two tables.
    ///
    /// - Parameters:
    ///   - names: The names of the tables.
    ///   - materialized: Whether SQLite computes the tables once, rather than separately for each
    ///     use. Default: SQLite decides.
    @_disfavoredOverload
    public init<First: Selection, Second: Selection>(
        _ names: (String, String)? = nil, materialized: Bool? = nil,
        _ first: () -> some RowQuery<First>, with second: () -> some RowQuery<Second>,
        @CommonTableBodyBuilder query: (
            Select<First, First.Columns>, Select<Second, Second.Columns>
        ) -> Body
    ) {
        self.init(names, materialized, rows: first, second, query)
    }

    private init<First: Selection, Second: Selection>(
        _ names: (String, String)?, _ materialized: Bool?,
        rows first: () -> some RowQuery<First>, _ second: () -> some RowQuery<Second>,
        _ query: (Select<First, First.Columns>, Select<Second, Second.Columns>) -> Body
    ) {
        self = CommonTableScope.nested(2) { scope in
            let first = scope.table(first(), names?.0, materialized)
            let second = scope.table(second(), names?.1, materialized)
            return Self([first.table, second.table], query(first.rows, second.rows))
        }
    }
}

// MARK: - Three tables

extension With {
    /// A query over three tables.
    ///
    /// - Parameters:
    ///   - names: The names of the tables.
    ///   - materialized: Whether SQLite computes the tables once, rather than separately for each
    ///     use. Default: SQLite decides.
    public init<
        First: Selection, C1, Second: Selection, C2, Third: Selection, C3
    >(
        _ names: (String, String, String)? = nil, materialized: Bool? = nil,
        _ first: () -> Select<First, C1>, with second: () -> Select<Second, C2>,
        with third: () -> Select<Third, C3>,
        @CommonTableBodyBuilder query: (
            Select<First, First.Columns>, Select<Second, Second.Columns>,
            Select<Third, Third.Columns>
        ) -> Body
    ) {
        self.init(names, materialized, rows: first, second, third, query)
    }

    /// A query over three tables.
    ///
    /// - Parameters:
    ///   - names: The names of the tables.
    ///   - materialized: Whether SQLite computes the tables once, rather than separately for each
    ///     use. Default: SQLite decides.
    @_disfavoredOverload
    public init<First: Selection, Second: Selection, Third: Selection>(
        _ names: (String, String, String)? = nil, materialized: Bool? = nil,
        _ first: () -> some RowQuery<First>, with second: () -> some RowQuery<Second>,
        with third: () -> some RowQuery<Third>,
        @CommonTableBodyBuilder query: (
            Select<First, First.Columns>, Select<Second, Second.Columns>,
            Select<Third, Third.Columns>
        ) -> Body
    ) {
        self.init(names, materialized, rows: first, second, third, query)
    }

    private init<First: Selection, Second: Selection, Third: Selection>(
        _ names: (String, String, String)?, _ materialized: Bool?,
        rows first: () -> some RowQuery<First>, _ second: () -> some RowQuery<Second>,
        _ third: () -> some RowQuery<Third>,
        _ query: (
            Select<First, First.Columns>, Select<Second, Second.Columns>,
            Select<Third, Third.Columns>
        ) -> Body
    ) {
        self = CommonTableScope.nested(3) { scope in
            let first = scope.table(first(), names?.0, materialized)
            let second = scope.table(second(), names?.1, materialized)
            let third = scope.table(third(), names?.2, materialized)
            return Self(
                [first.table, second.table, third.table],
                query(first.rows, second.rows, third.rows))
        }
    }
}
