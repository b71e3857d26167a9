public import Foundation

// JSON from values: <https://sqlite.org/json1.html>. Nested calls give nested JSON.

/// An array of JSON.
///
/// ```swift
/// Reminder.select { jsonArray($0.id, $0.title, $0.tags) }  // [1,"Milk",["car"]]
/// ```
public func jsonArray(_ values: any JSONArgument...) -> SQLExpression<JSONText> {
    SQLExpression(.call("json_array", since: 3_038_000, values.map(\.jsonArgumentNode)))
}

/// An object of JSON.
///
/// ```swift
/// Reminder.select { jsonObject(("title", $0.title), ("tags", $0.tags)) }
/// ```
public func jsonObject(_ members: (String, any JSONArgument)...) -> SQLExpression<JSONText> {
    SQLExpression(.call("json_object", since: 3_038_000, members.jsonArguments))
}

/// An array of JSON in SQLite's binary form. It requires SQLite 3.45.
public func jsonbArray(_ values: any JSONArgument...) -> SQLExpression<Data> {
    SQLExpression(.call("jsonb_array", since: 3_045_000, values.map(\.jsonArgumentNode)))
}

/// An object of JSON in SQLite's binary form. It requires SQLite 3.45.
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
    /// All values, NULL included, as a JSON array; an empty one if there are none.
    ///
    /// - Parameter order: the order of the values, which requires SQLite 3.44; without one it is
    ///   arbitrary.
    @_disfavoredOverload
    public func jsonGroupArray(
        distinct: Bool = false, filter: (any SQLCondition)? = nil,
        order: [any OrderingTerm] = []
    ) -> SQLExpression<JSONText> {
        jsonGroup("json_group_array", distinct, filter, order)
    }

    /// All values, NULL included, as an array that is decoded from JSON; an empty one if there are
    /// none.
    ///
    /// - Parameter order: the order of the values, which requires SQLite 3.44; without one it is
    ///   arbitrary.
    public func jsonGroupArray(
        distinct: Bool = false, filter: (any SQLCondition)? = nil,
        order: [any OrderingTerm] = []
    ) -> SQLExpression<JSONRepresentation<[Value]>> where Value: JSONScalar & Sendable {
        jsonGroup("json_group_array", distinct, filter, order)
    }

    /// All values as an array that is decoded from JSON; an empty one if there are none.
    ///
    /// - Parameter order: the order of the values, which requires SQLite 3.44; without one it is
    ///   arbitrary.
    public func jsonGroupArray<Content>(
        distinct: Bool = false, filter: (any SQLCondition)? = nil,
        order: [any OrderingTerm] = []
    ) -> SQLExpression<JSONRepresentation<[Content]>> where Value == JSONRepresentation<Content> {
        jsonGroup("json_group_array", distinct, filter, order)
    }

    /// All values, NULL included, as an array in SQLite's binary form of JSON. It requires SQLite
    /// 3.45.
    public func jsonbGroupArray(
        distinct: Bool = false, filter: (any SQLCondition)? = nil,
        order: [any OrderingTerm] = []
    ) -> SQLExpression<Data> {
        jsonGroup("jsonb_group_array", since: 3_045_000, distinct, filter, order)
    }
}

extension SQLExpression where Value: SQLText {
    /// An object of JSON with this text as the keys; rows where it is NULL are left out.
    ///
    /// - Parameter order: the order of the keys, which requires SQLite 3.44; without one it is
    ///   arbitrary.
    public func jsonGroupObject(
        _ value: some JSONArgument, filter: (any SQLCondition)? = nil,
        order: [any OrderingTerm] = []
    ) -> SQLExpression<JSONText> {
        jsonGroupObject("json_group_object", since: 3_038_000, value, filter, order)
    }

    /// An object of JSON in SQLite's binary form, with this text as the keys. It requires SQLite
    /// 3.45.
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
        // Libraries before 3.47 write an object without the key, which is not JSON.
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
