// Comparison of expressions with expressions and with values.
//
// Of the overloads that take a literal, those for plain values are disfavored: otherwise queries over
// many tables would take seconds to type-check.

// MARK: - Equality

extension SQLExpression {
    /// Whether both are equal. NULL equals NULL if either side is optional: then it is SQL's `IS`.
    public static func == (lhs: Self, rhs: Self) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(lhs.node, .equality(of: Value.self), rhs.node))
    }

    /// Whether both are equal. NULL equals NULL if either side is optional: then it is SQL's `IS`.
    public static func == <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(.binary(lhs.node, .is, rhs.node))
    }

    /// Whether both are equal. NULL equals NULL if either side is optional: then it is SQL's `IS`.
    public static func == <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(.binary(lhs.node, .is, rhs.node))
    }

    /// Whether they differ. NULL equals NULL if either side is optional: then it is SQL's `IS NOT`.
    public static func != (lhs: Self, rhs: Self) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(lhs.node, .inequality(of: Value.self), rhs.node))
    }

    /// Whether they differ. NULL equals NULL if either side is optional: then it is SQL's `IS NOT`.
    public static func != <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(.binary(lhs.node, .isNot, rhs.node))
    }

    /// Whether they differ. NULL equals NULL if either side is optional: then it is SQL's `IS NOT`.
    public static func != <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(.binary(lhs.node, .isNot, rhs.node))
    }
}

extension SQLExpression {
    /// Whether both are equal. NULL equals NULL if either side is optional: then it is SQL's `IS`.
    @_disfavoredOverload
    public static func == (lhs: Self, rhs: Value) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(lhs.node, .equality(of: Value.self), SQLNode(binding: rhs)))
    }

    /// Whether they differ. NULL equals NULL if either side is optional: then it is SQL's `IS NOT`.
    @_disfavoredOverload
    public static func != (lhs: Self, rhs: Value) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(lhs.node, .inequality(of: Value.self), SQLNode(binding: rhs)))
    }
}

extension BinaryOperator {
    /// `=`, and `IS` if NULL is one of the values.
    static func equality(of type: (some RowRepresentable).Type) -> BinaryOperator {
        type.isNullable ? .is : .equal
    }

    static func inequality(of type: (some RowRepresentable).Type) -> BinaryOperator {
        type.isNullable ? .isNot : .notEqual
    }
}

// MARK: - Order

extension SQLExpression {
    /// Whether the left side is less. NULL if either side is NULL, and then no row matches.
    public static func < (lhs: Self, rhs: Self) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(lhs.node, .less, rhs.node))
    }

    /// Whether the left side is less. NULL if either side is NULL, and then no row matches.
    public static func < <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(.binary(lhs.node, .less, rhs.node))
    }

    /// Whether the left side is less. NULL if either side is NULL, and then no row matches.
    public static func < <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(.binary(lhs.node, .less, rhs.node))
    }

    /// Whether the left side is less or equal. NULL if either side is NULL.
    public static func <= (lhs: Self, rhs: Self) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(lhs.node, .lessOrEqual, rhs.node))
    }

    /// Whether the left side is less or equal. NULL if either side is NULL.
    public static func <= <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(.binary(lhs.node, .lessOrEqual, rhs.node))
    }

    /// Whether the left side is less or equal. NULL if either side is NULL.
    public static func <= <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(.binary(lhs.node, .lessOrEqual, rhs.node))
    }

    /// Whether the left side is greater. NULL if either side is NULL.
    public static func > (lhs: Self, rhs: Self) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(lhs.node, .greater, rhs.node))
    }

    /// Whether the left side is greater. NULL if either side is NULL.
    public static func > <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(.binary(lhs.node, .greater, rhs.node))
    }

    /// Whether the left side is greater. NULL if either side is NULL.
    public static func > <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(.binary(lhs.node, .greater, rhs.node))
    }

    /// Whether the left side is greater or equal. NULL if either side is NULL.
    public static func >= (lhs: Self, rhs: Self) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(lhs.node, .greaterOrEqual, rhs.node))
    }

    /// Whether the left side is greater or equal. NULL if either side is NULL.
    public static func >= <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(.binary(lhs.node, .greaterOrEqual, rhs.node))
    }

    /// Whether the left side is greater or equal. NULL if either side is NULL.
    public static func >= <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        SQLExpression<Bool>(.binary(lhs.node, .greaterOrEqual, rhs.node))
    }
}

extension SQLExpression {
    /// Whether the left side is less. NULL if either side is NULL, and then no row matches.
    @_disfavoredOverload
    public static func < (lhs: Self, rhs: Value) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(lhs.node, .less, SQLNode(binding: rhs)))
    }

    /// Whether the left side is less or equal. NULL if either side is NULL.
    @_disfavoredOverload
    public static func <= (lhs: Self, rhs: Value) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(lhs.node, .lessOrEqual, SQLNode(binding: rhs)))
    }

    /// Whether the left side is greater. NULL if either side is NULL.
    @_disfavoredOverload
    public static func > (lhs: Self, rhs: Value) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(lhs.node, .greater, SQLNode(binding: rhs)))
    }

    /// Whether the left side is greater or equal. NULL if either side is NULL.
    @_disfavoredOverload
    public static func >= (lhs: Self, rhs: Value) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(lhs.node, .greaterOrEqual, SQLNode(binding: rhs)))
    }
}
