/// `then` where a condition is true, else `otherwise`: `iif`.
@_disfavoredOverload
public func iif<Value: RowRepresentable>(
    _ condition: SQLExpression<Bool>, _ then: Value, _ otherwise: Value
) -> SQLExpression<Value> {
    iif(condition, SQLExpression(then), SQLExpression(otherwise))
}
