// The order of values. NULL has no order, so a comparison with an optional is `Bool?`: NULL if either side is NULL.
//
// A comparison of an optional with another operand is declared for both orders of the operands: with only one, an
// error would take seconds to type-check. The overloads for plain values are disfavored, because of literals.

extension SQLNode {
    /// A comparison of the order of two values; a failure if SQL has no order for them.
    @inlinable
    static func order<Value: RowRepresentable>(
        _ lhs: SQLNode, _ symbol: BinaryOperator, _ rhs: SQLNode, of type: Value.Type
    ) -> SQLNode {
        type.isOrdered ? .binary(lhs, symbol, rhs) : .failure(.noOrder(type))
    }
}

extension SQLiteError {
    /// The error for an order of values whose stored form has no order.
    @usableFromInline
    static func noOrder(_ type: any Any.Type) -> SQLiteError {
        let type = (type as? any OptionalType.Type)?.wrappedType ?? type
        return SQLiteError.misuse(
            "SQL has no order for values of type \(type), which are text: \"9\" is greater than "
                + "\"10\"; use cast(as: Double.self), or store them in a representation with an order"
        )
    }
}

// Literals are before the general operators, as for `==`.
extension SQLExpression where Value: _LiteralValue {
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

extension SQLExpression {
    /// Whether the left side is less than the right side; NULL if either side is NULL.
    @inlinable
    public static func < (lhs: Self, rhs: Self) -> SQLExpression<Value._Condition> {
        SQLExpression<Value._Condition>(.order(lhs.node, .less, rhs.node, of: Value.self))
    }

    /// Whether the left side is less than the right side; NULL if either side is NULL.
    @inlinable
    public static func < <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> SQLExpression<Wrapped._Condition._OrNull> where Value == Wrapped? {
        SQLExpression<Wrapped._Condition._OrNull>(.order(lhs.node, .less, rhs.node, of: Value.self))
    }

    /// Whether the left side is less than the right side; NULL if either side is NULL.
    @inlinable
    public static func < <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> SQLExpression<Wrapped._Condition._OrNull> where Value == Wrapped? {
        SQLExpression<Wrapped._Condition._OrNull>(.order(lhs.node, .less, rhs.node, of: Value.self))
    }

    /// Whether the left side is less than or equal to the right side; NULL if either side is NULL.
    @inlinable
    public static func <= (lhs: Self, rhs: Self) -> SQLExpression<Value._Condition> {
        SQLExpression<Value._Condition>(.order(lhs.node, .lessOrEqual, rhs.node, of: Value.self))
    }

    /// Whether the left side is less than or equal to the right side; NULL if either side is NULL.
    @inlinable
    public static func <= <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> SQLExpression<Wrapped._Condition._OrNull> where Value == Wrapped? {
        SQLExpression<Wrapped._Condition._OrNull>(
            .order(lhs.node, .lessOrEqual, rhs.node, of: Value.self))
    }

    /// Whether the left side is less than or equal to the right side; NULL if either side is NULL.
    @inlinable
    public static func <= <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> SQLExpression<Wrapped._Condition._OrNull> where Value == Wrapped? {
        SQLExpression<Wrapped._Condition._OrNull>(
            .order(lhs.node, .lessOrEqual, rhs.node, of: Value.self))
    }

    /// Whether the left side is greater than the right side; NULL if either side is NULL.
    @inlinable
    public static func > (lhs: Self, rhs: Self) -> SQLExpression<Value._Condition> {
        SQLExpression<Value._Condition>(.order(lhs.node, .greater, rhs.node, of: Value.self))
    }

    /// Whether the left side is greater than the right side; NULL if either side is NULL.
    @inlinable
    public static func > <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> SQLExpression<Wrapped._Condition._OrNull> where Value == Wrapped? {
        SQLExpression<Wrapped._Condition._OrNull>(
            .order(lhs.node, .greater, rhs.node, of: Value.self))
    }

    /// Whether the left side is greater than the right side; NULL if either side is NULL.
    @inlinable
    public static func > <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> SQLExpression<Wrapped._Condition._OrNull> where Value == Wrapped? {
        SQLExpression<Wrapped._Condition._OrNull>(
            .order(lhs.node, .greater, rhs.node, of: Value.self))
    }

    /// Whether the left side is greater than or equal to the right side; NULL if either side is NULL.
    @inlinable
    public static func >= (lhs: Self, rhs: Self) -> SQLExpression<Value._Condition> {
        SQLExpression<Value._Condition>(.order(lhs.node, .greaterOrEqual, rhs.node, of: Value.self))
    }

    /// Whether the left side is greater than or equal to the right side; NULL if either side is NULL.
    @inlinable
    public static func >= <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> SQLExpression<Wrapped._Condition._OrNull> where Value == Wrapped? {
        SQLExpression<Wrapped._Condition._OrNull>(
            .order(lhs.node, .greaterOrEqual, rhs.node, of: Value.self))
    }

    /// Whether the left side is greater than or equal to the right side; NULL if either side is NULL.
    @inlinable
    public static func >= <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> SQLExpression<Wrapped._Condition._OrNull> where Value == Wrapped? {
        SQLExpression<Wrapped._Condition._OrNull>(
            .order(lhs.node, .greaterOrEqual, rhs.node, of: Value.self))
    }

    /// Whether the left side is less than the right side; NULL if either side is NULL.
    @_disfavoredOverload
    @inlinable
    public static func < <Plain>(lhs: Self, rhs: Plain) -> SQLExpression<Value._Condition>
    where Value._Plain == Plain {
        SQLExpression<Value._Condition>(
            .order(lhs.node, .less, SQLNode(binding: rhs, as: Value.self), of: Value.self))
    }

    /// Whether the left side is less than or equal to the right side; NULL if either side is NULL.
    @_disfavoredOverload
    @inlinable
    public static func <= <Plain>(lhs: Self, rhs: Plain) -> SQLExpression<Value._Condition>
    where Value._Plain == Plain {
        SQLExpression<Value._Condition>(
            .order(lhs.node, .lessOrEqual, SQLNode(binding: rhs, as: Value.self), of: Value.self))
    }

    /// Whether the left side is greater than the right side; NULL if either side is NULL.
    @_disfavoredOverload
    @inlinable
    public static func > <Plain>(lhs: Self, rhs: Plain) -> SQLExpression<Value._Condition>
    where Value._Plain == Plain {
        SQLExpression<Value._Condition>(
            .order(lhs.node, .greater, SQLNode(binding: rhs, as: Value.self), of: Value.self))
    }

    /// Whether the left side is greater than or equal to the right side; NULL if either side is NULL.
    @_disfavoredOverload
    @inlinable
    public static func >= <Plain>(lhs: Self, rhs: Plain) -> SQLExpression<Value._Condition>
    where Value._Plain == Plain {
        SQLExpression<Value._Condition>(
            .order(lhs.node, .greaterOrEqual, SQLNode(binding: rhs, as: Value.self), of: Value.self)
        )
    }
}
