// Joins. The query that is joined may have conditions, an order and a limit of its own: what the join
// does with them keeps the rows that it would return by itself.

extension Select {
    /// Joins the rows of another table that match.
    public func join<each J: ColumnSet, Other: Selection>(
        _ other: Select<Other, Other.Columns, ()>,
        @ConditionBuilder on condition: (From, repeat each J, Other.Columns) -> SQLExpression<Bool>
    ) -> Select<(From.Output, repeat (each J).Output, Other), From, (repeat each J, Other.Columns)>
    where Joins == (repeat each J) {
        joining(other, .inner, on: condition)
    }

    /// Joins the rows of another table that match.
    public func join<each J: ColumnSet, Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (From, repeat each J, Other.Columns) -> SQLExpression<Bool>
    ) -> Select<(From.Output, repeat (each J).Output, Other), From, (repeat each J, Other.Columns)>
    where Joins == (repeat each J) {
        joining(Other.scoped, .inner, on: condition)
    }

    /// Joins the rows of another table that match; where none does, its columns are NULL.
    public func leftJoin<each J: ColumnSet, Other: Table>(
        _ other: Where<Other>,
        @ConditionBuilder on condition: (
            From, repeat each J, Other.OuterColumns
        ) -> SQLExpression<Bool>
    ) -> Select<
        (From.Output, repeat (each J).Output, Other?), From, (repeat each J, Other.OuterColumns)
    > where Joins == (repeat each J) {
        joining(other, .left, on: condition)
    }

    /// Joins the rows of another table that match; where none does, its columns are NULL.
    public func leftJoin<each J: ColumnSet, Other: Table>(
        _ other: Other.Type,
        @ConditionBuilder on condition: (
            From, repeat each J, Other.OuterColumns
        ) -> SQLExpression<Bool>
    ) -> Select<
        (From.Output, repeat (each J).Output, Other?), From, (repeat each J, Other.OuterColumns)
    > where Joins == (repeat each J) {
        joining(Other.scoped, .left, on: condition)
    }

    /// Adds a joined table.
    private func joining<each J: ColumnSet, Other: Selection, Columns: ColumnSet>(
        _ other: Select<Other, Other.Columns, ()>, _ kind: JoinClause.Kind,
        on condition: (From, repeat each J, Columns) -> SQLExpression<Bool>
    ) -> Select<
        (From.Output, repeat (each J).Output, Columns.Output), From, (repeat each J, Columns)
    >
    where Joins == (repeat each J) {
        let (item, conditions) = other.core.joinable()
        let source = ColumnSource(qualifier: item.qualifier)
        var sources = joined[...]
        let constraint = call(
            condition, columns, repeat (each J)(source: sources.popFirst() ?? .none),
            Columns(source: source))
        let core = core.joining(
            JoinClause(kind: kind, item: item, constraint: constraint.node),
            conditions: conditions, order: other.core.needsDerivedTable ? [] : other.core.order)
        var select = Select<
            (From.Output, repeat (each J).Output, Columns.Output), From, (repeat each J, Columns)
        >(core: core, decoder: QueryDecoder(tuple: From.self, repeat (each J).self, Columns.self))
        select.joined = joined + [source]
        return select
    }
}

/// Calls a function. A call of a closure cannot have arguments after those of a parameter pack, but
/// the pack of this function can contain them.
private func call<each Argument, Result>(
    _ function: (repeat each Argument) -> Result, _ arguments: repeat each Argument
) -> Result {
    function(repeat each arguments)
}
