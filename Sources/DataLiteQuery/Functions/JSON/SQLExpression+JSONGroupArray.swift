public import Foundation

// The values of several rows as a JSON array: <https://sqlite.org/json1.html#jgrouparray>.

extension SQLExpression {
    /// All values, including NULL, as a JSON array, which is empty if there are no values.
    ///
    /// - Parameters:
    ///   - distinct: Whether equal values are in the array only once.
    ///   - order: The order of the values, which requires SQLite 3.44. Without it, the order is arbitrary.
    ///   - filter: The condition for a value to be in the array.
    @_disfavoredOverload
    public func jsonGroupArray(
        distinct: Bool = false, order: any OrderingTerm..., filter: (any SQLCondition)? = nil
    ) -> SQLExpression<JSONText> {
        jsonGroup(distinct, filter, order)
    }

    /// All values, including NULL, as an array that is decoded from JSON; it is empty if there are no values.
    public func jsonGroupArray(
        distinct: Bool = false, order: any OrderingTerm..., filter: (any SQLCondition)? = nil
    ) -> SQLExpression<JSONRepresentation<[Value]>> where Value: JSONScalar & Sendable {
        jsonGroup(distinct, filter, order)
    }

    /// All values of an enum, as an array of raw values that is decoded from JSON.
    @_disfavoredOverload
    public func jsonGroupArray(
        distinct: Bool = false, order: any OrderingTerm..., filter: (any SQLCondition)? = nil
    ) -> SQLExpression<JSONRepresentation<[Value]>>
    where
        Value: SQLiteRepresentable & RawRepresentable & Codable & Sendable,
        Value.RawValue: JSONScalar, Value._Plain: Sendable
    {
        jsonGroup(distinct, filter, order)
    }

    /// All values of an enum, including NULL, as an array of raw values that is decoded from JSON.
    public func jsonGroupArray<Wrapped>(
        distinct: Bool = false, order: any OrderingTerm..., filter: (any SQLCondition)? = nil
    ) -> SQLExpression<JSONRepresentation<[Value]>>
    where
        Value == Wrapped?, Wrapped: RawRepresentable & Codable & Sendable,
        Wrapped.RawValue: JSONScalar
    {
        jsonGroup(distinct, filter, order)
    }

    /// All values as an array that is decoded from JSON; it is empty if there are no values.
    public func jsonGroupArray<Content>(
        distinct: Bool = false, order: any OrderingTerm..., filter: (any SQLCondition)? = nil
    ) -> SQLExpression<JSONRepresentation<[Content]>> where Value == JSONRepresentation<Content> {
        jsonGroup(distinct, filter, order)
    }

    /// All values, including NULL, as a JSON array in SQLite's binary form. It requires SQLite
    /// 3.45.
    public func jsonbGroupArray(
        distinct: Bool = false, order: any OrderingTerm..., filter: (any SQLCondition)? = nil
    ) -> SQLExpression<Data> {
        SQLExpression<Data>(
            .jsonGroupArray(
                jsonArgumentNode, distinct, order, filter?.conditionNode, isBinary: true))
    }

    private func jsonGroup<Result>(
        _ isDistinct: Bool, _ filter: (any SQLCondition)?, _ order: [any OrderingTerm]
    ) -> SQLExpression<Result> {
        SQLExpression<Result>(
            .jsonGroupArray(jsonArgumentNode, isDistinct, order, filter?.conditionNode))
    }
}
