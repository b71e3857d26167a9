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
    ) -> Value._Plain {
        @available(*, unavailable, message: "the value of a column is known only to SQLite")
        get { while true {} }
        set { expression[dynamicMember: column] = SQLExpression(newValue) }
    }

    /// A column that may be NULL and is set to an expression that is not.
    public subscript<Value>(
        dynamicMember column: KeyPath<Group._Columns, SQLExpression<Value?>>
    ) -> SQLExpression<Value> {
        @available(*, unavailable, message: "the column may be NULL")
        get { SQLExpression(expression[dynamicMember: column].node) }
        set { expression[dynamicMember: column] = newValue.optional() }
    }

    /// A group in the group.
    public subscript<Inner>(
        dynamicMember group: KeyPath<Group._Columns, SQLExpression<Inner>>
    ) -> UpdatedGroup<Inner> {
        get { UpdatedGroup<Inner>(expression: expression[dynamicMember: group]) }
        set { expression[dynamicMember: group] = newValue.expression }
    }
}
