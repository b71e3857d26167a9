// Comparisons with a value of a type that a literal can have. An expression can also be a literal, so the general
// operators give a comparison with a literal two meanings, and to the compiler neither is as good as one with the literal
// as a value. It would try all other meanings of the operands as well: in an update, a column has one for each
// kind of value that it can be set to, and a `CASE` with four comparisons would take more than ten seconds.

/// A type that a literal can have: numbers, `String`, `Bool`, and optionals of these.
public protocol _LiteralValue: RowRepresentable {}

extension Bool: _LiteralValue {}
extension Double: _LiteralValue {}
extension Float: _LiteralValue {}
extension Int: _LiteralValue {}
extension Int8: _LiteralValue {}
extension Int16: _LiteralValue {}
extension Int32: _LiteralValue {}
extension Int64: _LiteralValue {}
extension String: _LiteralValue {}
extension UInt8: _LiteralValue {}
extension UInt16: _LiteralValue {}
extension UInt32: _LiteralValue {}
extension Optional: _LiteralValue where Wrapped: _LiteralValue {}

extension SQLExpression where Value: _LiteralValue {
    /// Whether both sides are equal. If either side is optional, NULL equals NULL: SQL's `IS`.
    @inlinable
    public static func == (lhs: Self, rhs: Value) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(lhs.node, .equality(of: Value.self), SQLNode(binding: rhs)))
    }

    /// Whether the sides differ. If either side is optional, NULL equals NULL: SQL's `IS NOT`.
    @inlinable
    public static func != (lhs: Self, rhs: Value) -> SQLExpression<Bool> {
        SQLExpression<Bool>(
            .binary(lhs.node, .inequality(of: Value.self), SQLNode(binding: rhs)))
    }

    /// Whether the left side is less than the right side; NULL if either side is NULL.
    @inlinable
    public static func < (lhs: Self, rhs: Value) -> SQLExpression<Value._Condition> {
        SQLExpression<Value._Condition>(.binary(lhs.node, .less, SQLNode(binding: rhs)))
    }

    /// Whether the left side is less than or equal to the right side; NULL if either side is NULL.
    @inlinable
    public static func <= (lhs: Self, rhs: Value) -> SQLExpression<Value._Condition> {
        SQLExpression<Value._Condition>(.binary(lhs.node, .lessOrEqual, SQLNode(binding: rhs)))
    }

    /// Whether the left side is greater than the right side; NULL if either side is NULL.
    @inlinable
    public static func > (lhs: Self, rhs: Value) -> SQLExpression<Value._Condition> {
        SQLExpression<Value._Condition>(.binary(lhs.node, .greater, SQLNode(binding: rhs)))
    }

    /// Whether the left side is greater than or equal to the right side; NULL if either side is NULL.
    @inlinable
    public static func >= (lhs: Self, rhs: Value) -> SQLExpression<Value._Condition> {
        SQLExpression<Value._Condition>(.binary(lhs.node, .greaterOrEqual, SQLNode(binding: rhs)))
    }
}
