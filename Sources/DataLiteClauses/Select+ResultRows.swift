// The tables of a query written with clauses can be used only inside it: clauses added after it apply to its result.

extension Select where Columns == (), Output: Selection {
    /// The rows of the result for which a condition is true.
    public func `where`(
        @ConditionBuilder _ condition: (Output.Columns) -> SQLExpression<Bool>
    ) -> Select<Output, Output.Columns> {
        asTable().where(condition)
    }

    /// The rows of the result for which a column is true.
    public func `where`<Truth: SQLTruth>(
        _ column: KeyPath<Output.Columns, SQLExpression<Truth>>
    ) -> Select<Output, Output.Columns> {
        asTable().where(column)
    }

    /// Orders the rows of the result.
    public func order(
        @OrderingBuilder by terms: (Output.Columns) -> [Ordering]
    ) -> Select<Output, Output.Columns> {
        asTable().order(by: terms)
    }

    /// Orders the rows of the result by a column.
    public func order<Term: OrderingTerm>(
        by column: KeyPath<Output.Columns, Term>
    ) -> Select<Output, Output.Columns> {
        asTable().order(by: column)
    }
}
