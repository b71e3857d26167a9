// Compound assignment to columns of signed numbers other than `Int` and `Double`, in updates; see
// `Updates+Operators.swift` for why these operators are not generic. A literal is an `Int`, or a `Double`.

extension SQLExpression {
    mutating func apply(_ operation: BinaryOperator, _ value: some RowRepresentable) {
        self = Self(.binary(node, operation, SQLNode(binding: value)))
    }

    mutating func divide(
        _ operation: BinaryOperator, by value: some RowRepresentable
    ) {
        self = Self(.division(node, operation, by: SQLNode(binding: value)))
    }

    mutating func apply(_ operation: BinaryOperator, _ other: Self) {
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
