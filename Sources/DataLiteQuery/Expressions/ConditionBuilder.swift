/// The type of a condition in SQL: `Bool`, or `Bool?` if it can be NULL.
public protocol SQLTruth: RowRepresentable where _Plain == Self {}

extension Bool: SQLTruth {}
extension Optional: SQLTruth where Wrapped == Bool {}

/// A condition: an expression that is true, false or NULL, or a Swift value. A condition that is NULL is not true.
public protocol SQLCondition: Sendable {
    /// The condition, for use where NULL is equivalent to false.
    var _condition: SQLExpression<Bool> { get }
}

extension SQLExpression: SQLCondition where Value: SQLTruth {
    public var _condition: SQLExpression<Bool> { SQLExpression<Bool>(node) }
}

extension Bool: SQLCondition {
    public var _condition: SQLExpression<Bool> { SQLExpression<Bool>(self) }
}

extension SQLCondition {
    var conditionNode: SQLNode { _condition.node }
}

/// Combines the statements of a closure into one condition, which is true if all of them are true.
///
/// ```swift
/// Reminder.where {
///     if let search { $0.title.contains(search) }
///     if hidesCompleted { !$0.isCompleted }
/// }
/// ```
@resultBuilder
public enum ConditionBuilder {
    /// The condition of a clause that is left out, which is true for all rows.
    @usableFromInline
    static var always: SQLExpression<Bool> { SQLExpression(.always) }

    // Two functions, and none that only reports a mistake: with three, the compiler would solve operators before it knows the
    // type that the closure expects, and try those of Swift's `Bool` first.

    /// Used by the compiler for a statement of the closure.
    @inlinable
    public static func buildExpression(_ condition: SQLExpression<Bool>) -> SQLExpression<Bool> {
        condition
    }

    /// Used by the compiler for a condition that may be NULL, in which case no row matches.
    @_disfavoredOverload
    @inlinable
    public static func buildExpression(_ condition: SQLExpression<Bool?>) -> SQLExpression<Bool> {
        SQLExpression<Bool>(condition.node)
    }

    @available(
        *, unavailable,
        message: "a condition is missing: for all rows, write true or leave out the clause"
    )
    public static func buildBlock() -> SQLExpression<Bool> {
        while true {}
    }

    /// Used by the compiler for the first statement.
    @inlinable
    public static func buildPartialBlock(first: SQLExpression<Bool>) -> SQLExpression<Bool> {
        first
    }

    /// Used by the compiler for each further statement.
    public static func buildPartialBlock(
        accumulated: SQLExpression<Bool>, next: SQLExpression<Bool>
    ) -> SQLExpression<Bool> {
        if next.node.isAlways { return accumulated }
        return accumulated.node.isAlways ? next : accumulated && next
    }

    /// Used by the compiler for a branch of `if` or `switch`.
    public static func buildEither(first: SQLExpression<Bool>) -> SQLExpression<Bool> { first }
    /// Used by the compiler for a branch of `if` or `switch`.
    public static func buildEither(second: SQLExpression<Bool>) -> SQLExpression<Bool> { second }

    /// Used by the compiler for an `if` without `else`.
    public static func buildOptional(_ condition: SQLExpression<Bool>?) -> SQLExpression<Bool> {
        condition ?? SQLExpression(.always)
    }

    /// Used by the compiler for a `for` loop.
    public static func buildArray(_ conditions: [SQLExpression<Bool>]) -> SQLExpression<Bool> {
        conditions.reduce(SQLExpression(.always)) { buildPartialBlock(accumulated: $0, next: $1) }
    }
}

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
