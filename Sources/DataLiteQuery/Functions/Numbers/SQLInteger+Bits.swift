/// An integer, whose bits SQL can combine.
public protocol SQLInteger: SQLNumber {}

extension Int: SQLInteger {}
extension Int8: SQLInteger {}
extension Int16: SQLInteger {}
extension Int32: SQLInteger {}
extension Int64: SQLInteger {}
extension UInt8: SQLInteger {}
extension UInt16: SQLInteger {}
extension UInt32: SQLInteger {}
extension Optional: SQLInteger where Wrapped: SQLInteger {}

extension SQLExpression where Value: SQLInteger {
    /// The bits that are set in both.
    public static func & (lhs: Self, rhs: Self) -> Self {
        Self(.binary(lhs.node, .bitAnd, rhs.node))
    }

    /// The bits that are set in both.
    @_disfavoredOverload
    public static func & (lhs: Self, rhs: Value) -> Self { lhs & Self(rhs) }

    /// The bits that are set in either.
    public static func | (lhs: Self, rhs: Self) -> Self {
        Self(.binary(lhs.node, .bitOr, rhs.node))
    }

    /// The bits that are set in either.
    @_disfavoredOverload
    public static func | (lhs: Self, rhs: Value) -> Self { lhs | Self(rhs) }

    /// The bits moved to the left, within 64 bits.
    public static func << (lhs: Self, rhs: Self) -> Self {
        Self(.binary(lhs.node, .shiftLeft, rhs.node))
    }

    /// The bits moved to the left, within 64 bits.
    @_disfavoredOverload
    public static func << (lhs: Self, rhs: Value) -> Self { lhs << Self(rhs) }

    /// The bits moved to the right, within 64 bits; the sign is kept.
    public static func >> (lhs: Self, rhs: Self) -> Self {
        Self(.binary(lhs.node, .shiftRight, rhs.node))
    }

    /// The bits moved to the right, within 64 bits; the sign is kept.
    @_disfavoredOverload
    public static func >> (lhs: Self, rhs: Value) -> Self { lhs >> Self(rhs) }

    /// All 64 bits reversed.
    public static prefix func ~ (operand: Self) -> Self {
        Self(.unary(.bitNot, operand: operand.node))
    }
}
