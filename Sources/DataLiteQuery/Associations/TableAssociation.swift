/// An association with the rows of a table.
public protocol TableAssociation<Parent, Child>: Association {
    /// The table with the rows of the association.
    associatedtype Child: Table

    /// The tables that lead to the rows.
    var _path: _AssociationPath { get }
}

/// An association with at most one row for each parent.
public protocol ToOneAssociation<Parent, Child>: TableAssociation {}

extension TableAssociation {
    public var _parentKey: _ParentKey {
        let path = _path
        return _ParentKey(path.parentKey, of: Parent.self, error: path.error)
    }
}
