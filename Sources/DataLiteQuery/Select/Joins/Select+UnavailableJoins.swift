// Right and full joins of a query that has selected something other than the rows of its tables.

extension Select where Columns: ColumnSet {
    @available(*, unavailable, message: "the values can be NULL: write `select` after the join")
    @_disfavoredOverload
    public func rightJoin<Other: Selection>(
        _ other: Select<Other, some Any>,
        @ConditionBuilder on condition: (Columns.Model.OuterColumns, Other.Columns) ->
            SQLExpression<Bool>
    ) -> Select<(Columns.Model?, Other), (Columns.Model.OuterColumns, Other.Columns)> {
        outerJoinRows(other, .right, as: Other.Columns.self, on: condition)
    }

    @available(*, unavailable, message: "the values can be NULL: write `select` after the join")
    @_disfavoredOverload
    public func fullJoin<Other: Selection>(
        _ other: Select<Other, some Any>,
        @ConditionBuilder on condition: (Columns.Model.OuterColumns, Other.OuterColumns) ->
            SQLExpression<Bool>
    ) -> Select<(Columns.Model?, Other?), (Columns.Model.OuterColumns, Other.OuterColumns)> {
        outerJoinRows(other, .full, as: Other.OuterColumns.self, on: condition)
    }
}
