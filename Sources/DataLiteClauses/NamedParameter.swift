public import DataLiteQuery

/// A parameter of a query whose value is given to a ``PreparedRequest``.
///
/// ```swift
/// let latitude = NamedParameter<Double>(named: "latitude")
/// var request = try db.request(Restaurant.where { $0.latitude > latitude })
/// request[latitude] = -33.8
/// ```
///
/// A parameter is an expression, so it can be where any expression of its type can be.
public typealias NamedParameter<Value: RowRepresentable> = SQLExpression<Value>

extension SQLExpression {
    // The label is needed: Swift reads `SQLExpression<Double>("latitude")` as the literal "latitude"
    // of that type.
    /// A parameter with a name.
    public init(named name: String) {
        self.init(parameterNamed: name)
    }
}
