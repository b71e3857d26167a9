// One overload for each number of tables. One with type parameter packs would do, but the compiler cannot
// tell a pack of several elements from a pack of one tuple.

extension Select {
    /// Joins the rows of another table; where nothing matches, the columns of either side are NULL.
    public func fullJoin<Other: Table>(
        _ other: Where<Other>,
        @ConditionBuilder on condition: (Columns.Model.OuterColumns, Other.OuterColumns) ->
            SQLExpression<Bool>
    ) -> Select<(Columns.Model?, Other?), (Columns.Model.OuterColumns, Other.OuterColumns)>
    where Columns: ColumnSet, Columns.Model: Table {
        var join = Join(other.core, .full)
        let columns = (
            Columns.Model.OuterColumns(_source: columns._source),
            Other.OuterColumns(_source: join.source)
        )
        join.condition = condition(columns.0, columns.1).node
        return .init(
            core: core.joining(join), columns: columns,
            decoder: QueryDecoder(tuple: Columns.Model.OuterColumns.self, Other.OuterColumns.self))
    }
}

extension Select {
    /// Joins the rows of another table; where nothing matches, the columns of either side are NULL.
    public func fullJoin<Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (Columns.Model.OuterColumns, Other.OuterColumns) ->
            SQLExpression<Bool>
    ) -> Select<(Columns.Model?, Other?), (Columns.Model.OuterColumns, Other.OuterColumns)>
    where Columns: ColumnSet, Columns.Model: Table {
        fullJoin(Other.scoped, on: condition)
    }
}

extension Select {
    /// Joins the rows of another table; where nothing matches, the columns of either side are NULL.
    public func fullJoin<A: ColumnSet, B: ColumnSet, Other: Table>(
        _ other: Where<Other>,
        @ConditionBuilder on condition: (
            A.Model.OuterColumns, B.Model.OuterColumns, Other.OuterColumns
        ) -> SQLExpression<Bool>
    ) -> Select<
        (A.Model?, B.Model?, Other?),
        (A.Model.OuterColumns, B.Model.OuterColumns, Other.OuterColumns)
    > where Columns == (A, B), A.Model: Table, B.Model: Table {
        var join = Join(other.core, .full)
        let columns = (
            A.Model.OuterColumns(_source: columns.0._source),
            B.Model.OuterColumns(_source: columns.1._source),
            Other.OuterColumns(_source: join.source)
        )
        join.condition = condition(columns.0, columns.1, columns.2).node
        return .init(
            core: core.joining(join), columns: columns,
            decoder: QueryDecoder(
                tuple: A.Model.OuterColumns.self, B.Model.OuterColumns.self, Other.OuterColumns.self
            ))
    }
}

extension Select {
    /// Joins the rows of another table; where nothing matches, the columns of either side are NULL.
    public func fullJoin<A: ColumnSet, B: ColumnSet, Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (
            A.Model.OuterColumns, B.Model.OuterColumns, Other.OuterColumns
        ) -> SQLExpression<Bool>
    ) -> Select<
        (A.Model?, B.Model?, Other?),
        (A.Model.OuterColumns, B.Model.OuterColumns, Other.OuterColumns)
    > where Columns == (A, B), A.Model: Table, B.Model: Table {
        fullJoin(Other.scoped, on: condition)
    }
}

extension Select {
    /// Joins the rows of another table; where nothing matches, the columns of either side are NULL.
    public func fullJoin<A: ColumnSet, B: ColumnSet, C: ColumnSet, Other: Table>(
        _ other: Where<Other>,
        @ConditionBuilder on condition: (
            A.Model.OuterColumns, B.Model.OuterColumns, C.Model.OuterColumns, Other.OuterColumns
        ) -> SQLExpression<Bool>
    ) -> Select<
        (A.Model?, B.Model?, C.Model?, Other?),
        (A.Model.OuterColumns, B.Model.OuterColumns, C.Model.OuterColumns, Other.OuterColumns)
    > where Columns == (A, B, C), A.Model: Table, B.Model: Table, C.Model: Table {
        var join = Join(other.core, .full)
        let columns = (
            A.Model.OuterColumns(_source: columns.0._source),
            B.Model.OuterColumns(_source: columns.1._source),
            C.Model.OuterColumns(_source: columns.2._source),
            Other.OuterColumns(_source: join.source)
        )
        join.condition = condition(columns.0, columns.1, columns.2, columns.3).node
        return .init(
            core: core.joining(join), columns: columns,
            decoder: QueryDecoder(
                tuple: A.Model.OuterColumns.self, B.Model.OuterColumns.self,
                C.Model.OuterColumns.self, Other.OuterColumns.self))
    }
}

extension Select {
    /// Joins the rows of another table; where nothing matches, the columns of either side are NULL.
    public func fullJoin<A: ColumnSet, B: ColumnSet, C: ColumnSet, Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (
            A.Model.OuterColumns, B.Model.OuterColumns, C.Model.OuterColumns, Other.OuterColumns
        ) -> SQLExpression<Bool>
    ) -> Select<
        (A.Model?, B.Model?, C.Model?, Other?),
        (A.Model.OuterColumns, B.Model.OuterColumns, C.Model.OuterColumns, Other.OuterColumns)
    > where Columns == (A, B, C), A.Model: Table, B.Model: Table, C.Model: Table {
        fullJoin(Other.scoped, on: condition)
    }
}

extension Select {
    /// Joins the rows of another table; where nothing matches, the columns of either side are NULL.
    public func fullJoin<A: ColumnSet, B: ColumnSet, C: ColumnSet, D: ColumnSet, Other: Table>(
        _ other: Where<Other>,
        @ConditionBuilder on condition: (
            A.Model.OuterColumns, B.Model.OuterColumns, C.Model.OuterColumns, D.Model.OuterColumns,
            Other.OuterColumns
        ) -> SQLExpression<Bool>
    ) -> Select<
        (A.Model?, B.Model?, C.Model?, D.Model?, Other?),
        (
            A.Model.OuterColumns, B.Model.OuterColumns, C.Model.OuterColumns, D.Model.OuterColumns,
            Other.OuterColumns
        )
    >
    where Columns == (A, B, C, D), A.Model: Table, B.Model: Table, C.Model: Table, D.Model: Table {
        var join = Join(other.core, .full)
        let columns = (
            A.Model.OuterColumns(_source: columns.0._source),
            B.Model.OuterColumns(_source: columns.1._source),
            C.Model.OuterColumns(_source: columns.2._source),
            D.Model.OuterColumns(_source: columns.3._source),
            Other.OuterColumns(_source: join.source)
        )
        join.condition = condition(columns.0, columns.1, columns.2, columns.3, columns.4).node
        return .init(
            core: core.joining(join), columns: columns,
            decoder: QueryDecoder(
                tuple: A.Model.OuterColumns.self, B.Model.OuterColumns.self,
                C.Model.OuterColumns.self, D.Model.OuterColumns.self, Other.OuterColumns.self))
    }
}

extension Select {
    /// Joins the rows of another table; where nothing matches, the columns of either side are NULL.
    public func fullJoin<A: ColumnSet, B: ColumnSet, C: ColumnSet, D: ColumnSet, Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (
            A.Model.OuterColumns, B.Model.OuterColumns, C.Model.OuterColumns, D.Model.OuterColumns,
            Other.OuterColumns
        ) -> SQLExpression<Bool>
    ) -> Select<
        (A.Model?, B.Model?, C.Model?, D.Model?, Other?),
        (
            A.Model.OuterColumns, B.Model.OuterColumns, C.Model.OuterColumns, D.Model.OuterColumns,
            Other.OuterColumns
        )
    >
    where Columns == (A, B, C, D), A.Model: Table, B.Model: Table, C.Model: Table, D.Model: Table {
        fullJoin(Other.scoped, on: condition)
    }
}
