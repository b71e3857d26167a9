// Calls of the subclasses of `Function`. The type of the result is inferred from the context, so a
// subclass states its types once:
//
//     extension Median {
//         static func median(
//             _ value: SQLExpression<Double>, filter: (any SQLCondition)? = nil
//         ) -> SQLExpression<Double?> {
//             call(value, filter: filter)
//         }
//     }

extension Function.Scalar {
    /// A call of the function.
    ///
    /// ```swift
    /// extension Shout {
    ///     static func shout(_ text: SQLExpression<String>) -> SQLExpression<String?> { call(text) }
    /// }
    /// ```
    public static func call<Value: RowRepresentable>(
        _ arguments: any SQLExpressionProtocol...
    ) -> SQLExpression<Value> {
        SQLExpression(
            .userCall(
                name, argc: argc, arguments,
                isVolatile: !options.contains(.deterministic)))
    }
}

extension Function.Aggregate {
    /// A call of the function for a group of rows. A `Function.Window` can also be called over a
    /// window.
    ///
    /// - Parameters:
    ///   - distinct: Whether to use each distinct value once.
    ///   - filter: The condition for the rows.
    ///   - order: The order of the rows. It requires SQLite 3.44; with an older library, specifying
    ///     an order is an error.
    public static func call<Value: RowRepresentable>(
        _ arguments: any SQLExpressionProtocol..., distinct: Bool = false,
        filter: (any SQLCondition)? = nil, order: [any OrderingTerm] = []
    ) -> SQLExpression<Value> {
        SQLExpression(
            .userCall(
                name, argc: argc, arguments, isDistinct: distinct,
                order: order.flatMap(\._orderingTerm.nodes), filter: filter?.conditionNode,
                isAggregate: true))
    }
}

extension SQLNode {
    /// A call of an application-defined function.
    static func userCall(
        _ name: String, argc: Int32, _ arguments: [any _SelectableValue],
        isDistinct: Bool = false, order: [SQLNode] = [], filter: SQLNode? = nil,
        isAggregate: Bool = false, isVolatile: Bool = false, function: (any DatabaseFunction)? = nil
    ) -> SQLNode {
        // An argument with several columns, a group or a table, is passed as one argument per
        // column.
        var list = _SelectList()
        for argument in arguments { argument._appendColumns(to: &list) }
        let nodes = list.fields.map(\.node)
        guard argc < 0 || nodes.count == Int(argc) else {
            return .failure(
                SQLiteError.misuse(
                    "the function \(name) takes \(argc.counted("argument")), "
                        + "but the call has \(nodes.count)"))
        }
        return .fragment(
            FunctionCall(
                name: .user(name), arguments: nodes, isDistinct: isDistinct, order: order,
                filter: filter, isVolatile: isVolatile, isUserAggregate: isAggregate,
                function: function))
    }
}
