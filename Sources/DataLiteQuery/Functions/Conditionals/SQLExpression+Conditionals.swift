/// `then` where a condition is true, `otherwise` elsewhere: `iif`.
@_disfavoredOverload
public func iif<Value: RowRepresentable>(
    _ condition: some SQLCondition, _ then: Value, _ otherwise: Value
) -> SQLExpression<Value> {
    iif(condition, SQLExpression(then), SQLExpression(otherwise))
}

/// `then` where a condition is true, `otherwise` elsewhere: `iif`.
@_disfavoredOverload
public func iif<Value: RowRepresentable>(
    _ condition: some SQLCondition, _ then: SQLExpression<Value>, _ otherwise: Value._Plain
) -> SQLExpression<Value> {
    iif(condition, then, SQLExpression(otherwise))
}

/// `then` where a condition is true, `otherwise` elsewhere: `iif`.
@_disfavoredOverload
public func iif<Value: RowRepresentable>(
    _ condition: some SQLCondition, _ then: Value._Plain, _ otherwise: SQLExpression<Value>
) -> SQLExpression<Value> {
    iif(condition, SQLExpression(then), otherwise)
}
