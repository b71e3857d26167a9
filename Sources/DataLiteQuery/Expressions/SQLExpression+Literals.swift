extension SQLExpression: ExpressibleByIntegerLiteral
where Value: ExpressibleByIntegerLiteral & SQLiteRepresentable {
    public init(integerLiteral value: Value.IntegerLiteralType) {
        self.init(Value(integerLiteral: value))
    }
}

extension SQLExpression: ExpressibleByFloatLiteral
where Value: ExpressibleByFloatLiteral & SQLiteRepresentable {
    public init(floatLiteral value: Value.FloatLiteralType) {
        self.init(Value(floatLiteral: value))
    }
}

extension SQLExpression: ExpressibleByUnicodeScalarLiteral
where Value: ExpressibleByStringLiteral & SQLiteRepresentable {
    public init(unicodeScalarLiteral value: Value.UnicodeScalarLiteralType) {
        self.init(Value(unicodeScalarLiteral: value))
    }
}

extension SQLExpression: ExpressibleByExtendedGraphemeClusterLiteral
where Value: ExpressibleByStringLiteral & SQLiteRepresentable {
    public init(extendedGraphemeClusterLiteral value: Value.ExtendedGraphemeClusterLiteralType) {
        self.init(Value(extendedGraphemeClusterLiteral: value))
    }
}

extension SQLExpression: ExpressibleByStringLiteral
where Value: ExpressibleByStringLiteral & SQLiteRepresentable {
    public init(stringLiteral value: Value.StringLiteralType) {
        self.init(Value(stringLiteral: value))
    }
}

extension SQLExpression: ExpressibleByBooleanLiteral where Value == Bool {
    public init(booleanLiteral value: Bool) {
        self.init(value)
    }
}
