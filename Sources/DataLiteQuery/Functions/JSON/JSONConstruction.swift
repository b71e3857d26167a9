public import Foundation

// JSON from values: <https://sqlite.org/json1.html>. Nested calls create nested JSON.

/// A JSON array.
///
/// ```swift
/// Reminder.select { jsonArray($0.id, $0.title, $0.tags) }  // [1,"Milk",["car"]]
/// ```
public func jsonArray(_ values: any JSONArgument...) -> SQLExpression<JSONText> {
    SQLExpression(.call("json_array", since: 3_038_000, values.map(\.jsonArgumentNode)))
}

/// A JSON object.
///
/// ```swift
/// Reminder.select { jsonObject(("title", $0.title), ("tags", $0.tags)) }
/// ```
public func jsonObject(_ members: (String, any JSONArgument)...) -> SQLExpression<JSONText> {
    SQLExpression(.call("json_object", since: 3_038_000, members.jsonArguments))
}

/// A JSON array in SQLite's binary form. It requires SQLite 3.45.
public func jsonbArray(_ values: any JSONArgument...) -> SQLExpression<Data> {
    SQLExpression(.call("jsonb_array", since: 3_045_000, values.map(\.jsonArgumentNode)))
}

/// A JSON object in SQLite's binary form. It requires SQLite 3.45.
public func jsonbObject(_ members: (String, any JSONArgument)...) -> SQLExpression<Data> {
    SQLExpression(.call("jsonb_object", since: 3_045_000, members.jsonArguments))
}

extension [(String, any JSONArgument)] {
    fileprivate var jsonArguments: [SQLNode] {
        flatMap { key, value in [.parameter(.text(key)), value.jsonArgumentNode] }
    }
}

// MARK: - Aggregates

extension SQLExpression {
    /// All values, including NULL, as a JSON array, which is empty if there are no values.
    ///
    /// - Parameter order: The order of the values, which requires SQLite 3.44. Without it, the
    ///   order is arbitrary.
    @_disfavoredOverload
    public func jsonGroupArray(
        distinct: Bool = false, filter: (any SQLCondition)? = nil,
        order: [any OrderingTerm] = []
    ) -> SQLExpression<JSONText> {
        jsonGroup("json_group_array", distinct, filter, order)
    }

    /// All values, including NULL, as an array that is decoded from JSON; it is empty if there are
    /// no values.
    ///
    /// - Parameter order: The order of the values, which requires SQLite 3.44. Without it, the
    ///   order is arbitrary.
    public func jsonGroupArray(
        distinct: Bool = false, filter: (any SQLCondition)? = nil,
        order: [any OrderingTerm] = []
    ) -> SQLExpression<JSONRepresentation<[Value]>> where Value: JSONScalar & Sendable {
        jsonGroup("json_group_array", distinct, filter, order)
    }

    /// All values as an array that is decoded from JSON; it is empty if there are no values.
    ///
    /// - Parameter order: The order of the values, which requires SQLite 3.44. Without it, the
    ///   order is arbitrary.
    public func jsonGroupArray<Content>(
        distinct: Bool = false, filter: (any SQLCondition)? = nil,
        order: [any OrderingTerm] = []
    ) -> SQLExpression<JSONRepresentation<[Content]>> where Value == JSONRepresentation<Content> {
        jsonGroup("json_group_array", distinct, filter, order)
    }

    /// All values, including NULL, as a JSON array in SQLite's binary form. It requires SQLite
    /// 3.45.
    public func jsonbGroupArray(
        distinct: Bool = false, filter: (any SQLCondition)? = nil,
        order: [any OrderingTerm] = []
    ) -> SQLExpression<Data> {
        jsonGroup("jsonb_group_array", since: 3_045_000, distinct, filter, order)
    }
}

extension SQLExpression where Value: SQLText {
    /// A JSON object whose keys are this text; rows in which it is NULL are skipped.
    ///
    /// - Parameter order: The order of the keys, which requires SQLite 3.44. Without it, the order
    ///   is arbitrary.
    public func jsonGroupObject(
        _ value: some JSONArgument, filter: (any SQLCondition)? = nil,
        order: [any OrderingTerm] = []
    ) -> SQLExpression<JSONText> {
        jsonGroupObject("json_group_object", since: 3_038_000, value, filter, order)
    }

    /// A JSON object in SQLite's binary form, whose keys are this text. It requires SQLite 3.45.
    public func jsonbGroupObject(
        _ value: some JSONArgument, filter: (any SQLCondition)? = nil,
        order: [any OrderingTerm] = []
    ) -> SQLExpression<Data> {
        jsonGroupObject("jsonb_group_object", since: 3_045_000, value, filter, order)
    }

    private func jsonGroupObject<Result>(
        _ name: StaticString, since version: Int32, _ value: some JSONArgument,
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

extension SQLExpression {
    fileprivate func jsonGroup<Result>(
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
