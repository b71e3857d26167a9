// Compound assignment to columns of unsigned numbers, in updates; see `Updates+Operators.swift` for why these operators
// are not generic. A literal is an `Int`.

// MARK: - UInt8

@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<UInt8>, rhs: UInt8) { lhs.apply(.plus, rhs) }
@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<UInt8>, rhs: Int) { lhs.apply(.plus, rhs) }
@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<UInt8>, rhs: SQLExpression<UInt8>) {
    lhs.apply(.plus, rhs)
}
@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<UInt8?>, rhs: UInt8) { lhs.apply(.plus, rhs) }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<UInt8>, rhs: UInt8) { lhs.apply(.minus, rhs) }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<UInt8>, rhs: Int) { lhs.apply(.minus, rhs) }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<UInt8>, rhs: SQLExpression<UInt8>) {
    lhs.apply(.minus, rhs)
}
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<UInt8?>, rhs: UInt8) { lhs.apply(.minus, rhs) }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<UInt8>, rhs: UInt8) { lhs.apply(.times, rhs) }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<UInt8>, rhs: Int) { lhs.apply(.times, rhs) }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<UInt8>, rhs: SQLExpression<UInt8>) {
    lhs.apply(.times, rhs)
}
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<UInt8?>, rhs: UInt8) { lhs.apply(.times, rhs) }
@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<UInt8>, rhs: UInt8) { lhs.divide(.divide, by: rhs) }
@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<UInt8>, rhs: Int) { lhs.divide(.divide, by: rhs) }
@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<UInt8?>, rhs: UInt8) { lhs.divide(.divide, by: rhs) }
@_documentation(visibility: internal)
public func %= (lhs: inout SQLExpression<UInt8>, rhs: UInt8) { lhs.divide(.modulo, by: rhs) }
@_documentation(visibility: internal)
public func %= (lhs: inout SQLExpression<UInt8>, rhs: Int) { lhs.divide(.modulo, by: rhs) }
@_documentation(visibility: internal)
public func %= (lhs: inout SQLExpression<UInt8?>, rhs: UInt8) { lhs.divide(.modulo, by: rhs) }

// MARK: - UInt16

@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<UInt16>, rhs: UInt16) { lhs.apply(.plus, rhs) }
@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<UInt16>, rhs: Int) { lhs.apply(.plus, rhs) }
@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<UInt16>, rhs: SQLExpression<UInt16>) {
    lhs.apply(.plus, rhs)
}
@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<UInt16?>, rhs: UInt16) { lhs.apply(.plus, rhs) }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<UInt16>, rhs: UInt16) { lhs.apply(.minus, rhs) }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<UInt16>, rhs: Int) { lhs.apply(.minus, rhs) }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<UInt16>, rhs: SQLExpression<UInt16>) {
    lhs.apply(.minus, rhs)
}
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<UInt16?>, rhs: UInt16) { lhs.apply(.minus, rhs) }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<UInt16>, rhs: UInt16) { lhs.apply(.times, rhs) }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<UInt16>, rhs: Int) { lhs.apply(.times, rhs) }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<UInt16>, rhs: SQLExpression<UInt16>) {
    lhs.apply(.times, rhs)
}
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<UInt16?>, rhs: UInt16) { lhs.apply(.times, rhs) }
@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<UInt16>, rhs: UInt16) { lhs.divide(.divide, by: rhs) }
@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<UInt16>, rhs: Int) { lhs.divide(.divide, by: rhs) }
@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<UInt16?>, rhs: UInt16) { lhs.divide(.divide, by: rhs) }
@_documentation(visibility: internal)
public func %= (lhs: inout SQLExpression<UInt16>, rhs: UInt16) { lhs.divide(.modulo, by: rhs) }
@_documentation(visibility: internal)
public func %= (lhs: inout SQLExpression<UInt16>, rhs: Int) { lhs.divide(.modulo, by: rhs) }
@_documentation(visibility: internal)
public func %= (lhs: inout SQLExpression<UInt16?>, rhs: UInt16) { lhs.divide(.modulo, by: rhs) }

// MARK: - UInt32

@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<UInt32>, rhs: UInt32) { lhs.apply(.plus, rhs) }
@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<UInt32>, rhs: Int) { lhs.apply(.plus, rhs) }
@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<UInt32>, rhs: SQLExpression<UInt32>) {
    lhs.apply(.plus, rhs)
}
@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<UInt32?>, rhs: UInt32) { lhs.apply(.plus, rhs) }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<UInt32>, rhs: UInt32) { lhs.apply(.minus, rhs) }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<UInt32>, rhs: Int) { lhs.apply(.minus, rhs) }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<UInt32>, rhs: SQLExpression<UInt32>) {
    lhs.apply(.minus, rhs)
}
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<UInt32?>, rhs: UInt32) { lhs.apply(.minus, rhs) }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<UInt32>, rhs: UInt32) { lhs.apply(.times, rhs) }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<UInt32>, rhs: Int) { lhs.apply(.times, rhs) }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<UInt32>, rhs: SQLExpression<UInt32>) {
    lhs.apply(.times, rhs)
}
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<UInt32?>, rhs: UInt32) { lhs.apply(.times, rhs) }
@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<UInt32>, rhs: UInt32) { lhs.divide(.divide, by: rhs) }
@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<UInt32>, rhs: Int) { lhs.divide(.divide, by: rhs) }
@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<UInt32?>, rhs: UInt32) { lhs.divide(.divide, by: rhs) }
@_documentation(visibility: internal)
public func %= (lhs: inout SQLExpression<UInt32>, rhs: UInt32) { lhs.divide(.modulo, by: rhs) }
@_documentation(visibility: internal)
public func %= (lhs: inout SQLExpression<UInt32>, rhs: Int) { lhs.divide(.modulo, by: rhs) }
@_documentation(visibility: internal)
public func %= (lhs: inout SQLExpression<UInt32?>, rhs: UInt32) { lhs.divide(.modulo, by: rhs) }
