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
