/// An association with any number of rows for each parent.
///
/// ```swift
/// extension RemindersList { static let reminders = hasMany(Reminder.self, by: \.remindersListID) }
/// ```
///
/// A row whose foreign key is NULL belongs to no parent. Conditions, an order and a limit select and sort the rows of
/// each parent: `RemindersList.reminders.where { !$0.isDone }.order(by: \.title).limit(3)`.
public struct HasMany<Parent: Table, Child: Table>: _FilteredAssociation {
    var base: _AssociationPath
    public var _query: Where<Child>

    init(_ base: _AssociationPath, _ query: Where<Child>) {
        self.base = base
        _query = query
    }

    public var _path: _AssociationPath { base.with(_query.core) }

    @inlinable
    public func _load(
        _ keys: _ParentKeys, _ db: any ConnectionProtocol
    ) throws(SQLiteError) -> [[Child]] {
        keys.distribute(try _path.groups(of: Child.self, keys, db), none: [])
    }

    /// Limits the rows of each parent to `count`, after skipping `offset` rows: `row_number()` in a window for each
    /// parent.
    public func limit(_ count: Int, offset: Int = 0) -> Self {
        var result = self
        result.base.limit = (count, Swift.max(offset, 0))
        return result
    }

    /// Each row once for each parent, even if several rows of a join table lead to it.
    ///
    /// ```swift
    /// extension Author {
    ///     static let genres = books.through(Book.genre).distinct()
    /// }
    /// ```
    ///
    /// This applies to the whole association, even if it continues with ``through(_:)``: to its rows, their number and
    /// other aggregates, its limit, and joins. In an order of the join table, each row has the place of the first row
    /// that leads to it.
    public func distinct() -> Self {
        var result = self
        result.base.isDistinct = true
        return result
    }

    /// The number of rows of each parent.
    ///
    /// It is counted in SQL: no row is read.
    public var count: Related<Parent, Int> {
        let path = _path
        return Related(_parentKey) { (keys, db) throws(SQLiteError) in
            keys.distribute(try path.counts(keys, db), none: 0)
        }
    }

    /// An aggregate of the rows of each parent, computed in SQL. For a parent without rows, it is what SQL returns for
    /// no rows: NULL for most aggregates.
    ///
    /// ```swift
    /// RemindersList.including(RemindersList.reminders.aggregate { $0.dueDate.min() })   // (RemindersList, Date?)
    /// ```
    public func aggregate<Value: RowRepresentable>(
        _ value: (Child.Columns) -> SQLExpression<Value>
    ) -> Related<Parent, Value._Plain> where Value._Plain: Sendable {
        var query = _query
        let node = query.call(value).node
        let aggregate = AssociationAggregate(
            path: HasMany(base, query)._path, value: node, qualifier: query.core.from.qualifier)
        let decoder = _QueryDecoder(selecting: SQLExpression<Value>.self)
        return Related(_parentKey) { (keys, db) throws(SQLiteError) in
            try aggregate.values(decoder, keys, db)
        }
    }
}
