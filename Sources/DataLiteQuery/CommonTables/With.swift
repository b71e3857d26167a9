/// A query over common table expressions.
///
/// ```swift
/// With { Item.where { $0.price > 1000 } } query: { expensive in
///     expensive.order(by: \.price).limit(10)
/// }
/// ```
///
/// The closure of the query receives each table as a query for its rows. A table gets a name that
/// cannot be that of a table of the database, unless names are given. A given name must not be the
/// name of a table that the queries use.
public struct With<Output>: RowQuery {
    public let decoder: QueryDecoder<Output>
    public let part: QueryPart

    public func write(to writer: inout SQLWriter) { part.write(to: &writer) }
}

// MARK: - Tables

extension With {
    /// A query over one table.
    ///
    /// - Parameters:
    ///   - name: The name of the table.
    ///   - materialized: Whether SQLite computes the table once, or as a part of each use of it.
    ///     Default: SQLite decides.
    public init<First: Selection, Body: RowQuery<Output>>(
        _ name: String? = nil, materialized: Bool? = nil, _ first: () -> some RowQuery<First>,
        query: (Select<First, First.Columns>) -> Body
    ) {
        self = CommonTableScope.nested(1) { scope in
            let first = scope.table(first(), name, materialized)
            return Self([first.table], query(first.rows))
        }
    }

    /// A query over two tables.
    ///
    /// - Parameters:
    ///   - names: The names of the tables.
    ///   - materialized: Whether SQLite computes the tables once, or as a part of each use of them.
    ///     Default: SQLite decides.
    public init<First: Selection, Second: Selection, Body: RowQuery<Output>>(
        _ names: (String, String)? = nil, materialized: Bool? = nil,
        _ first: () -> some RowQuery<First>, with second: () -> some RowQuery<Second>,
        query: (Select<First, First.Columns>, Select<Second, Second.Columns>) -> Body
    ) {
        self = CommonTableScope.nested(2) { scope in
            let first = scope.table(first(), names?.0, materialized)
            let second = scope.table(second(), names?.1, materialized)
            return Self([first.table, second.table], query(first.rows, second.rows))
        }
    }

    /// A query over three tables.
    ///
    /// - Parameters:
    ///   - names: The names of the tables.
    ///   - materialized: Whether SQLite computes the tables once, or as a part of each use of them.
    ///     Default: SQLite decides.
    public init<First: Selection, Second: Selection, Third: Selection, Body: RowQuery<Output>>(
        _ names: (String, String, String)? = nil, materialized: Bool? = nil,
        _ first: () -> some RowQuery<First>, with second: () -> some RowQuery<Second>,
        with third: () -> some RowQuery<Third>,
        query: (
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

// MARK: - Recursion

extension With {
    /// A query over a table that refers to itself; each of its rows is there once.
    ///
    /// - Parameters:
    ///   - name: The name of the table.
    ///   - materialized: Whether SQLite computes the table once, or as a part of each use of it.
    ///   - first: The rows to begin with.
    ///   - recursiveUnion: Further rows for those found so far. An order decides which row is
    ///     continued first; a limit is one of all rows.
    public init<First: Selection, Body: RowQuery<Output>>(
        _ name: String? = nil, materialized: Bool? = nil, _ first: () -> some RowQuery<First>,
        recursiveUnion: (Select<First, First.Columns>) -> some RowQuery<First>,
        query: (Select<First, First.Columns>) -> Body
    ) {
        self.init(name, materialized, first, isAll: false, recursiveUnion, query)
    }

    /// A query over a table that refers to itself; its rows can be there several times.
    ///
    /// - Parameters:
    ///   - name: The name of the table.
    ///   - materialized: Whether SQLite computes the table once, or as a part of each use of it.
    ///   - first: The rows to begin with.
    ///   - recursiveUnionAll: Further rows for those found so far. An order decides which row is
    ///     continued first; a limit is one of all rows.
    public init<First: Selection, Body: RowQuery<Output>>(
        _ name: String? = nil, materialized: Bool? = nil, _ first: () -> some RowQuery<First>,
        recursiveUnionAll: (Select<First, First.Columns>) -> some RowQuery<First>,
        query: (Select<First, First.Columns>) -> Body
    ) {
        self.init(name, materialized, first, isAll: true, recursiveUnionAll, query)
    }

    private init<First: Selection, Body: RowQuery<Output>>(
        _ name: String?, _ materialized: Bool?, _ first: () -> some RowQuery<First>, isAll: Bool,
        _ next: (Select<First, First.Columns>) -> some RowQuery<First>,
        _ query: (Select<First, First.Columns>) -> Body
    ) {
        self = CommonTableScope.nested(1) { scope in
            let first = first()
            var (table, rows) = scope.table(first, name, materialized)
            table.isRecursive = true
            table.query = NestedPart(
                RecursiveRows(first: first.part, isAll: isAll, next: next(rows).part))
            return Self([table], query(rows))
        }
    }
}

// MARK: - Names

extension With {
    private init(_ tables: [CommonTable], _ body: some RowQuery<Output>) {
        decoder = body.decoder
        let part = body.part
        guard case .common(let inner, let body) = part.kind else {
            self.part = QueryPart(kind: .common(tables, NestedPart(part)))
            return
        }
        let names = Set(tables.map(\.name))
        if inner.contains(where: { names.contains($0.name) }) {
            // The body was written elsewhere and has its tables to itself.
            self.part = QueryPart(kind: .common(tables, NestedPart(Wrapped(part: part))))
        } else {
            self.part = QueryPart(kind: .common(tables + inner, body))
        }
    }

    private struct Wrapped: SQLFragment {
        let part: QueryPart

        func write(to writer: inout SQLWriter) { part.writeOperand(to: &writer) }
    }
}

/// Names the tables of nested `WITH` clauses, so that none hides one of an outer clause.
struct CommonTableScope {
    @TaskLocal private static var depth = 0

    private var number: Int

    /// Calls `body`; a `With` in it continues after the names of this one.
    static func nested<Result>(
        _ count: Int, _ body: (inout CommonTableScope) -> Result
    ) -> Result {
        var scope = CommonTableScope(number: depth)
        return $depth.withValue(depth + count) { body(&scope) }
    }

    /// A table with the rows of a query, and a query for them.
    mutating func table<Rows: RowQuery>(
        _ query: Rows, _ name: String?, _ isMaterialized: Bool?
    ) -> (table: CommonTable, rows: Select<Rows.Output, Rows.Output.Columns>)
    where Rows.Output: Selection {
        number += 1
        let name = name ?? "cte:\(number)"
        let columns = Rows.Output.columnDefinitions
        let table = CommonTable(
            name: name, columns: columns.list.map(\.name), isMaterialized: isMaterialized,
            query: NestedPart(query.part))
        let item = FromItem(kind: .name(name), alias: nil, columns: columns)
        let rows = Select<Rows.Output, Rows.Output.Columns>(
            core: SelectCore(from: item),
            columns: Rows.Output.Columns(_source: ColumnSource(of: item)),
            decoder: QueryDecoder(direct: columns.list.count))
        return (table, rows)
    }
}
