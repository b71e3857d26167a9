extension With {
    /// A query over a recursive table without duplicate rows: `UNION`.
    ///
    /// - Parameters:
    ///   - name: The name of the table.
    ///   - materialized: Whether SQLite computes the table once, rather than separately for each
    ///     use.
    ///   - first: The initial rows.
    ///   - recursiveUnion: The rows to add for the rows found so far. Its order determines which
    ///     row is processed first; its limit applies to all rows.
    public init<First: Selection, Columns>(
        _ name: String? = nil, materialized: Bool? = nil, _ first: () -> Select<First, Columns>,
        recursiveUnion: (Select<First, First.Columns>) -> some RowQuery<First>,
        @CommonTableBodyBuilder query: (Select<First, First.Columns>) -> Body
    ) {
        self.init(name, materialized, first, isAll: false, recursiveUnion, query)
    }

    /// A query over a recursive table without duplicate rows: `UNION`.
    ///
    /// - Parameters:
    ///   - name: The name of the table.
    ///   - materialized: Whether SQLite computes the table once, rather than separately for each
    ///     use.
    ///   - first: The initial rows.
    ///   - recursiveUnion: The rows to add for the rows found so far. Its order determines which
    ///     row is processed first; its limit applies to all rows.
    @_disfavoredOverload
    public init<First: Selection>(
        _ name: String? = nil, materialized: Bool? = nil, _ first: () -> some RowQuery<First>,
        recursiveUnion: (Select<First, First.Columns>) -> some RowQuery<First>,
        @CommonTableBodyBuilder query: (Select<First, First.Columns>) -> Body
    ) {
        self.init(name, materialized, first, isAll: false, recursiveUnion, query)
    }

    /// A query over a recursive table that can contain duplicate rows: `UNION ALL`.
    ///
    /// - Parameters:
    ///   - name: The name of the table.
    ///   - materialized: Whether SQLite computes the table once, rather than separately for each
    ///     use.
    ///   - first: The initial rows.
    ///   - recursiveUnionAll: The rows to add for the rows found so far. Its order determines which
    ///     row is processed first; its limit applies to all rows.
    public init<First: Selection, Columns>(
        _ name: String? = nil, materialized: Bool? = nil, _ first: () -> Select<First, Columns>,
        recursiveUnionAll: (Select<First, First.Columns>) -> some RowQuery<First>,
        @CommonTableBodyBuilder query: (Select<First, First.Columns>) -> Body
    ) {
        self.init(name, materialized, first, isAll: true, recursiveUnionAll, query)
    }

    /// A query over a recursive table that can contain duplicate rows: `UNION ALL`.
    ///
    /// - Parameters:
    ///   - name: The name of the table.
    ///   - materialized: Whether SQLite computes the table once, rather than separately for each
    ///     use.
    ///   - first: The initial rows.
    ///   - recursiveUnionAll: The rows to add for the rows found so far. Its order determines which
    ///     row is processed first; its limit applies to all rows.
    @_disfavoredOverload
    public init<First: Selection>(
        _ name: String? = nil, materialized: Bool? = nil, _ first: () -> some RowQuery<First>,
        recursiveUnionAll: (Select<First, First.Columns>) -> some RowQuery<First>,
        @CommonTableBodyBuilder query: (Select<First, First.Columns>) -> Body
    ) {
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
}
