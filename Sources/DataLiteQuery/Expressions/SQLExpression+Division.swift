// Division. The quotient of a division by an expression may be NULL, because the expression may be zero. A Swift
// value is known not to be zero.

extension SQLExpression where Value: SQLNumber {
    /// The quotient, without the remainder if both sides are integers. NULL if the divisor is zero.
    @_disfavoredOverload
    public static func / (lhs: Self, rhs: Self) -> SQLExpression<Value.Quotient> {
        SQLExpression<Value.Quotient>(.binary(lhs.node, .divide, rhs.node))
    }

    /// The quotient, without the remainder if both sides are integers. NULL if the divisor is zero.
    public static func / <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> Self where Value == Wrapped? {
        Self(.binary(lhs.node, .divide, rhs.node))
    }

    /// The quotient, without the remainder if both sides are integers. NULL if the divisor is zero.
    public static func / <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> Self where Value == Wrapped? {
        Self(.binary(lhs.node, .divide, rhs.node))
    }

    /// The quotient, without the remainder if both sides are integers. A statement with a zero divisor throws.
    public static func / (lhs: Self, rhs: Value) -> Self {
        Self(.division(lhs.node, .divide, by: SQLNode(binding: rhs)))
    }

    /// The remainder of an integer division. NULL if the divisor is zero.
    @_disfavoredOverload
    public static func % (lhs: Self, rhs: Self) -> SQLExpression<Value.Quotient> {
        SQLExpression<Value.Quotient>(.binary(lhs.node, .modulo, rhs.node))
    }

    /// The remainder of an integer division. NULL if the divisor is zero.
    public static func % <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> Self where Value == Wrapped? {
        Self(.binary(lhs.node, .modulo, rhs.node))
    }

    /// The remainder of an integer division. NULL if the divisor is zero.
    public static func % <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> Self where Value == Wrapped? {
        Self(.binary(lhs.node, .modulo, rhs.node))
    }

    /// The remainder of an integer division. A statement with a zero divisor throws.
    public static func % (lhs: Self, rhs: Value) -> Self {
        Self(.division(lhs.node, .modulo, by: SQLNode(binding: rhs)))
    }

    // MARK: - Assignment

    /// Divides the left side by the right side. A statement with a zero divisor throws.
    public static func /= (lhs: inout Self, rhs: Value) {
        lhs = lhs / rhs
    }

    /// Replaces the left side by the remainder of its division. A statement with a zero divisor throws.
    public static func %= (lhs: inout Self, rhs: Value) {
        lhs = lhs % rhs
    }

    @available(
        *, unavailable,
        message:
            "the divisor may be zero: write '$0.a = ($0.a / $0.b) ?? 0', or another value for NULL"
    )
    @_disfavoredOverload
    public static func /= (lhs: inout Self, rhs: Self) {}

    @available(
        *, unavailable,
        message:
            "the divisor may be zero: write '$0.a = ($0.a % $0.b) ?? 0', or another value for NULL"
    )
    @_disfavoredOverload
    public static func %= (lhs: inout Self, rhs: Self) {}

    /// Divides the left side by the right side; the result is NULL if the divisor is zero.
    public static func /= <Wrapped>(lhs: inout Self, rhs: Self) where Value == Wrapped? {
        lhs = Self(.binary(lhs.node, .divide, rhs.node))
    }

    /// Replaces the left side by the remainder of its division, which is NULL if the divisor is zero.
    public static func %= <Wrapped>(lhs: inout Self, rhs: Self) where Value == Wrapped? {
        lhs = Self(.binary(lhs.node, .modulo, rhs.node))
    }
}

extension SQLNode {
    /// A division by a value, which must not be zero.
    static func division(
        _ dividend: SQLNode, _ operation: BinaryOperator, by divisor: SQLNode
    ) -> SQLNode {
        divisor.isZero
            ? .failure(.divisionByZero) : .binary(dividend, operation, divisor)
    }

    private var isZero: Bool {
        switch self {
        case .parameter(.int(0)), .parameter(.real(0)): true
        default: false
        }
    }
}

extension SQLiteError {
    fileprivate static let divisionByZero = SQLiteError.misuse(
        "a division by zero: its result would be NULL")
}
