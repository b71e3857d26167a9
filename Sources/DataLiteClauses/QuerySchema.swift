/// The tables of a query that is written with clauses; see `sql`.
///
/// Each call adds a table under a new name, so a query can contain the same table several times.
public final class QuerySchema: NamedTables {
    /// The nesting depth of the query. It is part of the names of the query's tables, so that a nested query can refer
    /// to the tables of the enclosing queries.
    @TaskLocal private static var depth = 0

    /// The names of the query's tables.
    package private(set) var names: [String] = []

    private let prefix: String

    private init(depth: Int) {
        prefix = depth == 0 ? ":" : ":\(depth)."
    }

    /// Calls `body` with the schema of a new query, and with an error if the query is nested too
    /// deeply.
    static func nested<Result>(_ body: (QuerySchema, SQLiteError?) -> Result) -> Result {
        let depth = depth
        let schema = QuerySchema(depth: depth)
        return schema.enclosing { failure in
            $depth.withValue(depth + 1) { body(schema, failure) }
        }
    }

    /// The columns of a table.
    public func table<T: Table>(_ table: T.Type) -> T.Columns {
        T.Columns(_source: ColumnSource(table, as: nextAlias(T.tableName)))
    }

    /// The columns of a table on the optional side of an outer join: all of them can be NULL.
    public func optionalTable<T: Table>(_ table: T.Type) -> T.OuterColumns {
        T.OuterColumns(_source: ColumnSource(table, as: nextAlias(T.tableName)))
    }

    /// The columns of the rows of a query.
    public func table<Rows: Selection>(_ query: some RowQuery<Rows>) -> Rows.Columns {
        Rows.Columns(_source: ColumnSource(query, as: nextAlias("rows")))
    }

    /// The columns of the rows of a query on the optional side of an outer join: all of them can be NULL.
    public func optionalTable<Rows: Selection>(_ query: some RowQuery<Rows>) -> Rows.OuterColumns {
        Rows.OuterColumns(_source: ColumnSource(query, as: nextAlias("rows")))
    }

    /// The columns of the table that an insert, update or delete changes.
    ///
    /// ```swift
    /// let reminder = schema.into(Reminder.self)
    /// Delete(reminder)
    /// Where(reminder.isCompleted)
    /// ```
    ///
    /// Unlike a table of a query, it has its own name in the statement.
    public func into<T: Table>(_ table: T.Type) -> T.Columns {
        names.append(T.tableName)
        return T.columns
    }

    func nextAlias(_ name: String) -> String {
        let alias = "\(name)\(prefix)\(names.count + 1)"
        names.append(alias)
        return alias
    }
}
