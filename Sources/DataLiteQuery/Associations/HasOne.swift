/// An association with at most one row for each parent, which refers to the parent.
///
/// ```swift
/// extension RemindersList { static let cover = hasOne(Cover.self, by: \.remindersListID) }
/// ```
///
/// The value is `nil` for a parent without a row. If there are several rows, it is the first one in the association's
/// order: `hasOne(Reminder.self, by: \.remindersListID).order(by: \.dueDate)` is the next reminder of each list. A
/// condition applies before the first row is chosen: with `where { !$0.isDone }`, the value is the next open reminder.
public struct HasOne<Parent: Table, Child: Table>: ToOneAssociation, _FilteredAssociation {
    var base: _AssociationPath
    public var _query: Where<Child>

    init(_ base: _AssociationPath, _ query: Where<Child>) {
        self.base = base
        _query = query
    }

    /// The path with the conditions and the order of the query. With an order, SQL returns only the first row of each
    /// parent.
    public var _path: _AssociationPath {
        var path = base.with(_query.core)
        if !_query.core.order.isEmpty { path.limit = (1, 0) }
        return path
    }

    @inlinable
    public func _load(
        _ keys: _ParentKeys, _ db: any ConnectionProtocol
    ) throws(SQLiteError) -> [Child?] {
        keys.distribute(try _path.firstRows(of: Child.self, keys, db), none: nil)
    }
}
