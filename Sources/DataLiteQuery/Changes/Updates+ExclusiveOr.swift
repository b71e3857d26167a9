// Bitwise exclusive OR, for updates: `$0.flags = $0.flags ^ 4`, `$0.flags ^= 4`. See `Updates+Operators.swift` for why
// these operators are not generic.

@_documentation(visibility: internal)
public func ^ (lhs: SQLExpression<Int>, rhs: SQLExpression<Int>) -> SQLExpression<Int> {
    SQLExpression(.exclusiveOr(lhs.node, rhs.node))
}

@_documentation(visibility: internal)
public func ^ (lhs: SQLExpression<Int>, rhs: Int) -> SQLExpression<Int> {
    SQLExpression(.exclusiveOr(lhs.node, SQLNode(binding: rhs)))
}

@_documentation(visibility: internal)
public func ^ (lhs: SQLExpression<Int64>?, rhs: any _TypedExpression<Int64>) -> SQLExpression<Int64>
{
    SQLExpression(.exclusiveOr(lhs.operand, rhs.node))
}

@_documentation(visibility: internal)
public func ^ (lhs: SQLExpression<Int64>?, rhs: Int64) -> SQLExpression<Int64> {
    SQLExpression(.exclusiveOr(lhs.operand, SQLNode(binding: rhs)))
}

// MARK: - Assignment

@_documentation(visibility: internal)
public func ^= (lhs: inout SQLExpression<Int>, rhs: SQLExpression<Int>) { lhs = lhs ^ rhs }
@_documentation(visibility: internal)
public func ^= (lhs: inout SQLExpression<Int>, rhs: Int) { lhs = lhs ^ rhs }
@_documentation(visibility: internal)
public func ^= (lhs: inout SQLExpression<Int?>, rhs: Int) { lhs = lhs ^ rhs }
@_documentation(visibility: internal)
public func ^= (lhs: inout SQLExpression<Int8>, rhs: SQLExpression<Int8>) { lhs = lhs ^ rhs }
@_documentation(visibility: internal)
public func ^= (lhs: inout SQLExpression<Int8>, rhs: Int8) { lhs = lhs ^ rhs }
@_documentation(visibility: internal)
public func ^= (lhs: inout SQLExpression<Int16>, rhs: SQLExpression<Int16>) { lhs = lhs ^ rhs }
@_documentation(visibility: internal)
public func ^= (lhs: inout SQLExpression<Int16>, rhs: Int16) { lhs = lhs ^ rhs }
@_documentation(visibility: internal)
public func ^= (lhs: inout SQLExpression<Int32>, rhs: SQLExpression<Int32>) { lhs = lhs ^ rhs }
@_documentation(visibility: internal)
public func ^= (lhs: inout SQLExpression<Int32>, rhs: Int32) { lhs = lhs ^ rhs }
@_documentation(visibility: internal)
public func ^= (lhs: inout SQLExpression<Int64>, rhs: SQLExpression<Int64>) { lhs = lhs ^ rhs }
@_documentation(visibility: internal)
public func ^= (lhs: inout SQLExpression<Int64>, rhs: Int64) { lhs = lhs ^ rhs }
@_documentation(visibility: internal)
public func ^= (lhs: inout SQLExpression<Int64?>, rhs: Int64) { lhs = lhs ^ rhs }
@_documentation(visibility: internal)
public func ^= (lhs: inout SQLExpression<UInt8>, rhs: SQLExpression<UInt8>) { lhs = lhs ^ rhs }
@_documentation(visibility: internal)
public func ^= (lhs: inout SQLExpression<UInt8>, rhs: UInt8) { lhs = lhs ^ rhs }
@_documentation(visibility: internal)
public func ^= (lhs: inout SQLExpression<UInt16>, rhs: SQLExpression<UInt16>) { lhs = lhs ^ rhs }
@_documentation(visibility: internal)
public func ^= (lhs: inout SQLExpression<UInt16>, rhs: UInt16) { lhs = lhs ^ rhs }
@_documentation(visibility: internal)
public func ^= (lhs: inout SQLExpression<UInt32>, rhs: SQLExpression<UInt32>) { lhs = lhs ^ rhs }
@_documentation(visibility: internal)
public func ^= (lhs: inout SQLExpression<UInt32>, rhs: UInt32) { lhs = lhs ^ rhs }
