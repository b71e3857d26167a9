// Conditions with a Swift value on one side, which needs no SQL: `showsAll || !$0.isDone`. The functions are disfavored,
// so that the compiler first tries conditions without Swift values.

extension SQLExpression where Value: SQLTruth {
    /// The condition, or false if the value on the left is false.
    @_disfavoredOverload
    public static func && (lhs: Bool, rhs: Self) -> Self { lhs ? rhs : Self(.isFalse) }

    /// The condition, or false if the value on the right is false.
    @_disfavoredOverload
    public static func && (lhs: Self, rhs: Bool) -> Self { rhs ? lhs : Self(.isFalse) }

    /// The condition, or true if the value on the left is true.
    @_disfavoredOverload
    public static func || (lhs: Bool, rhs: Self) -> Self { lhs ? Self(.always) : rhs }

    /// The condition, or true if the value on the right is true.
    @_disfavoredOverload
    public static func || (lhs: Self, rhs: Bool) -> Self { rhs ? Self(.always) : lhs }
}
