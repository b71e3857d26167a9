// One overload for each number of tables. One with type parameter packs would do, but the compiler cannot
// tell a pack of several elements from a pack of one tuple.

extension Select {
    /// Joins the rows of another table that match; where none does, its columns are NULL.
    public func leftJoin<Other: Table>(
        _ other: Where<Other>,
        @ConditionBuilder on condition: (Columns, Other.OuterColumns) -> SQLExpression<Bool>
    ) -> Select<(Columns.Output, Other?), (Columns, Other.OuterColumns)> where Columns: ColumnSet {
        var join = Join(other.core, .left)
        let columns = (columns, Other.OuterColumns(_source: join.source))
        join.condition = condition(columns.0, columns.1).node
        return .init(
            core: core.joining(join), columns: columns,
            decoder: QueryDecoder(tuple: Columns.self, Other.OuterColumns.self))
    }
}

extension Select {
    /// Joins the rows of another table that match; where none does, its columns are NULL.
    public func leftJoin<Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (Columns, Other.OuterColumns) -> SQLExpression<Bool>
    ) -> Select<(Columns.Output, Other?), (Columns, Other.OuterColumns)> where Columns: ColumnSet {
        leftJoin(Other.scoped, on: condition)
    }
}

extension Select {
    /// Joins the rows of another table that match; where none does, its columns are NULL.
    public func leftJoin<A: ColumnSet, B: ColumnSet, Other: Table>(
        _ other: Where<Other>,
        @ConditionBuilder on condition: (A, B, Other.OuterColumns) -> SQLExpression<Bool>
    ) -> Select<(A.Output, B.Output, Other?), (A, B, Other.OuterColumns)> where Columns == (A, B) {
        var join = Join(other.core, .left)
        let columns = (columns.0, columns.1, Other.OuterColumns(_source: join.source))
        join.condition = condition(columns.0, columns.1, columns.2).node
        return .init(
            core: core.joining(join), columns: columns,
            decoder: QueryDecoder(tuple: A.self, B.self, Other.OuterColumns.self))
    }
}

extension Select {
    /// Joins the rows of another table that match; where none does, its columns are NULL.
    public func leftJoin<A: ColumnSet, B: ColumnSet, Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (A, B, Other.OuterColumns) -> SQLExpression<Bool>
    ) -> Select<(A.Output, B.Output, Other?), (A, B, Other.OuterColumns)> where Columns == (A, B) {
        leftJoin(Other.scoped, on: condition)
    }
}

extension Select {
    /// Joins the rows of another table that match; where none does, its columns are NULL.
    public func leftJoin<A: ColumnSet, B: ColumnSet, C: ColumnSet, Other: Table>(
        _ other: Where<Other>,
        @ConditionBuilder on condition: (A, B, C, Other.OuterColumns) -> SQLExpression<Bool>
    ) -> Select<(A.Output, B.Output, C.Output, Other?), (A, B, C, Other.OuterColumns)>
    where Columns == (A, B, C) {
        var join = Join(other.core, .left)
        let columns = (columns.0, columns.1, columns.2, Other.OuterColumns(_source: join.source))
        join.condition = condition(columns.0, columns.1, columns.2, columns.3).node
        return .init(
            core: core.joining(join), columns: columns,
            decoder: QueryDecoder(tuple: A.self, B.self, C.self, Other.OuterColumns.self))
    }
}

extension Select {
    /// Joins the rows of another table that match; where none does, its columns are NULL.
    public func leftJoin<A: ColumnSet, B: ColumnSet, C: ColumnSet, Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (A, B, C, Other.OuterColumns) -> SQLExpression<Bool>
    ) -> Select<(A.Output, B.Output, C.Output, Other?), (A, B, C, Other.OuterColumns)>
    where Columns == (A, B, C) {
        leftJoin(Other.scoped, on: condition)
    }
}

extension Select {
    /// Joins the rows of another table that match; where none does, its columns are NULL.
    public func leftJoin<A: ColumnSet, B: ColumnSet, C: ColumnSet, D: ColumnSet, Other: Table>(
        _ other: Where<Other>,
        @ConditionBuilder on condition: (A, B, C, D, Other.OuterColumns) -> SQLExpression<Bool>
    ) -> Select<(A.Output, B.Output, C.Output, D.Output, Other?), (A, B, C, D, Other.OuterColumns)>
    where Columns == (A, B, C, D) {
        var join = Join(other.core, .left)
        let columns = (
            columns.0, columns.1, columns.2, columns.3, Other.OuterColumns(_source: join.source)
        )
        join.condition = condition(columns.0, columns.1, columns.2, columns.3, columns.4).node
        return .init(
            core: core.joining(join), columns: columns,
            decoder: QueryDecoder(tuple: A.self, B.self, C.self, D.self, Other.OuterColumns.self))
    }
}

extension Select {
    /// Joins the rows of another table that match; where none does, its columns are NULL.
    public func leftJoin<A: ColumnSet, B: ColumnSet, C: ColumnSet, D: ColumnSet, Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (A, B, C, D, Other.OuterColumns) -> SQLExpression<Bool>
    ) -> Select<(A.Output, B.Output, C.Output, D.Output, Other?), (A, B, C, D, Other.OuterColumns)>
    where Columns == (A, B, C, D) {
        leftJoin(Other.scoped, on: condition)
    }
}
