// The properties of a set of columns call these. Which one is meant follows from the type of the property.

extension ColumnSource {
    /// The column with a name.
    @_disfavoredOverload
    @inlinable
    public func column<Value: RowRepresentable>(_ name: String) -> SQLExpression<Value> {
        SQLExpression(node(name))
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
        SQLExpression(node(name))
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
