// Bitwise operators with one optional operand. The result is NULL if that operand is.

extension SQLExpression where Value: SQLInteger {
    /// The bits that are set in both operands.
    public static func & <Other: RowRepresentable>(
        lhs: Self, rhs: SQLExpression<Other>
    ) -> SQLExpression<Value._NonNull?> where Other._NonNull == Value._NonNull {
        SQLExpression<Value._NonNull?>(.binary(lhs.node, .bitAnd, rhs.node))
    }

    /// The bits that are set in either operand.
    public static func | <Other: RowRepresentable>(
        lhs: Self, rhs: SQLExpression<Other>
    ) -> SQLExpression<Value._NonNull?> where Other._NonNull == Value._NonNull {
        SQLExpression<Value._NonNull?>(.binary(lhs.node, .bitOr, rhs.node))
    }

    /// The bits that are set in one operand but not in both. The operands must be deterministic.
    public static func ^ <Other: RowRepresentable>(
        lhs: Self, rhs: SQLExpression<Other>
    ) -> SQLExpression<Value._NonNull?> where Other._NonNull == Value._NonNull {
        SQLExpression<Value._NonNull?>(.exclusiveOr(lhs.node, rhs.node))
    }

    /// The 64-bit integer shifted left.
    public static func << <Other: RowRepresentable>(
        lhs: Self, rhs: SQLExpression<Other>
    ) -> SQLExpression<Value._NonNull?> where Other._NonNull == Value._NonNull {
        SQLExpression<Value._NonNull?>(.binary(lhs.node, .shiftLeft, rhs.node))
    }

    /// The 64-bit integer shifted right; the sign is kept.
    public static func >> <Other: RowRepresentable>(
        lhs: Self, rhs: SQLExpression<Other>
    ) -> SQLExpression<Value._NonNull?> where Other._NonNull == Value._NonNull {
        SQLExpression<Value._NonNull?>(.binary(lhs.node, .shiftRight, rhs.node))
    }
}
