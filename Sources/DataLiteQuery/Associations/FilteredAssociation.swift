/// An association whose rows can be filtered and ordered without a change of its type.
public protocol _FilteredAssociation<Parent, Child>: TableAssociation {
    /// The rows of the last table, with their conditions and their order.
    var _query: Where<Child> { get set }
}

extension TableAssociation where Self: _FilteredAssociation {
    /// Keeps the rows for which a condition is true.
    public func `where`(
        @ConditionBuilder _ condition: (Child.Columns) -> SQLExpression<Bool>
    ) -> Self {
        with(_query.where(condition))
    }

    /// Keeps the rows for which a column is true.
    public func `where`<Truth: SQLTruth>(
        _ column: KeyPath<Child.Columns, SQLExpression<Truth>>
    ) -> Self {
        with(_query.where(column))
    }

    /// Orders the rows of each parent.
    public func order(@OrderingBuilder by terms: (Child.Columns) -> [Ordering]) -> Self {
        with(_query.order(by: terms))
    }

    /// Orders the rows of each parent by a column.
    public func order<Term: OrderingTerm>(by column: KeyPath<Child.Columns, Term>) -> Self {
        with(_query.order(by: column))
    }

    /// The rows without an order, so that `order` replaces the order of the association instead of extending it.
    public func unordered() -> Self {
        with(_query.unordered())
    }

    private func with(_ query: Where<Child>) -> Self {
        var result = self
        result._query = query
        return result
    }
}
