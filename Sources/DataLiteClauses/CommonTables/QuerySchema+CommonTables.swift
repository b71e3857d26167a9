extension QuerySchema {
    /// A table with the rows of a query, for `With`.
    ///
    /// - Parameters:
    ///   - materialized: Whether SQLite computes the table once, rather than separately for each use. Default: SQLite
    ///     decides.
    ///   - query: The clauses of the query.
    public func commonTableExpression<Rows: Selection>(
        materialized: Bool? = nil, @QueryBuilder _ query: (QuerySchema) -> ClauseList<Rows>
    ) -> CommonTableExpression<Rows> {
        let name = nextAlias("with")
        let table = AssembledTable(
            name, columns: Rows.columnDefinitions, materialized: materialized, isRecursive: false,
            sql(query))
        return CommonTableExpression(name: name, table: table)
    }

    /// A table whose query reads the table itself: a compound whose first query selects the initial rows.
    ///
    /// ```swift
    /// let numbers = schema.recursiveCommonTableExpression(Number.self) { schema, this in
    ///     Select(Number.Columns(value: SQLExpression(1)))
    ///     UnionAll()
    ///     Select(Number.Columns(value: this.value + 1))
    ///     From(this)
    ///     Where(this.value < 10)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - rows: The type of the rows.
    ///   - materialized: Whether SQLite computes the table once, rather than separately for each use.
    ///   - query: The clauses of the query; `this` is the table so far.
    public func recursiveCommonTableExpression<Rows: Selection>(
        _ rows: Rows.Type, materialized: Bool? = nil,
        @QueryBuilder _ query: (_ schema: QuerySchema, _ this: Rows.Columns) -> ClauseList<Rows>
    ) -> CommonTableExpression<Rows> {
        let name = nextAlias("with")
        let columns = Rows.columnDefinitions
        let this = Rows.Columns(
            _source: ColumnSource(commonTable: name, as: nil, columns: columns))
        let select = QuerySchema.nested { schema, failure in
            query(schema, this)._query(failure: failure)
        }
        let table = AssembledTable(
            name, columns: columns, materialized: materialized, isRecursive: true, select)
        return CommonTableExpression(name: name, table: table)
    }

    /// A table with the values of a query, in the column `value`.
    ///
    /// ```swift
    /// let years = schema.scalarCommonTableExpression(Int.self) { schema in
    ///     let album = schema.table(Album.self)
    ///     Select(album.year)
    ///     From(album)
    /// }
    /// let year = schema.table(years)
    /// With(years)
    /// Select(year.value)
    /// From(year)
    /// ```
    ///
    /// The table can also be the argument of `in`.
    ///
    /// - Parameters:
    ///   - value: The type in which the values are stored.
    ///   - materialized: Whether SQLite computes the table once, rather than separately for each use.
    ///   - query: The clauses of the query.
    public func scalarCommonTableExpression<Value: RowRepresentable & Sendable>(
        _ value: Value.Type, materialized: Bool? = nil,
        @QueryBuilder _ query: (QuerySchema) -> ClauseList<Value._Plain>
    ) -> CommonTableExpression<ScalarRow<Value>> {
        let name = nextAlias("with")
        let table = AssembledTable(
            name, values: Value.self, columns: ScalarRow<Value>.columnDefinitions,
            materialized: materialized, isRecursive: false, sql(query))
        return CommonTableExpression(name: name, table: table)
    }

    /// A table with the values of a query that reads the table itself.
    ///
    /// - Parameters:
    ///   - value: The type in which the values are stored.
    ///   - materialized: Whether SQLite computes the table once, rather than separately for each use.
    ///   - query: The clauses of the query; `this.value` is a value so far.
    public func recursiveScalarCommonTableExpression<Value: RowRepresentable & Sendable>(
        _ value: Value.Type, materialized: Bool? = nil,
        @QueryBuilder _ query: (_ schema: QuerySchema, _ this: ScalarRow<Value>.Columns) ->
            ClauseList<Value._Plain>
    ) -> CommonTableExpression<ScalarRow<Value>> {
        let name = nextAlias("with")
        let columns = ScalarRow<Value>.columnDefinitions
        let this = ScalarRow<Value>.Columns(
            _source: ColumnSource(commonTable: name, as: nil, columns: columns))
        let select = QuerySchema.nested { schema, failure in
            query(schema, this)._query(failure: failure)
        }
        let table = AssembledTable(
            name, values: Value.self, columns: columns, materialized: materialized,
            isRecursive: true, select)
        return CommonTableExpression(name: name, table: table)
    }

    /// The columns of a common table expression.
    public func table<Rows>(_ expression: CommonTableExpression<Rows>) -> Rows.Columns {
        Rows.Columns(_source: source(expression))
    }

    /// The columns of a common table expression on the optional side of an outer join: all of them can be NULL.
    public func optionalTable<Rows>(
        _ expression: CommonTableExpression<Rows>
    ) -> Rows.OuterColumns { Rows.OuterColumns(_source: source(expression)) }

    private func source<Rows>(_ expression: CommonTableExpression<Rows>) -> ColumnSource {
        ColumnSource(
            commonTable: expression.name, as: nextAlias("rows"), columns: Rows.columnDefinitions)
    }
}
