public import Foundation

// `@Table` and `@Selection` call these for a property with options that only one column or only a group can have.
extension ColumnDefinitions {
    /// Requires that a type is stored in one column.
    public func _requireColumn<Value: SQLiteRepresentable>(_ type: Value.Type) {}

    @available(
        *, unavailable,
        message: "a group has several columns: name them in the group, or use @Column(prefix:)"
    )
    public func _requireColumn<Group: Selection>(_ type: Group.Type) {}

    @available(
        *, unavailable,
        message: "a group has several columns: name them in the group, or use @Column(prefix:)"
    )
    public func _requireColumn<Group: Selection>(_ type: Group?.Type) {}

    /// Requires that a type is stored in one column, which has a collation.
    public func _requireCollated<Value: SQLiteRepresentable>(_ type: Value.Type) {}

    @available(
        *, unavailable,
        message: "a group has several columns: write 'collate:' at the properties of the group"
    )
    public func _requireCollated<Group: Selection>(_ type: Group.Type) {}

    @available(
        *, unavailable,
        message: "a group has several columns: write 'collate:' at the properties of the group"
    )
    public func _requireCollated<Group: Selection>(_ type: Group?.Type) {}

    /// Requires that a type is stored in one column, which has a constraint, a default, or an expression.
    public func _requireConstrained<Value: SQLiteRepresentable>(_ type: Value.Type) {}

    @available(
        *, unavailable,
        message: """
            a group has several columns: write 'unique:', 'default:', 'generated:' and 'references:' at the properties \
            of the group, or constraints of several columns in createTable
            """
    )
    public func _requireConstrained<Group: Selection>(_ type: Group.Type) {}

    @available(
        *, unavailable,
        message: """
            a group has several columns: write 'unique:', 'default:', 'generated:' and 'references:' at the properties \
            of the group, or constraints of several columns in createTable
            """
    )
    public func _requireConstrained<Group: Selection>(_ type: Group?.Type) {}

    /// Requires that a type is a group of columns.
    public func _requireGroup<Group: Selection>(_ type: Group.Type) {}

    /// Requires that a type is a group of columns.
    public func _requireGroup<Group: Selection>(_ type: Group?.Type) {}

    @available(
        *, unavailable,
        message: "'prefix:' is for a group of columns; write the name of the column instead"
    )
    public func _requireGroup<Value: SQLiteRepresentable>(_ type: Value.Type) {}

    /// Warns if a type is another name for `Date`: the table has a form for it, which a macro does not recognize.
    public func _recommendDate<Value, Form>(_ type: Value.Type, form: Form.Type) {}

    @available(
        *, deprecated,
        message: "the form of the table does not apply: write 'Date' as the type, or '@Column(as:)'"
    )
    public func _recommendDate<Form: ColumnRepresentation>(_ type: Date.Type, form: Form.Type) {}

    @available(
        *, deprecated,
        message: "the form of the table does not apply: write 'Date' as the type, or '@Column(as:)'"
    )
    public func _recommendDate<Form: ColumnRepresentation>(_ type: Date?.Type, form: Form.Type) {}

    /// Warns if a type is another name for `UUID`: the table has a form for it, which a macro does not recognize.
    public func _recommendUUID<Value, Form>(_ type: Value.Type, form: Form.Type) {}

    @available(
        *, deprecated,
        message: "the form of the table does not apply: write 'UUID' as the type, or '@Column(as:)'"
    )
    public func _recommendUUID<Form: ColumnRepresentation>(_ type: UUID.Type, form: Form.Type) {}

    @available(
        *, deprecated,
        message: "the form of the table does not apply: write 'UUID' as the type, or '@Column(as:)'"
    )
    public func _recommendUUID<Form: ColumnRepresentation>(_ type: UUID?.Type, form: Form.Type) {}
}
