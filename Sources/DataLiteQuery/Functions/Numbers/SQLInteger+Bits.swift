/// An integer type, which has SQL's bitwise operators.
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
    /// The bits that are set in both operands.
    public static func & (lhs: Self, rhs: Self) -> Self {
        Self(.binary(lhs.node, .bitAnd, rhs.node))
    }

    /// The bits that are set in both operands.
    public static func & (lhs: Self, rhs: Value) -> Self { lhs & Self(rhs) }

    /// The bits that are set in either operand.
    public static func | (lhs: Self, rhs: Self) -> Self {
        Self(.binary(lhs.node, .bitOr, rhs.node))
    }

    /// The bits that are set in either operand.
    public static func | (lhs: Self, rhs: Value) -> Self { lhs | Self(rhs) }

    /// The bits that are set in one operand but not in both: `(a | b) - (a & b)` in SQL, which has no such operator. The
    /// operands must be deterministic, because they are computed twice.
    public static func ^ (lhs: Self, rhs: Self) -> Self {
        Self(.exclusiveOr(lhs.node, rhs.node))
    }

    /// The bits that are set in one operand but not in both.
    public static func ^ (lhs: Self, rhs: Value) -> Self { lhs ^ Self(rhs) }

    /// The 64-bit integer shifted left.
    public static func << (lhs: Self, rhs: Self) -> Self {
        Self(.binary(lhs.node, .shiftLeft, rhs.node))
    }

    /// The 64-bit integer shifted left.
    @_disfavoredOverload
    public static func << (lhs: Self, rhs: Value) -> Self { lhs << Self(rhs) }

    /// The 64-bit integer shifted right; the sign is kept.
    public static func >> (lhs: Self, rhs: Self) -> Self {
        Self(.binary(lhs.node, .shiftRight, rhs.node))
    }

    /// The 64-bit integer shifted right; the sign is kept.
    @_disfavoredOverload
    public static func >> (lhs: Self, rhs: Value) -> Self { lhs >> Self(rhs) }

    /// All 64 bits inverted.
    public static prefix func ~ (operand: Self) -> Self {
        Self(.unary(.bitNot, operand: operand.node))
    }

    // MARK: - Assignment

    /// Clears the bits that are not set in the right side.
    public static func &= (lhs: inout Self, rhs: Self) { lhs = lhs & rhs }

    /// Clears the bits that are not set in the right side.
    public static func &= (lhs: inout Self, rhs: Value) { lhs = lhs & rhs }

    /// Sets the bits that are set in the right side.
    public static func |= (lhs: inout Self, rhs: Self) { lhs = lhs | rhs }

    /// Sets the bits that are set in the right side.
    public static func |= (lhs: inout Self, rhs: Value) { lhs = lhs | rhs }

    /// Inverts the bits that are set in the right side.
    public static func ^= (lhs: inout Self, rhs: Self) { lhs = lhs ^ rhs }

    /// Inverts the bits that are set in the right side.
    public static func ^= (lhs: inout Self, rhs: Value) { lhs = lhs ^ rhs }

    /// Shifts the 64-bit integer left.
    public static func <<= (lhs: inout Self, rhs: Self) { lhs = lhs << rhs }

    /// Shifts the 64-bit integer left.
    @_disfavoredOverload
    public static func <<= (lhs: inout Self, rhs: Value) { lhs = lhs << rhs }

    /// Shifts the 64-bit integer right; the sign is kept.
    public static func >>= (lhs: inout Self, rhs: Self) { lhs = lhs >> rhs }

    /// Shifts the 64-bit integer right; the sign is kept.
    @_disfavoredOverload
    public static func >>= (lhs: inout Self, rhs: Value) { lhs = lhs >> rhs }
}

// Bitwise operators with one optional operand. The result is NULL if that operand is.

extension SQLExpression where Value: SQLInteger {
    /// The bits that are set in both operands.
    public static func & <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> Self where Value == Wrapped? {
        Self(.binary(lhs.node, .bitAnd, rhs.node))
    }

    /// The bits that are set in both operands.
    public static func & <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> Self where Value == Wrapped? {
        Self(.binary(lhs.node, .bitAnd, rhs.node))
    }

    /// The bits that are set in either operand.
    public static func | <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> Self where Value == Wrapped? {
        Self(.binary(lhs.node, .bitOr, rhs.node))
    }

    /// The bits that are set in either operand.
    public static func | <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> Self where Value == Wrapped? {
        Self(.binary(lhs.node, .bitOr, rhs.node))
    }

    /// The bits that are set in one operand but not in both. The operands must be deterministic.
    public static func ^ <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> Self where Value == Wrapped? {
        Self(.exclusiveOr(lhs.node, rhs.node))
    }

    /// The bits that are set in one operand but not in both. The operands must be deterministic.
    public static func ^ <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> Self where Value == Wrapped? {
        Self(.exclusiveOr(lhs.node, rhs.node))
    }

    /// The 64-bit integer shifted left.
    public static func << <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> Self where Value == Wrapped? {
        Self(.binary(lhs.node, .shiftLeft, rhs.node))
    }

    /// The 64-bit integer shifted left.
    public static func << <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> Self where Value == Wrapped? {
        Self(.binary(lhs.node, .shiftLeft, rhs.node))
    }

    /// The 64-bit integer shifted right; the sign is kept.
    public static func >> <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> Self where Value == Wrapped? {
        Self(.binary(lhs.node, .shiftRight, rhs.node))
    }

    /// The 64-bit integer shifted right; the sign is kept.
    public static func >> <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> Self where Value == Wrapped? {
        Self(.binary(lhs.node, .shiftRight, rhs.node))
    }
}

/// `a ^ b`, for which SQL has no operator. The difference cannot overflow: all bits of `a & b` are set in `a | b`.
private struct ExclusiveOr: SQLRenderable {
    private let node: SQLNode

    init(_ lhs: SQLNode, _ rhs: SQLNode) {
        node = .binary(.binary(lhs, .bitOr, rhs), .minus, .binary(lhs, .bitAnd, rhs))
    }

    var precedence: Precedence { .sum }

    func write(to writer: inout _SQLWriter) {
        let outer = writer.isVolatile
        writer.isVolatile = false
        writer.write(node)
        // SQLite would compute it twice, with two results.
        if writer.isVolatile { writer.fail(.exclusiveOrIsVolatile) }
        writer.isVolatile = writer.isVolatile || outer
    }
}

extension SQLNode {
    static func exclusiveOr(_ lhs: SQLNode, _ rhs: SQLNode) -> SQLNode {
        .fragment(ExclusiveOr(lhs, rhs))
    }
}

extension SQLiteError {
    fileprivate static let exclusiveOrIsVolatile = SQLiteError.misuse(
        "an operand of ^ is not deterministic, such as random(): SQLite would compute it twice")
}
