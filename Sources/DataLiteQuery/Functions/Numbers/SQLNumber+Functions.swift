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

// The mathematical functions, which SQLite has if it is compiled with SQLITE_ENABLE_MATH_FUNCTIONS:
// <https://sqlite.org/lang_mathfunc.html>. A result that is not a number is NULL.

extension SQLExpression where Value: SQLNumber {
    /// The smallest integer not less than the number.
    public func ceil() -> SQLExpression<Value> { math("ceil") }

    /// The largest integer not greater than the number.
    public func floor() -> SQLExpression<Value> { math("floor") }

    /// The integer part.
    public func trunc() -> SQLExpression<Value> { math("trunc") }

    /// The square root; NULL for a negative number.
    public func sqrt() -> SQLExpression<Double?> { math("sqrt") }

    /// The number raised to a power.
    public func pow<Exponent: SQLOperand>(_ exponent: Exponent) -> SQLExpression<Double?>
    where Exponent.Operand: SQLNumber {
        math("pow", exponent.operandNode)
    }

    /// The remainder of a division, including of floating-point numbers; NULL for a division by
    /// zero.
    public func mod<Divisor: SQLOperand>(_ divisor: Divisor) -> SQLExpression<Double?>
    where Divisor.Operand: SQLNumber {
        math("mod", divisor.operandNode)
    }

    /// e to the power of the number.
    public func exp() -> SQLExpression<Value._RealResult> { math("exp") }

    /// The natural logarithm; NULL for zero and negative numbers.
    public func ln() -> SQLExpression<Double?> { math("ln") }

    /// The logarithm to base 10; NULL for zero and negative numbers.
    public func log() -> SQLExpression<Double?> { math("log") }

    /// The logarithm to a base; NULL for zero and negative numbers.
    public func log<Base: SQLOperand>(base: Base) -> SQLExpression<Double?>
    where Base.Operand: SQLNumber {
        SQLExpression<Double?>(.math("log", [base.operandNode, node]))
    }

    /// The logarithm to base 2; NULL for zero and negative numbers.
    public func log2() -> SQLExpression<Double?> { math("log2") }

    /// The logarithm to base 10; NULL for zero and negative numbers.
    public func log10() -> SQLExpression<Double?> { math("log10") }

    // MARK: - Angles

    /// The sine of an angle in radians; NULL for infinity.
    public func sin() -> SQLExpression<Double?> { math("sin") }

    /// The cosine of an angle in radians; NULL for infinity.
    public func cos() -> SQLExpression<Double?> { math("cos") }

    /// The tangent of an angle in radians; NULL for infinity.
    public func tan() -> SQLExpression<Double?> { math("tan") }

    /// The arcsine, in radians; NULL outside -1...1.
    public func asin() -> SQLExpression<Double?> { math("asin") }

    /// The arccosine, in radians; NULL outside -1...1.
    public func acos() -> SQLExpression<Double?> { math("acos") }

    /// The arctangent, in radians.
    public func atan() -> SQLExpression<Value._RealResult> { math("atan") }

    /// The angle, in radians, of the point with this y coordinate and the given x coordinate.
    public func atan2<X: SQLOperand>(_ x: X) -> SQLExpression<Double?>
    where X.Operand: SQLNumber {
        math("atan2", x.operandNode)
    }

    /// The hyperbolic sine.
    public func sinh() -> SQLExpression<Value._RealResult> { math("sinh") }

    /// The hyperbolic cosine.
    public func cosh() -> SQLExpression<Value._RealResult> { math("cosh") }

    /// The hyperbolic tangent.
    public func tanh() -> SQLExpression<Value._RealResult> { math("tanh") }

    /// The inverse hyperbolic sine.
    public func asinh() -> SQLExpression<Value._RealResult> { math("asinh") }

    /// The inverse hyperbolic cosine; NULL for less than 1.
    public func acosh() -> SQLExpression<Double?> { math("acosh") }

    /// The inverse hyperbolic tangent; NULL outside -1...1.
    public func atanh() -> SQLExpression<Double?> { math("atanh") }

    /// The angle converted from degrees to radians.
    public func radians() -> SQLExpression<Value._RealResult> { math("radians") }

    /// The angle converted from radians to degrees.
    public func degrees() -> SQLExpression<Value._RealResult> { math("degrees") }

    private func math<Result>(_ name: StaticString, _ others: SQLNode...) -> SQLExpression<Result> {
        SQLExpression<Result>(.math(name, [node] + others))
    }
}

extension SQLExpression where Value == Double {
    /// The ratio of the circumference of a circle to its diameter.
    public static var pi: Self { SQLExpression(.math("pi", [])) }
}

extension SQLNode {
    fileprivate static func math(_ name: StaticString, _ arguments: [SQLNode]) -> SQLNode {
        .fragment(
            FunctionCall(
                name: .builtIn(name), arguments: arguments, requirement: .mathFunction(name)))
    }
}
