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
