// Comparisons with a value of a type that a literal can have. An expression can also be a literal, so the general
// operators give a comparison with a literal two meanings, and to the compiler neither is as good as one with the literal
// as a value. It would try all other meanings of the operands as well: in an update, a column has one for each
// kind of value that it can be set to, and a `CASE` with four comparisons would take more than ten seconds.

/// A type that a literal can have: numbers, `String`, `Bool`, and optionals of these.
public protocol _LiteralValue: RowRepresentable {}

extension Bool: _LiteralValue {}
extension Double: _LiteralValue {}
extension Float: _LiteralValue {}
extension Int: _LiteralValue {}
extension Int8: _LiteralValue {}
extension Int16: _LiteralValue {}
extension Int32: _LiteralValue {}
extension Int64: _LiteralValue {}
extension String: _LiteralValue {}
extension UInt8: _LiteralValue {}
extension UInt16: _LiteralValue {}
extension UInt32: _LiteralValue {}
extension Optional: _LiteralValue where Wrapped: _LiteralValue {}

extension SQLExpression: ExpressibleByIntegerLiteral
where Value: ExpressibleByIntegerLiteral & SQLiteRepresentable {
    @inlinable
    public init(integerLiteral value: Value.IntegerLiteralType) {
        self.init(Value(integerLiteral: value))
    }
}

extension SQLExpression: ExpressibleByFloatLiteral
where Value: ExpressibleByFloatLiteral & SQLiteRepresentable {
    @inlinable
    public init(floatLiteral value: Value.FloatLiteralType) {
        self.init(Value(floatLiteral: value))
    }
}

extension SQLExpression: ExpressibleByUnicodeScalarLiteral
where Value: ExpressibleByStringLiteral & SQLiteRepresentable {
    @inlinable
    public init(unicodeScalarLiteral value: Value.UnicodeScalarLiteralType) {
        self.init(Value(unicodeScalarLiteral: value))
    }
}

extension SQLExpression: ExpressibleByExtendedGraphemeClusterLiteral
where Value: ExpressibleByStringLiteral & SQLiteRepresentable {
    @inlinable
    public init(extendedGraphemeClusterLiteral value: Value.ExtendedGraphemeClusterLiteralType) {
        self.init(Value(extendedGraphemeClusterLiteral: value))
    }
}

extension SQLExpression: ExpressibleByStringLiteral
where Value: ExpressibleByStringLiteral & SQLiteRepresentable {
    @inlinable
    public init(stringLiteral value: Value.StringLiteralType) {
        self.init(Value(stringLiteral: value))
    }
}

extension SQLExpression: ExpressibleByBooleanLiteral where Value == Bool {
    @inlinable
    public init(booleanLiteral value: Bool) {
        self.init(value)
    }
}

extension DefaultStringInterpolation {
    /// Describes an expression: a string does not contain its value, which only SQLite knows.
    @available(
        *, deprecated,
        message: """
            a string contains a description of the expression, not its value; join text with '+', or write \
            #sql("...")
            """
    )
    public mutating func appendInterpolation<Value>(_ expression: SQLExpression<Value>) {
        appendLiteral(String(describing: expression))
    }
}
