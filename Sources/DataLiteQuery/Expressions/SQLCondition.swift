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
