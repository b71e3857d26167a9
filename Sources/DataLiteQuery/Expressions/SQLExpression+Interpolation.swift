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
