// Operators without generics, for the types that most expressions have. They do nothing that those of `SQLNumber`,
// `SQLInteger` and `SQLText` do not: the compiler skips generic operators once it has found a solution without them, so
// that `$0.id * 2 + 1 > 3` takes 270 steps of the search for types instead of 30,000 or none of many conditions compiles.
// The optional left side ranks them below the operators of the standard library for literals alone. More of them make
// the search longer: `.ci/type-check-times` counts the steps.

// MARK: - Int

@_documentation(visibility: internal)
public func + (lhs: SQLExpression<Int>?, rhs: Int) -> SQLExpression<Int> {
    SQLExpression(.binary(node(lhs), .plus, SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func - (lhs: SQLExpression<Int>?, rhs: Int) -> SQLExpression<Int> {
    SQLExpression(.binary(node(lhs), .minus, SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func * (lhs: SQLExpression<Int>?, rhs: Int) -> SQLExpression<Int> {
    SQLExpression(.binary(node(lhs), .times, SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func / (lhs: SQLExpression<Int>?, rhs: Int) -> SQLExpression<Int> {
    SQLExpression(.division(node(lhs), .divide, by: SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func % (lhs: SQLExpression<Int>?, rhs: Int) -> SQLExpression<Int> {
    SQLExpression(.division(node(lhs), .modulo, by: SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func & (lhs: SQLExpression<Int>?, rhs: Int) -> SQLExpression<Int> {
    SQLExpression(.binary(node(lhs), .bitAnd, SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func | (lhs: SQLExpression<Int>?, rhs: Int) -> SQLExpression<Int> {
    SQLExpression(.binary(node(lhs), .bitOr, SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func + (lhs: SQLExpression<Int>?, rhs: any _TypedExpression<Int>) -> SQLExpression<Int> {
    SQLExpression(.binary(node(lhs), .plus, rhs.node))
}
@_documentation(visibility: internal)
public func - (lhs: SQLExpression<Int>?, rhs: any _TypedExpression<Int>) -> SQLExpression<Int> {
    SQLExpression(.binary(node(lhs), .minus, rhs.node))
}

// MARK: - Int64

@_documentation(visibility: internal)
public func + (lhs: SQLExpression<Int64>?, rhs: Int64) -> SQLExpression<Int64> {
    SQLExpression(.binary(node(lhs), .plus, SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func - (lhs: SQLExpression<Int64>?, rhs: Int64) -> SQLExpression<Int64> {
    SQLExpression(.binary(node(lhs), .minus, SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func * (lhs: SQLExpression<Int64>?, rhs: Int64) -> SQLExpression<Int64> {
    SQLExpression(.binary(node(lhs), .times, SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func / (lhs: SQLExpression<Int64>?, rhs: Int64) -> SQLExpression<Int64> {
    SQLExpression(.division(node(lhs), .divide, by: SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func % (lhs: SQLExpression<Int64>?, rhs: Int64) -> SQLExpression<Int64> {
    SQLExpression(.division(node(lhs), .modulo, by: SQLNode(binding: rhs)))
}

// MARK: - Double

@_documentation(visibility: internal)
public func + (lhs: SQLExpression<Double>?, rhs: Double) -> SQLExpression<Double> {
    SQLExpression(.binary(node(lhs), .plus, SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func - (lhs: SQLExpression<Double>?, rhs: Double) -> SQLExpression<Double> {
    SQLExpression(.binary(node(lhs), .minus, SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func * (lhs: SQLExpression<Double>?, rhs: Double) -> SQLExpression<Double> {
    SQLExpression(.binary(node(lhs), .times, SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func / (lhs: SQLExpression<Double>?, rhs: Double) -> SQLExpression<Double> {
    SQLExpression(.division(node(lhs), .divide, by: SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func % (lhs: SQLExpression<Double>?, rhs: Double) -> SQLExpression<Double> {
    SQLExpression(.division(node(lhs), .modulo, by: SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func + (lhs: SQLExpression<Double>?, rhs: any _TypedExpression<Double>) -> SQLExpression<
    Double
> {
    SQLExpression(.binary(node(lhs), .plus, rhs.node))
}
@_documentation(visibility: internal)
public func - (lhs: SQLExpression<Double>?, rhs: any _TypedExpression<Double>) -> SQLExpression<
    Double
> {
    SQLExpression(.binary(node(lhs), .minus, rhs.node))
}

// MARK: - Text

@_documentation(visibility: internal)
public func + (lhs: SQLExpression<String>?, rhs: String) -> SQLExpression<String> {
    SQLExpression(.binary(node(lhs), .concatenate, SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func + (lhs: SQLExpression<String>?, rhs: any _TypedExpression<String>) -> SQLExpression<
    String
> {
    SQLExpression(.binary(node(lhs), .concatenate, rhs.node))
}

/// The left side. It is `nil` only in a program that passes an optional of its own.
private func node<Value>(_ lhs: SQLExpression<Value>?) -> SQLNode {
    lhs?.node ?? .failure(SQLiteError(.misuse, message: "the left side of an operator is nil"))
}
