/// The operator between the conditions of a list.
public enum ConditionOperator: Sendable {
    /// All conditions must be true.
    case and
    /// At least one condition must be true.
    case or
}

extension Sequence where Element: SQLCondition {
    /// The conditions as one: `a AND b AND c`, or `a OR b OR c`.
    ///
    /// ```swift
    /// let conditions = words.map { Reminder.title.contains($0) }
    /// Reminder.where { _ in conditions.joined(operator: .or) }
    /// ```
    ///
    /// Without conditions, `.and` is true and `.or` is false.
    public func joined(operator symbol: ConditionOperator) -> SQLExpression<Bool> {
        SQLExpression(lazy.map(\.conditionNode).joined(symbol))
    }
}

extension Sequence where Element == any SQLCondition {
    /// Conditions of several types as one: `a AND b AND c`, or `a OR b OR c`.
    ///
    /// Without conditions, `.and` is true and `.or` is false.
    public func joined(operator symbol: ConditionOperator) -> SQLExpression<Bool> {
        SQLExpression(lazy.map(\.conditionNode).joined(symbol))
    }
}

extension Sequence<SQLNode> {
    fileprivate func joined(_ symbol: ConditionOperator) -> SQLNode {
        let nodes = self.lazy.filter { symbol == .or || !$0.isAlways }
        var iterator = nodes.makeIterator()
        guard let first = iterator.next() else { return symbol == .and ? .always : .isFalse }
        return IteratorSequence(iterator).reduce(first) {
            .binary($0, symbol == .and ? .and : .or, $1)
        }
    }
}
