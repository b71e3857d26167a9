/// The tables of a query that is written with clauses; see ``sql(_:)``.
///
/// Each call adds a table under a new name, so one table can be in a query several times.
public final class QuerySchema {
    /// How many queries the query is inside of. It is part of the names of its tables, so that it can
    /// refer to the tables of the queries around it.
    @TaskLocal private static var depth = 0

    private var count = 0
    private let prefix: String

    /// What `FROM` and `JOIN` name, by alias.
    private(set) var items: [String: FromItem] = [:]

    private init(depth: Int) {
        prefix = depth == 0 ? ":" : ":\(depth)."
    }

    /// Calls `body` with the schema of a new query.
    static func nested<Result>(_ body: (QuerySchema) -> Result) -> Result {
        let depth = depth
        return $depth.withValue(depth + 1) { body(QuerySchema(depth: depth)) }
    }
}

extension QuerySchema {
    /// The columns of a table.
    public func table<T: Table>(_ table: T.Type) -> T.Columns {
        T.Columns(_source: add(.table(T.tableDefinition), T.tableName, T.columnDefinitions))
    }

    /// The columns of a table on the optional side of an outer join: all of them can be NULL.
    public func optionalTable<T: Table>(_ table: T.Type) -> T.OuterColumns {
        T.OuterColumns(_source: add(.table(T.tableDefinition), T.tableName, T.columnDefinitions))
    }

    /// The columns of the rows of a query.
    public func table<Rows: Selection>(_ query: some RowQuery<Rows>) -> Rows.Columns {
        Rows.Columns(_source: add(.query(NestedPart(query.part)), "rows", Rows.columnDefinitions))
    }

    private func add(
        _ kind: FromItem.Kind, _ name: String, _ columns: ColumnDefinitions
    ) -> ColumnSource {
        count += 1
        let alias = "\(name)\(prefix)\(count)"
        items[alias] = FromItem(kind: kind, alias: alias, columns: columns)
        return ColumnSource(qualifier: alias)
    }
}
