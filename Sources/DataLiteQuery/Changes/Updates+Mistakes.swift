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
