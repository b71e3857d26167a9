/// A Swift function that is a computed property. It has no arguments, so it is also an expression without a call:
///
/// ```swift
/// @DatabaseFunction var now: Date { Date() }
///
/// let times = try Values($now).fetchAll(db)
/// ```
public protocol _PropertyDatabaseFunction: _ScalarDatabaseFunction, ScalarExpression, SQLOperand {}

extension _PropertyDatabaseFunction {
    public var _operand: SQLExpression<Value> { expression }
}
