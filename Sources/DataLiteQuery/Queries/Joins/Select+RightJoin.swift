// One overload for each number of tables. One with type parameter packs would do, but the compiler cannot
// tell a pack of several elements from a pack of one tuple.

extension Select {
    /// Joins all rows of another table; where no row so far matches, the other columns are NULL.
    public func rightJoin<Other: Table>(
        _ other: Where<Other>,
        @ConditionBuilder on condition: (Columns.Model.OuterColumns, Other.Columns) ->
            SQLExpression<Bool>
    ) -> Select<(Columns.Model?, Other), (Columns.Model.OuterColumns, Other.Columns)>
    where Columns: ColumnSet, Columns.Model: Table {
        var join = Join(other.core, .right)
        let columns = (
            Columns.Model.OuterColumns(_source: columns._source),
            Other.Columns(_source: join.source)
        )
        join.condition = condition(columns.0, columns.1).node
        return .init(
            core: core.joining(join), columns: columns,
            decoder: QueryDecoder(tuple: Columns.Model.OuterColumns.self, Other.Columns.self))
    }
}

extension Select {
    /// Joins all rows of another table; where no row so far matches, the other columns are NULL.
    public func rightJoin<Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (Columns.Model.OuterColumns, Other.Columns) ->
            SQLExpression<Bool>
    ) -> Select<(Columns.Model?, Other), (Columns.Model.OuterColumns, Other.Columns)>
    where Columns: ColumnSet, Columns.Model: Table {
        rightJoin(Other.scoped, on: condition)
    }
}

extension Select {
    /// Joins all rows of another table; where no row so far matches, the other columns are NULL.
    public func rightJoin<A: ColumnSet, B: ColumnSet, Other: Table>(
        _ other: Where<Other>,
        @ConditionBuilder on condition: (A.Model.OuterColumns, B.Model.OuterColumns, Other.Columns)
            -> SQLExpression<Bool>
    ) -> Select<
        (A.Model?, B.Model?, Other), (A.Model.OuterColumns, B.Model.OuterColumns, Other.Columns)
    > where Columns == (A, B), A.Model: Table, B.Model: Table {
        var join = Join(other.core, .right)
        let columns = (
            A.Model.OuterColumns(_source: columns.0._source),
            B.Model.OuterColumns(_source: columns.1._source), Other.Columns(_source: join.source)
        )
        join.condition = condition(columns.0, columns.1, columns.2).node
        return .init(
            core: core.joining(join), columns: columns,
            decoder: QueryDecoder(
                tuple: A.Model.OuterColumns.self, B.Model.OuterColumns.self, Other.Columns.self))
    }
}

extension Select {
    /// Joins all rows of another table; where no row so far matches, the other columns are NULL.
    public func rightJoin<A: ColumnSet, B: ColumnSet, Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (A.Model.OuterColumns, B.Model.OuterColumns, Other.Columns)
            -> SQLExpression<Bool>
    ) -> Select<
        (A.Model?, B.Model?, Other), (A.Model.OuterColumns, B.Model.OuterColumns, Other.Columns)
    > where Columns == (A, B), A.Model: Table, B.Model: Table {
        rightJoin(Other.scoped, on: condition)
    }
}

extension Select {
    /// Joins all rows of another table; where no row so far matches, the other columns are NULL.
    public func rightJoin<A: ColumnSet, B: ColumnSet, C: ColumnSet, Other: Table>(
        _ other: Where<Other>,
        @ConditionBuilder on condition: (
            A.Model.OuterColumns, B.Model.OuterColumns, C.Model.OuterColumns, Other.Columns
        ) -> SQLExpression<Bool>
    ) -> Select<
        (A.Model?, B.Model?, C.Model?, Other),
        (A.Model.OuterColumns, B.Model.OuterColumns, C.Model.OuterColumns, Other.Columns)
    > where Columns == (A, B, C), A.Model: Table, B.Model: Table, C.Model: Table {
        var join = Join(other.core, .right)
        let columns = (
            A.Model.OuterColumns(_source: columns.0._source),
            B.Model.OuterColumns(_source: columns.1._source),
            C.Model.OuterColumns(_source: columns.2._source), Other.Columns(_source: join.source)
        )
        join.condition = condition(columns.0, columns.1, columns.2, columns.3).node
        return .init(
            core: core.joining(join), columns: columns,
            decoder: QueryDecoder(
                tuple: A.Model.OuterColumns.self, B.Model.OuterColumns.self,
                C.Model.OuterColumns.self, Other.Columns.self))
    }
}

extension Select {
    /// Joins all rows of another table; where no row so far matches, the other columns are NULL.
    public func rightJoin<A: ColumnSet, B: ColumnSet, C: ColumnSet, Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (
            A.Model.OuterColumns, B.Model.OuterColumns, C.Model.OuterColumns, Other.Columns
        ) -> SQLExpression<Bool>
    ) -> Select<
        (A.Model?, B.Model?, C.Model?, Other),
        (A.Model.OuterColumns, B.Model.OuterColumns, C.Model.OuterColumns, Other.Columns)
    > where Columns == (A, B, C), A.Model: Table, B.Model: Table, C.Model: Table {
        rightJoin(Other.scoped, on: condition)
    }
}

extension Select {
    /// Joins all rows of another table; where no row so far matches, the other columns are NULL.
    public func rightJoin<A: ColumnSet, B: ColumnSet, C: ColumnSet, D: ColumnSet, Other: Table>(
        _ other: Where<Other>,
        @ConditionBuilder on condition: (
            A.Model.OuterColumns, B.Model.OuterColumns, C.Model.OuterColumns, D.Model.OuterColumns,
            Other.Columns
        ) -> SQLExpression<Bool>
    ) -> Select<
        (A.Model?, B.Model?, C.Model?, D.Model?, Other),
        (
            A.Model.OuterColumns, B.Model.OuterColumns, C.Model.OuterColumns, D.Model.OuterColumns,
            Other.Columns
        )
    >
    where Columns == (A, B, C, D), A.Model: Table, B.Model: Table, C.Model: Table, D.Model: Table {
        var join = Join(other.core, .right)
        let columns = (
            A.Model.OuterColumns(_source: columns.0._source),
            B.Model.OuterColumns(_source: columns.1._source),
            C.Model.OuterColumns(_source: columns.2._source),
            D.Model.OuterColumns(_source: columns.3._source), Other.Columns(_source: join.source)
        )
        join.condition = condition(columns.0, columns.1, columns.2, columns.3, columns.4).node
        return .init(
            core: core.joining(join), columns: columns,
            decoder: QueryDecoder(
                tuple: A.Model.OuterColumns.self, B.Model.OuterColumns.self,
                C.Model.OuterColumns.self, D.Model.OuterColumns.self, Other.Columns.self))
    }
}

extension Select {
    /// Joins all rows of another table; where no row so far matches, the other columns are NULL.
    public func rightJoin<A: ColumnSet, B: ColumnSet, C: ColumnSet, D: ColumnSet, Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (
            A.Model.OuterColumns, B.Model.OuterColumns, C.Model.OuterColumns, D.Model.OuterColumns,
            Other.Columns
        ) -> SQLExpression<Bool>
    ) -> Select<
        (A.Model?, B.Model?, C.Model?, D.Model?, Other),
        (
            A.Model.OuterColumns, B.Model.OuterColumns, C.Model.OuterColumns, D.Model.OuterColumns,
            Other.Columns
        )
    >
    where Columns == (A, B, C, D), A.Model: Table, B.Model: Table, C.Model: Table, D.Model: Table {
        rightJoin(Other.scoped, on: condition)
    }
}
