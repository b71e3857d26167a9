// Arrays of the values of a column in the form in which the column stores them.

extension SQLExpression
where Value: SQLiteRepresentable & Sendable, Value._Plain: Sendable {
    /// All values, including NULL, as an array that is decoded from JSON; it is empty if there are no values.
    ///
    /// The elements are decoded like values of the column, with its representation. For the JSON text, state the type:
    /// `let text: SQLExpression<JSONText> = $0.date.jsonGroupArray()`.
    ///
    /// - Parameters:
    ///   - distinct: Whether equal values are in the array only once.
    ///   - order: The order of the values, which requires SQLite 3.44. Without it, the order is arbitrary.
    ///   - filter: The condition for a value to be in the array.
    @_disfavoredOverload
    public func jsonGroupArray(
        distinct: Bool = false, order: any OrderingTerm..., filter: (any SQLCondition)? = nil
    ) -> SQLExpression<JSONValues<Value>> {
        SQLExpression<JSONValues<Value>>(
            .jsonGroupArray(
                RowJSONForm(storing: Value.self).argument(node), distinct, order,
                filter?.conditionNode))
    }
}

// MARK: - Values of any type

/// Values that are JSON, or have any type. Arrays of them are not decoded.
public protocol _JSONValue: SQLiteRepresentable, Sendable {}

extension JSONText: _JSONValue {}
extension SQLiteValue: _JSONValue {}
extension Optional: _JSONValue where Wrapped: _JSONValue {}

extension SQLExpression where Value: _JSONValue, Value._Plain: Sendable {
    /// All values, including NULL, as a JSON array, which is empty if there are no values.
    @_disfavoredOverload
    public func jsonGroupArray(
        distinct: Bool = false, order: any OrderingTerm..., filter: (any SQLCondition)? = nil
    ) -> SQLExpression<JSONText> {
        SQLExpression<JSONText>(
            .jsonGroupArray(jsonArgumentNode, distinct, order, filter?.conditionNode))
    }
}
