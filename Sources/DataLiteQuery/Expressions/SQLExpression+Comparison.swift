// Comparison of expressions with expressions and with values.
//
// The overloads for plain values are disfavored: otherwise, queries with literals over many tables would take seconds
// to type-check.

// MARK: - Literals

// These are before the general operators, because the compiler tries the operators that match a literal in this order.
// After a solution without a disfavored operator, it skips the others: with another order, the number of solutions that it
// tries for `n` conditions would grow with the cube of `n`.

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
}

// MARK: - Equality

extension SQLExpression {
    /// Whether both sides are equal. If either side is optional, NULL equals NULL: SQL's `IS`.
    @inlinable
    public static func == (lhs: Self, rhs: Self) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(lhs.node, .equality(of: Value.self), rhs.node))
    }

    /// Whether both sides are equal. If either side is optional, NULL equals NULL: SQL's `IS`.
    @inlinable
    public static func == <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(.binary(lhs.node, .is, rhs.node))
    }

    /// Whether both sides are equal. If either side is optional, NULL equals NULL: SQL's `IS`.
    @inlinable
    public static func == <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(.binary(lhs.node, .is, rhs.node))
    }

    /// Whether the sides differ. If either side is optional, NULL equals NULL: SQL's `IS NOT`.
    @inlinable
    public static func != (lhs: Self, rhs: Self) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(lhs.node, .inequality(of: Value.self), rhs.node))
    }

    /// Whether the sides differ. If either side is optional, NULL equals NULL: SQL's `IS NOT`.
    @inlinable
    public static func != <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(.binary(lhs.node, .isNot, rhs.node))
    }

    /// Whether the sides differ. If either side is optional, NULL equals NULL: SQL's `IS NOT`.
    @inlinable
    public static func != <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(.binary(lhs.node, .isNot, rhs.node))
    }

    /// Whether both sides are equal. If either side is optional, NULL equals NULL: SQL's `IS`.
    @_disfavoredOverload
    @inlinable
    public static func == <Plain>(lhs: Self, rhs: Plain) -> SQLExpression<Bool>
    where Value._Plain == Plain {
        SQLExpression<Bool>(
            .binary(lhs.node, .equality(of: Value.self), SQLNode(binding: rhs, as: Value.self)))
    }

    /// Whether the sides differ. If either side is optional, NULL equals NULL: SQL's `IS NOT`.
    @_disfavoredOverload
    @inlinable
    public static func != <Plain>(lhs: Self, rhs: Plain) -> SQLExpression<Bool>
    where Value._Plain == Plain {
        SQLExpression<Bool>(
            .binary(lhs.node, .inequality(of: Value.self), SQLNode(binding: rhs, as: Value.self)))
    }

    // An optional expression is compared with `nil` as a literal of its own type.

    @available(*, unavailable, message: "this value is not optional, so it is never nil")
    @_disfavoredOverload
    public static func == (lhs: Self, rhs: _OptionalNilComparisonType) -> SQLExpression<Bool> {
        while true {}
    }

    @available(*, unavailable, message: "this value is not optional, so it is never nil")
    @_disfavoredOverload
    public static func != (lhs: Self, rhs: _OptionalNilComparisonType) -> SQLExpression<Bool> {
        while true {}
    }
}

extension BinaryOperator {
    /// `=`, or `IS` if a value of the type can be NULL.
    @inlinable
    static func equality(of type: (some RowRepresentable).Type) -> BinaryOperator {
        type._containsNull ? .is : .equal
    }

    @inlinable
    static func inequality(of type: (some RowRepresentable).Type) -> BinaryOperator {
        type._containsNull ? .isNot : .notEqual
    }
}
