// Bitwise operators with the types of literals, for updates: `$0.flags = ($0.flags << 2) | 8`. See
// `Updates+Operators.swift` for why these operators are not generic.

// MARK: - Int

@_documentation(visibility: internal)
public func & (lhs: SQLExpression<Int>, rhs: SQLExpression<Int>) -> SQLExpression<Int> {
    SQLExpression(.binary(lhs.node, .bitAnd, rhs.node))
}

@_documentation(visibility: internal)
public func & (lhs: SQLExpression<Int>, rhs: Int) -> SQLExpression<Int> {
    SQLExpression(.binary(lhs.node, .bitAnd, SQLNode(binding: rhs)))
}

@_documentation(visibility: internal)
public func | (lhs: SQLExpression<Int>, rhs: SQLExpression<Int>) -> SQLExpression<Int> {
    SQLExpression(.binary(lhs.node, .bitOr, rhs.node))
}

@_documentation(visibility: internal)
public func | (lhs: SQLExpression<Int>, rhs: Int) -> SQLExpression<Int> {
    SQLExpression(.binary(lhs.node, .bitOr, SQLNode(binding: rhs)))
}

// MARK: - Int64

@_documentation(visibility: internal)
public func & (lhs: SQLExpression<Int64>?, rhs: any _TypedExpression<Int64>) -> SQLExpression<Int64>
{
    SQLExpression(.binary(lhs.operand, .bitAnd, rhs.node))
}

@_documentation(visibility: internal)
public func & (lhs: SQLExpression<Int64>?, rhs: Int64) -> SQLExpression<Int64> {
    SQLExpression(.binary(lhs.operand, .bitAnd, SQLNode(binding: rhs)))
}

@_documentation(visibility: internal)
public func | (lhs: SQLExpression<Int64>?, rhs: any _TypedExpression<Int64>) -> SQLExpression<Int64>
{
    SQLExpression(.binary(lhs.operand, .bitOr, rhs.node))
}

@_documentation(visibility: internal)
public func | (lhs: SQLExpression<Int64>?, rhs: Int64) -> SQLExpression<Int64> {
    SQLExpression(.binary(lhs.operand, .bitOr, SQLNode(binding: rhs)))
}
