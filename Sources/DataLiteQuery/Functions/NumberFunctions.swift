extension SQLExpression where Value: SQLNumber {
    /// The absolute value.
    public func abs() -> Self { Self(.call("abs", [node])) }

    /// -1, 0 or 1.
    public func sign() -> Self { Self(.call("sign", [node])) }

    /// The value rounded to a number of decimal places.
    public func round(to places: SQLExpression<Int>? = nil) -> Self {
        Self(.call("round", [node] + (places.map { [$0.node] } ?? [])))
    }

    /// The least integer that is not less.
    public func ceil() -> Self { Self(.call("ceil", [node])) }

    /// The greatest integer that is not greater.
    public func floor() -> Self { Self(.call("floor", [node])) }

    /// The square root; NULL for a negative number.
    public func sqrt() -> SQLExpression<Double?> { real("sqrt") }

    /// The power.
    public func pow(_ exponent: Self) -> SQLExpression<Double?> {
        SQLExpression<Double?>(.call("pow", [node, exponent.node]))
    }

    /// The remainder, also of reals.
    public func mod(_ divisor: Self) -> SQLExpression<Double?> {
        SQLExpression<Double?>(.call("mod", [node, divisor.node]))
    }

    /// The natural logarithm.
    public func ln() -> SQLExpression<Double?> { real("ln") }

    /// The decimal logarithm.
    public func log() -> SQLExpression<Double?> { real("log10") }

    /// e to the power of the value.
    public func exp() -> SQLExpression<Double?> { real("exp") }

    /// The sine.
    public func sin() -> SQLExpression<Double?> { real("sin") }

    /// The cosine.
    public func cos() -> SQLExpression<Double?> { real("cos") }

    /// The tangent.
    public func tan() -> SQLExpression<Double?> { real("tan") }

    private func real(_ name: StaticString) -> SQLExpression<Double?> {
        SQLExpression<Double?>(.call(name, [node]))
    }

    /// The bits that are set in both.
    public static func & (lhs: Self, rhs: Self) -> Self {
        Self(.binary(lhs.node, .bitAnd, rhs.node))
    }

    /// The bits that are set in either.
    public static func | (lhs: Self, rhs: Self) -> Self {
        Self(.binary(lhs.node, .bitOr, rhs.node))
    }

    /// The bits moved to the left.
    public static func << (lhs: Self, rhs: SQLExpression<Int>) -> Self {
        Self(.binary(lhs.node, .shiftLeft, rhs.node))
    }

    /// The bits moved to the right.
    public static func >> (lhs: Self, rhs: SQLExpression<Int>) -> Self {
        Self(.binary(lhs.node, .shiftRight, rhs.node))
    }

    /// The bits reversed.
    public static prefix func ~ (operand: Self) -> Self { Self(.unary(.bitNot, operand.node)) }
}

extension SQLExpression where Value == Int {
    /// A random integer.
    public static func random() -> Self { Self(.call("random", [])) }
}

/// The lesser of two values; NULL if either is NULL.
public func min<Value: RowRepresentable>(
    _ lhs: SQLExpression<Value>, _ rhs: SQLExpression<Value>
) -> SQLExpression<Value> {
    SQLExpression(.call("min", [lhs.node, rhs.node]))
}

/// The greater of two values; NULL if either is NULL.
public func max<Value: RowRepresentable>(
    _ lhs: SQLExpression<Value>, _ rhs: SQLExpression<Value>
) -> SQLExpression<Value> {
    SQLExpression(.call("max", [lhs.node, rhs.node]))
}
