// Bitwise operators with one optional operand. The result is NULL if that operand is.

extension SQLExpression where Value: SQLInteger {
    /// The bits that are set in both operands.
    public static func & <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> Self where Value == Wrapped? {
        Self(.binary(lhs.node, .bitAnd, rhs.node))
    }

    /// The bits that are set in both operands.
    public static func & <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> Self where Value == Wrapped? {
        Self(.binary(lhs.node, .bitAnd, rhs.node))
    }

    /// The bits that are set in either operand.
    public static func | <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> Self where Value == Wrapped? {
        Self(.binary(lhs.node, .bitOr, rhs.node))
    }

    /// The bits that are set in either operand.
    public static func | <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> Self where Value == Wrapped? {
        Self(.binary(lhs.node, .bitOr, rhs.node))
    }

    /// The bits that are set in one operand but not in both. The operands must be deterministic.
    public static func ^ <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> Self where Value == Wrapped? {
        Self(.exclusiveOr(lhs.node, rhs.node))
    }

    /// The bits that are set in one operand but not in both. The operands must be deterministic.
    public static func ^ <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> Self where Value == Wrapped? {
        Self(.exclusiveOr(lhs.node, rhs.node))
    }

    /// The 64-bit integer shifted left.
    public static func << <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> Self where Value == Wrapped? {
        Self(.binary(lhs.node, .shiftLeft, rhs.node))
    }

    /// The 64-bit integer shifted left.
    public static func << <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> Self where Value == Wrapped? {
        Self(.binary(lhs.node, .shiftLeft, rhs.node))
    }

    /// The 64-bit integer shifted right; the sign is kept.
    public static func >> <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> Self where Value == Wrapped? {
        Self(.binary(lhs.node, .shiftRight, rhs.node))
    }

    /// The 64-bit integer shifted right; the sign is kept.
    public static func >> <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> Self where Value == Wrapped? {
        Self(.binary(lhs.node, .shiftRight, rhs.node))
    }
}
