// Bitwise assignment to columns, for updates: `$0.flags |= 4`. See `Updates+Operators.swift` for why these operators
// are not generic.

// MARK: - Int

@_documentation(visibility: internal)
public func &= (lhs: inout SQLExpression<Int>, rhs: SQLExpression<Int>) { lhs.apply(.bitAnd, rhs) }
@_documentation(visibility: internal)
public func &= (lhs: inout SQLExpression<Int>, rhs: Int) { lhs.apply(.bitAnd, rhs) }
@_documentation(visibility: internal)
public func &= (lhs: inout SQLExpression<Int?>, rhs: Int) { lhs.apply(.bitAnd, rhs) }
@_documentation(visibility: internal)
public func |= (lhs: inout SQLExpression<Int>, rhs: SQLExpression<Int>) { lhs.apply(.bitOr, rhs) }
@_documentation(visibility: internal)
public func |= (lhs: inout SQLExpression<Int>, rhs: Int) { lhs.apply(.bitOr, rhs) }
@_documentation(visibility: internal)
public func |= (lhs: inout SQLExpression<Int?>, rhs: Int) { lhs.apply(.bitOr, rhs) }
@_documentation(visibility: internal)
public func <<= (lhs: inout SQLExpression<Int>, rhs: SQLExpression<Int>) {
    lhs.apply(.shiftLeft, rhs)
}
@_documentation(visibility: internal)
public func <<= (lhs: inout SQLExpression<Int>, rhs: Int) { lhs.apply(.shiftLeft, rhs) }
@_documentation(visibility: internal)
public func <<= (lhs: inout SQLExpression<Int?>, rhs: Int) { lhs.apply(.shiftLeft, rhs) }
@_documentation(visibility: internal)
public func >>= (lhs: inout SQLExpression<Int>, rhs: SQLExpression<Int>) {
    lhs.apply(.shiftRight, rhs)
}
@_documentation(visibility: internal)
public func >>= (lhs: inout SQLExpression<Int>, rhs: Int) { lhs.apply(.shiftRight, rhs) }
@_documentation(visibility: internal)
public func >>= (lhs: inout SQLExpression<Int?>, rhs: Int) { lhs.apply(.shiftRight, rhs) }

// MARK: - Int8

@_documentation(visibility: internal)
public func &= (lhs: inout SQLExpression<Int8>, rhs: SQLExpression<Int8>) {
    lhs.apply(.bitAnd, rhs)
}
@_documentation(visibility: internal)
public func &= (lhs: inout SQLExpression<Int8>, rhs: Int8) { lhs.apply(.bitAnd, rhs) }
@_documentation(visibility: internal)
public func |= (lhs: inout SQLExpression<Int8>, rhs: SQLExpression<Int8>) { lhs.apply(.bitOr, rhs) }
@_documentation(visibility: internal)
public func |= (lhs: inout SQLExpression<Int8>, rhs: Int8) { lhs.apply(.bitOr, rhs) }
@_documentation(visibility: internal)
public func <<= (lhs: inout SQLExpression<Int8>, rhs: SQLExpression<Int8>) {
    lhs.apply(.shiftLeft, rhs)
}
@_documentation(visibility: internal)
public func <<= (lhs: inout SQLExpression<Int8>, rhs: Int8) { lhs.apply(.shiftLeft, rhs) }
@_documentation(visibility: internal)
public func >>= (lhs: inout SQLExpression<Int8>, rhs: SQLExpression<Int8>) {
    lhs.apply(.shiftRight, rhs)
}
@_documentation(visibility: internal)
public func >>= (lhs: inout SQLExpression<Int8>, rhs: Int8) { lhs.apply(.shiftRight, rhs) }

// MARK: - Int16

@_documentation(visibility: internal)
public func &= (lhs: inout SQLExpression<Int16>, rhs: SQLExpression<Int16>) {
    lhs.apply(.bitAnd, rhs)
}
@_documentation(visibility: internal)
public func &= (lhs: inout SQLExpression<Int16>, rhs: Int16) { lhs.apply(.bitAnd, rhs) }
@_documentation(visibility: internal)
public func |= (lhs: inout SQLExpression<Int16>, rhs: SQLExpression<Int16>) {
    lhs.apply(.bitOr, rhs)
}
@_documentation(visibility: internal)
public func |= (lhs: inout SQLExpression<Int16>, rhs: Int16) { lhs.apply(.bitOr, rhs) }
@_documentation(visibility: internal)
public func <<= (lhs: inout SQLExpression<Int16>, rhs: SQLExpression<Int16>) {
    lhs.apply(.shiftLeft, rhs)
}
@_documentation(visibility: internal)
public func <<= (lhs: inout SQLExpression<Int16>, rhs: Int16) { lhs.apply(.shiftLeft, rhs) }
@_documentation(visibility: internal)
public func >>= (lhs: inout SQLExpression<Int16>, rhs: SQLExpression<Int16>) {
    lhs.apply(.shiftRight, rhs)
}
@_documentation(visibility: internal)
public func >>= (lhs: inout SQLExpression<Int16>, rhs: Int16) { lhs.apply(.shiftRight, rhs) }

// MARK: - Int32

@_documentation(visibility: internal)
public func &= (lhs: inout SQLExpression<Int32>, rhs: SQLExpression<Int32>) {
    lhs.apply(.bitAnd, rhs)
}
@_documentation(visibility: internal)
public func &= (lhs: inout SQLExpression<Int32>, rhs: Int32) { lhs.apply(.bitAnd, rhs) }
@_documentation(visibility: internal)
public func |= (lhs: inout SQLExpression<Int32>, rhs: SQLExpression<Int32>) {
    lhs.apply(.bitOr, rhs)
}
@_documentation(visibility: internal)
public func |= (lhs: inout SQLExpression<Int32>, rhs: Int32) { lhs.apply(.bitOr, rhs) }
@_documentation(visibility: internal)
public func <<= (lhs: inout SQLExpression<Int32>, rhs: SQLExpression<Int32>) {
    lhs.apply(.shiftLeft, rhs)
}
@_documentation(visibility: internal)
public func <<= (lhs: inout SQLExpression<Int32>, rhs: Int32) { lhs.apply(.shiftLeft, rhs) }
@_documentation(visibility: internal)
public func >>= (lhs: inout SQLExpression<Int32>, rhs: SQLExpression<Int32>) {
    lhs.apply(.shiftRight, rhs)
}
@_documentation(visibility: internal)
public func >>= (lhs: inout SQLExpression<Int32>, rhs: Int32) { lhs.apply(.shiftRight, rhs) }

// MARK: - Int64

@_documentation(visibility: internal)
public func &= (lhs: inout SQLExpression<Int64>, rhs: SQLExpression<Int64>) {
    lhs.apply(.bitAnd, rhs)
}
@_documentation(visibility: internal)
public func &= (lhs: inout SQLExpression<Int64>, rhs: Int64) { lhs.apply(.bitAnd, rhs) }
@_documentation(visibility: internal)
public func &= (lhs: inout SQLExpression<Int64?>, rhs: Int64) { lhs.apply(.bitAnd, rhs) }
@_documentation(visibility: internal)
public func |= (lhs: inout SQLExpression<Int64>, rhs: SQLExpression<Int64>) {
    lhs.apply(.bitOr, rhs)
}
@_documentation(visibility: internal)
public func |= (lhs: inout SQLExpression<Int64>, rhs: Int64) { lhs.apply(.bitOr, rhs) }
@_documentation(visibility: internal)
public func |= (lhs: inout SQLExpression<Int64?>, rhs: Int64) { lhs.apply(.bitOr, rhs) }
@_documentation(visibility: internal)
public func <<= (lhs: inout SQLExpression<Int64>, rhs: SQLExpression<Int64>) {
    lhs.apply(.shiftLeft, rhs)
}
@_documentation(visibility: internal)
public func <<= (lhs: inout SQLExpression<Int64>, rhs: Int64) { lhs.apply(.shiftLeft, rhs) }
@_documentation(visibility: internal)
public func <<= (lhs: inout SQLExpression<Int64?>, rhs: Int64) { lhs.apply(.shiftLeft, rhs) }
@_documentation(visibility: internal)
public func >>= (lhs: inout SQLExpression<Int64>, rhs: SQLExpression<Int64>) {
    lhs.apply(.shiftRight, rhs)
}
@_documentation(visibility: internal)
public func >>= (lhs: inout SQLExpression<Int64>, rhs: Int64) { lhs.apply(.shiftRight, rhs) }
@_documentation(visibility: internal)
public func >>= (lhs: inout SQLExpression<Int64?>, rhs: Int64) { lhs.apply(.shiftRight, rhs) }

// MARK: - UInt8

@_documentation(visibility: internal)
public func &= (lhs: inout SQLExpression<UInt8>, rhs: SQLExpression<UInt8>) {
    lhs.apply(.bitAnd, rhs)
}
@_documentation(visibility: internal)
public func &= (lhs: inout SQLExpression<UInt8>, rhs: UInt8) { lhs.apply(.bitAnd, rhs) }
@_documentation(visibility: internal)
public func |= (lhs: inout SQLExpression<UInt8>, rhs: SQLExpression<UInt8>) {
    lhs.apply(.bitOr, rhs)
}
@_documentation(visibility: internal)
public func |= (lhs: inout SQLExpression<UInt8>, rhs: UInt8) { lhs.apply(.bitOr, rhs) }
@_documentation(visibility: internal)
public func <<= (lhs: inout SQLExpression<UInt8>, rhs: SQLExpression<UInt8>) {
    lhs.apply(.shiftLeft, rhs)
}
@_documentation(visibility: internal)
public func <<= (lhs: inout SQLExpression<UInt8>, rhs: UInt8) { lhs.apply(.shiftLeft, rhs) }
@_documentation(visibility: internal)
public func >>= (lhs: inout SQLExpression<UInt8>, rhs: SQLExpression<UInt8>) {
    lhs.apply(.shiftRight, rhs)
}
@_documentation(visibility: internal)
public func >>= (lhs: inout SQLExpression<UInt8>, rhs: UInt8) { lhs.apply(.shiftRight, rhs) }

// MARK: - UInt16

@_documentation(visibility: internal)
public func &= (lhs: inout SQLExpression<UInt16>, rhs: SQLExpression<UInt16>) {
    lhs.apply(.bitAnd, rhs)
}
@_documentation(visibility: internal)
public func &= (lhs: inout SQLExpression<UInt16>, rhs: UInt16) { lhs.apply(.bitAnd, rhs) }
@_documentation(visibility: internal)
public func |= (lhs: inout SQLExpression<UInt16>, rhs: SQLExpression<UInt16>) {
    lhs.apply(.bitOr, rhs)
}
@_documentation(visibility: internal)
public func |= (lhs: inout SQLExpression<UInt16>, rhs: UInt16) { lhs.apply(.bitOr, rhs) }
@_documentation(visibility: internal)
public func <<= (lhs: inout SQLExpression<UInt16>, rhs: SQLExpression<UInt16>) {
    lhs.apply(.shiftLeft, rhs)
}
@_documentation(visibility: internal)
public func <<= (lhs: inout SQLExpression<UInt16>, rhs: UInt16) { lhs.apply(.shiftLeft, rhs) }
@_documentation(visibility: internal)
public func >>= (lhs: inout SQLExpression<UInt16>, rhs: SQLExpression<UInt16>) {
    lhs.apply(.shiftRight, rhs)
}
@_documentation(visibility: internal)
public func >>= (lhs: inout SQLExpression<UInt16>, rhs: UInt16) { lhs.apply(.shiftRight, rhs) }

// MARK: - UInt32

@_documentation(visibility: internal)
public func &= (lhs: inout SQLExpression<UInt32>, rhs: SQLExpression<UInt32>) {
    lhs.apply(.bitAnd, rhs)
}
@_documentation(visibility: internal)
public func &= (lhs: inout SQLExpression<UInt32>, rhs: UInt32) { lhs.apply(.bitAnd, rhs) }
@_documentation(visibility: internal)
public func |= (lhs: inout SQLExpression<UInt32>, rhs: SQLExpression<UInt32>) {
    lhs.apply(.bitOr, rhs)
}
@_documentation(visibility: internal)
public func |= (lhs: inout SQLExpression<UInt32>, rhs: UInt32) { lhs.apply(.bitOr, rhs) }
@_documentation(visibility: internal)
public func <<= (lhs: inout SQLExpression<UInt32>, rhs: SQLExpression<UInt32>) {
    lhs.apply(.shiftLeft, rhs)
}
@_documentation(visibility: internal)
public func <<= (lhs: inout SQLExpression<UInt32>, rhs: UInt32) { lhs.apply(.shiftLeft, rhs) }
@_documentation(visibility: internal)
public func >>= (lhs: inout SQLExpression<UInt32>, rhs: SQLExpression<UInt32>) {
    lhs.apply(.shiftRight, rhs)
}
@_documentation(visibility: internal)
public func >>= (lhs: inout SQLExpression<UInt32>, rhs: UInt32) { lhs.apply(.shiftRight, rhs) }
