// Operators for columns with a representation and values of the property's type. The values are written in the form
// in which the column stores them.
//
// The general operators take `Value`, not the type of the property: otherwise, after an error in the left operand,
// the compiler would also report that it cannot infer `Value`.

extension SQLExpression where Value: ColumnRepresentation {
    // `nil` could also be of the type that stores the values.

    /// Whether the value is NULL.
    public static func == (lhs: Self, rhs: _OptionalNilComparisonType) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(lhs.node, .is, .null))
    }

    /// Whether the value is not NULL.
    public static func != (lhs: Self, rhs: _OptionalNilComparisonType) -> SQLExpression<Bool> {
        SQLExpression<Bool>(.binary(lhs.node, .isNot, .null))
    }

    /// The left side, or the right side if the left side is NULL: `coalesce(lhs, rhs)`.
    @_disfavoredOverload
    public static func ?? <Wrapped: ColumnRepresentation>(
        lhs: SQLExpression<Wrapped?>, rhs: Wrapped.Value
    ) -> SQLExpression<Wrapped> where Value == Wrapped? {
        lhs ?? SQLExpression<Wrapped>(rhs)
    }
}
