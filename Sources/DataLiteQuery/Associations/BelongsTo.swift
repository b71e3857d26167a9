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
