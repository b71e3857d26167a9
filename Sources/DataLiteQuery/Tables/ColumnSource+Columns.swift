// The properties of a set of columns call these methods. The type of the property selects the overload. In a generic
// type, whether a parameter is a group is known only at run time.

extension ColumnSource {
    /// The column of a table or selection with a name, for values that are no group.
    @_disfavoredOverload
    @inlinable
    public func _value<Value: RowRepresentable, Model: Selection>(
        _ name: String, of model: Model.Type
    ) -> SQLExpression<Value> {
        SQLExpression(node(name))
    }

    /// The column of a table with a name, for values that are no group.
    ///
    /// - Parameter text: The column as `"table"."column"`. The names must not contain double quotes.
    @_disfavoredOverload
    @inlinable
    public func _value<Value: RowRepresentable, Model: Selection>(
        _ name: String, _ text: StaticString, of model: Model.Type
    ) -> SQLExpression<Value> {
        SQLExpression(node(name, text))
    }

    /// The column with a name.
    @_disfavoredOverload
    @inlinable
    public func column<Value: RowRepresentable>(_ name: String) -> SQLExpression<Value> {
        if Value._Columns.self == _NoColumns.self { return SQLExpression(node(name)) }
        return SQLExpression(node(name, ofParameter: Value.self, in: nil))
    }

    /// The columns of a group, with the names that the group defines.
    public func column<Group: Selection>(_ name: String) -> SQLExpression<Group> {
        SQLExpression(node(name, ofGroup: Group.self, in: nil))
    }

    /// The columns of an optional group, with the names that the group defines.
    public func column<Group: Selection>(_ name: String) -> SQLExpression<Group?> {
        SQLExpression(node(name, ofGroup: Group.self, in: nil))
    }

    /// The column of a table or selection with a name.
    @_disfavoredOverload
    @inlinable
    public func column<Value: RowRepresentable, Model: Selection>(
        _ name: String, of model: Model.Type
    ) -> SQLExpression<Value> {
        if Value._Columns.self == _NoColumns.self { return SQLExpression(node(name)) }
        return SQLExpression(node(name, ofParameter: Value.self, in: Model.columnDefinitions))
    }

    /// The columns of a group, with their names in a table or selection.
    public func column<Group: Selection, Model: Selection>(
        _ name: String, of model: Model.Type
    ) -> SQLExpression<Group> {
        SQLExpression(node(name, ofGroup: Group.self, in: Model.columnDefinitions))
    }

    /// The columns of an optional group, with their names in a table or selection.
    public func column<Group: Selection, Model: Selection>(
        _ name: String, of model: Model.Type
    ) -> SQLExpression<Group?> {
        SQLExpression(node(name, ofGroup: Group.self, in: Model.columnDefinitions))
    }

    /// The columns of a generic parameter that is a group or an optional group.
    @usableFromInline
    func node<Value: RowRepresentable>(
        _ name: String, ofParameter type: Value.Type, in definitions: ColumnDefinitions?
    ) -> SQLNode {
        guard let group = ColumnDefinition.group(of: type) else { return node(name) }
        return node(name, ofGroup: group.type, in: definitions)
    }
}
