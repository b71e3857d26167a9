// Operators for columns with a representation, and values of the property's type. They are written in the form in which
// the column stores them.
//
// The general operators take `Value`, not the type of the property: after a mistake in the left operand, the compiler would
// report a second one, that it cannot infer `Value`.

extension SQLExpression where Value: ColumnRepresentation {
    /// Whether both are equal, NULL being equal to NULL.
    @_disfavoredOverload
    public static func == (lhs: Self, rhs: Value.Value) -> SQLExpression<Bool> {
        lhs == Self(rhs)
    }

    /// Whether they differ, NULL being equal to NULL.
    @_disfavoredOverload
    public static func != (lhs: Self, rhs: Value.Value) -> SQLExpression<Bool> {
        lhs != Self(rhs)
    }

    /// The order of the stored values; NULL if either side is.
    @_disfavoredOverload
    public static func < (lhs: Self, rhs: Value.Value) -> SQLExpression<Value._Condition> {
        lhs < Self(rhs)
    }

    /// The order of the stored values; NULL if either side is.
    @_disfavoredOverload
    public static func <= (lhs: Self, rhs: Value.Value) -> SQLExpression<Value._Condition> {
        lhs <= Self(rhs)
    }

    /// The order of the stored values; NULL if either side is.
    @_disfavoredOverload
    public static func > (lhs: Self, rhs: Value.Value) -> SQLExpression<Value._Condition> {
        lhs > Self(rhs)
    }

    /// The order of the stored values; NULL if either side is.
    @_disfavoredOverload
    public static func >= (lhs: Self, rhs: Value.Value) -> SQLExpression<Value._Condition> {
        lhs >= Self(rhs)
    }

    // `nil` could also be of the type that stores the values.

    /// Whether the value is NULL.
    public static func == (lhs: Self, rhs: _OptionalNilComparisonType) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(lhs.node, .is, .null))
    }

    /// Whether the value is not NULL.
    public static func != (lhs: Self, rhs: _OptionalNilComparisonType) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(lhs.node, .isNot, .null))
    }

    /// The left side, or the right side where that is NULL: `coalesce(lhs, rhs)`.
    @_disfavoredOverload
    public static func ?? <Wrapped: ColumnRepresentation>(
        lhs: SQLExpression<Wrapped?>, rhs: Wrapped.Value
    ) -> SQLExpression<Wrapped> where Value == Wrapped? {
        lhs ?? SQLExpression<Wrapped>(rhs)
    }
}
