// A choice among groups. SQLite's CASE, iif, coalesce and nullif return one value, so a choice among groups is one
// choice for each of their columns.

extension SQLNode {
    /// An expression that returns one of several results.
    ///
    /// - Parameters:
    ///   - results: The results: expressions with one value each, or groups with the same columns.
    ///   - conditions: What decides. It is computed for each column.
    ///   - expression: The expression for results with one value each.
    static func choice(
        among results: [SQLNode], conditions: [SQLNode], _ expression: ([SQLNode]) -> SQLNode
    ) -> SQLNode {
        guard results.contains(where: \.isRow) else { return expression(results) }
        let rows = results.map(\.elements)
        let count = rows.lazy.map(\.count).max() ?? 0
        guard rows.allSatisfy({ $0.count == count }) else { return .row(count, of: .isNoGroup) }
        for condition in conditions {
            switch condition.repeatability {
            case .same: continue
            case .volatile: return .row(count, of: .choosesDifferently)
            // A choice that depends on a choice, which depends on another one, is not written again for each of them.
            case .tooLong: return .row(count, of: .statementTooLong)
            }
        }
        return .row((0..<count).map { position in expression(rows.map { $0[position] }) })
    }

    /// A group that cannot be computed.
    private static func row(_ count: Int, of error: SQLiteError) -> SQLNode {
        .row(Array(repeating: .failure(error), count: count))
    }

    /// `coalesce(a, b)`: the first value, or the second one if the first is NULL. A group is NULL if all its columns
    /// are.
    static func coalesce(_ first: SQLNode, _ second: SQLNode) -> SQLNode {
        guard first.isRow else {
            // A row after one value: the value is a subquery for several columns.
            guard second.isRow else { return flatCoalesce(first, second) }
            return .row(second.elements.count, of: .isNoGroup)
        }
        guard let isNull = areNull(first.elements) else { return first }
        return iif(isNull, second, first)
    }

    /// `coalesce(a, b, c)` for nested calls, which would soon be too deep for SQLite's parser. A function has at most 127
    /// arguments in older libraries.
    private static func flatCoalesce(_ first: SQLNode, _ second: SQLNode) -> SQLNode {
        let values = first.alternatives + second.alternatives
        return .call("coalesce", values.count <= 100 ? values : [first, second])
    }

    /// The arguments of a call of `coalesce`, or the node itself.
    private var alternatives: [SQLNode] {
        guard let call = fragment as? FunctionCall, case .builtIn(let name) = call.name,
            name.description == "coalesce"
        else { return [self] }
        return call.arguments
    }

    /// `nullif(a, b)`: the first value, or NULL if it equals the second one.
    static func nullif(_ first: SQLNode, _ second: SQLNode) -> SQLNode {
        guard first.isRow else {
            guard second.isRow else { return .call("nullif", [first, second]) }
            return .row(second.elements.count, of: .isNoGroup)
        }
        let null = SQLNode.row(first.elements.map { _ in .null })
        return iif(.binary(first, .is, second), null, first)
    }

    /// `iif(condition, a, b)`
    static func iif(_ condition: SQLNode, _ then: SQLNode, _ otherwise: SQLNode) -> SQLNode {
        guard then.isRow || otherwise.isRow else {
            return .call("iif", [condition, then, otherwise])
        }
        return choice(among: [then, otherwise], conditions: [condition]) {
            .call("iif", [condition] + $0)
        }
    }
}

extension SQLiteError {
    fileprivate static let isNoGroup = SQLiteError.misuse(
        "a choice among groups needs expressions for all their columns, which a subquery "
            + "for several columns is not")

    fileprivate static let choosesDifferently = SQLiteError.misuse(
        "a choice among groups computes its condition for each column, so the condition "
            + "must be deterministic, which random() is not")
}
