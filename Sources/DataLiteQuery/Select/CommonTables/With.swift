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

    // MARK: - Tables

    /// A query over one table.
    ///
    /// - Parameters:
    ///   - name: The name of the table.
    ///   - materialized: Whether SQLite computes the table once, rather than separately for each
    ///     use. Default: SQLite decides.
    public init<Rows: RowQuery>(
        _ name: String? = nil, materialized: Bool? = nil, _ rows: () -> Rows,
        @_CommonTableBodyBuilder query: (Select<Rows.Output, Rows.Output.Columns>) -> Body
    ) where Rows.Output: Selection {
        self = CommonTableScope.nested(1) { scope in
            let (table, rows) = scope.table(rows(), name, materialized)
            return Self([table], query(rows))
        }
    }

    /// A query over two tables.
    ///
    /// - Parameters:
    ///   - names: The names of the tables.
    ///   - materialized: Whether SQLite computes the tables once, rather than separately for each
    ///     use. Default: SQLite decides.
    public init<First: RowQuery, Second: RowQuery>(
        _ names: (String, String)? = nil, materialized: Bool? = nil, _ first: () -> First,
        with second: () -> Second,
        @_CommonTableBodyBuilder query: (
            Select<First.Output, First.Output.Columns>,
            Select<Second.Output, Second.Output.Columns>
        ) -> Body
    ) where First.Output: Selection, Second.Output: Selection {
        self = CommonTableScope.nested(2) { scope in
            let first = scope.table(first(), names?.0, materialized)
            let second = scope.table(second(), names?.1, materialized)
            return Self([first.table, second.table], query(first.rows, second.rows))
        }
    }

    /// A query over several tables.
    ///
    /// ```swift
    /// With {
    ///     Item.where { $0.price > 1000 }
    ///     Order.where(\.isOpen)
    /// } query: { expensive, open in
    ///     open.where { $0.itemID.in(expensive.select(\.id)) }
    /// }
    /// ```
    public init<each Rows: RowQuery>(
        materialized: Bool? = nil, @_CommonTablesBuilder _ tables: () -> (repeat each Rows),
        @_CommonTableBodyBuilder query: (
            repeat Select<(each Rows).Output, (each Rows).Output.Columns>
        ) -> Body
    ) where repeat (each Rows).Output: Selection {
        var count = 0
        for _ in repeat (each Rows).self { count += 1 }
        self = CommonTableScope.nested(count) { scope in
            var list: [CommonTable] = []
            func add<One: RowQuery>(
                _ query: One
            ) -> Select<One.Output, One.Output.Columns> where One.Output: Selection {
                let (table, rows) = scope.table(query, nil, materialized)
                list.append(table)
                return rows
            }
            let queries: (repeat each Rows) = tables()
            let rows = (repeat add(each queries))
            return Self(list, query(repeat each rows))
        }
    }

    // MARK: - Tables with the names of their types

    /// A query over one table with the name of the type of its rows, which the query uses.
    ///
    /// ```swift
    /// @Selection struct Total { let listID: Int; let count: Int }
    ///
    /// With {
    ///     Reminder.group(by: \.listID).select { Total.Columns(listID: $0.listID, count: $0.count()) }
    /// } query: {
    ///     Total.where { $0.count > 1 }
    /// }
    /// ```
    ///
    /// A table of the database with this name is not visible to the statement. If the rows of the expression have the
    /// type of such a table, use the parameter of the other initializers, which has a name of its own.
    ///
    /// - Parameters:
    ///   - materialized: Whether SQLite computes the table once, rather than separately for each
    ///     use. Default: SQLite decides.
    public init<Rows: RowQuery>(
        materialized: Bool? = nil, _ rows: () -> Rows, @_CommonTableBodyBuilder query: () -> Body
    ) where Rows.Output: Selection {
        self.init(Rows.Output.commonTableName, materialized: materialized, rows) { _ in query() }
        tables[0].check(Rows.Output.self)
    }

    /// A query over several tables with the names of the types of their rows, which the query uses. A table can use
    /// those before it.
    public init<each Rows: RowQuery>(
        materialized: Bool? = nil, @_CommonTablesBuilder _ tables: () -> (repeat each Rows),
        @_CommonTableBodyBuilder query: () -> Body
    ) where repeat (each Rows).Output: Selection {
        var count = 0
        for _ in repeat (each Rows).self { count += 1 }
        self = CommonTableScope.nested(count) { scope in
            var list: [CommonTable] = []
            let queries: (repeat each Rows) = tables()
            for query in repeat each queries { list.append(scope.named(query, materialized)) }
            return Self(list, query())
        }
    }

    // MARK: - Recursive tables

    /// A query over a recursive table without duplicate rows: `UNION`.
    ///
    /// - Parameters:
    ///   - name: The name of the table.
    ///   - materialized: Whether SQLite computes the table once, rather than separately for each
    ///     use.
    ///   - first: The initial rows.
    ///   - recursiveUnion: The rows to add for the rows found so far. The order of the query determines which row is
    ///     processed first; its limit applies to all rows.
    public init<Rows: RowQuery>(
        _ name: String? = nil, materialized: Bool? = nil, _ first: () -> Rows,
        recursiveUnion: (Select<Rows.Output, Rows.Output.Columns>) -> some RowQuery<Rows.Output>,
        @_CommonTableBodyBuilder query: (Select<Rows.Output, Rows.Output.Columns>) -> Body
    ) where Rows.Output: Selection {
        self.init(name, materialized, first, isAll: false, recursiveUnion, query)
    }

    /// A query over a recursive table that can contain duplicate rows: `UNION ALL`.
    ///
    /// - Parameters:
    ///   - name: The name of the table.
    ///   - materialized: Whether SQLite computes the table once, rather than separately for each
    ///     use.
    ///   - first: The initial rows.
    ///   - recursiveUnionAll: The rows to add for the rows found so far. The order of the query determines which row is
    ///     processed first; its limit applies to all rows.
    public init<Rows: RowQuery>(
        _ name: String? = nil, materialized: Bool? = nil, _ first: () -> Rows,
        recursiveUnionAll: (Select<Rows.Output, Rows.Output.Columns>) -> some RowQuery<Rows.Output>,
        @_CommonTableBodyBuilder query: (Select<Rows.Output, Rows.Output.Columns>) -> Body
    ) where Rows.Output: Selection {
        self.init(name, materialized, first, isAll: true, recursiveUnionAll, query)
    }

    private init<First: Selection>(
        _ name: String?, _ materialized: Bool?, _ first: () -> some RowQuery<First>, isAll: Bool,
        _ next: (Select<First, First.Columns>) -> some RowQuery<First>,
        _ query: (Select<First, First.Columns>) -> Body
    ) {
        self = CommonTableScope.nested(1) { scope in
            let first = first()
            var (table, rows) = scope.table(first, name, materialized)
            table.isRecursive = true
            table.query = NestedPart(
                RecursiveRows(first: first._part, isAll: isAll, next: next(rows)._part))
            return Self([table], query(rows))
        }
    }

    // Limits after the closures, for the query of the last closure.

    // MARK: - Limits

    /// At most `count` rows, or all for `nil`, after skipping `offset` rows. Replaces a limit of the query.
    public func limit<Output, Columns>(
        _ count: Int?, offset: Int? = nil
    ) -> With where Body == Select<Output, Columns> {
        With(tables, body.limit(count, offset: offset))
    }

    /// The rows after skipping `count` rows, or all for `nil`.
    public func offset<Output, Columns>(
        _ count: Int?
    ) -> With where Body == Select<Output, Columns> {
        With(tables, body.offset(count))
    }
}

extension CommonTableScope {
    /// A table with the name of the type of its rows.
    fileprivate mutating func named<Rows: RowQuery>(
        _ query: Rows, _ isMaterialized: Bool?
    ) -> CommonTable where Rows.Output: Selection {
        var table = table(query, Rows.Output.commonTableName, isMaterialized).table
        table.check(Rows.Output.self)
        return table
    }
}

extension CommonTable {
    /// Makes the statement fail if the name would not refer to the table expression, but to a table of a schema.
    fileprivate mutating func check(_ type: any Selection.Type) {
        guard let table = type as? any Table.Type, table.schemaName != nil else { return }
        query = NestedPart(
            FailedPart(
                SQLiteError.misuse(
                    "\"\(table.commonTableName)\" cannot be a table of With: the table of "
                        + "\(type) is in a schema")))
    }
}
