// Arithmetic. An operation with an optional is optional: it is NULL if either side is NULL. An integer that does not
// fit into 64 bits becomes a REAL, which cannot be read as an integer.

/// A type of number that SQL can calculate with.
public protocol SQLNumber: SQLiteRepresentable where _Plain == Self {
    /// The type of an integer that is computed from the number: optional if the number is.
    associatedtype _IntegerResult: RowRepresentable = Int

    /// The type of a real that is computed from the number: optional if the number is.
    associatedtype _RealResult: RowRepresentable = Double

    /// The type of a sum of such numbers, which is NULL if there are none.
    associatedtype _Sum: RowRepresentable = Int

    /// The type of a quotient of such numbers, which is NULL for a division by zero.
    associatedtype Quotient: RowRepresentable = Self?
}

extension Int: SQLNumber {}
extension Int8: SQLNumber {}
extension Int16: SQLNumber {}
extension Int32: SQLNumber {}
extension Int64: SQLNumber {}
extension UInt8: SQLNumber {}
extension UInt16: SQLNumber {}
extension UInt32: SQLNumber {}
extension Double: SQLNumber { public typealias _Sum = Double }
extension Float: SQLNumber { public typealias _Sum = Double }

extension Optional: SQLNumber where Wrapped: SQLNumber {
    public typealias _IntegerResult = Int?
    public typealias _RealResult = Double?
    public typealias _Sum = Wrapped._Sum
    public typealias Quotient = Self
}

extension SQLExpression where Value: SQLNumber {
    /// The sum.
    public static func + (lhs: Self, rhs: Self) -> Self {
        Self(.binary(lhs.node, .plus, rhs.node))
    }

    /// The sum.
    public static func + <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> Self where Value == Wrapped? {
        Self(.binary(lhs.node, .plus, rhs.node))
    }

    /// The sum.
    public static func + <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> Self where Value == Wrapped? {
        Self(.binary(lhs.node, .plus, rhs.node))
    }

    /// The sum.
    public static func + (lhs: Self, rhs: Value) -> Self {
        Self(.binary(lhs.node, .plus, SQLNode(binding: rhs)))
    }

    /// The difference.
    public static func - (lhs: Self, rhs: Self) -> Self {
        Self(.binary(lhs.node, .minus, rhs.node))
    }

    /// The difference.
    public static func - <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> Self where Value == Wrapped? {
        Self(.binary(lhs.node, .minus, rhs.node))
    }

    /// The difference.
    public static func - <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> Self where Value == Wrapped? {
        Self(.binary(lhs.node, .minus, rhs.node))
    }

    /// The difference.
    public static func - (lhs: Self, rhs: Value) -> Self {
        Self(.binary(lhs.node, .minus, SQLNode(binding: rhs)))
    }

    /// The product.
    public static func * (lhs: Self, rhs: Self) -> Self {
        Self(.binary(lhs.node, .times, rhs.node))
    }

    /// The product.
    public static func * <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> Self where Value == Wrapped? {
        Self(.binary(lhs.node, .times, rhs.node))
    }

    /// The product.
    public static func * <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> Self where Value == Wrapped? {
        Self(.binary(lhs.node, .times, rhs.node))
    }

    /// The product.
    public static func * (lhs: Self, rhs: Value) -> Self {
        Self(.binary(lhs.node, .times, SQLNode(binding: rhs)))
    }

    /// Adds the right side to the left side.
    public static func += (lhs: inout Self, rhs: Self) {
        lhs = lhs + rhs
    }

    /// Adds the right side to the left side.
    public static func += <Wrapped: RowRepresentable>(
        lhs: inout Self, rhs: SQLExpression<Wrapped>
    ) where Value == Wrapped? {
        lhs = lhs + rhs
    }

    /// Adds the right side to the left side.
    public static func += (lhs: inout Self, rhs: Value) {
        lhs = lhs + rhs
    }

    /// Subtracts the right side from the left side.
    public static func -= (lhs: inout Self, rhs: Self) {
        lhs = lhs - rhs
    }

    /// Subtracts the right side from the left side.
    public static func -= <Wrapped: RowRepresentable>(
        lhs: inout Self, rhs: SQLExpression<Wrapped>
    ) where Value == Wrapped? {
        lhs = lhs - rhs
    }

    /// Subtracts the right side from the left side.
    public static func -= (lhs: inout Self, rhs: Value) {
        lhs = lhs - rhs
    }

    /// Multiplies the left side by the right side.
    public static func *= (lhs: inout Self, rhs: Self) {
        lhs = lhs * rhs
    }

    /// Multiplies the left side by the right side.
    public static func *= <Wrapped: RowRepresentable>(
        lhs: inout Self, rhs: SQLExpression<Wrapped>
    ) where Value == Wrapped? {
        lhs = lhs * rhs
    }

    /// Multiplies the left side by the right side.
    public static func *= (lhs: inout Self, rhs: Value) {
        lhs = lhs * rhs
    }

    /// The number itself.
    public static prefix func + (operand: Self) -> Self { operand }

    /// The number with the opposite sign.
    public static prefix func - (operand: Self) -> Self {
        Self(.unary(.minus, operand: operand.node))
    }

    /// Changes the sign, in an update; NULL stays NULL.
    public mutating func negate() { self = -self }
}

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
