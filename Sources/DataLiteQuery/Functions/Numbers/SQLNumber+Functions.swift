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

    /// The sign: -1, 0 or 1.
    public func sign() -> SQLExpression<Value._IntegerResult> { call("sign") }
}

extension SQLExpression where Value == Int {
    /// A random 64-bit integer for each row.
    public static func random() -> Self { SQLExpression(.volatileCall("random", [])) }
}

// MARK: - The smallest and the greatest of several values

// A group has no such methods, so its columns can have their names.
extension SQLExpression where Value: SQLiteRepresentable {
    /// The smallest of several values; NULL if any is NULL: `min(a, b)`.
    public func min(_ other: Self, _ others: Self...) -> Self {
        extreme("min", [other] + others)
    }

    /// The smallest of several values; NULL if any is NULL.
    public func min<Wrapped: RowRepresentable>(
        _ other: SQLExpression<Wrapped>, _ others: SQLExpression<Wrapped>...
    ) -> Self where Value == Wrapped? {
        extreme("min", [other] + others)
    }

    /// The smallest of several values; NULL if any is NULL.
    public func min(
        _ other: SQLExpression<Value?>, _ others: SQLExpression<Value?>...
    ) -> SQLExpression<Value?> {
        extreme("min", [other] + others)
    }

    /// The smaller of two values; NULL if either is NULL.
    @_disfavoredOverload
    public func min(_ other: Value._Plain) -> Self { min(Self(other)) }

    /// The greatest of several values; NULL if any is NULL: `max(a, b)`.
    public func max(_ other: Self, _ others: Self...) -> Self {
        extreme("max", [other] + others)
    }

    /// The greatest of several values; NULL if any is NULL.
    public func max<Wrapped: RowRepresentable>(
        _ other: SQLExpression<Wrapped>, _ others: SQLExpression<Wrapped>...
    ) -> Self where Value == Wrapped? {
        extreme("max", [other] + others)
    }

    /// The greatest of several values; NULL if any is NULL.
    public func max(
        _ other: SQLExpression<Value?>, _ others: SQLExpression<Value?>...
    ) -> SQLExpression<Value?> {
        extreme("max", [other] + others)
    }

    /// The greater of two values; NULL if either is NULL.
    @_disfavoredOverload
    public func max(_ other: Value._Plain) -> Self { max(Self(other)) }

    private func extreme<Other, Result>(
        _ name: StaticString, _ others: [SQLExpression<Other>]
    ) -> SQLExpression<Result> {
        SQLExpression<Result>(
            Value.isOrdered
                ? .call(name, [node] + others.map(\.node)) : .failure(.noOrder(Value.self)))
    }
}
