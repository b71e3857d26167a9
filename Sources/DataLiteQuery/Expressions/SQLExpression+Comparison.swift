// Comparison of expressions with expressions and with values.
//
// Of the overloads that take a literal, those for plain values are disfavored: otherwise queries over
// many tables would take seconds to type-check.

// MARK: - Equality

extension SQLExpression {
    /// Whether both are equal. NULL equals NULL if either side is optional: then it is SQL's `IS`.
    @inlinable
    public static func == (lhs: Self, rhs: Self) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(lhs.node, .equality(of: Value.self), rhs.node))
    }

    /// Whether both are equal. NULL equals NULL if either side is optional: then it is SQL's `IS`.
    @inlinable
    public static func == <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(.binary(lhs.node, .is, rhs.node))
    }

    /// Whether both are equal. NULL equals NULL if either side is optional: then it is SQL's `IS`.
    @inlinable
    public static func == <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(.binary(lhs.node, .is, rhs.node))
    }

    /// Whether they differ. NULL equals NULL if either side is optional: then it is SQL's `IS NOT`.
    @inlinable
    public static func != (lhs: Self, rhs: Self) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(lhs.node, .inequality(of: Value.self), rhs.node))
    }

    /// Whether they differ. NULL equals NULL if either side is optional: then it is SQL's `IS NOT`.
    @inlinable
    public static func != <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(.binary(lhs.node, .isNot, rhs.node))
    }

    /// Whether they differ. NULL equals NULL if either side is optional: then it is SQL's `IS NOT`.
    @inlinable
    public static func != <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(.binary(lhs.node, .isNot, rhs.node))
    }
}

extension SQLExpression {
    /// Whether both are equal. NULL equals NULL if either side is optional: then it is SQL's `IS`.
    @_disfavoredOverload
    @inlinable
    public static func == (lhs: Self, rhs: Value) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(lhs.node, .equality(of: Value.self), SQLNode(binding: rhs)))
    }

    /// Whether they differ. NULL equals NULL if either side is optional: then it is SQL's `IS NOT`.
    @_disfavoredOverload
    @inlinable
    public static func != (lhs: Self, rhs: Value) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(lhs.node, .inequality(of: Value.self), SQLNode(binding: rhs)))
    }
}

extension BinaryOperator {
    /// `=`, and `IS` if NULL is one of the values.
    @inlinable
    static func equality(of type: (some RowRepresentable).Type) -> BinaryOperator {
        type.isNullable ? .is : .equal
    }

    @inlinable
    static func inequality(of type: (some RowRepresentable).Type) -> BinaryOperator {
        type.isNullable ? .isNot : .notEqual
    }
}

// MARK: - Order

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
    /// Whether the left side is less. NULL if either side is NULL, and then no row matches.
    @inlinable
    public static func < (lhs: Self, rhs: Self) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.order(lhs.node, .less, rhs.node, of: Value.self))
    }

    /// Whether the left side is less. NULL if either side is NULL, and then no row matches.
    @inlinable
    public static func < <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(.order(lhs.node, .less, rhs.node, of: Value.self))
    }

    /// Whether the left side is less. NULL if either side is NULL, and then no row matches.
    @inlinable
    public static func < <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(.order(lhs.node, .less, rhs.node, of: Value.self))
    }

    /// Whether the left side is less or equal. NULL if either side is NULL.
    @inlinable
    public static func <= (lhs: Self, rhs: Self) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.order(lhs.node, .lessOrEqual, rhs.node, of: Value.self))
    }

    /// Whether the left side is less or equal. NULL if either side is NULL.
    @inlinable
    public static func <= <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(.order(lhs.node, .lessOrEqual, rhs.node, of: Value.self))
    }

    /// Whether the left side is less or equal. NULL if either side is NULL.
    @inlinable
    public static func <= <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(.order(lhs.node, .lessOrEqual, rhs.node, of: Value.self))
    }

    /// Whether the left side is greater. NULL if either side is NULL.
    @inlinable
    public static func > (lhs: Self, rhs: Self) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.order(lhs.node, .greater, rhs.node, of: Value.self))
    }

    /// Whether the left side is greater. NULL if either side is NULL.
    @inlinable
    public static func > <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(.order(lhs.node, .greater, rhs.node, of: Value.self))
    }

    /// Whether the left side is greater. NULL if either side is NULL.
    @inlinable
    public static func > <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(.order(lhs.node, .greater, rhs.node, of: Value.self))
    }

    /// Whether the left side is greater or equal. NULL if either side is NULL.
    @inlinable
    public static func >= (lhs: Self, rhs: Self) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.order(lhs.node, .greaterOrEqual, rhs.node, of: Value.self))
    }

    /// Whether the left side is greater or equal. NULL if either side is NULL.
    @inlinable
    public static func >= <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(.order(lhs.node, .greaterOrEqual, rhs.node, of: Value.self))
    }

    /// Whether the left side is greater or equal. NULL if either side is NULL.
    @inlinable
    public static func >= <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(.order(lhs.node, .greaterOrEqual, rhs.node, of: Value.self))
    }
}

extension SQLExpression {
    /// Whether the left side is less. NULL if either side is NULL, and then no row matches.
    @_disfavoredOverload
    @inlinable
    public static func < (lhs: Self, rhs: Value) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.order(lhs.node, .less, SQLNode(binding: rhs), of: Value.self))
    }

    /// Whether the left side is less or equal. NULL if either side is NULL.
    @_disfavoredOverload
    @inlinable
    public static func <= (lhs: Self, rhs: Value) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.order(lhs.node, .lessOrEqual, SQLNode(binding: rhs), of: Value.self))
    }

    /// Whether the left side is greater. NULL if either side is NULL.
    @_disfavoredOverload
    @inlinable
    public static func > (lhs: Self, rhs: Value) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.order(lhs.node, .greater, SQLNode(binding: rhs), of: Value.self))
    }

    /// Whether the left side is greater or equal. NULL if either side is NULL.
    @_disfavoredOverload
    @inlinable
    public static func >= (lhs: Self, rhs: Value) -> SQLExpression<Bool> {
        SQLExpression<Bool>(
            .order(lhs.node, .greaterOrEqual, SQLNode(binding: rhs), of: Value.self))
    }
}
