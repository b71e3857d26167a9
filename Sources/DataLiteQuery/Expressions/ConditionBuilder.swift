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
