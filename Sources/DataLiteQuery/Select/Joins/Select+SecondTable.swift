// Joins of a second table to one, which select the rows of both. If the query selects something else, the functions in
// `Select+KeptSelections.swift` are used.

extension Select where Columns: ColumnSet {
    /// Joins the rows of another table that match.
    @inlinable
    public func join<Other: Selection>(
        _ other: Select<Other, some Any>,
        @ConditionBuilder on condition: (Columns, Other.Columns) -> SQLExpression<Bool>
    ) -> Select<(Output, Other), (Columns, Other.Columns)> where Output == Columns.Output {
        let query = separated()
        let join = JoinedItem(other, .inner, beside: query.core)
        return .init(
            query.core, join, on: condition, query.columns,
            Other.Columns(_source: join.source))
    }

    /// Joins the rows of another table that match.
    @inlinable
    public func join<Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (Columns, Other.Columns) -> SQLExpression<Bool>
    ) -> Select<(Output, Other), (Columns, Other.Columns)> where Output == Columns.Output {
        join(Other.scoped, on: condition)
    }

    /// Joins the rows of another table that match; if no row matches, its columns are NULL.
    @inlinable
    public func leftJoin<Other: Selection>(
        _ other: Select<Other, some Any>,
        @ConditionBuilder on condition: (Columns, Other.OuterColumns) -> SQLExpression<Bool>
    ) -> Select<(Output, Other?), (Columns, Other.OuterColumns)> where Output == Columns.Output {
        let query = separated()
        let join = JoinedItem(other, .left, beside: query.core)
        return .init(
            query.core, join, on: condition, query.columns,
            Other.OuterColumns(_source: join.source))
    }

    /// Joins the rows of another table that match; if no row matches, its columns are NULL.
    @inlinable
    public func leftJoin<Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (Columns, Other.OuterColumns) -> SQLExpression<Bool>
    ) -> Select<(Output, Other?), (Columns, Other.OuterColumns)> where Output == Columns.Output {
        leftJoin(Other.scoped, on: condition)
    }

    /// Joins all rows of another table; if no row of the preceding tables matches, their columns are NULL.
    @inlinable
    public func rightJoin<Other: Selection>(
        _ other: Select<Other, some Any>,
        @ConditionBuilder on condition: (Columns.Model.OuterColumns, Other.Columns) ->
            SQLExpression<Bool>
    ) -> Select<(Columns.Model?, Other), (Columns.Model.OuterColumns, Other.Columns)>
    where Output == Columns.Output {
        let query = separated()
        let join = JoinedItem(other, .right, beside: query.core)
        return .init(
            query.core, join, on: condition,
            Columns.Model.OuterColumns(_source: query.columns._source),
            Other.Columns(_source: join.source))
    }

    /// Joins all rows of another table; if no row of the preceding tables matches, their columns are NULL.
    @inlinable
    public func rightJoin<Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (Columns.Model.OuterColumns, Other.Columns) ->
            SQLExpression<Bool>
    ) -> Select<(Columns.Model?, Other), (Columns.Model.OuterColumns, Other.Columns)>
    where Output == Columns.Output {
        rightJoin(Other.scoped, on: condition)
    }

    /// Joins the rows of another table, keeping all rows of both sides; if no row matches, the columns of the other
    /// side are NULL.
    @inlinable
    public func fullJoin<Other: Selection>(
        _ other: Select<Other, some Any>,
        @ConditionBuilder on condition: (Columns.Model.OuterColumns, Other.OuterColumns) ->
            SQLExpression<Bool>
    ) -> Select<(Columns.Model?, Other?), (Columns.Model.OuterColumns, Other.OuterColumns)>
    where Output == Columns.Output {
        let query = separated()
        let join = JoinedItem(other, .full, beside: query.core)
        return .init(
            query.core, join, on: condition,
            Columns.Model.OuterColumns(_source: query.columns._source),
            Other.OuterColumns(_source: join.source))
    }

    /// Joins the rows of another table, keeping all rows of both sides; if no row matches, the columns of the other
    /// side are NULL.
    @inlinable
    public func fullJoin<Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (Columns.Model.OuterColumns, Other.OuterColumns) ->
            SQLExpression<Bool>
    ) -> Select<(Columns.Model?, Other?), (Columns.Model.OuterColumns, Other.OuterColumns)>
    where Output == Columns.Output {
        fullJoin(Other.scoped, on: condition)
    }

    /// Joins every row of another table.
    @inlinable
    public func crossJoin<Other: Selection>(
        _ other: Select<Other, some Any>
    ) -> Select<(Output, Other), (Columns, Other.Columns)> where Output == Columns.Output {
        let query = separated()
        let join = JoinedItem(other, .cross, beside: query.core)
        return .init(
            query.core, join, query.columns,
            Other.Columns(_source: join.source))
    }

    /// Joins every row of another table.
    @inlinable
    public func crossJoin<Other: Table>(
        _ other: Other.Type
    ) -> Select<(Output, Other), (Columns, Other.Columns)> where Output == Columns.Output {
        crossJoin(Other.scoped)
    }
}
