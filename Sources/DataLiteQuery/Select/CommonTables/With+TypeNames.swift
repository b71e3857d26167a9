// Tables of `WITH` that have the name of their type, so that the query can use the type itself. If the closure of the
// query has no parameter, the types are those of the rows.

extension With {
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
    /// - Parameters:
    ///   - materialized: Whether SQLite computes the table once, rather than separately for each
    ///     use. Default: SQLite decides.
    public init<First: Selection>(
        materialized: Bool? = nil, _ rows: () -> some RowQuery<First>,
        @CommonTableBodyBuilder query: () -> Body
    ) {
        self.init(First.self, materialized: materialized, rows, query: query)
    }

    /// A query over one table with the name of its type.
    ///
    /// ```swift
    /// @Selection struct Total { let listID: Int; let count: Int }
    ///
    /// With(Total.self) {
    ///     Reminder.group(by: \.listID).select { Total.Columns(listID: $0.listID, count: $0.count()) }
    /// } query: {
    ///     Total.where { $0.count > 1 }
    /// }
    /// ```
    ///
    /// A table of the database with this name is not visible to the statement. If its rows are those of the table
    /// expression, use the parameter of the other initializers, which has a name of its own.
    ///
    /// - Parameters:
    ///   - first: The type whose name the table has.
    ///   - materialized: Whether SQLite computes the table once, rather than separately for each
    ///     use. Default: SQLite decides.
    public init<First: Selection>(
        _ first: First.Type, materialized: Bool? = nil, _ rows: () -> some RowQuery<First>,
        @CommonTableBodyBuilder query: () -> Body
    ) {
        self.init(First.commonTableName, materialized: materialized, rows) { _ in query() }
        check(First.self)
    }

    /// A query over two tables with the names of their types. The second one can use the first.
    ///
    /// - Parameters:
    ///   - materialized: Whether SQLite computes the tables once, rather than separately for each
    ///     use. Default: SQLite decides.
    public init<First: Selection, Second: Selection>(
        _ first: First.Type, _ second: Second.Type, materialized: Bool? = nil,
        _ rows: () -> some RowQuery<First>, with secondRows: () -> some RowQuery<Second>,
        @CommonTableBodyBuilder query: () -> Body
    ) {
        let names = (First.commonTableName, Second.commonTableName)
        self.init(names, materialized: materialized, rows, with: secondRows) { _, _ in query() }
        check(First.self, Second.self)
    }

    /// A query over three tables with the names of their types. Each one can use those before it.
    ///
    /// - Parameters:
    ///   - materialized: Whether SQLite computes the tables once, rather than separately for each
    ///     use. Default: SQLite decides.
    public init<First: Selection, Second: Selection, Third: Selection>(
        _ first: First.Type, _ second: Second.Type, _ third: Third.Type, materialized: Bool? = nil,
        _ rows: () -> some RowQuery<First>, with secondRows: () -> some RowQuery<Second>,
        with thirdRows: () -> some RowQuery<Third>, @CommonTableBodyBuilder query: () -> Body
    ) {
        let names = (First.commonTableName, Second.commonTableName, Third.commonTableName)
        self.init(
            names, materialized: materialized, rows, with: secondRows, with: thirdRows
        ) {
            _, _, _ in query()
        }
        check(First.self, Second.self, Third.self)
    }

    /// Makes the statement fail if a name would not refer to the table expression, but to a table of a schema.
    private mutating func check(_ types: any Selection.Type...) {
        for (index, type) in types.enumerated() {
            guard let table = type as? any Table.Type, table.schemaName != nil else { continue }
            tables[index].query = NestedPart(
                FailedTable(
                    error: SQLiteError(
                        .misuse,
                        message:
                            "\"\(table.commonTableName)\" cannot be a table of With: the table of "
                            + "\(type) is in a schema")))
        }
    }
}

private struct FailedTable: SQLRenderable {
    let error: SQLiteError

    func write(to writer: inout _SQLWriter) { writer.fail(error) }
}
