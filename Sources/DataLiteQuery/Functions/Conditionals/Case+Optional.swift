// Some results are optional, so the result of the `CASE` is optional, too.

extension CaseExpression {
    /// The result where no branch matches, in a `CASE` with optional results.
    @_disfavoredOverload
    public func `else`<Wrapped>(
        _ result: some ScalarExpression<Wrapped>
    ) -> SQLExpression<Branch> where Branch == Wrapped? {
        SQLExpression(_parts.expression(else: result.node))
    }

    /// The optional result where no branch matches.
    @_disfavoredOverload
    public func `else`(_ result: some ScalarExpression<Branch?>) -> SQLExpression<Branch?> {
        SQLExpression<Branch?>(_parts.expression(else: result.node))
    }
}

extension CaseBranches {
    /// The result for another value, in a `CASE` with optional results.
    @_disfavoredOverload
    public func when<Wrapped>(
        _ value: Base._Plain, then result: any _TypedExpression<Wrapped>
    ) -> Self where Branch == Wrapped? {
        adding(SQLNode(binding: value, as: Base.self), result.node)
    }

    /// The optional result for another value.
    @_disfavoredOverload
    public func when(
        _ value: Base._Plain, then result: any _TypedExpression<Branch?>
    ) -> CaseBranches<Base, Branch?> {
        adding(SQLNode(binding: value, as: Base.self), result.node)
    }

    /// The result for another value, in a `CASE` with optional results.
    @_disfavoredOverload
    public func when<Wrapped>(
        _ value: any _TypedExpression<Base>, then result: any _TypedExpression<Wrapped>
    ) -> Self where Branch == Wrapped? {
        adding(value.node, result.node)
    }

    /// The optional result for another value.
    @_disfavoredOverload
    public func when(
        _ value: any _TypedExpression<Base>, then result: any _TypedExpression<Branch?>
    ) -> CaseBranches<Base, Branch?> {
        adding(value.node, result.node)
    }
}

extension CaseConditions {
    /// The result for another condition, in a `CASE` with optional results.
    @_disfavoredOverload
    public func when<Wrapped>(
        _ condition: SQLExpression<Bool>, then result: some ScalarExpression<Wrapped>
    ) -> Self where Branch == Wrapped? {
        adding(condition.conditionNode, result.node)
    }

    /// The result for another condition, in a `CASE` with optional results.
    @_disfavoredOverload
    public func when<Wrapped>(
        _ condition: SQLExpression<Bool?>, then result: some ScalarExpression<Wrapped>
    ) -> Self where Branch == Wrapped? {
        adding(condition.conditionNode, result.node)
    }

    /// The optional result for another condition.
    @_disfavoredOverload
    public func when(
        _ condition: SQLExpression<Bool>, then result: some ScalarExpression<Branch?>
    ) -> CaseConditions<Branch?> {
        adding(condition.conditionNode, result.node)
    }

    /// The optional result for another condition.
    @_disfavoredOverload
    public func when(
        _ condition: SQLExpression<Bool?>, then result: some ScalarExpression<Branch?>
    ) -> CaseConditions<Branch?> {
        adding(condition.conditionNode, result.node)
    }
}

/// `then` where a condition is true, the optional `otherwise` elsewhere: `iif`.
@_disfavoredOverload
public func iif<Value: RowRepresentable>(
    _ condition: SQLExpression<some SQLTruth>, _ then: some ScalarExpression<Value>,
    _ otherwise: some ScalarExpression<Value?>
) -> SQLExpression<Value?> {
    SQLExpression<Value?>(.iif(condition.conditionNode, then.node, otherwise.node))
}

/// The optional `then` where a condition is true, `otherwise` elsewhere: `iif`.
@_disfavoredOverload
public func iif<Value: RowRepresentable>(
    _ condition: SQLExpression<some SQLTruth>, _ then: some ScalarExpression<Value?>,
    _ otherwise: some ScalarExpression<Value>
) -> SQLExpression<Value?> {
    SQLExpression<Value?>(.iif(condition.conditionNode, then.node, otherwise.node))
}
