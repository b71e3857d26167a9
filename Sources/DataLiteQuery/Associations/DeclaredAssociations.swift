/// An association with the row that a foreign key refers to.
///
/// ```swift
/// extension Reminder { static let list = belongsTo(RemindersList.self, by: \.remindersListID) }
/// ```
///
/// A row that does not exist is an error: use ``optional`` if foreign keys are not enforced, or if the default scope of
/// the other table hides rows. With a foreign key that may be NULL, the association is a ``BelongsToOptional``.
public struct BelongsTo<Parent: Table, Child: Table>: ToOneAssociation {
    var base: _AssociationPath
    var query: Where<Child>

    init(_ base: _AssociationPath, _ query: Where<Child>) {
        self.base = base
        self.query = query
    }

    public var _path: _AssociationPath { base.with(query.core) }

    @inlinable
    public func _load(
        _ keys: _ParentKeys, _ db: any ConnectionProtocol
    ) throws(SQLiteError) -> [Child] {
        try keys.required(_path.firstRows(of: Child.self, keys, db), Parent.self, Child.self)
    }

    /// The row, or `nil` if it does not exist.
    public var optional: BelongsToOptional<Parent, Child> { BelongsToOptional(base, query) }

    /// The row if a condition is true, otherwise `nil`.
    public func `where`(
        @ConditionBuilder _ condition: (Child.Columns) -> SQLExpression<Bool>
    ) -> BelongsToOptional<Parent, Child> {
        BelongsToOptional(base, query.where(condition))
    }

    /// The row if a column is true, otherwise `nil`.
    public func `where`<Truth: SQLTruth>(
        _ column: KeyPath<Child.Columns, SQLExpression<Truth>>
    ) -> BelongsToOptional<Parent, Child> {
        BelongsToOptional(base, query.where(column))
    }
}

/// An association with the row that a foreign key refers to; `nil` if the key is NULL or the row does not exist.
///
/// ```swift
/// extension Album { static let artist = belongsTo(Artist.self, by: \.artistID) }   // artistID: Int?
/// ```
public struct BelongsToOptional<Parent: Table, Child: Table>: ToOneAssociation,
    _FilteredAssociation
{
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
    ) throws(SQLiteError) -> [Child?] {
        keys.distribute(try _path.firstRows(of: Child.self, keys, db), none: nil)
    }
}

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
