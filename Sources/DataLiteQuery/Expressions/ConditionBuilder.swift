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
    @inlinable
    public static func buildExpression(_ condition: SQLExpression<Bool>) -> SQLExpression<Bool> {
        condition
    }

    /// A condition that may be NULL, in which case no row matches.
    @inlinable
    public static func buildExpression(_ condition: SQLExpression<Bool?>) -> SQLExpression<Bool> {
        SQLExpression<Bool>(condition.node)
    }

    @available(
        *, unavailable, message: "this is not a condition: compare the value, as in $0.count > 0"
    )
    @_disfavoredOverload
    public static func buildExpression<Value>(
        _ expression: SQLExpression<Value>
    ) -> SQLExpression<Bool> {
        while true {}
    }

    @available(*, unavailable, message: "an assignment is not a condition: write ==")
    @_disfavoredOverload
    public static func buildExpression(_ assignment: ()) -> SQLExpression<Bool> {
        while true {}
    }

    public static func buildBlock() -> SQLExpression<Bool> { SQLExpression(.always) }

    @inlinable
    public static func buildPartialBlock(first: SQLExpression<Bool>) -> SQLExpression<Bool> {
        first
    }

    public static func buildPartialBlock(
        accumulated: SQLExpression<Bool>, next: SQLExpression<Bool>
    ) -> SQLExpression<Bool> {
        if next.node.isAlways { return accumulated }
        return accumulated.node.isAlways ? next : accumulated && next
    }

    public static func buildEither(first: SQLExpression<Bool>) -> SQLExpression<Bool> { first }
    public static func buildEither(second: SQLExpression<Bool>) -> SQLExpression<Bool> { second }

    public static func buildOptional(_ condition: SQLExpression<Bool>?) -> SQLExpression<Bool> {
        condition ?? SQLExpression(.always)
    }

    public static func buildArray(_ conditions: [SQLExpression<Bool>]) -> SQLExpression<Bool> {
        conditions.reduce(SQLExpression(.always)) { buildPartialBlock(accumulated: $0, next: $1) }
    }
}
