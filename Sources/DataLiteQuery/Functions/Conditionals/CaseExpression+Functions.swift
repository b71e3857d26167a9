// A `CASE` without `else` is an expression, so the functions of an expression can be called without `end()`.

extension CaseExpression {
    /// The number of values that are not NULL.
    public func count(
        distinct: Bool = false, filter: (any SQLCondition)? = nil
    ) -> SQLExpression<Int> {
        expression.count(distinct: distinct, filter: filter)
    }
}

extension CaseExpression where Result: SQLiteRepresentable {
    /// The smallest value; NULL if there are no values.
    public func min(
        distinct: Bool = false, filter: (any SQLCondition)? = nil
    ) -> SQLExpression<Result?> {
        expression.min(distinct: distinct, filter: filter)
    }

    /// The greatest value; NULL if there are no values.
    public func max(
        distinct: Bool = false, filter: (any SQLCondition)? = nil
    ) -> SQLExpression<Result?> {
        expression.max(distinct: distinct, filter: filter)
    }
}

extension CaseExpression {
    /// All values as one string, separated by commas; NULL if there are no values.
    public func groupConcat(
        distinct: Bool = false, filter: (any SQLCondition)? = nil,
        order: [any OrderingTerm] = []
    ) -> SQLExpression<String?> {
        expression.groupConcat(distinct: distinct, filter: filter, order: order)
    }

    /// All values as one string, separated by `separator`; NULL if there are no values.
    public func groupConcat(
        _ separator: some SQLOperand<String>, filter: (any SQLCondition)? = nil,
        order: [any OrderingTerm] = []
    ) -> SQLExpression<String?> {
        expression.groupConcat(separator, filter: filter, order: order)
    }
}

extension CaseExpression where Result: SQLNumber {
    /// The sum; NULL if there are no values.
    public func sum(
        distinct: Bool = false, filter: (any SQLCondition)? = nil
    ) -> SQLExpression<Result._Sum?> {
        expression.sum(distinct: distinct, filter: filter)
    }

    /// The sum as a floating-point number; zero if there are no values.
    public func total(
        distinct: Bool = false, filter: (any SQLCondition)? = nil
    ) -> SQLExpression<Double> {
        expression.total(distinct: distinct, filter: filter)
    }

    /// The average; NULL if there are no values.
    public func avg(
        distinct: Bool = false, filter: (any SQLCondition)? = nil
    ) -> SQLExpression<Double?> {
        expression.avg(distinct: distinct, filter: filter)
    }
}

extension CaseExpression {
    /// Whether both values are equal; NULL equals NULL: `IS`.
    public func `is`(_ other: Result._Plain?) -> SQLExpression<Bool> {
        expression.is(SQLExpression<Result?>(other))
    }

    /// Whether both values are equal; NULL equals NULL: `IS`.
    public func `is`(_ other: some ScalarExpression<Result>) -> SQLExpression<Bool> {
        expression.is(other.expression)
    }

    /// Whether both values are equal; NULL equals NULL: `IS`.
    public func `is`(_ other: some ScalarExpression<Result?>) -> SQLExpression<Bool> {
        expression.is(other.expression)
    }

    /// Whether the values differ; NULL equals NULL: `IS NOT`.
    public func isNot(_ other: Result._Plain?) -> SQLExpression<Bool> {
        expression.isNot(SQLExpression<Result?>(other))
    }

    /// Whether the values differ; NULL equals NULL: `IS NOT`.
    public func isNot(_ other: some ScalarExpression<Result>) -> SQLExpression<Bool> {
        expression.isNot(other.expression)
    }

    /// Whether the values differ; NULL equals NULL: `IS NOT`.
    public func isNot(_ other: some ScalarExpression<Result?>) -> SQLExpression<Bool> {
        expression.isNot(other.expression)
    }

    /// The same as `==`.
    public func eq(_ other: Result._Plain?) -> SQLExpression<Bool> {
        expression.eq(SQLExpression<Result?>(other))
    }

    /// The same as `==`.
    public func eq(_ other: some ScalarExpression<Result>) -> SQLExpression<Bool> {
        expression.eq(other.expression)
    }

    /// The same as `==`.
    public func eq(_ other: some ScalarExpression<Result?>) -> SQLExpression<Bool> {
        expression.eq(other.expression)
    }

    /// The same as `!=`.
    public func neq(_ other: Result._Plain?) -> SQLExpression<Bool> {
        expression.neq(SQLExpression<Result?>(other))
    }

    /// The same as `!=`.
    public func neq(_ other: some ScalarExpression<Result>) -> SQLExpression<Bool> {
        expression.neq(other.expression)
    }

    /// The same as `!=`.
    public func neq(_ other: some ScalarExpression<Result?>) -> SQLExpression<Bool> {
        expression.neq(other.expression)
    }

    /// The same as `<`.
    public func lt(_ other: Result._Plain?) -> SQLExpression<Result._Condition._OrNull> {
        expression.lt(SQLExpression<Result?>(other))
    }

    /// The same as `<`.
    public func lt(_ other: some ScalarExpression<Result>) -> SQLExpression<
        Result._Condition._OrNull
    > {
        expression.lt(other.expression)
    }

    /// The same as `<`.
    public func lt(_ other: some ScalarExpression<Result?>) -> SQLExpression<
        Result._Condition._OrNull
    > {
        expression.lt(other.expression)
    }

    /// The same as `<=`.
    public func lte(_ other: Result._Plain?) -> SQLExpression<Result._Condition._OrNull> {
        expression.lte(SQLExpression<Result?>(other))
    }

    /// The same as `<=`.
    public func lte(_ other: some ScalarExpression<Result>) -> SQLExpression<
        Result._Condition._OrNull
    > {
        expression.lte(other.expression)
    }

    /// The same as `<=`.
    public func lte(_ other: some ScalarExpression<Result?>) -> SQLExpression<
        Result._Condition._OrNull
    > {
        expression.lte(other.expression)
    }

    /// The same as `>`.
    public func gt(_ other: Result._Plain?) -> SQLExpression<Result._Condition._OrNull> {
        expression.gt(SQLExpression<Result?>(other))
    }

    /// The same as `>`.
    public func gt(_ other: some ScalarExpression<Result>) -> SQLExpression<
        Result._Condition._OrNull
    > {
        expression.gt(other.expression)
    }

    /// The same as `>`.
    public func gt(_ other: some ScalarExpression<Result?>) -> SQLExpression<
        Result._Condition._OrNull
    > {
        expression.gt(other.expression)
    }

    /// The same as `>=`.
    public func gte(_ other: Result._Plain?) -> SQLExpression<Result._Condition._OrNull> {
        expression.gte(SQLExpression<Result?>(other))
    }

    /// The same as `>=`.
    public func gte(_ other: some ScalarExpression<Result>) -> SQLExpression<
        Result._Condition._OrNull
    > {
        expression.gte(other.expression)
    }

    /// The same as `>=`.
    public func gte(_ other: some ScalarExpression<Result?>) -> SQLExpression<
        Result._Condition._OrNull
    > {
        expression.gte(other.expression)
    }
}

extension CaseExpression {
    /// The result, or another value where it is NULL: `coalesce(a, b)`.
    public func ifnull(_ other: Result._Plain) -> SQLExpression<Result> {
        expression ?? SQLExpression<Result>(other)
    }

    /// The result, or another value where it is NULL: `coalesce(a, b)`.
    public func ifnull(_ other: some ScalarExpression<Result>) -> SQLExpression<Result> {
        expression ?? other.expression
    }
}

extension CaseExpression where Result: SQLiteBindable {
    /// Whether the result is in a list.
    public func `in`(_ values: some Sequence<Result._Plain>) -> SQLExpression<Bool> {
        SQLExpression<Bool>(InList.node(NullableOperand(expression), values, of: Result.self))
    }
}

extension CaseExpression where Result: JSONScalar & Sendable {
    /// All values, including NULL, as an array that is decoded from JSON; it is empty if there are no values.
    public func jsonGroupArray(
        distinct: Bool = false, order: [any OrderingTerm] = [],
        filter: (any SQLCondition)? = nil
    ) -> SQLExpression<JSONRepresentation<[Result?]>> {
        expression.jsonGroupArray(distinct: distinct, order: order, filter: filter)
    }
}
