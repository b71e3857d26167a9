// The properties of a set of columns call these. Which one is meant follows from the type of the property; in a generic
// type only the program knows whether a parameter is a group.

extension ColumnSource {
    /// The column with a name.
    @_disfavoredOverload
    @inlinable
    public func column<Value: RowRepresentable>(_ name: String) -> SQLExpression<Value> {
        if Value._Columns.self == NoColumns.self { return SQLExpression(node(name)) }
        return SQLExpression(node(name, ofParameter: Value.self, in: nil))
    }

    /// The columns of a group, which have the names that the group gives them.
    public func column<Group: Selection>(_ name: String) -> SQLExpression<Group> {
        SQLExpression(node(name, ofGroup: Group.self, in: nil))
    }

    /// The columns of an optional group, which have the names that the group gives them.
    public func column<Group: Selection>(_ name: String) -> SQLExpression<Group?> {
        SQLExpression(node(name, ofGroup: Group.self, in: nil))
    }
}

extension ColumnSource {
    /// The column of a table or selection with a name.
    @_disfavoredOverload
    @inlinable
    public func column<Value: RowRepresentable, Model: Selection>(
        _ name: String, of model: Model.Type
    ) -> SQLExpression<Value> {
        if Value._Columns.self == NoColumns.self { return SQLExpression(node(name)) }
        return SQLExpression(node(name, ofParameter: Value.self, in: Model.columnDefinitions))
    }

    /// The columns of a group, under the names that they have in a table or selection.
    public func column<Group: Selection, Model: Selection>(
        _ name: String, of model: Model.Type
    ) -> SQLExpression<Group> {
        SQLExpression(node(name, ofGroup: Group.self, in: Model.columnDefinitions))
    }

    /// The columns of an optional group, under the names that they have in a table or selection.
    public func column<Group: Selection, Model: Selection>(
        _ name: String, of model: Model.Type
    ) -> SQLExpression<Group?> {
        SQLExpression(node(name, ofGroup: Group.self, in: Model.columnDefinitions))
    }
}

extension ColumnSource {
    /// The columns of a group, or an optional group, that is the parameter of a generic type.
    @usableFromInline
    func node<Value: RowRepresentable>(
        _ name: String, ofParameter type: Value.Type, in definitions: ColumnDefinitions?
    ) -> SQLNode {
        guard let group = ColumnDefinition.group(of: type) else { return node(name) }
        return node(name, ofGroup: group.type, in: definitions)
    }
}
