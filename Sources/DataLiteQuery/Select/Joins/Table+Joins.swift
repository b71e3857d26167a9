// Joins that begin with a table type.

extension Table {
    /// Joins the rows of another table that match.
    @inlinable
    public static func join<Other: Selection>(
        _ other: Select<Other, some Any>,
        @ConditionBuilder on condition: (Columns, Other.Columns) -> SQLExpression<Bool>
    ) -> Select<(Self, Other), (Columns, Other.Columns)> {
        scoped.join(other, on: condition)
    }

    /// Joins the rows of another table that match.
    @inlinable
    public static func join<Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (Columns, Other.Columns) -> SQLExpression<Bool>
    ) -> Select<(Self, Other), (Columns, Other.Columns)> {
        scoped.join(other, on: condition)
    }

    /// Joins the rows of another table that match; if no row matches, its columns are NULL.
    @inlinable
    public static func leftJoin<Other: Selection>(
        _ other: Select<Other, some Any>,
        @ConditionBuilder on condition: (Columns, Other.OuterColumns) -> SQLExpression<Bool>
    ) -> Select<(Self, Other?), (Columns, Other.OuterColumns)> {
        scoped.leftJoin(other, on: condition)
    }

    /// Joins the rows of another table that match; if no row matches, its columns are NULL.
    @inlinable
    public static func leftJoin<Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (Columns, Other.OuterColumns) -> SQLExpression<Bool>
    ) -> Select<(Self, Other?), (Columns, Other.OuterColumns)> {
        scoped.leftJoin(other, on: condition)
    }

    /// Joins all rows of another table; if no row of this table matches, its columns are NULL.
    @inlinable
    public static func rightJoin<Other: Selection>(
        _ other: Select<Other, some Any>,
        @ConditionBuilder on condition: (OuterColumns, Other.Columns) -> SQLExpression<Bool>
    ) -> Select<(Self?, Other), (OuterColumns, Other.Columns)> {
        scoped.rightJoin(other, on: condition)
    }

    /// Joins all rows of another table; if no row of this table matches, its columns are NULL.
    @inlinable
    public static func rightJoin<Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (OuterColumns, Other.Columns) -> SQLExpression<Bool>
    ) -> Select<(Self?, Other), (OuterColumns, Other.Columns)> {
        scoped.rightJoin(other, on: condition)
    }

    /// Joins the rows of another table, keeping all rows of both sides; if no row matches, the
    /// columns of the other side are NULL.
    @inlinable
    public static func fullJoin<Other: Selection>(
        _ other: Select<Other, some Any>,
        @ConditionBuilder on condition: (OuterColumns, Other.OuterColumns) -> SQLExpression<Bool>
    ) -> Select<(Self?, Other?), (OuterColumns, Other.OuterColumns)> {
        scoped.fullJoin(other, on: condition)
    }

    /// Joins the rows of another table, keeping all rows of both sides; if no row matches, the
    /// columns of the other side are NULL.
    @inlinable
    public static func fullJoin<Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (OuterColumns, Other.OuterColumns) -> SQLExpression<Bool>
    ) -> Select<(Self?, Other?), (OuterColumns, Other.OuterColumns)> {
        scoped.fullJoin(other, on: condition)
    }

    /// Joins every row of another table.
    @inlinable
    public static func crossJoin<Other: Selection>(_ other: Select<Other, some Any>) -> Select<
        (Self, Other), (Columns, Other.Columns)
    > {
        scoped.crossJoin(other)
    }

    /// Joins every row of another table.
    @inlinable
    public static func crossJoin<Other: Table>(_ other: Other.Type) -> Select<
        (Self, Other), (Columns, Other.Columns)
    > {
        scoped.crossJoin(other)
    }
}
