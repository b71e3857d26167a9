extension SQLExpression {
    /// Whether the value is at least `low` and at most `high`; NULL if one of the three is.
    public func between(_ low: Self, and high: Self) -> SQLExpression<Value._Condition> {
        between(low.node, high.node)
    }

    /// Whether the value is at least `low` and at most `high`; NULL if one of the three is.
    @_disfavoredOverload
    public func between(_ low: Value, and high: Value) -> SQLExpression<Value._Condition> {
        between(SQLNode(binding: low), SQLNode(binding: high))
    }

    /// Whether an optional value is at least `low` and at most `high`; NULL if it is.
    public func between<Wrapped: RowRepresentable>(
        _ low: SQLExpression<Wrapped>, and high: SQLExpression<Wrapped>
    ) -> SQLExpression<Bool?> where Value == Wrapped? {
        between(low.node, high.node)
    }

    private func between<Condition>(_ low: SQLNode, _ high: SQLNode) -> SQLExpression<Condition> {
        SQLExpression<Condition>(
            Value.isOrdered
                ? .fragment(TernaryOperation(node, " BETWEEN ", low, " AND ", high))
                : .failure(.noOrder(Value.self)))
    }
}

extension ClosedRange where Bound: SQLiteRepresentable {
    /// Whether the value of an expression is in the range.
    public func contains(_ value: SQLExpression<Bound>) -> SQLExpression<Bound._Condition> {
        value.between(lowerBound, and: upperBound)
    }

    /// Whether the value of an optional expression is in the range; NULL if it is NULL.
    public func contains(_ value: SQLExpression<Bound?>) -> SQLExpression<Bool?> {
        value.between(.some(lowerBound), and: .some(upperBound))
    }
}

extension Range where Bound: SQLiteRepresentable {
    /// Whether the value of an expression is in the range.
    public func contains(_ value: SQLExpression<Bound>) -> SQLExpression<Bound._Condition> {
        SQLExpression<Bound._Condition>(
            .binary((value >= lowerBound).node, .and, (value < upperBound).node))
    }

    /// Whether the value of an optional expression is in the range; NULL if it is NULL.
    public func contains(_ value: SQLExpression<Bound?>) -> SQLExpression<Bool?> {
        value >= .some(lowerBound) && value < .some(upperBound)
    }
}
