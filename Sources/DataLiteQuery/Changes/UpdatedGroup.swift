/// Columns or members that an update can set one by one: those of a group, or of a selection that is stored as JSON.
public protocol _AssignableMembers: _ColumnMembers {}

/// A group of columns in an update, or a selection that is stored as JSON, whose members are set to values:
/// `$0.period.end = 5`.
@dynamicMemberLookup
public struct UpdatedGroup<Group: RowRepresentable> where Group._Columns: _AssignableMembers {
    var expression: SQLExpression<Group>

    /// A column, with or without a representation, that is set to a value.
    public subscript<Value: RowRepresentable>(
        dynamicMember column: KeyPath<Group._Columns, SQLExpression<Value>>
    ) -> Value._Assigned {
        @available(*, unavailable, message: "the value of a column is known only to SQLite")
        get { while true {} }
        set { expression[dynamicMember: column] = SQLExpression(Value(_assigned: newValue)) }
    }

    /// A nullable column that is set to an expression that is never NULL.
    public subscript<Value>(
        dynamicMember column: KeyPath<Group._Columns, SQLExpression<Value?>>
    ) -> any SQLExpressionProtocol<Value> {
        @available(*, unavailable, message: "the column may be NULL")
        get { while true {} }
        set { expression[dynamicMember: column] = newValue.expression.optional() }
    }

    /// A group in the group.
    public subscript<Inner>(
        dynamicMember group: KeyPath<Group._Columns, SQLExpression<Inner>>
    ) -> UpdatedGroup<Inner> {
        get { UpdatedGroup<Inner>(expression: expression[dynamicMember: group]) }
        set { expression[dynamicMember: group] = newValue.expression }
    }
}

// MARK: - Compound assignment

// Compound assignment of literals and variables to a member of a group, or of a selection that is stored as JSON:
// `$0.period.end += 1`. The group can also be assigned a Swift value, so the compiler considers the operator of the
// standard library for the Swift member, and prefers an operator that is not generic.

@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Int>, rhs: Int) { lhs = lhs + rhs }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Int>, rhs: Int) { lhs = lhs - rhs }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Int>, rhs: Int) { lhs = lhs * rhs }
@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<Int>, rhs: Int) { lhs = lhs / rhs }
@_documentation(visibility: internal)
public func %= (lhs: inout SQLExpression<Int>, rhs: Int) { lhs = lhs % rhs }

@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<Double>, rhs: Double) { lhs = lhs + rhs }
@_documentation(visibility: internal)
public func -= (lhs: inout SQLExpression<Double>, rhs: Double) { lhs = lhs - rhs }
@_documentation(visibility: internal)
public func *= (lhs: inout SQLExpression<Double>, rhs: Double) { lhs = lhs * rhs }
@_documentation(visibility: internal)
public func /= (lhs: inout SQLExpression<Double>, rhs: Double) { lhs = lhs / rhs }

@_documentation(visibility: internal)
public func += (lhs: inout SQLExpression<String>, rhs: String) { lhs = lhs + rhs }
