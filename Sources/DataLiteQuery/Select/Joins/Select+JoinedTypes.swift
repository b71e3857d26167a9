// Joins of several tables with a table type.

extension Select {
    /// Joins the rows of another table that match.
    @inlinable
    public func join<C1: ColumnSet, C2: ColumnSet, each C: ColumnSet, Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (C1, C2, repeat each C, Other.Columns) -> SQLExpression<
            Bool
        >
    ) -> Select<
        (C1.Output, C2.Output, repeat (each C).Output, Other),
        (C1, C2, repeat each C, Other.Columns)
    > where Columns == (C1, C2, repeat each C) {
        joinRows(Other.scoped, .inner, as: Other.Columns.self, on: condition)
    }

    /// Joins the rows of another table that match; if no row matches, its columns are NULL.
    @inlinable
    public func leftJoin<C1: ColumnSet, C2: ColumnSet, each C: ColumnSet, Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (C1, C2, repeat each C, Other.OuterColumns) ->
            SQLExpression<Bool>
    ) -> Select<
        (C1.Output, C2.Output, repeat (each C).Output, Other?),
        (C1, C2, repeat each C, Other.OuterColumns)
    > where Columns == (C1, C2, repeat each C) {
        joinRows(Other.scoped, .left, as: Other.OuterColumns.self, on: condition)
    }

    /// Joins all rows of another table; if no row of the preceding tables matches, their columns are NULL.
    @inlinable
    public func rightJoin<C1: ColumnSet, C2: ColumnSet, each C: ColumnSet, Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (
            C1.Model.OuterColumns, C2.Model.OuterColumns, repeat (each C).Model.OuterColumns,
            Other.Columns
        ) -> SQLExpression<Bool>
    ) -> Select<
        (C1.Model?, C2.Model?, repeat (each C).Model?, Other),
        (
            C1.Model.OuterColumns, C2.Model.OuterColumns, repeat (each C).Model.OuterColumns,
            Other.Columns
        )
    > where Columns == (C1, C2, repeat each C) {
        outerJoinRows(Other.scoped, .right, as: Other.Columns.self, on: condition)
    }

    /// Joins the rows of another table, keeping all rows of both sides; if no row matches, the columns of the other
    /// side are NULL.
    @inlinable
    public func fullJoin<C1: ColumnSet, C2: ColumnSet, each C: ColumnSet, Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (
            C1.Model.OuterColumns, C2.Model.OuterColumns, repeat (each C).Model.OuterColumns,
            Other.OuterColumns
        ) -> SQLExpression<Bool>
    ) -> Select<
        (C1.Model?, C2.Model?, repeat (each C).Model?, Other?),
        (
            C1.Model.OuterColumns, C2.Model.OuterColumns, repeat (each C).Model.OuterColumns,
            Other.OuterColumns
        )
    > where Columns == (C1, C2, repeat each C) {
        outerJoinRows(Other.scoped, .full, as: Other.OuterColumns.self, on: condition)
    }

    /// Joins every row of another table.
    @inlinable
    public func crossJoin<C1: ColumnSet, C2: ColumnSet, each C: ColumnSet, Other: Table>(
        _ other: Other.Type
    ) -> Select<
        (C1.Output, C2.Output, repeat (each C).Output, Other),
        (C1, C2, repeat each C, Other.Columns)
    > where Columns == (C1, C2, repeat each C) {
        joinEveryRow(Other.scoped, as: Other.Columns.self)
    }
}
