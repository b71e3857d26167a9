// The order of values. NULL has none, so a comparison with an optional is `Bool?`: NULL if either side is.
//
// Both orders of an optional and another operand are declared: with one of them, a mistake would take seconds to
// type-check. Of the overloads that take a literal, those for plain values are disfavored.

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
    /// An order of values whose stored form has none.
    @usableFromInline
    static func noOrder(_ type: any Any.Type) -> SQLiteError {
        let type = (type as? any OptionalType.Type)?.wrappedType ?? type
        return SQLiteError(
            .misuse,
            message:
                "SQL has no order for values of type \(type), which are text: \"9\" is greater than "
                + "\"10\"; use cast(as: Double.self), or store them in a representation with an order"
        )
    }
}

extension SQLExpression {
    /// Whether the left side is less. NULL if either side is.
    @inlinable
    public static func < (lhs: Self, rhs: Self) -> SQLExpression<Value._Condition> {
        SQLExpression<Value._Condition>(.order(lhs.node, .less, rhs.node, of: Value.self))
    }

    /// Whether the left side is less. NULL if either side is.
    @inlinable
    public static func < <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> SQLExpression<Bool?> where Value == Wrapped? {
        SQLExpression<Bool?>(.order(lhs.node, .less, rhs.node, of: Value.self))
    }

    /// Whether the left side is less. NULL if either side is.
    @inlinable
    public static func < <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> SQLExpression<Bool?> where Value == Wrapped? {
        SQLExpression<Bool?>(.order(lhs.node, .less, rhs.node, of: Value.self))
    }

    /// Whether the left side is less or equal. NULL if either side is.
    @inlinable
    public static func <= (lhs: Self, rhs: Self) -> SQLExpression<Value._Condition> {
        SQLExpression<Value._Condition>(.order(lhs.node, .lessOrEqual, rhs.node, of: Value.self))
    }

    /// Whether the left side is less or equal. NULL if either side is.
    @inlinable
    public static func <= <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> SQLExpression<Bool?> where Value == Wrapped? {
        SQLExpression<Bool?>(.order(lhs.node, .lessOrEqual, rhs.node, of: Value.self))
    }

    /// Whether the left side is less or equal. NULL if either side is.
    @inlinable
    public static func <= <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> SQLExpression<Bool?> where Value == Wrapped? {
        SQLExpression<Bool?>(.order(lhs.node, .lessOrEqual, rhs.node, of: Value.self))
    }

    /// Whether the left side is greater. NULL if either side is.
    @inlinable
    public static func > (lhs: Self, rhs: Self) -> SQLExpression<Value._Condition> {
        SQLExpression<Value._Condition>(.order(lhs.node, .greater, rhs.node, of: Value.self))
    }

    /// Whether the left side is greater. NULL if either side is.
    @inlinable
    public static func > <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> SQLExpression<Bool?> where Value == Wrapped? {
        SQLExpression<Bool?>(.order(lhs.node, .greater, rhs.node, of: Value.self))
    }

    /// Whether the left side is greater. NULL if either side is.
    @inlinable
    public static func > <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> SQLExpression<Bool?> where Value == Wrapped? {
        SQLExpression<Bool?>(.order(lhs.node, .greater, rhs.node, of: Value.self))
    }

    /// Whether the left side is greater or equal. NULL if either side is.
    @inlinable
    public static func >= (lhs: Self, rhs: Self) -> SQLExpression<Value._Condition> {
        SQLExpression<Value._Condition>(.order(lhs.node, .greaterOrEqual, rhs.node, of: Value.self))
    }

    /// Whether the left side is greater or equal. NULL if either side is.
    @inlinable
    public static func >= <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> SQLExpression<Bool?> where Value == Wrapped? {
        SQLExpression<Bool?>(.order(lhs.node, .greaterOrEqual, rhs.node, of: Value.self))
    }

    /// Whether the left side is greater or equal. NULL if either side is.
    @inlinable
    public static func >= <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> SQLExpression<Bool?> where Value == Wrapped? {
        SQLExpression<Bool?>(.order(lhs.node, .greaterOrEqual, rhs.node, of: Value.self))
    }
}

extension SQLExpression {
    /// Whether the left side is less. NULL if either side is.
    @_disfavoredOverload
    @inlinable
    public static func < (lhs: Self, rhs: Value) -> SQLExpression<Value._Condition> {
        SQLExpression<Value._Condition>(
            .order(lhs.node, .less, SQLNode(binding: rhs), of: Value.self))
    }

    /// Whether the left side is less or equal. NULL if either side is.
    @_disfavoredOverload
    @inlinable
    public static func <= (lhs: Self, rhs: Value) -> SQLExpression<Value._Condition> {
        SQLExpression<Value._Condition>(
            .order(lhs.node, .lessOrEqual, SQLNode(binding: rhs), of: Value.self))
    }

    /// Whether the left side is greater. NULL if either side is.
    @_disfavoredOverload
    @inlinable
    public static func > (lhs: Self, rhs: Value) -> SQLExpression<Value._Condition> {
        SQLExpression<Value._Condition>(
            .order(lhs.node, .greater, SQLNode(binding: rhs), of: Value.self))
    }

    /// Whether the left side is greater or equal. NULL if either side is.
    @_disfavoredOverload
    @inlinable
    public static func >= (lhs: Self, rhs: Value) -> SQLExpression<Value._Condition> {
        SQLExpression<Value._Condition>(
            .order(lhs.node, .greaterOrEqual, SQLNode(binding: rhs), of: Value.self))
    }
}
