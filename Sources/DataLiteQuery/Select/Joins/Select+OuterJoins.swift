extension Select {
    /// Joins the rows of another table that match; if no row matches, its columns are NULL.
    @inlinable
    public func leftJoin<each C: ColumnSet, Other: Selection>(
        _ other: Select<Other, some Any>,
        @ConditionBuilder on condition: (repeat each C, Other.OuterColumns) -> SQLExpression<Bool>
    ) -> Select<(repeat (each C).Output, Other?), (repeat each C, Other.OuterColumns)>
    where Columns == (repeat each C) {
        let query = separated()
        let join = JoinedItem(other, .left, beside: query.core)
        return .init(
            query.core, join, on: condition, repeat each query.columns,
            Other.OuterColumns(_source: join.source)
        )
    }

    /// Joins the rows of another table that match; if no row matches, its columns are NULL.
    @inlinable
    public func leftJoin<each C: ColumnSet, Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (repeat each C, Other.OuterColumns) -> SQLExpression<Bool>
    ) -> Select<(repeat (each C).Output, Other?), (repeat each C, Other.OuterColumns)>
    where Columns == (repeat each C) {
        leftJoin(Other.scoped, on: condition)
    }
}

// MARK: - Right and full joins

extension Select {
    /// Joins all rows of another table; if no row of the preceding tables matches, their columns
    /// are NULL.
    @inlinable
    public func rightJoin<each C: ColumnSet, Other: Selection>(
        _ other: Select<Other, some Any>,
        @ConditionBuilder on condition: (repeat (each C).Model.OuterColumns, Other.Columns) ->
            SQLExpression<Bool>
    ) -> Select<
        (repeat (each C).Model?, Other), (repeat (each C).Model.OuterColumns, Other.Columns)
    > where Columns == (repeat each C) {
        let query = separated()
        let join = JoinedItem(other, .right, beside: query.core)
        return .init(
            query.core, join, on: condition,
            repeat (each C).Model.OuterColumns(_source: (each query.columns)._source),
            Other.Columns(_source: join.source))
    }

    /// Joins all rows of another table; if no row of the preceding tables matches, their columns
    /// are NULL.
    @inlinable
    public func rightJoin<each C: ColumnSet, Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (repeat (each C).Model.OuterColumns, Other.Columns) ->
            SQLExpression<Bool>
    ) -> Select<
        (repeat (each C).Model?, Other), (repeat (each C).Model.OuterColumns, Other.Columns)
    > where Columns == (repeat each C) {
        rightJoin(Other.scoped, on: condition)
    }

    /// Joins the rows of another table, keeping all rows of both sides; if no row matches, the
    /// columns of the other side are NULL.
    @inlinable
    public func fullJoin<each C: ColumnSet, Other: Selection>(
        _ other: Select<Other, some Any>,
        @ConditionBuilder on condition: (repeat (each C).Model.OuterColumns, Other.OuterColumns) ->
            SQLExpression<Bool>
    ) -> Select<
        (repeat (each C).Model?, Other?), (repeat (each C).Model.OuterColumns, Other.OuterColumns)
    > where Columns == (repeat each C) {
        let query = separated()
        let join = JoinedItem(other, .full, beside: query.core)
        return .init(
            query.core, join, on: condition,
            repeat (each C).Model.OuterColumns(_source: (each query.columns)._source),
            Other.OuterColumns(_source: join.source))
    }

    /// Joins the rows of another table, keeping all rows of both sides; if no row matches, the
    /// columns of the other side are NULL.
    @inlinable
    public func fullJoin<each C: ColumnSet, Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (repeat (each C).Model.OuterColumns, Other.OuterColumns) ->
            SQLExpression<Bool>
    ) -> Select<
        (repeat (each C).Model?, Other?), (repeat (each C).Model.OuterColumns, Other.OuterColumns)
    > where Columns == (repeat each C) {
        fullJoin(Other.scoped, on: condition)
    }
}
