// Assignments of another type. Without these, the compiler finds no description for the mistake.

@available(*, unavailable, message: "the column and the value have different types")
@_disfavoredOverload
@_documentation(visibility: internal)
public func += <Column, Other>(lhs: inout SQLExpression<Column>, rhs: Other) {}

@available(*, unavailable, message: "the column and the value have different types")
@_disfavoredOverload
@_documentation(visibility: internal)
public func -= <Column, Other>(lhs: inout SQLExpression<Column>, rhs: Other) {}

@available(*, unavailable, message: "the column and the value have different types")
@_disfavoredOverload
@_documentation(visibility: internal)
public func *= <Column, Other>(lhs: inout SQLExpression<Column>, rhs: Other) {}

@available(*, unavailable, message: "the column and the value have different types")
@_disfavoredOverload
@_documentation(visibility: internal)
public func /= <Column, Other>(lhs: inout SQLExpression<Column>, rhs: Other) {}

extension SQLExpression {
    @available(*, unavailable, message: "only a column of type Bool has 'toggle'")
    @_disfavoredOverload
    @_documentation(visibility: internal)
    public mutating func toggle() {}

    @available(*, unavailable, message: "only a column of numbers has 'negate'")
    @_disfavoredOverload
    @_documentation(visibility: internal)
    public mutating func negate() {}

    @available(
        *, unavailable,
        message: "only a column of text has 'append'; a JSON array has 'jsonAppend'"
    )
    @_disfavoredOverload
    @_documentation(visibility: internal)
    public mutating func append<Other>(_ other: Other) {}
}
