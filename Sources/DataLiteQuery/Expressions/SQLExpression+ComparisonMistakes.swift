// A comparison with a literal of another type, or with a variable, on the left. Without these, the compiler says that it
// cannot infer a generic parameter.

extension SQLExpression {
    @available(
        *, unavailable,
        message: "write the expression first and a value of its type second: `$0.year == 1959`"
    )
    @_disfavoredOverload
    @_documentation(visibility: internal)
    public static func == <Other: _LiteralValue>(
        lhs: Other, rhs: Self
    ) -> SQLExpression<Bool> { SQLExpression<Bool>(.always) }

    @available(
        *, unavailable,
        message: "write the expression first and a value of its type second: `$0.year != 1959`"
    )
    @_disfavoredOverload
    @_documentation(visibility: internal)
    public static func != <Other: _LiteralValue>(
        lhs: Other, rhs: Self
    ) -> SQLExpression<Bool> { SQLExpression<Bool>(.always) }
}

// Conditions with a `Bool` of Swift on one side.

extension SQLExpression where Value: SQLTruth {
    @available(*, unavailable, message: "write `if` in the closure, or SQLExpression(value)")
    @_disfavoredOverload
    @_documentation(visibility: internal)
    public static func && (lhs: Bool, rhs: Self) -> Self { while true {} }

    @available(*, unavailable, message: "write `if` in the closure, or SQLExpression(value)")
    @_disfavoredOverload
    @_documentation(visibility: internal)
    public static func && (lhs: Self, rhs: Bool) -> Self { while true {} }

    @available(*, unavailable, message: "write `if` in the closure, or SQLExpression(value)")
    @_disfavoredOverload
    @_documentation(visibility: internal)
    public static func || (lhs: Bool, rhs: Self) -> Self { while true {} }

    @available(*, unavailable, message: "write `if` in the closure, or SQLExpression(value)")
    @_disfavoredOverload
    @_documentation(visibility: internal)
    public static func || (lhs: Self, rhs: Bool) -> Self { while true {} }
}
