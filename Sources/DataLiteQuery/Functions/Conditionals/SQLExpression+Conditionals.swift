// The parameters for expressions have a generic type, which a literal cannot have, so a literal is always a plain
// value.

/// `then` where a condition is true, `otherwise` elsewhere: `iif`.
@_disfavoredOverload
public func iif<Value: RowRepresentable>(
    _ condition: SQLExpression<some SQLTruth>, _ then: Value, _ otherwise: Value
) -> SQLExpression<Value> {
    iif(condition, SQLExpression(then), SQLExpression(otherwise))
}

/// `then` where a condition is true, `otherwise` elsewhere, in the representation of a column that is set: `iif`.
@_disfavoredOverload
public func iif<Value: ColumnRepresentation>(
    _ condition: SQLExpression<some SQLTruth>, _ then: Value.Value, _ otherwise: Value.Value
) -> SQLExpression<Value> {
    iif(condition, SQLExpression(Value(then)), SQLExpression(Value(otherwise)))
}

/// `then` where a condition is true, `otherwise` elsewhere: `iif`.
public func iif<Value: RowRepresentable>(
    _ condition: SQLExpression<some SQLTruth>, _ then: some ScalarExpression<Value>,
    _ otherwise: Value._Plain
) -> SQLExpression<Value> {
    iif(condition, then, SQLExpression(otherwise))
}

/// `then` where a condition is true, `otherwise` elsewhere: `iif`.
public func iif<Value: RowRepresentable>(
    _ condition: SQLExpression<some SQLTruth>, _ then: Value._Plain,
    _ otherwise: some ScalarExpression<Value>
) -> SQLExpression<Value> {
    iif(condition, SQLExpression(then), otherwise)
}

/// `then` where a condition is true, `otherwise` elsewhere: `iif`.
public func iif<Value: RowRepresentable>(
    _ condition: SQLExpression<some SQLTruth>, _ then: some ScalarExpression<Value>,
    _ otherwise: some ScalarExpression<Value>
) -> SQLExpression<Value> {
    SQLExpression(.iif(condition.conditionNode, then.node, otherwise.node))
}
