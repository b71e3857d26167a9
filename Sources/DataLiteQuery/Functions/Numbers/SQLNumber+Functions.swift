// Numeric functions that every SQLite library has: <https://sqlite.org/lang_corefunc.html>.

extension SQLExpression where Value: SQLNumber {
    /// The absolute value. The statement fails for the smallest 64-bit integer.
    public func abs() -> SQLExpression<Value> { call("abs") }

    /// The nearest integer, as a floating-point number; halves are rounded away from zero.
    public func round() -> SQLExpression<Value._RealResult> { call("round") }

    /// The number rounded to a number of digits after the decimal point.
    public func round(to digits: some SQLOperand<Int>) -> SQLExpression<Value._RealResult> {
        call("round", digits.operandNode)
    }

    /// The number rounded to a number of digits after the decimal point.
    public func round(_ digits: some SQLOperand<Int>) -> SQLExpression<Value._RealResult> {
        round(to: digits)
    }

    /// The sign: -1, 0 or 1.
    public func sign() -> SQLExpression<Value._IntegerResult> { call("sign") }
}

/// A random 64-bit integer for each row.
///
/// Foundation exports the C library's function of the same name. Where the compiler reports that `random()` is
/// ambiguous, as next to a plain value in a selection, write `DataLiteQuery.random()`.
// Not disfavored, because a query would then select the single number that the C function returns.
public func random() -> SQLExpression<Int> { SQLExpression(.volatileCall("random", [])) }

extension SQLNode {
    fileprivate static func extreme<Value: RowRepresentable>(
        _ name: StaticString, _ values: [SQLNode], of type: Value.Type
    ) -> SQLNode {
        type.isOrdered ? .call(name, values) : .failure(.noOrder(type))
    }
}

/// The smallest of several values; NULL if any is NULL.
public func min<Value: RowRepresentable>(
    _ first: SQLExpression<Value>, _ second: SQLExpression<Value>,
    _ others: SQLExpression<Value>...
) -> SQLExpression<Value> {
    SQLExpression(.extreme("min", [first.node, second.node] + others.map(\.node), of: Value.self))
}

/// The smallest of several values; NULL if any is NULL.
public func min<Wrapped: RowRepresentable>(
    _ first: SQLExpression<Wrapped?>, _ second: SQLExpression<Wrapped>,
    _ others: SQLExpression<Wrapped>...
) -> SQLExpression<Wrapped?> {
    SQLExpression(
        .extreme("min", [first.node, second.node] + others.map(\.node), of: Wrapped.self))
}

/// The smallest of several values; NULL if any is NULL.
public func min<Wrapped: RowRepresentable>(
    _ first: SQLExpression<Wrapped>, _ second: SQLExpression<Wrapped?>,
    _ others: SQLExpression<Wrapped?>...
) -> SQLExpression<Wrapped?> {
    SQLExpression(
        .extreme("min", [first.node, second.node] + others.map(\.node), of: Wrapped.self))
}

/// The smaller of two values; NULL if either is NULL.
@_disfavoredOverload
public func min<Value: RowRepresentable>(
    _ first: SQLExpression<Value>, _ second: Value._Plain
) -> SQLExpression<Value> {
    min(first, SQLExpression(second))
}

/// The smaller of two values; NULL if either is NULL.
@_disfavoredOverload
public func min<Value: RowRepresentable>(
    _ first: Value._Plain, _ second: SQLExpression<Value>
) -> SQLExpression<Value> {
    min(SQLExpression(first), second)
}

/// The greatest of several values; NULL if any is NULL.
public func max<Value: RowRepresentable>(
    _ first: SQLExpression<Value>, _ second: SQLExpression<Value>,
    _ others: SQLExpression<Value>...
) -> SQLExpression<Value> {
    SQLExpression(.extreme("max", [first.node, second.node] + others.map(\.node), of: Value.self))
}

/// The greatest of several values; NULL if any is NULL.
public func max<Wrapped: RowRepresentable>(
    _ first: SQLExpression<Wrapped?>, _ second: SQLExpression<Wrapped>,
    _ others: SQLExpression<Wrapped>...
) -> SQLExpression<Wrapped?> {
    SQLExpression(
        .extreme("max", [first.node, second.node] + others.map(\.node), of: Wrapped.self))
}

/// The greatest of several values; NULL if any is NULL.
public func max<Wrapped: RowRepresentable>(
    _ first: SQLExpression<Wrapped>, _ second: SQLExpression<Wrapped?>,
    _ others: SQLExpression<Wrapped?>...
) -> SQLExpression<Wrapped?> {
    SQLExpression(
        .extreme("max", [first.node, second.node] + others.map(\.node), of: Wrapped.self))
}

/// The greater of two values; NULL if either is NULL.
@_disfavoredOverload
public func max<Value: RowRepresentable>(
    _ first: SQLExpression<Value>, _ second: Value._Plain
) -> SQLExpression<Value> {
    max(first, SQLExpression(second))
}

/// The greater of two values; NULL if either is NULL.
@_disfavoredOverload
public func max<Value: RowRepresentable>(
    _ first: Value._Plain, _ second: SQLExpression<Value>
) -> SQLExpression<Value> {
    max(SQLExpression(first), second)
}
