// The macro declares generated columns with a setter, so that their key paths are writable, and the compiler chooses
// these subscripts.

extension Updates {
    /// A generated column as an expression. It can be read, not assigned.
    public subscript<Value>(
        dynamicMember column: WritableKeyPath<Model.Columns, SQLExpression<Value>>
    ) -> SQLExpression<Value> {
        get { self[dynamicMember: column as KeyPath] }
        @available(
            *, unavailable,
            message: "SQLite computes a generated column: assign the columns it is computed from"
        )
        set {}
    }

    /// A generated column that is set to a value, which is a mistake.
    @_disfavoredOverload
    @_documentation(visibility: internal)
    public subscript<Value: RowRepresentable>(
        dynamicMember column: WritableKeyPath<Model.Columns, SQLExpression<Value>>
    ) -> Value._Plain {
        @available(*, unavailable, message: "the value of a column is known only to SQLite")
        get { while true {} }
        @available(
            *, unavailable,
            message: "SQLite computes a generated column: assign the columns it is computed from"
        )
        set {}
    }
}
