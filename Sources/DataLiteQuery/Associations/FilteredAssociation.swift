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
        var result = self
        result._query = _query.where(condition)
        return result
    }

    /// Keeps the rows for which a column is true.
    public func `where`<Truth: SQLTruth>(
        _ column: KeyPath<Child.Columns, SQLExpression<Truth>>
    ) -> Self {
        var result = self
        result._query = _query.where(column)
        return result
    }

    /// Orders the rows of each parent.
    public func order(@OrderingBuilder by terms: (Child.Columns) -> [Ordering]) -> Self {
        var result = self
        result._query = _query.order(by: terms)
        return result
    }

    /// Orders the rows of each parent by a column.
    public func order<Term: OrderingTerm>(by column: KeyPath<Child.Columns, Term>) -> Self {
        var result = self
        result._query = _query.order(by: column)
        return result
    }

    /// The rows without an order, so that `order` replaces the order of the association instead of extending it.
    public func unordered() -> Self {
        var result = self
        result._query = _query.unordered()
        return result
    }
}
