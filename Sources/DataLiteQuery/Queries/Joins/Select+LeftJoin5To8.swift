// One overload for each number of tables. One with type parameter packs would do, but the compiler cannot
// tell a pack of several elements from a pack of one tuple.

extension Select {
    /// Joins the rows of another table that match; where none does, its columns are NULL.
    public func leftJoin<
        A: ColumnSet, B: ColumnSet, C: ColumnSet, D: ColumnSet, E: ColumnSet, Other: Table
    >(
        _ other: Where<Other>,
        @ConditionBuilder on condition: (A, B, C, D, E, Other.OuterColumns) -> SQLExpression<Bool>
    ) -> Select<
        (A.Output, B.Output, C.Output, D.Output, E.Output, Other?),
        (A, B, C, D, E, Other.OuterColumns)
    > where Columns == (A, B, C, D, E) {
        var join = Join(other.core, .left)
        let columns = (
            columns.0, columns.1, columns.2, columns.3, columns.4,
            Other.OuterColumns(_source: join.source)
        )
        join.condition =
            condition(columns.0, columns.1, columns.2, columns.3, columns.4, columns.5).node
        return .init(
            core: core.joining(join), columns: columns,
            decoder: QueryDecoder(
                tuple: A.self, B.self, C.self, D.self, E.self, Other.OuterColumns.self))
    }
}

extension Select {
    /// Joins the rows of another table that match; where none does, its columns are NULL.
    public func leftJoin<
        A: ColumnSet, B: ColumnSet, C: ColumnSet, D: ColumnSet, E: ColumnSet, Other: Table
    >(
        _ other: Other.Type,
        @ConditionBuilder on condition: (A, B, C, D, E, Other.OuterColumns) -> SQLExpression<Bool>
    ) -> Select<
        (A.Output, B.Output, C.Output, D.Output, E.Output, Other?),
        (A, B, C, D, E, Other.OuterColumns)
    > where Columns == (A, B, C, D, E) {
        leftJoin(Other.scoped, on: condition)
    }
}

extension Select {
    /// Joins the rows of another table that match; where none does, its columns are NULL.
    public func leftJoin<
        A: ColumnSet, B: ColumnSet, C: ColumnSet, D: ColumnSet, E: ColumnSet, F: ColumnSet,
        Other: Table
    >(
        _ other: Where<Other>,
        @ConditionBuilder on condition: (A, B, C, D, E, F, Other.OuterColumns) -> SQLExpression<
            Bool
        >
    ) -> Select<
        (A.Output, B.Output, C.Output, D.Output, E.Output, F.Output, Other?),
        (A, B, C, D, E, F, Other.OuterColumns)
    > where Columns == (A, B, C, D, E, F) {
        var join = Join(other.core, .left)
        let columns = (
            columns.0, columns.1, columns.2, columns.3, columns.4, columns.5,
            Other.OuterColumns(_source: join.source)
        )
        join.condition =
            condition(columns.0, columns.1, columns.2, columns.3, columns.4, columns.5, columns.6)
            .node
        return .init(
            core: core.joining(join), columns: columns,
            decoder: QueryDecoder(
                tuple: A.self, B.self, C.self, D.self, E.self, F.self, Other.OuterColumns.self))
    }
}

extension Select {
    /// Joins the rows of another table that match; where none does, its columns are NULL.
    public func leftJoin<
        A: ColumnSet, B: ColumnSet, C: ColumnSet, D: ColumnSet, E: ColumnSet, F: ColumnSet,
        Other: Table
    >(
        _ other: Other.Type,
        @ConditionBuilder on condition: (A, B, C, D, E, F, Other.OuterColumns) -> SQLExpression<
            Bool
        >
    ) -> Select<
        (A.Output, B.Output, C.Output, D.Output, E.Output, F.Output, Other?),
        (A, B, C, D, E, F, Other.OuterColumns)
    > where Columns == (A, B, C, D, E, F) {
        leftJoin(Other.scoped, on: condition)
    }
}

extension Select {
    /// Joins the rows of another table that match; where none does, its columns are NULL.
    public func leftJoin<
        A: ColumnSet, B: ColumnSet, C: ColumnSet, D: ColumnSet, E: ColumnSet, F: ColumnSet,
        G: ColumnSet, Other: Table
    >(
        _ other: Where<Other>,
        @ConditionBuilder on condition: (A, B, C, D, E, F, G, Other.OuterColumns) -> SQLExpression<
            Bool
        >
    ) -> Select<
        (A.Output, B.Output, C.Output, D.Output, E.Output, F.Output, G.Output, Other?),
        (A, B, C, D, E, F, G, Other.OuterColumns)
    > where Columns == (A, B, C, D, E, F, G) {
        var join = Join(other.core, .left)
        let columns = (
            columns.0, columns.1, columns.2, columns.3, columns.4, columns.5, columns.6,
            Other.OuterColumns(_source: join.source)
        )
        join.condition =
            condition(
                columns.0, columns.1, columns.2, columns.3, columns.4, columns.5, columns.6,
                columns.7
            ).node
        return .init(
            core: core.joining(join), columns: columns,
            decoder: QueryDecoder(
                tuple: A.self, B.self, C.self, D.self, E.self, F.self, G.self,
                Other.OuterColumns.self))
    }
}

extension Select {
    /// Joins the rows of another table that match; where none does, its columns are NULL.
    public func leftJoin<
        A: ColumnSet, B: ColumnSet, C: ColumnSet, D: ColumnSet, E: ColumnSet, F: ColumnSet,
        G: ColumnSet, Other: Table
    >(
        _ other: Other.Type,
        @ConditionBuilder on condition: (A, B, C, D, E, F, G, Other.OuterColumns) -> SQLExpression<
            Bool
        >
    ) -> Select<
        (A.Output, B.Output, C.Output, D.Output, E.Output, F.Output, G.Output, Other?),
        (A, B, C, D, E, F, G, Other.OuterColumns)
    > where Columns == (A, B, C, D, E, F, G) {
        leftJoin(Other.scoped, on: condition)
    }
}

extension Select {
    /// Joins the rows of another table that match; where none does, its columns are NULL.
    public func leftJoin<
        A: ColumnSet, B: ColumnSet, C: ColumnSet, D: ColumnSet, E: ColumnSet, F: ColumnSet,
        G: ColumnSet, H: ColumnSet, Other: Table
    >(
        _ other: Where<Other>,
        @ConditionBuilder on condition: (A, B, C, D, E, F, G, H, Other.OuterColumns) ->
            SQLExpression<Bool>
    ) -> Select<
        (A.Output, B.Output, C.Output, D.Output, E.Output, F.Output, G.Output, H.Output, Other?),
        (A, B, C, D, E, F, G, H, Other.OuterColumns)
    > where Columns == (A, B, C, D, E, F, G, H) {
        var join = Join(other.core, .left)
        let columns = (
            columns.0, columns.1, columns.2, columns.3, columns.4, columns.5, columns.6, columns.7,
            Other.OuterColumns(_source: join.source)
        )
        join.condition =
            condition(
                columns.0, columns.1, columns.2, columns.3, columns.4, columns.5, columns.6,
                columns.7, columns.8
            ).node
        return .init(
            core: core.joining(join), columns: columns,
            decoder: QueryDecoder(
                tuple: A.self, B.self, C.self, D.self, E.self, F.self, G.self, H.self,
                Other.OuterColumns.self))
    }
}

extension Select {
    /// Joins the rows of another table that match; where none does, its columns are NULL.
    public func leftJoin<
        A: ColumnSet, B: ColumnSet, C: ColumnSet, D: ColumnSet, E: ColumnSet, F: ColumnSet,
        G: ColumnSet, H: ColumnSet, Other: Table
    >(
        _ other: Other.Type,
        @ConditionBuilder on condition: (A, B, C, D, E, F, G, H, Other.OuterColumns) ->
            SQLExpression<Bool>
    ) -> Select<
        (A.Output, B.Output, C.Output, D.Output, E.Output, F.Output, G.Output, H.Output, Other?),
        (A, B, C, D, E, F, G, H, Other.OuterColumns)
    > where Columns == (A, B, C, D, E, F, G, H) {
        leftJoin(Other.scoped, on: condition)
    }
}
