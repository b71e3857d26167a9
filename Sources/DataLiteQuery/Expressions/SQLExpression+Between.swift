extension SQLExpression {
    /// Whether the value is at least `low` and at most `high`; NULL if a NULL makes that unknown.
    public func between(_ low: Self, and high: Self) -> SQLExpression<Value._Condition> {
        between(low.node, high.node)
    }

    /// Whether the value is at least `low` and at most `high`; NULL if a NULL makes that unknown.
    @_disfavoredOverload
    public func between(_ low: Value._Plain, and high: Value._Plain) -> SQLExpression<
        Value._Condition
    > {
        between(SQLNode(binding: low, as: Value.self), SQLNode(binding: high, as: Value.self))
    }

    /// Whether an optional value is at least `low` and at most `high`; NULL if the value is NULL.
    public func between<Wrapped: RowRepresentable>(
        _ low: SQLExpression<Wrapped>, and high: SQLExpression<Wrapped>
    ) -> SQLExpression<Wrapped._Condition._OrNull> where Value == Wrapped? {
        between(low.node, high.node)
    }

    private func between<Condition>(_ low: SQLNode, _ high: SQLNode) -> SQLExpression<Condition> {
        SQLExpression<Condition>(
            Value.isOrdered
                ? .fragment(TernaryOperation(node, " BETWEEN ", low, " AND ", high))
                : .failure(.noOrder(Value.self)))
    }
}
