/// A value that is text in SQL.
public protocol SQLText: SQLiteRepresentable {
    /// The type of a length or position in the text: optional if the text is.
    associatedtype _Position: RowRepresentable = Int
}

extension String: SQLText {}

extension Optional: SQLText where Wrapped: SQLText {
    public typealias _Position = Int?
}

extension SQLExpression where Value: SQLText {
    /// The concatenation of both strings: `||`.
    public static func + (lhs: Self, rhs: Self) -> Self {
        Self(.binary(lhs.node, .concatenate, rhs.node))
    }

    /// The concatenation of both strings: `||`.
    public static func + <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped?>, rhs: SQLExpression<Wrapped>
    ) -> Self where Value == Wrapped? {
        Self(.binary(lhs.node, .concatenate, rhs.node))
    }

    /// The concatenation of both strings: `||`.
    public static func + <Wrapped: RowRepresentable>(
        lhs: SQLExpression<Wrapped>, rhs: SQLExpression<Wrapped?>
    ) -> Self where Value == Wrapped? {
        Self(.binary(lhs.node, .concatenate, rhs.node))
    }

    /// The concatenation of both strings: `||`.
    public static func + (lhs: Self, rhs: Value) -> Self {
        Self(.binary(lhs.node, .concatenate, SQLNode(binding: rhs)))
    }

    /// Appends text.
    public static func += (lhs: inout Self, rhs: Self) {
        lhs = lhs + rhs
    }

    /// Appends text.
    public static func += <Wrapped: RowRepresentable>(
        lhs: inout Self, rhs: SQLExpression<Wrapped>
    ) where Value == Wrapped? {
        lhs = lhs + rhs
    }

    /// Appends text.
    public static func += (lhs: inout Self, rhs: Value) {
        lhs = lhs + rhs
    }

    /// Appends text, in an update.
    public mutating func append(_ other: Self) {
        self = self + other
    }

    /// Appends text, in an update.
    @_disfavoredOverload
    public mutating func append(_ other: Value) { append(Self(other)) }
}
