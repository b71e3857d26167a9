// Joins of a further table to two or more. With one function for any number of tables, instead of one for each number,
// the compiler quickly finds an error in a long chain of joins. The constraint to `ColumnSet` distinguishes a pack of
// several elements from a pack of one tuple.
//
// A query that selects something other than rows cannot be excluded: with a pack in the requirement for `Output`, the
// compiler does not find the error in a closure. Such a join throws when it runs, unless a `select` follows.

extension Select {
    /// Joins the rows of another table that match.
    @inlinable
    public func join<
        C1: ColumnSet, C2: ColumnSet, each C: ColumnSet, Other: Selection
    >(
        _ other: Select<Other, some Any>,
        @ConditionBuilder on condition: (C1, C2, repeat each C, Other.Columns) -> SQLExpression<
            Bool
        >
    ) -> Select<
        (C1.Output, C2.Output, repeat (each C).Output, Other),
        (C1, C2, repeat each C, Other.Columns)
    > where Columns == (C1, C2, repeat each C) {
        joinRows(other, .inner, as: Other.Columns.self, on: condition)
    }

    /// Joins the rows of another table that match; if no row matches, its columns are NULL.
    @inlinable
    public func leftJoin<
        C1: ColumnSet, C2: ColumnSet, each C: ColumnSet, Other: Selection
    >(
        _ other: Select<Other, some Any>,
        @ConditionBuilder on condition: (C1, C2, repeat each C, Other.OuterColumns) ->
            SQLExpression<Bool>
    ) -> Select<
        (C1.Output, C2.Output, repeat (each C).Output, Other?),
        (C1, C2, repeat each C, Other.OuterColumns)
    > where Columns == (C1, C2, repeat each C) {
        joinRows(other, .left, as: Other.OuterColumns.self, on: condition)
    }

    /// Joins all rows of another table; if no row of the preceding tables matches, their columns are NULL.
    @inlinable
    public func rightJoin<
        C1: ColumnSet, C2: ColumnSet, each C: ColumnSet, Other: Selection
    >(
        _ other: Select<Other, some Any>,
        @ConditionBuilder on condition: (
            C1.Model.OuterColumns, C2.Model.OuterColumns,
            repeat (each C).Model.OuterColumns, Other.Columns
        ) -> SQLExpression<Bool>
    ) -> Select<
        (C1.Model?, C2.Model?, repeat (each C).Model?, Other),
        (
            C1.Model.OuterColumns, C2.Model.OuterColumns,
            repeat (each C).Model.OuterColumns, Other.Columns
        )
    > where Columns == (C1, C2, repeat each C) {
        outerJoinRows(other, .right, as: Other.Columns.self, on: condition)
    }

    /// Joins the rows of another table, keeping all rows of both sides; if no row matches, the columns of the other
    /// side are NULL.
    @inlinable
    public func fullJoin<
        C1: ColumnSet, C2: ColumnSet, each C: ColumnSet, Other: Selection
    >(
        _ other: Select<Other, some Any>,
        @ConditionBuilder on condition: (
            C1.Model.OuterColumns, C2.Model.OuterColumns,
            repeat (each C).Model.OuterColumns, Other.OuterColumns
        ) -> SQLExpression<Bool>
    ) -> Select<
        (C1.Model?, C2.Model?, repeat (each C).Model?, Other?),
        (
            C1.Model.OuterColumns, C2.Model.OuterColumns,
            repeat (each C).Model.OuterColumns, Other.OuterColumns
        )
    > where Columns == (C1, C2, repeat each C) {
        outerJoinRows(other, .full, as: Other.OuterColumns.self, on: condition)
    }

    /// Joins every row of another table.
    @inlinable
    public func crossJoin<
        C1: ColumnSet, C2: ColumnSet, each C: ColumnSet, Other: Selection
    >(
        _ other: Select<Other, some Any>
    ) -> Select<
        (C1.Output, C2.Output, repeat (each C).Output, Other),
        (C1, C2, repeat each C, Other.Columns)
    > where Columns == (C1, C2, repeat each C) {
        joinEveryRow(other, as: Other.Columns.self)
    }
}

// MARK: - Joining

extension Select {
    @inlinable
    func joinRows<each C: ColumnSet, Other: Selection, OtherColumns: ColumnSet>(
        _ other: Select<Other, some Any>, _ kind: JoinKind, as columns: OtherColumns.Type,
        on condition: (repeat each C, OtherColumns) -> SQLExpression<Bool>
    ) -> Select<(repeat (each C).Output, OtherColumns.Output), (repeat each C, OtherColumns)>
    where Columns == (repeat each C) {
        let query = separated()
        let join = JoinedItem(other, kind, beside: query.core)
        return .init(
            query.core, join, on: condition, repeat each query.columns,
            OtherColumns(_source: join.source))
    }

    @inlinable
    func joinEveryRow<each C: ColumnSet, Other: Selection, OtherColumns: ColumnSet>(
        _ other: Select<Other, some Any>, as columns: OtherColumns.Type
    ) -> Select<(repeat (each C).Output, OtherColumns.Output), (repeat each C, OtherColumns)>
    where Columns == (repeat each C) {
        let query = separated()
        let join = JoinedItem(other, .cross, beside: query.core)
        return .init(
            query.core, join, repeat each query.columns, OtherColumns(_source: join.source))
    }

    /// A right or full join: the columns of the preceding tables can be NULL.
    @inlinable
    func outerJoinRows<each C: ColumnSet, Other: Selection, OtherColumns: ColumnSet>(
        _ other: Select<Other, some Any>, _ kind: JoinKind, as columns: OtherColumns.Type,
        on condition: (repeat (each C).Model.OuterColumns, OtherColumns) -> SQLExpression<Bool>
    ) -> Select<
        (repeat (each C).Model?, OtherColumns.Output),
        (repeat (each C).Model.OuterColumns, OtherColumns)
    > where Columns == (repeat each C) {
        let query = separated()
        let join = JoinedItem(other, kind, beside: query.core)
        return .init(
            query.core, join, on: condition,
            repeat (each C).Model.OuterColumns(_source: (each query.columns)._source),
            OtherColumns(_source: join.source))
    }

    /// A select with another table joined on a condition; the columns of that table are the last element.
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
