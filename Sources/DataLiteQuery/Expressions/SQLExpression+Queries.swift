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

    /// Whether the value is that of the first row of a query; NULL equals NULL, and no row is NULL.
    public func `is`<Q: Query>(_ query: Q) -> SQLExpression<Bool>
    where Q.Output: RowRepresentable, Q.Output._Wrapped == Value._Wrapped {
        compare(.is, query)
    }

    /// Whether the value differs from that of the first row of a query: `a IS NOT (SELECT ...)`.
    public func isNot<Q: Query>(_ query: Q) -> SQLExpression<Bool>
    where Q.Output: RowRepresentable, Q.Output._Wrapped == Value._Wrapped {
        compare(.isNot, query)
    }

    private func compare(_ symbol: BinaryOperator, _ query: some Query) -> SQLExpression<Bool> {
        let value = query.subqueryNode(storedAs: StoredForms(of: Value.self))
        return SQLExpression<Bool>(.binary(node, symbol, value))
    }
}

// NULL if a side is NULL, which the query is without rows.
extension SQLExpression {
    /// Whether the value is less than that of the first row of a query; NULL if either is NULL.
    public func lt<Q: Query>(_ query: Q) -> SQLExpression<Bool?>
    where Q.Output: RowRepresentable, Q.Output._Wrapped == Value._Wrapped {
        order(.less, query)
    }

    /// Whether the value is less than or equal to that of the first row of a query; NULL if either is NULL.
    public func lte<Q: Query>(_ query: Q) -> SQLExpression<Bool?>
    where Q.Output: RowRepresentable, Q.Output._Wrapped == Value._Wrapped {
        order(.lessOrEqual, query)
    }

    /// Whether the value is greater than that of the first row of a query; NULL if either is NULL.
    public func gt<Q: Query>(_ query: Q) -> SQLExpression<Bool?>
    where Q.Output: RowRepresentable, Q.Output._Wrapped == Value._Wrapped {
        order(.greater, query)
    }

    /// Whether the value is greater than or equal to that of the first row of a query; NULL if either is NULL.
    public func gte<Q: Query>(_ query: Q) -> SQLExpression<Bool?>
    where Q.Output: RowRepresentable, Q.Output._Wrapped == Value._Wrapped {
        order(.greaterOrEqual, query)
    }

    private func order(_ symbol: BinaryOperator, _ query: some Query) -> SQLExpression<Bool?> {
        guard Value.isOrdered else { return SQLExpression<Bool?>(.failure(.noOrder(Value.self))) }
        return SQLExpression<Bool?>(compare(symbol, query).node)
    }
}

extension SQLExpression {
    /// The value, or that of the first row of a query where the value is NULL.
    public func ifnull<Wrapped: RowRepresentable>(
        _ query: some Query<Wrapped._Plain>
    ) -> SQLExpression<Wrapped> where Value == Wrapped? {
        let other = query.subqueryNode(storedAs: StoredForms(of: Wrapped.self))
        return SQLExpression<Wrapped>(.coalesce(node, other))
    }
}
