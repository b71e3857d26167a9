/// A named parameter of a query; set its value in a ``PreparedRequest``.
///
/// ```swift
/// let latitude = NamedParameter<Double>(named: "latitude")
/// var request = try db.request(Restaurant.where { $0.latitude > latitude })
/// request[latitude] = -33.8
/// ```
///
/// A parameter is an expression, so it can be used wherever an expression of its type can be used.
public typealias NamedParameter<Value: RowRepresentable> = SQLExpression<Value>

extension SQLExpression {
    // The label is required, because Swift reads `SQLExpression<Double>("latitude")` as the literal "latitude" of that
    // type.
    /// A parameter with a name.
    public init(named name: String) {
        self.init(parameterNamed: name)
    }
}
