// Joins of a third table to two. The functions for any number of tables also accept them, but the compiler cannot check a
// further call in the same expression: `A.join(B.all) { ... }.join(C.all) { ... }.fetchAll(db).map { $0.2.name }`.
//
// They are only for queries, not for table types: each overload makes errors in long joins slower to find.

extension Select {
    /// Joins the rows of a third table that match.
    @_disfavoredOverload
    @inlinable
    public func join<C1: ColumnSet, C2: ColumnSet, Other: Selection>(
        _ other: Select<Other, some Any>,
        @ConditionBuilder on condition: (C1, C2, Other.Columns) -> SQLExpression<Bool>
    ) -> Select<(C1.Output, C2.Output, Other), (C1, C2, Other.Columns)> where Columns == (C1, C2) {
        let query = separated()
        let join = JoinedItem(other, .inner, beside: query.core)
        return .init(
            query.core, join, on: condition, query.columns.0, query.columns.1,
            Other.Columns(_source: join.source))
    }

    /// Joins the rows of a third table that match; if no row matches, its columns are NULL.
    @_disfavoredOverload
    @inlinable
    public func leftJoin<C1: ColumnSet, C2: ColumnSet, Other: Selection>(
        _ other: Select<Other, some Any>,
        @ConditionBuilder on condition: (C1, C2, Other.OuterColumns) -> SQLExpression<Bool>
    ) -> Select<(C1.Output, C2.Output, Other?), (C1, C2, Other.OuterColumns)>
    where Columns == (C1, C2) {
        let query = separated()
        let join = JoinedItem(other, .left, beside: query.core)
        return .init(
            query.core, join, on: condition, query.columns.0, query.columns.1,
            Other.OuterColumns(_source: join.source))
    }
    /// Joins all rows of a third table; if no row of the first two matches, their columns are NULL.
    @_disfavoredOverload
    @inlinable
    public func rightJoin<C1: ColumnSet, C2: ColumnSet, Other: Selection>(
        _ other: Select<Other, some Any>,
        @ConditionBuilder on condition: (
            C1.Model.OuterColumns, C2.Model.OuterColumns, Other.Columns
        ) -> SQLExpression<Bool>
    ) -> Select<
        (C1.Model?, C2.Model?, Other),
        (C1.Model.OuterColumns, C2.Model.OuterColumns, Other.Columns)
    > where Columns == (C1, C2) {
        let query = separated()
        let join = JoinedItem(other, .right, beside: query.core)
        return .init(
            query.core, join, on: condition,
            C1.Model.OuterColumns(_source: query.columns.0._source),
            C2.Model.OuterColumns(_source: query.columns.1._source),
            Other.Columns(_source: join.source))
    }

    /// Joins the rows of a third table, keeping all rows of both sides; if no row matches, the columns of the other side
    /// are NULL.
    @_disfavoredOverload
    @inlinable
    public func fullJoin<C1: ColumnSet, C2: ColumnSet, Other: Selection>(
        _ other: Select<Other, some Any>,
        @ConditionBuilder on condition: (
            C1.Model.OuterColumns, C2.Model.OuterColumns, Other.OuterColumns
        ) -> SQLExpression<Bool>
    ) -> Select<
        (C1.Model?, C2.Model?, Other?),
        (C1.Model.OuterColumns, C2.Model.OuterColumns, Other.OuterColumns)
    > where Columns == (C1, C2) {
        let query = separated()
        let join = JoinedItem(other, .full, beside: query.core)
        return .init(
            query.core, join, on: condition,
            C1.Model.OuterColumns(_source: query.columns.0._source),
            C2.Model.OuterColumns(_source: query.columns.1._source),
            Other.OuterColumns(_source: join.source))
    }

    /// Joins every row of a third table.
    @_disfavoredOverload
    @inlinable
    public func crossJoin<C1: ColumnSet, C2: ColumnSet, Other: Selection>(
        _ other: Select<Other, some Any>
    ) -> Select<(C1.Output, C2.Output, Other), (C1, C2, Other.Columns)> where Columns == (C1, C2) {
        let query = separated()
        let join = JoinedItem(other, .cross, beside: query.core)
        return .init(
            query.core, join, query.columns.0, query.columns.1,
            Other.Columns(_source: join.source))
    }
}
