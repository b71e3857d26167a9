// Arithmetic with columns of numbers other than `Int`, `Int64` and `Double`, in updates; see
// `Updates+Operators.swift` for why these operators are not generic. One operator for each type is enough: a
// literal can be an expression.

// MARK: - Int8

@_documentation(visibility: internal)
public func + (lhs: SQLExpression<Int8>, rhs: SQLExpression<Int8>) -> SQLExpression<Int8> {
    SQLExpression(.binary(lhs.node, .plus, rhs.node))
}
@_documentation(visibility: internal)
public func - (lhs: SQLExpression<Int8>, rhs: SQLExpression<Int8>) -> SQLExpression<Int8> {
    SQLExpression(.binary(lhs.node, .minus, rhs.node))
}
@_documentation(visibility: internal)
public func * (lhs: SQLExpression<Int8>, rhs: SQLExpression<Int8>) -> SQLExpression<Int8> {
    SQLExpression(.binary(lhs.node, .times, rhs.node))
}

// MARK: - Int16

@_documentation(visibility: internal)
public func + (lhs: SQLExpression<Int16>, rhs: SQLExpression<Int16>) -> SQLExpression<Int16> {
    SQLExpression(.binary(lhs.node, .plus, rhs.node))
}
@_documentation(visibility: internal)
public func - (lhs: SQLExpression<Int16>, rhs: SQLExpression<Int16>) -> SQLExpression<Int16> {
    SQLExpression(.binary(lhs.node, .minus, rhs.node))
}
@_documentation(visibility: internal)
public func * (lhs: SQLExpression<Int16>, rhs: SQLExpression<Int16>) -> SQLExpression<Int16> {
    SQLExpression(.binary(lhs.node, .times, rhs.node))
}

// MARK: - Int32

@_documentation(visibility: internal)
public func + (lhs: SQLExpression<Int32>, rhs: SQLExpression<Int32>) -> SQLExpression<Int32> {
    SQLExpression(.binary(lhs.node, .plus, rhs.node))
}
@_documentation(visibility: internal)
public func - (lhs: SQLExpression<Int32>, rhs: SQLExpression<Int32>) -> SQLExpression<Int32> {
    SQLExpression(.binary(lhs.node, .minus, rhs.node))
}
@_documentation(visibility: internal)
public func * (lhs: SQLExpression<Int32>, rhs: SQLExpression<Int32>) -> SQLExpression<Int32> {
    SQLExpression(.binary(lhs.node, .times, rhs.node))
}

// MARK: - UInt8

@_documentation(visibility: internal)
public func + (lhs: SQLExpression<UInt8>, rhs: SQLExpression<UInt8>) -> SQLExpression<UInt8> {
    SQLExpression(.binary(lhs.node, .plus, rhs.node))
}
@_documentation(visibility: internal)
public func - (lhs: SQLExpression<UInt8>, rhs: SQLExpression<UInt8>) -> SQLExpression<UInt8> {
    SQLExpression(.binary(lhs.node, .minus, rhs.node))
}
@_documentation(visibility: internal)
public func * (lhs: SQLExpression<UInt8>, rhs: SQLExpression<UInt8>) -> SQLExpression<UInt8> {
    SQLExpression(.binary(lhs.node, .times, rhs.node))
}

// MARK: - UInt16

@_documentation(visibility: internal)
public func + (lhs: SQLExpression<UInt16>, rhs: SQLExpression<UInt16>) -> SQLExpression<UInt16> {
    SQLExpression(.binary(lhs.node, .plus, rhs.node))
}
@_documentation(visibility: internal)
public func - (lhs: SQLExpression<UInt16>, rhs: SQLExpression<UInt16>) -> SQLExpression<UInt16> {
    SQLExpression(.binary(lhs.node, .minus, rhs.node))
}
@_documentation(visibility: internal)
public func * (lhs: SQLExpression<UInt16>, rhs: SQLExpression<UInt16>) -> SQLExpression<UInt16> {
    SQLExpression(.binary(lhs.node, .times, rhs.node))
}

// MARK: - UInt32

@_documentation(visibility: internal)
public func + (lhs: SQLExpression<UInt32>, rhs: SQLExpression<UInt32>) -> SQLExpression<UInt32> {
    SQLExpression(.binary(lhs.node, .plus, rhs.node))
}
@_documentation(visibility: internal)
public func - (lhs: SQLExpression<UInt32>, rhs: SQLExpression<UInt32>) -> SQLExpression<UInt32> {
    SQLExpression(.binary(lhs.node, .minus, rhs.node))
}
@_documentation(visibility: internal)
public func * (lhs: SQLExpression<UInt32>, rhs: SQLExpression<UInt32>) -> SQLExpression<UInt32> {
    SQLExpression(.binary(lhs.node, .times, rhs.node))
}

// MARK: - Float

@_documentation(visibility: internal)
public func + (lhs: SQLExpression<Float>, rhs: SQLExpression<Float>) -> SQLExpression<Float> {
    SQLExpression(.binary(lhs.node, .plus, rhs.node))
}
@_documentation(visibility: internal)
public func - (lhs: SQLExpression<Float>, rhs: SQLExpression<Float>) -> SQLExpression<Float> {
    SQLExpression(.binary(lhs.node, .minus, rhs.node))
}
@_documentation(visibility: internal)
public func * (lhs: SQLExpression<Float>, rhs: SQLExpression<Float>) -> SQLExpression<Float> {
    SQLExpression(.binary(lhs.node, .times, rhs.node))
}
