// Compound assignment to columns of numbers other than `Int` and `Double`, in updates; see
// `Updates+Operators.swift` for why these operators are not generic. A literal is an `Int`, or a `Double`.

extension SQLExpression {
    fileprivate mutating func apply(_ operation: BinaryOperator, _ value: some RowRepresentable) {
        self = Self(.binary(node, operation, SQLNode(binding: value)))
    }

    fileprivate mutating func divide(
        _ operation: BinaryOperator, by value: some RowRepresentable
    ) {
        self = Self(.division(node, operation, by: SQLNode(binding: value)))
    }

    fileprivate mutating func apply(_ operation: BinaryOperator, _ other: Self) {
        self = Self(.binary(node, operation, other.node))
    }
}

// MARK: - Int8

@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Int8>, rhs: Int8) { lhs.apply(.plus, rhs) }
@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Int8>, rhs: Int) { lhs.apply(.plus, rhs) }
@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Int8>, rhs: SQLExpression<Int8>) { lhs.apply(.plus, rhs) }
@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Int8?>, rhs: Int8) { lhs.apply(.plus, rhs) }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Int8>, rhs: Int8) { lhs.apply(.minus, rhs) }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Int8>, rhs: Int) { lhs.apply(.minus, rhs) }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Int8>, rhs: SQLExpression<Int8>) { lhs.apply(.minus, rhs) }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Int8?>, rhs: Int8) { lhs.apply(.minus, rhs) }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Int8>, rhs: Int8) { lhs.apply(.times, rhs) }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Int8>, rhs: Int) { lhs.apply(.times, rhs) }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Int8>, rhs: SQLExpression<Int8>) { lhs.apply(.times, rhs) }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Int8?>, rhs: Int8) { lhs.apply(.times, rhs) }
@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<Int8>, rhs: Int8) { lhs.divide(.divide, by: rhs) }
@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<Int8>, rhs: Int) { lhs.divide(.divide, by: rhs) }
@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<Int8?>, rhs: Int8) { lhs.divide(.divide, by: rhs) }
@_documentation(visibility: internal)
public func %= (lhs: inout SQLExpression<Int8>, rhs: Int8) { lhs.divide(.modulo, by: rhs) }
@_documentation(visibility: internal)
public func %= (lhs: inout SQLExpression<Int8>, rhs: Int) { lhs.divide(.modulo, by: rhs) }
@_documentation(visibility: internal)
public func %= (lhs: inout SQLExpression<Int8?>, rhs: Int8) { lhs.divide(.modulo, by: rhs) }

// MARK: - Int16

@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Int16>, rhs: Int16) { lhs.apply(.plus, rhs) }
@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Int16>, rhs: Int) { lhs.apply(.plus, rhs) }
@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Int16>, rhs: SQLExpression<Int16>) {
    lhs.apply(.plus, rhs)
}
@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Int16?>, rhs: Int16) { lhs.apply(.plus, rhs) }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Int16>, rhs: Int16) { lhs.apply(.minus, rhs) }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Int16>, rhs: Int) { lhs.apply(.minus, rhs) }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Int16>, rhs: SQLExpression<Int16>) {
    lhs.apply(.minus, rhs)
}
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Int16?>, rhs: Int16) { lhs.apply(.minus, rhs) }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Int16>, rhs: Int16) { lhs.apply(.times, rhs) }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Int16>, rhs: Int) { lhs.apply(.times, rhs) }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Int16>, rhs: SQLExpression<Int16>) {
    lhs.apply(.times, rhs)
}
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Int16?>, rhs: Int16) { lhs.apply(.times, rhs) }
@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<Int16>, rhs: Int16) { lhs.divide(.divide, by: rhs) }
@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<Int16>, rhs: Int) { lhs.divide(.divide, by: rhs) }
@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<Int16?>, rhs: Int16) { lhs.divide(.divide, by: rhs) }
@_documentation(visibility: internal)
public func %= (lhs: inout SQLExpression<Int16>, rhs: Int16) { lhs.divide(.modulo, by: rhs) }
@_documentation(visibility: internal)
public func %= (lhs: inout SQLExpression<Int16>, rhs: Int) { lhs.divide(.modulo, by: rhs) }
@_documentation(visibility: internal)
public func %= (lhs: inout SQLExpression<Int16?>, rhs: Int16) { lhs.divide(.modulo, by: rhs) }

// MARK: - Int32

@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Int32>, rhs: Int32) { lhs.apply(.plus, rhs) }
@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Int32>, rhs: Int) { lhs.apply(.plus, rhs) }
@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Int32>, rhs: SQLExpression<Int32>) {
    lhs.apply(.plus, rhs)
}
@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Int32?>, rhs: Int32) { lhs.apply(.plus, rhs) }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Int32>, rhs: Int32) { lhs.apply(.minus, rhs) }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Int32>, rhs: Int) { lhs.apply(.minus, rhs) }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Int32>, rhs: SQLExpression<Int32>) {
    lhs.apply(.minus, rhs)
}
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Int32?>, rhs: Int32) { lhs.apply(.minus, rhs) }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Int32>, rhs: Int32) { lhs.apply(.times, rhs) }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Int32>, rhs: Int) { lhs.apply(.times, rhs) }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Int32>, rhs: SQLExpression<Int32>) {
    lhs.apply(.times, rhs)
}
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Int32?>, rhs: Int32) { lhs.apply(.times, rhs) }
@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<Int32>, rhs: Int32) { lhs.divide(.divide, by: rhs) }
@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<Int32>, rhs: Int) { lhs.divide(.divide, by: rhs) }
@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<Int32?>, rhs: Int32) { lhs.divide(.divide, by: rhs) }
@_documentation(visibility: internal)
public func %= (lhs: inout SQLExpression<Int32>, rhs: Int32) { lhs.divide(.modulo, by: rhs) }
@_documentation(visibility: internal)
public func %= (lhs: inout SQLExpression<Int32>, rhs: Int) { lhs.divide(.modulo, by: rhs) }
@_documentation(visibility: internal)
public func %= (lhs: inout SQLExpression<Int32?>, rhs: Int32) { lhs.divide(.modulo, by: rhs) }

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

// MARK: - Float

@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Float>, rhs: Float) { lhs.apply(.plus, rhs) }
@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Float>, rhs: Int) { lhs.apply(.plus, rhs) }
@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Float>, rhs: Double) { lhs.apply(.plus, rhs) }
@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Float>, rhs: SQLExpression<Float>) {
    lhs.apply(.plus, rhs)
}
@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Float?>, rhs: Float) { lhs.apply(.plus, rhs) }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Float>, rhs: Float) { lhs.apply(.minus, rhs) }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Float>, rhs: Int) { lhs.apply(.minus, rhs) }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Float>, rhs: Double) { lhs.apply(.minus, rhs) }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Float>, rhs: SQLExpression<Float>) {
    lhs.apply(.minus, rhs)
}
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Float?>, rhs: Float) { lhs.apply(.minus, rhs) }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Float>, rhs: Float) { lhs.apply(.times, rhs) }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Float>, rhs: Int) { lhs.apply(.times, rhs) }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Float>, rhs: Double) { lhs.apply(.times, rhs) }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Float>, rhs: SQLExpression<Float>) {
    lhs.apply(.times, rhs)
}
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Float?>, rhs: Float) { lhs.apply(.times, rhs) }
@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<Float>, rhs: Float) { lhs.divide(.divide, by: rhs) }
@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<Float>, rhs: Int) { lhs.divide(.divide, by: rhs) }
@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<Float>, rhs: Double) { lhs.divide(.divide, by: rhs) }
@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<Float?>, rhs: Float) { lhs.divide(.divide, by: rhs) }
