// Division of columns of numbers other than `Int`, `Int64` and `Double`, in updates; see `Updates+Operators.swift` for
// why these operators are not generic. A literal is a value, an `Int` or a `Double`, so that the quotient is not
// optional.

// MARK: - Int8

@_documentation(visibility: internal)
public func / (lhs: SQLExpression<Int8>?, rhs: any _TypedExpression<Int8>) -> SQLExpression<Int8?> {
    SQLExpression<Int8?>(.binary(lhs.operand, .divide, rhs.node))
}
@_documentation(visibility: internal)
public func / (lhs: SQLExpression<Int8>?, rhs: Int8) -> SQLExpression<Int8> {
    SQLExpression(.division(lhs.operand, .divide, by: SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func / (lhs: SQLExpression<Int8>?, rhs: Int) -> SQLExpression<Int8> {
    SQLExpression(.division(lhs.operand, .divide, by: SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func % (lhs: SQLExpression<Int8>?, rhs: any _TypedExpression<Int8>) -> SQLExpression<Int8?> {
    SQLExpression<Int8?>(.binary(lhs.operand, .modulo, rhs.node))
}
@_documentation(visibility: internal)
public func % (lhs: SQLExpression<Int8>?, rhs: Int8) -> SQLExpression<Int8> {
    SQLExpression(.division(lhs.operand, .modulo, by: SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func % (lhs: SQLExpression<Int8>?, rhs: Int) -> SQLExpression<Int8> {
    SQLExpression(.division(lhs.operand, .modulo, by: SQLNode(binding: rhs)))
}

// MARK: - Int16

@_documentation(visibility: internal)
public func / (lhs: SQLExpression<Int16>?, rhs: any _TypedExpression<Int16>) -> SQLExpression<
    Int16?
> {
    SQLExpression<Int16?>(.binary(lhs.operand, .divide, rhs.node))
}
@_documentation(visibility: internal)
public func / (lhs: SQLExpression<Int16>?, rhs: Int16) -> SQLExpression<Int16> {
    SQLExpression(.division(lhs.operand, .divide, by: SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func / (lhs: SQLExpression<Int16>?, rhs: Int) -> SQLExpression<Int16> {
    SQLExpression(.division(lhs.operand, .divide, by: SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func % (lhs: SQLExpression<Int16>?, rhs: any _TypedExpression<Int16>) -> SQLExpression<
    Int16?
> {
    SQLExpression<Int16?>(.binary(lhs.operand, .modulo, rhs.node))
}
@_documentation(visibility: internal)
public func % (lhs: SQLExpression<Int16>?, rhs: Int16) -> SQLExpression<Int16> {
    SQLExpression(.division(lhs.operand, .modulo, by: SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func % (lhs: SQLExpression<Int16>?, rhs: Int) -> SQLExpression<Int16> {
    SQLExpression(.division(lhs.operand, .modulo, by: SQLNode(binding: rhs)))
}

// MARK: - Int32

@_documentation(visibility: internal)
public func / (lhs: SQLExpression<Int32>?, rhs: any _TypedExpression<Int32>) -> SQLExpression<
    Int32?
> {
    SQLExpression<Int32?>(.binary(lhs.operand, .divide, rhs.node))
}
@_documentation(visibility: internal)
public func / (lhs: SQLExpression<Int32>?, rhs: Int32) -> SQLExpression<Int32> {
    SQLExpression(.division(lhs.operand, .divide, by: SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func / (lhs: SQLExpression<Int32>?, rhs: Int) -> SQLExpression<Int32> {
    SQLExpression(.division(lhs.operand, .divide, by: SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func % (lhs: SQLExpression<Int32>?, rhs: any _TypedExpression<Int32>) -> SQLExpression<
    Int32?
> {
    SQLExpression<Int32?>(.binary(lhs.operand, .modulo, rhs.node))
}
@_documentation(visibility: internal)
public func % (lhs: SQLExpression<Int32>?, rhs: Int32) -> SQLExpression<Int32> {
    SQLExpression(.division(lhs.operand, .modulo, by: SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func % (lhs: SQLExpression<Int32>?, rhs: Int) -> SQLExpression<Int32> {
    SQLExpression(.division(lhs.operand, .modulo, by: SQLNode(binding: rhs)))
}

// MARK: - UInt8

@_documentation(visibility: internal)
public func / (lhs: SQLExpression<UInt8>?, rhs: any _TypedExpression<UInt8>) -> SQLExpression<
    UInt8?
> {
    SQLExpression<UInt8?>(.binary(lhs.operand, .divide, rhs.node))
}
@_documentation(visibility: internal)
public func / (lhs: SQLExpression<UInt8>?, rhs: UInt8) -> SQLExpression<UInt8> {
    SQLExpression(.division(lhs.operand, .divide, by: SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func / (lhs: SQLExpression<UInt8>?, rhs: Int) -> SQLExpression<UInt8> {
    SQLExpression(.division(lhs.operand, .divide, by: SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func % (lhs: SQLExpression<UInt8>?, rhs: any _TypedExpression<UInt8>) -> SQLExpression<
    UInt8?
> {
    SQLExpression<UInt8?>(.binary(lhs.operand, .modulo, rhs.node))
}
@_documentation(visibility: internal)
public func % (lhs: SQLExpression<UInt8>?, rhs: UInt8) -> SQLExpression<UInt8> {
    SQLExpression(.division(lhs.operand, .modulo, by: SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func % (lhs: SQLExpression<UInt8>?, rhs: Int) -> SQLExpression<UInt8> {
    SQLExpression(.division(lhs.operand, .modulo, by: SQLNode(binding: rhs)))
}

// MARK: - UInt16

@_documentation(visibility: internal)
public func / (lhs: SQLExpression<UInt16>?, rhs: any _TypedExpression<UInt16>) -> SQLExpression<
    UInt16?
> {
    SQLExpression<UInt16?>(.binary(lhs.operand, .divide, rhs.node))
}
@_documentation(visibility: internal)
public func / (lhs: SQLExpression<UInt16>?, rhs: UInt16) -> SQLExpression<UInt16> {
    SQLExpression(.division(lhs.operand, .divide, by: SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func / (lhs: SQLExpression<UInt16>?, rhs: Int) -> SQLExpression<UInt16> {
    SQLExpression(.division(lhs.operand, .divide, by: SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func % (lhs: SQLExpression<UInt16>?, rhs: any _TypedExpression<UInt16>) -> SQLExpression<
    UInt16?
> {
    SQLExpression<UInt16?>(.binary(lhs.operand, .modulo, rhs.node))
}
@_documentation(visibility: internal)
public func % (lhs: SQLExpression<UInt16>?, rhs: UInt16) -> SQLExpression<UInt16> {
    SQLExpression(.division(lhs.operand, .modulo, by: SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func % (lhs: SQLExpression<UInt16>?, rhs: Int) -> SQLExpression<UInt16> {
    SQLExpression(.division(lhs.operand, .modulo, by: SQLNode(binding: rhs)))
}

// MARK: - UInt32

@_documentation(visibility: internal)
public func / (lhs: SQLExpression<UInt32>?, rhs: any _TypedExpression<UInt32>) -> SQLExpression<
    UInt32?
> {
    SQLExpression<UInt32?>(.binary(lhs.operand, .divide, rhs.node))
}
@_documentation(visibility: internal)
public func / (lhs: SQLExpression<UInt32>?, rhs: UInt32) -> SQLExpression<UInt32> {
    SQLExpression(.division(lhs.operand, .divide, by: SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func / (lhs: SQLExpression<UInt32>?, rhs: Int) -> SQLExpression<UInt32> {
    SQLExpression(.division(lhs.operand, .divide, by: SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func % (lhs: SQLExpression<UInt32>?, rhs: any _TypedExpression<UInt32>) -> SQLExpression<
    UInt32?
> {
    SQLExpression<UInt32?>(.binary(lhs.operand, .modulo, rhs.node))
}
@_documentation(visibility: internal)
public func % (lhs: SQLExpression<UInt32>?, rhs: UInt32) -> SQLExpression<UInt32> {
    SQLExpression(.division(lhs.operand, .modulo, by: SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func % (lhs: SQLExpression<UInt32>?, rhs: Int) -> SQLExpression<UInt32> {
    SQLExpression(.division(lhs.operand, .modulo, by: SQLNode(binding: rhs)))
}

// MARK: - Float

@_documentation(visibility: internal)
public func / (lhs: SQLExpression<Float>?, rhs: any _TypedExpression<Float>) -> SQLExpression<
    Float?
> {
    SQLExpression<Float?>(.binary(lhs.operand, .divide, rhs.node))
}
@_documentation(visibility: internal)
public func / (lhs: SQLExpression<Float>?, rhs: Float) -> SQLExpression<Float> {
    SQLExpression(.division(lhs.operand, .divide, by: SQLNode(binding: rhs)))
}
@_documentation(visibility: internal)
public func / (lhs: SQLExpression<Float>?, rhs: Double) -> SQLExpression<Float> {
    SQLExpression(.division(lhs.operand, .divide, by: SQLNode(binding: rhs)))
}
