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
        distinct: Bool = false, order: [any OrderingTerm] = [],
        filter: (any SQLCondition)? = nil
    ) -> SQLExpression<JSONText> {
        jsonGroup("json_group_array", distinct, filter, order)
    }

    /// All values, including NULL, as an array that is decoded from JSON; it is empty if there are no values.
    public func jsonGroupArray(
        distinct: Bool = false, order: [any OrderingTerm] = [],
        filter: (any SQLCondition)? = nil
    ) -> SQLExpression<JSONRepresentation<[Value]>> where Value: JSONScalar & Sendable {
        jsonGroup("json_group_array", distinct, filter, order)
    }

    /// All values of an enum by their raw values, as an array that is decoded from JSON.
    @_disfavoredOverload
    public func jsonGroupArray(
        distinct: Bool = false, order: [any OrderingTerm] = [],
        filter: (any SQLCondition)? = nil
    ) -> SQLExpression<JSONRepresentation<[Value]>>
    where
        Value: SQLiteRepresentable & RawRepresentable & Codable & Sendable,
        Value.RawValue: JSONScalar, Value._Plain: Sendable
    {
        jsonGroup("json_group_array", distinct, filter, order)
    }

    /// All values of an enum by their raw values, including NULL, as an array that is decoded from JSON.
    public func jsonGroupArray<Wrapped>(
        distinct: Bool = false, order: [any OrderingTerm] = [],
        filter: (any SQLCondition)? = nil
    ) -> SQLExpression<JSONRepresentation<[Value]>>
    where
        Value == Wrapped?, Wrapped: RawRepresentable & Codable & Sendable,
        Wrapped.RawValue: JSONScalar
    {
        jsonGroup("json_group_array", distinct, filter, order)
    }

    /// All values as an array that is decoded from JSON; it is empty if there are no values.
    public func jsonGroupArray<Content>(
        distinct: Bool = false, order: [any OrderingTerm] = [],
        filter: (any SQLCondition)? = nil
    ) -> SQLExpression<JSONRepresentation<[Content]>> where Value == JSONRepresentation<Content> {
        jsonGroup("json_group_array", distinct, filter, order)
    }

    /// All values, including NULL, as a JSON array in SQLite's binary form. It requires SQLite
    /// 3.45.
    public func jsonbGroupArray(
        distinct: Bool = false, order: [any OrderingTerm] = [],
        filter: (any SQLCondition)? = nil
    ) -> SQLExpression<Data> {
        jsonGroup("jsonb_group_array", since: 3_045_000, distinct, filter, order)
    }
}

// MARK: - In the order of one term

extension SQLExpression {
    /// All values, including NULL, as a JSON array, which is empty if there are no values, in the order of one term.
    @_disfavoredOverload
    public func jsonGroupArray(
        distinct: Bool = false, order: any OrderingTerm, filter: (any SQLCondition)? = nil
    ) -> SQLExpression<JSONText> {
        jsonGroup("json_group_array", distinct, filter, [order])
    }

    /// All values, including NULL, as an array that is decoded from JSON; it is empty if there are no
    /// values, in the order of one term.
    public func jsonGroupArray(
        distinct: Bool = false, order: any OrderingTerm, filter: (any SQLCondition)? = nil
    ) -> SQLExpression<JSONRepresentation<[Value]>> where Value: JSONScalar & Sendable {
        jsonGroup("json_group_array", distinct, filter, [order])
    }

    /// All values of an enum by their raw values, as an array that is decoded from JSON, in the order of one term.
    @_disfavoredOverload
    public func jsonGroupArray(
        distinct: Bool = false, order: any OrderingTerm, filter: (any SQLCondition)? = nil
    ) -> SQLExpression<JSONRepresentation<[Value]>>
    where
        Value: SQLiteRepresentable & RawRepresentable & Codable & Sendable,
        Value.RawValue: JSONScalar, Value._Plain: Sendable
    {
        jsonGroup("json_group_array", distinct, filter, [order])
    }

    /// All values of an enum by their raw values, including NULL, as an array that is decoded from JSON, in the order of
    /// one term.
    public func jsonGroupArray<Wrapped>(
        distinct: Bool = false, order: any OrderingTerm, filter: (any SQLCondition)? = nil
    ) -> SQLExpression<JSONRepresentation<[Value]>>
    where
        Value == Wrapped?, Wrapped: RawRepresentable & Codable & Sendable,
        Wrapped.RawValue: JSONScalar
    {
        jsonGroup("json_group_array", distinct, filter, [order])
    }

    /// All values as an array that is decoded from JSON; it is empty if there are no
    /// values, in the order of one term.
    public func jsonGroupArray<Content>(
        distinct: Bool = false, order: any OrderingTerm, filter: (any SQLCondition)? = nil
    ) -> SQLExpression<JSONRepresentation<[Content]>> where Value == JSONRepresentation<Content> {
        jsonGroup("json_group_array", distinct, filter, [order])
    }
}

extension SQLExpression {
    private func jsonGroup<Result>(
        _ name: StaticString, since version: Int32 = 3_038_000, _ isDistinct: Bool,
        _ filter: (any SQLCondition)?, _ order: [any OrderingTerm]
    ) -> SQLExpression<Result> {
        SQLExpression<Result>(
            .fragment(
                FunctionCall(
                    name: .builtIn(name), arguments: [jsonArgumentNode], isDistinct: isDistinct,
                    order: order.flatMap(\._orderingTerm.nodes), filter: filter?.conditionNode,
                    requirement: .function(name, since: version))))
    }
}
