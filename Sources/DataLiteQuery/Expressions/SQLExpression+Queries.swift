// Comparison with the value of a query. Operators would need overloads for it, with which the compiler takes several
// times as long to report a mistake in any condition, so it has methods.

extension SQLExpression {
    /// Whether the value is that of the first row of a query; NULL equals NULL, and no row is NULL: `a IS (SELECT
    /// ...)`.
    ///
    /// ```swift
    /// Item.where { $0.price.eq(Item.select { $0.price.max() }) }
    /// ```
    ///
    /// For operators, write `scalar()`: `$0.price < Item.select { $0.price.avg() }.scalar()`.
    public func eq(_ query: some Query<Value._Wrapped>) -> SQLExpression<Bool> {
        compare(.is, query)
    }

    /// Whether the value is that of the first row of a query; NULL equals NULL, and no row is NULL.
    public func eq(_ query: some Query<Value._Wrapped?>) -> SQLExpression<Bool> {
        compare(.is, query)
    }

    /// Whether the value differs from that of the first row of a query: `a IS NOT (SELECT ...)`.
    public func neq(_ query: some Query<Value._Wrapped>) -> SQLExpression<Bool> {
        compare(.isNot, query)
    }

    /// Whether the value differs from that of the first row of a query: `a IS NOT (SELECT ...)`.
    public func neq(_ query: some Query<Value._Wrapped?>) -> SQLExpression<Bool> {
        compare(.isNot, query)
    }

    private func compare(_ symbol: BinaryOperator, _ query: some Query) -> SQLExpression<Bool> {
        let value = query.subqueryNode(storedAs: StoredForms(of: Value.self))
        return SQLExpression<Bool>(.binary(node, symbol, value))
    }
}
