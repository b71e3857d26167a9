// Joins of a query that has selected something other than the rows of its tables. The query selects the same as
// before, and a later `select` adds to values.
//
// The functions are disfavored: the compiler uses them where those that select rows do not match.

extension Select where Columns: ColumnSet {
    /// Joins the rows of another table that match. The query selects the same as before; `select` adds to it.
    ///
    /// ```swift
    /// Album.select(\.title).join(Artist.all) { $0.artistID.eq($1.id) }.select { $1.name }
    /// ```
    @_disfavoredOverload
    public func join<Other: Selection>(
        _ other: Select<Other, some Any>,
        @ConditionBuilder on condition: (Columns, Other.Columns) -> SQLExpression<Bool>
    ) -> Select<Output, (Columns, Other.Columns)> {
        let query = separated()
        let join = JoinedItem(other, .inner, beside: query.core)
        return query.keepingSelection(
            join, on: condition, query.columns, Other.Columns(_source: join.source))
    }

    /// Joins the rows of another table that match. The query selects the same as before.
    @_disfavoredOverload
    public func join<Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (Columns, Other.Columns) -> SQLExpression<Bool>
    ) -> Select<Output, (Columns, Other.Columns)> {
        join(Other.scoped, on: condition)
    }

    /// Joins the rows of another table that match; if no row matches, its columns are NULL. The query selects the same
    /// as before.
    @_disfavoredOverload
    public func leftJoin<Other: Selection>(
        _ other: Select<Other, some Any>,
        @ConditionBuilder on condition: (Columns, Other.OuterColumns) -> SQLExpression<Bool>
    ) -> Select<Output, (Columns, Other.OuterColumns)> {
        let query = separated()
        let join = JoinedItem(other, .left, beside: query.core)
        return query.keepingSelection(
            join, on: condition, query.columns, Other.OuterColumns(_source: join.source))
    }

    /// Joins the rows of another table that match; if no row matches, its columns are NULL. The query selects the same
    /// as before.
    @_disfavoredOverload
    public func leftJoin<Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (Columns, Other.OuterColumns) -> SQLExpression<Bool>
    ) -> Select<Output, (Columns, Other.OuterColumns)> {
        leftJoin(Other.scoped, on: condition)
    }

    /// Joins every row of another table. The query selects the same as before.
    @_disfavoredOverload
    public func crossJoin<Other: Selection>(
        _ other: Select<Other, some Any>
    ) -> Select<Output, (Columns, Other.Columns)> {
        let query = separated()
        let join = JoinedItem(other, .cross, beside: query.core)
        return query.keepingSelection(
            join, query.columns, Other.Columns(_source: join.source))
    }

    /// Joins every row of another table. The query selects the same as before.
    @_disfavoredOverload
    public func crossJoin<Other: Table>(
        _ other: Other.Type
    ) -> Select<Output, (Columns, Other.Columns)> {
        crossJoin(Other.scoped)
    }
}

// MARK: - Joining

extension Select {
    /// The select with another table joined, whose columns are the last element. It selects the same as before, and
    /// the values of the joined query.
    func keepingSelection<each C: ColumnSet>(
        _ join: JoinedItem, on condition: (repeat each C) -> SQLExpression<Bool>,
        _ columns: repeat each C
    ) -> Select<Output, (repeat each C)> {
        let join = join.on(beside: core) { condition(repeat each columns) }
        return keepingSelection(join, repeat each columns)
    }

    private func keepingSelection<each C: ColumnSet>(
        _ join: JoinedItem, _ columns: repeat each C
    ) -> Select<Output, (repeat each C)> {
        Select<Output, (repeat each C)>(
            core: core.joiningValues(of: join, columns: Joined<repeat each C>.self),
            columns: (repeat each columns), decoder: _decoder)
    }
}
