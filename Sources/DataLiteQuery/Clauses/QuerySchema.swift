/// The tables of a query that is written with clauses; see ``sql(_:)``.
///
/// Each call adds a table under a new name, so one table can be in a query several times.
public final class QuerySchema {
    /// How many queries the query is inside of. It is part of the names of its tables, so that it can
    /// refer to the tables of the queries around it.
    @TaskLocal private static var depth = 0

    /// The names of its tables.
    private(set) var names: [String] = []

    /// An error if the query is in too many others, which SQLite would refuse.
    private(set) var mistake: SQLiteError?

    private let prefix: String

    private init(depth: Int) {
        prefix = depth == 0 ? ":" : ":\(depth)."
    }

    /// Calls `body` with the schema of a new query.
    static func nested<Result>(_ body: (QuerySchema) -> Result) -> Result {
        let depth = depth
        let schema = QuerySchema(depth: depth)
        if !EnclosingQuery.enter(schema) { schema.mistake = .nestedTooDeeply }
        defer { EnclosingQuery.leave() }
        return $depth.withValue(depth + 1) { body(schema) }
    }
}

extension QuerySchema {
    /// The columns of a table.
    public func table<T: Table>(_ table: T.Type) -> T.Columns { T.Columns(_source: source(table)) }

    /// The columns of a table on the optional side of an outer join: all of them can be NULL.
    public func optionalTable<T: Table>(_ table: T.Type) -> T.OuterColumns {
        T.OuterColumns(_source: source(table))
    }

    /// The columns of the rows of a query.
    public func table<Rows: Selection>(_ query: some RowQuery<Rows>) -> Rows.Columns {
        Rows.Columns(_source: source(query))
    }

    /// The columns of the rows of a query on the optional side of an outer join: all of them can be NULL.
    public func optionalTable<Rows: Selection>(_ query: some RowQuery<Rows>) -> Rows.OuterColumns {
        Rows.OuterColumns(_source: source(query))
    }

    private func source<Rows: Selection>(_ query: some RowQuery<Rows>) -> ColumnSource {
        // In a recursive query, SQLite does not allow its table as a part of a derived one.
        let (alias, columns) = (nextAlias("rows"), Rows.columnDefinitions)
        guard let table = query.part.wholeTable else {
            return ColumnSource(of: query.part.table(as: alias, columns: columns))
        }
        let item = FromItem(kind: table, alias: alias, columns: columns)
        return ColumnSource(of: item)
    }

    private func source<T: Table>(_ table: T.Type) -> ColumnSource {
        ColumnSource(qualifier: nextAlias(T.tableName))
    }

    private func nextAlias(_ name: String) -> String {
        let alias = "\(name)\(prefix)\(names.count + 1)"
        names.append(alias)
        return alias
    }
}
