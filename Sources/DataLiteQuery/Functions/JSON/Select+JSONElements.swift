// Joins with the elements of JSON in the tables before them. Only a table-valued function may refer to
// these, so the closure returns one, and there is no condition.

extension Table {
    /// Joins the elements of JSON in the row.
    public static func join(
        _ elements: (Columns) -> Where<JSONElement>
    ) -> Select<(Self, JSONElement), (Columns, JSONElement.Columns)> {
        scoped.join(elements)
    }

    /// Joins the elements of JSON in the row; where there are none, the columns are NULL.
    public static func leftJoin(
        _ elements: (Columns) -> Where<JSONElement>
    ) -> Select<(Self, JSONElement?), (Columns, JSONElement.OuterColumns)> {
        scoped.leftJoin(elements)
    }
}

extension Select {
    /// Joins the elements of JSON in the row.
    public func join(
        _ elements: (Columns) -> Where<JSONElement>
    ) -> Select<(Columns.Output, JSONElement), (Columns, JSONElement.Columns)>
    where Columns: ColumnSet {
        let join = Join(elements(columns).core, .inner)
        return .init(
            core: core.joining(join),
            columns: (columns, JSONElement.Columns(_source: join.source)),
            decoder: QueryDecoder(tuple: Columns.self, JSONElement.Columns.self))
    }

    /// Joins the elements of JSON in the row; where there are none, the columns are NULL.
    public func leftJoin(
        _ elements: (Columns) -> Where<JSONElement>
    ) -> Select<(Columns.Output, JSONElement?), (Columns, JSONElement.OuterColumns)>
    where Columns: ColumnSet {
        let join = Join(elements(columns).core, .left)
        return .init(
            core: core.joining(join),
            columns: (columns, JSONElement.OuterColumns(_source: join.source)),
            decoder: QueryDecoder(tuple: Columns.self, JSONElement.OuterColumns.self))
    }
}

extension Select {
    /// Joins the elements of JSON in a row of either table.
    public func join<A: ColumnSet, B: ColumnSet>(
        _ elements: (A, B) -> Where<JSONElement>
    ) -> Select<(A.Output, B.Output, JSONElement), (A, B, JSONElement.Columns)>
    where Columns == (A, B) {
        let join = Join(elements(columns.0, columns.1).core, .inner)
        return .init(
            core: core.joining(join),
            columns: (columns.0, columns.1, JSONElement.Columns(_source: join.source)),
            decoder: QueryDecoder(tuple: A.self, B.self, JSONElement.Columns.self))
    }

    /// Joins the elements of JSON in a row of either table; where there are none, the columns are NULL.
    public func leftJoin<A: ColumnSet, B: ColumnSet>(
        _ elements: (A, B) -> Where<JSONElement>
    ) -> Select<(A.Output, B.Output, JSONElement?), (A, B, JSONElement.OuterColumns)>
    where Columns == (A, B) {
        let join = Join(elements(columns.0, columns.1).core, .left)
        return .init(
            core: core.joining(join),
            columns: (columns.0, columns.1, JSONElement.OuterColumns(_source: join.source)),
            decoder: QueryDecoder(tuple: A.self, B.self, JSONElement.OuterColumns.self))
    }
}
