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
}
