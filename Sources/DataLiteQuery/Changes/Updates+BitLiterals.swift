// Bitwise assignment of integer literals to columns of other types than `Int`, for updates: `$0.flags |= 4`. See
// `Updates+Operators.swift` for why these operators are not generic.

extension SQLExpression {
    fileprivate mutating func applyExclusiveOr(_ value: Int) {
        self = Self(.exclusiveOr(node, SQLNode(binding: value)))
    }
}

// MARK: - Int8

@_documentation(visibility: internal)
public func &= (lhs: inout SQLExpression<Int8>, rhs: Int) { lhs.apply(.bitAnd, rhs) }
@_documentation(visibility: internal)
public func |= (lhs: inout SQLExpression<Int8>, rhs: Int) { lhs.apply(.bitOr, rhs) }
@_documentation(visibility: internal)
public func ^= (lhs: inout SQLExpression<Int8>, rhs: Int) { lhs.applyExclusiveOr(rhs) }
@_documentation(visibility: internal)
public func <<= (lhs: inout SQLExpression<Int8>, rhs: Int) { lhs.apply(.shiftLeft, rhs) }
@_documentation(visibility: internal)
public func >>= (lhs: inout SQLExpression<Int8>, rhs: Int) { lhs.apply(.shiftRight, rhs) }

// MARK: - Int16

@_documentation(visibility: internal)
public func &= (lhs: inout SQLExpression<Int16>, rhs: Int) { lhs.apply(.bitAnd, rhs) }
@_documentation(visibility: internal)
public func |= (lhs: inout SQLExpression<Int16>, rhs: Int) { lhs.apply(.bitOr, rhs) }
@_documentation(visibility: internal)
public func ^= (lhs: inout SQLExpression<Int16>, rhs: Int) { lhs.applyExclusiveOr(rhs) }
@_documentation(visibility: internal)
public func <<= (lhs: inout SQLExpression<Int16>, rhs: Int) { lhs.apply(.shiftLeft, rhs) }
@_documentation(visibility: internal)
public func >>= (lhs: inout SQLExpression<Int16>, rhs: Int) { lhs.apply(.shiftRight, rhs) }

// MARK: - Int32

@_documentation(visibility: internal)
public func &= (lhs: inout SQLExpression<Int32>, rhs: Int) { lhs.apply(.bitAnd, rhs) }
@_documentation(visibility: internal)
public func |= (lhs: inout SQLExpression<Int32>, rhs: Int) { lhs.apply(.bitOr, rhs) }
@_documentation(visibility: internal)
public func ^= (lhs: inout SQLExpression<Int32>, rhs: Int) { lhs.applyExclusiveOr(rhs) }
@_documentation(visibility: internal)
public func <<= (lhs: inout SQLExpression<Int32>, rhs: Int) { lhs.apply(.shiftLeft, rhs) }
@_documentation(visibility: internal)
public func >>= (lhs: inout SQLExpression<Int32>, rhs: Int) { lhs.apply(.shiftRight, rhs) }

// MARK: - Int64

@_documentation(visibility: internal)
public func &= (lhs: inout SQLExpression<Int64>, rhs: Int) { lhs.apply(.bitAnd, rhs) }
@_documentation(visibility: internal)
public func &= (lhs: inout SQLExpression<Int64?>, rhs: Int) { lhs.apply(.bitAnd, rhs) }
@_documentation(visibility: internal)
public func |= (lhs: inout SQLExpression<Int64>, rhs: Int) { lhs.apply(.bitOr, rhs) }
@_documentation(visibility: internal)
public func |= (lhs: inout SQLExpression<Int64?>, rhs: Int) { lhs.apply(.bitOr, rhs) }
@_documentation(visibility: internal)
public func ^= (lhs: inout SQLExpression<Int64>, rhs: Int) { lhs.applyExclusiveOr(rhs) }
@_documentation(visibility: internal)
public func ^= (lhs: inout SQLExpression<Int64?>, rhs: Int) { lhs.applyExclusiveOr(rhs) }
@_documentation(visibility: internal)
public func <<= (lhs: inout SQLExpression<Int64>, rhs: Int) { lhs.apply(.shiftLeft, rhs) }
@_documentation(visibility: internal)
public func <<= (lhs: inout SQLExpression<Int64?>, rhs: Int) { lhs.apply(.shiftLeft, rhs) }
@_documentation(visibility: internal)
public func >>= (lhs: inout SQLExpression<Int64>, rhs: Int) { lhs.apply(.shiftRight, rhs) }
@_documentation(visibility: internal)
public func >>= (lhs: inout SQLExpression<Int64?>, rhs: Int) { lhs.apply(.shiftRight, rhs) }

// MARK: - UInt8

@_documentation(visibility: internal)
public func &= (lhs: inout SQLExpression<UInt8>, rhs: Int) { lhs.apply(.bitAnd, rhs) }
@_documentation(visibility: internal)
public func |= (lhs: inout SQLExpression<UInt8>, rhs: Int) { lhs.apply(.bitOr, rhs) }
@_documentation(visibility: internal)
public func ^= (lhs: inout SQLExpression<UInt8>, rhs: Int) { lhs.applyExclusiveOr(rhs) }
@_documentation(visibility: internal)
public func <<= (lhs: inout SQLExpression<UInt8>, rhs: Int) { lhs.apply(.shiftLeft, rhs) }
@_documentation(visibility: internal)
public func >>= (lhs: inout SQLExpression<UInt8>, rhs: Int) { lhs.apply(.shiftRight, rhs) }

// MARK: - UInt16

@_documentation(visibility: internal)
public func &= (lhs: inout SQLExpression<UInt16>, rhs: Int) { lhs.apply(.bitAnd, rhs) }
@_documentation(visibility: internal)
public func |= (lhs: inout SQLExpression<UInt16>, rhs: Int) { lhs.apply(.bitOr, rhs) }
@_documentation(visibility: internal)
public func ^= (lhs: inout SQLExpression<UInt16>, rhs: Int) { lhs.applyExclusiveOr(rhs) }
@_documentation(visibility: internal)
public func <<= (lhs: inout SQLExpression<UInt16>, rhs: Int) { lhs.apply(.shiftLeft, rhs) }
@_documentation(visibility: internal)
public func >>= (lhs: inout SQLExpression<UInt16>, rhs: Int) { lhs.apply(.shiftRight, rhs) }

// MARK: - UInt32

@_documentation(visibility: internal)
public func &= (lhs: inout SQLExpression<UInt32>, rhs: Int) { lhs.apply(.bitAnd, rhs) }
@_documentation(visibility: internal)
public func |= (lhs: inout SQLExpression<UInt32>, rhs: Int) { lhs.apply(.bitOr, rhs) }
@_documentation(visibility: internal)
public func ^= (lhs: inout SQLExpression<UInt32>, rhs: Int) { lhs.applyExclusiveOr(rhs) }
@_documentation(visibility: internal)
public func <<= (lhs: inout SQLExpression<UInt32>, rhs: Int) { lhs.apply(.shiftLeft, rhs) }
@_documentation(visibility: internal)
public func >>= (lhs: inout SQLExpression<UInt32>, rhs: Int) { lhs.apply(.shiftRight, rhs) }
