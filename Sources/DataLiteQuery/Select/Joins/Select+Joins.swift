// `C` is the pack of the columns of the tables so far: `Columns` is the columns of one table, or a tuple of the columns
// of several tables. With one function for any number of tables, instead of one for each number, the compiler quickly
// finds an error in a long chain of joins. The constraint to `ColumnSet` distinguishes a pack of several elements from
// a pack of one tuple.

extension Select {
    /// Joins the rows of another table that match.
    @inlinable
    public func join<each C: ColumnSet, Other: Selection>(
        _ other: Select<Other, some Any>,
        @ConditionBuilder on condition: (repeat each C, Other.Columns) -> SQLExpression<Bool>
    ) -> Select<(repeat (each C).Output, Other), (repeat each C, Other.Columns)>
    where Columns == (repeat each C) {
        let query = separated()
        let join = JoinedItem(other, .inner, beside: query.core)
        return .init(
            query.core, join, on: condition, repeat each query.columns,
            Other.Columns(_source: join.source))
    }

    /// Joins the rows of another table that match.
    @inlinable
    public func join<each C: ColumnSet, Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (repeat each C, Other.Columns) -> SQLExpression<Bool>
    ) -> Select<(repeat (each C).Output, Other), (repeat each C, Other.Columns)>
    where Columns == (repeat each C) {
        join(Other.scoped, on: condition)
    }

    /// Joins every row of another table.
    @inlinable
    public func crossJoin<each C: ColumnSet, Other: Selection>(
        _ other: Select<Other, some Any>
    ) -> Select<(repeat (each C).Output, Other), (repeat each C, Other.Columns)>
    where Columns == (repeat each C) {
        let query = separated()
        let join = JoinedItem(other, .cross, beside: query.core)
        return .init(
            query.core, join, repeat each query.columns,
            Other.Columns(_source: join.source))
    }

    /// Joins every row of another table.
    @inlinable
    public func crossJoin<each C: ColumnSet, Other: Table>(
        _ other: Other.Type
    ) -> Select<(repeat (each C).Output, Other), (repeat each C, Other.Columns)>
    where Columns == (repeat each C) {
        crossJoin(Other.scoped)
    }

    /// A select with another table joined on a condition; the columns of that table are the last
    /// element.
    @inlinable
    init<each C: ColumnSet>(
        _ core: SelectCore, _ join: JoinedItem,
        on condition: (repeat each C) -> SQLExpression<Bool>, _ columns: repeat each C
    ) where Output == (repeat (each C).Output), Columns == (repeat each C) {
        let join = join.on(beside: core) { condition(repeat each columns) }
        self.init(core, join, repeat each columns)
    }

    /// A select with another table joined; the columns of that table are the last element.
    @inlinable
    init<each C: ColumnSet>(
        _ core: SelectCore, _ join: JoinedItem, _ columns: repeat each C
    ) where Output == (repeat (each C).Output), Columns == (repeat each C) {
        self.init(
            core: core.joining(join, columns: Joined<repeat each C>.self),
            columns: (repeat each columns),
            decoder: _QueryDecoder(tuple: repeat (each C).self))
    }

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

    // MARK: - Right and full joins

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
