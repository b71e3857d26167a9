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
