public import Foundation

// JSON from values: <https://sqlite.org/json1.html>. Nested calls create nested JSON.

/// A JSON array.
///
/// ```swift
/// Reminder.select { jsonArray($0.id, $0.title, $0.tags) }  // [1,"Milk",["car"]]
/// ```
public func jsonArray(_ values: any _JSONArgument...) -> SQLExpression<JSONText> {
    SQLExpression(.call("json_array", since: 3_038_000, values.map(\.jsonArgumentNode)))
}

/// A JSON object.
///
/// ```swift
/// Reminder.select { jsonObject(("title", $0.title), ("tags", $0.tags)) }
/// ```
public func jsonObject(_ members: (String, any _JSONArgument)...) -> SQLExpression<JSONText> {
    SQLExpression(.call("json_object", since: 3_038_000, members.jsonArguments))
}

/// A JSON array in SQLite's binary form. It requires SQLite 3.45.
public func jsonbArray(_ values: any _JSONArgument...) -> SQLExpression<Data> {
    SQLExpression(.call("jsonb_array", since: 3_045_000, values.map(\.jsonArgumentNode)))
}

/// A JSON object in SQLite's binary form. It requires SQLite 3.45.
public func jsonbObject(_ members: (String, any _JSONArgument)...) -> SQLExpression<Data> {
    SQLExpression(.call("jsonb_object", since: 3_045_000, members.jsonArguments))
}

extension [(String, any _JSONArgument)] {
    fileprivate var jsonArguments: [SQLNode] {
        flatMap { key, value in [.parameter(.text(key)), value.jsonArgumentNode] }
    }
}

// MARK: - Aggregates. `SQLExpression+JSONGroupArray.swift` has those of arrays.

extension SQLExpression where Value: SQLText {
    /// A JSON object whose keys are this text; rows in which it is NULL are skipped.
    ///
    /// - Parameter order: The order of the keys, which requires SQLite 3.44. Without it, the order
    ///   is arbitrary.
    public func jsonGroupObject(
        _ value: some _JSONArgument, order: any OrderingTerm..., filter: (any SQLCondition)? = nil
    ) -> SQLExpression<JSONText> {
        jsonGroupObject("json_group_object", since: 3_038_000, value, filter, order)
    }

    /// A JSON object in SQLite's binary form, whose keys are this text. It requires SQLite 3.45.
    public func jsonbGroupObject(
        _ value: some _JSONArgument, order: any OrderingTerm..., filter: (any SQLCondition)? = nil
    ) -> SQLExpression<Data> {
        jsonGroupObject("jsonb_group_object", since: 3_045_000, value, filter, order)
    }

    private func jsonGroupObject<Result>(
        _ name: StaticString, since version: Int32, _ value: some _JSONArgument,
        _ filter: (any SQLCondition)?, _ order: [any OrderingTerm]
    ) -> SQLExpression<Result> {
        // SQLite before 3.47 omits the key, which is not valid JSON.
        var filter = filter?.conditionNode
        if Value.isNullable { filter = .and(filter, .binary(node, .isNot, .null)) }
        return SQLExpression<Result>(
            .fragment(
                FunctionCall(
                    name: .builtIn(name), arguments: [node, value.jsonArgumentNode],
                    order: order.flatMap(\._orderingTerm.nodes), filter: filter,
                    requirement: .function(name, since: version))))
    }
}

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
