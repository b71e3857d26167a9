/// An association with at most one row for each parent, which refers to it.
///
/// ```swift
/// extension RemindersList { static let cover = hasOne(Cover.self, by: \.remindersListID) }
/// ```
///
/// The value is `nil` for a parent without a row. If there are several rows, it is the first one in the association's
/// order: `hasOne(Reminder.self, by: \.remindersListID).order(by: \.dueDate)` is the next reminder of each list.
public struct HasOne<Parent: Table, Child: Table>: ToOneAssociation {
    var base: _AssociationPath
    var query: Where<Child>

    init(_ base: _AssociationPath, _ query: Where<Child>) {
        self.base = base
        self.query = query
    }

    /// The path with the conditions and the order of the query. With an order, SQL returns only the first row of each
    /// parent.
    public var _path: _AssociationPath {
        var path = base.with(query.core)
        if !query.core.order.isEmpty { path.limit = (1, 0) }
        return path
    }

    @inlinable
    public func _load(
        _ keys: _ParentKeys, _ db: any ConnectionProtocol
    ) throws(SQLiteError) -> [Child?] {
        keys.distribute(try _path.firstRows(of: Child.self, keys, db), none: nil)
    }
}

extension HasOne {
    /// Keeps the row only if a condition is true.
    public func `where`(
        @ConditionBuilder _ condition: (Child.Columns) -> SQLExpression<Bool>
    ) -> Self {
        HasOne(base, query.where(condition))
    }

    /// Orders the rows. The value is the first one.
    public func order(@OrderingBuilder by terms: (Child.Columns) -> [Ordering]) -> Self {
        HasOne(base, query.order(by: terms))
    }

    /// Orders the rows by a column. The value is the first one.
    public func order<Term: OrderingTerm>(by column: KeyPath<Child.Columns, Term>) -> Self {
        HasOne(base, query.order(by: column))
    }
}
