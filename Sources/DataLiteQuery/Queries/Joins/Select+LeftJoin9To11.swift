// One overload for each number of tables. One with type parameter packs would do, but the compiler cannot
// tell a pack of several elements from a pack of one tuple.

extension Select {
    /// Joins the rows of another table that match; where none does, its columns are NULL.
    public func leftJoin<
        A: ColumnSet, B: ColumnSet, C: ColumnSet, D: ColumnSet, E: ColumnSet, F: ColumnSet,
        G: ColumnSet, H: ColumnSet, I: ColumnSet, Other: Table
    >(
        _ other: Where<Other>,
        @ConditionBuilder on condition: (A, B, C, D, E, F, G, H, I, Other.OuterColumns) ->
            SQLExpression<Bool>
    ) -> Select<
        (
            A.Output, B.Output, C.Output, D.Output, E.Output, F.Output, G.Output, H.Output,
            I.Output, Other?
        ), (A, B, C, D, E, F, G, H, I, Other.OuterColumns)
    > where Columns == (A, B, C, D, E, F, G, H, I) {
        var join = Join(other.core, .left)
        let columns = (
            columns.0, columns.1, columns.2, columns.3, columns.4, columns.5, columns.6, columns.7,
            columns.8, Other.OuterColumns(_source: join.source)
        )
        join.condition =
            condition(
                columns.0, columns.1, columns.2, columns.3, columns.4, columns.5, columns.6,
                columns.7, columns.8, columns.9
            ).node
        return .init(
            core: core.joining(join), columns: columns,
            decoder: QueryDecoder(
                tuple: A.self, B.self, C.self, D.self, E.self, F.self, G.self, H.self, I.self,
                Other.OuterColumns.self))
    }
}

extension Select {
    /// Joins the rows of another table that match; where none does, its columns are NULL.
    public func leftJoin<
        A: ColumnSet, B: ColumnSet, C: ColumnSet, D: ColumnSet, E: ColumnSet, F: ColumnSet,
        G: ColumnSet, H: ColumnSet, I: ColumnSet, Other: Table
    >(
        _ other: Other.Type,
        @ConditionBuilder on condition: (A, B, C, D, E, F, G, H, I, Other.OuterColumns) ->
            SQLExpression<Bool>
    ) -> Select<
        (
            A.Output, B.Output, C.Output, D.Output, E.Output, F.Output, G.Output, H.Output,
            I.Output, Other?
        ), (A, B, C, D, E, F, G, H, I, Other.OuterColumns)
    > where Columns == (A, B, C, D, E, F, G, H, I) {
        leftJoin(Other.scoped, on: condition)
    }
}

extension Select {
    /// Joins the rows of another table that match; where none does, its columns are NULL.
    public func leftJoin<
        A: ColumnSet, B: ColumnSet, C: ColumnSet, D: ColumnSet, E: ColumnSet, F: ColumnSet,
        G: ColumnSet, H: ColumnSet, I: ColumnSet, J: ColumnSet, Other: Table
    >(
        _ other: Where<Other>,
        @ConditionBuilder on condition: (A, B, C, D, E, F, G, H, I, J, Other.OuterColumns) ->
            SQLExpression<Bool>
    ) -> Select<
        (
            A.Output, B.Output, C.Output, D.Output, E.Output, F.Output, G.Output, H.Output,
            I.Output, J.Output, Other?
        ), (A, B, C, D, E, F, G, H, I, J, Other.OuterColumns)
    > where Columns == (A, B, C, D, E, F, G, H, I, J) {
        var join = Join(other.core, .left)
        let columns = (
            columns.0, columns.1, columns.2, columns.3, columns.4, columns.5, columns.6, columns.7,
            columns.8, columns.9, Other.OuterColumns(_source: join.source)
        )
        join.condition =
            condition(
                columns.0, columns.1, columns.2, columns.3, columns.4, columns.5, columns.6,
                columns.7, columns.8, columns.9, columns.10
            ).node
        return .init(
            core: core.joining(join), columns: columns,
            decoder: QueryDecoder(
                tuple: A.self, B.self, C.self, D.self, E.self, F.self, G.self, H.self, I.self,
                J.self, Other.OuterColumns.self))
    }
}

extension Select {
    /// Joins the rows of another table that match; where none does, its columns are NULL.
    public func leftJoin<
        A: ColumnSet, B: ColumnSet, C: ColumnSet, D: ColumnSet, E: ColumnSet, F: ColumnSet,
        G: ColumnSet, H: ColumnSet, I: ColumnSet, J: ColumnSet, Other: Table
    >(
        _ other: Other.Type,
        @ConditionBuilder on condition: (A, B, C, D, E, F, G, H, I, J, Other.OuterColumns) ->
            SQLExpression<Bool>
    ) -> Select<
        (
            A.Output, B.Output, C.Output, D.Output, E.Output, F.Output, G.Output, H.Output,
            I.Output, J.Output, Other?
        ), (A, B, C, D, E, F, G, H, I, J, Other.OuterColumns)
    > where Columns == (A, B, C, D, E, F, G, H, I, J) {
        leftJoin(Other.scoped, on: condition)
    }
}

extension Select {
    /// Joins the rows of another table that match; where none does, its columns are NULL.
    public func leftJoin<
        A: ColumnSet, B: ColumnSet, C: ColumnSet, D: ColumnSet, E: ColumnSet, F: ColumnSet,
        G: ColumnSet, H: ColumnSet, I: ColumnSet, J: ColumnSet, K: ColumnSet, Other: Table
    >(
        _ other: Where<Other>,
        @ConditionBuilder on condition: (A, B, C, D, E, F, G, H, I, J, K, Other.OuterColumns) ->
            SQLExpression<Bool>
    ) -> Select<
        (
            A.Output, B.Output, C.Output, D.Output, E.Output, F.Output, G.Output, H.Output,
            I.Output, J.Output, K.Output, Other?
        ), (A, B, C, D, E, F, G, H, I, J, K, Other.OuterColumns)
    > where Columns == (A, B, C, D, E, F, G, H, I, J, K) {
        var join = Join(other.core, .left)
        let columns = (
            columns.0, columns.1, columns.2, columns.3, columns.4, columns.5, columns.6, columns.7,
            columns.8, columns.9, columns.10, Other.OuterColumns(_source: join.source)
        )
        join.condition =
            condition(
                columns.0, columns.1, columns.2, columns.3, columns.4, columns.5, columns.6,
                columns.7, columns.8, columns.9, columns.10, columns.11
            ).node
        return .init(
            core: core.joining(join), columns: columns,
            decoder: QueryDecoder(
                tuple: A.self, B.self, C.self, D.self, E.self, F.self, G.self, H.self, I.self,
                J.self, K.self, Other.OuterColumns.self))
    }
}

extension Select {
    /// Joins the rows of another table that match; where none does, its columns are NULL.
    public func leftJoin<
        A: ColumnSet, B: ColumnSet, C: ColumnSet, D: ColumnSet, E: ColumnSet, F: ColumnSet,
        G: ColumnSet, H: ColumnSet, I: ColumnSet, J: ColumnSet, K: ColumnSet, Other: Table
    >(
        _ other: Other.Type,
        @ConditionBuilder on condition: (A, B, C, D, E, F, G, H, I, J, K, Other.OuterColumns) ->
            SQLExpression<Bool>
    ) -> Select<
        (
            A.Output, B.Output, C.Output, D.Output, E.Output, F.Output, G.Output, H.Output,
            I.Output, J.Output, K.Output, Other?
        ), (A, B, C, D, E, F, G, H, I, J, K, Other.OuterColumns)
    > where Columns == (A, B, C, D, E, F, G, H, I, J, K) {
        leftJoin(Other.scoped, on: condition)
    }
}
