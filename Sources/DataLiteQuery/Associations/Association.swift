/// A relation from the rows of a table to rows of another, or to values computed from them, declared once and used in
/// any number of queries.
///
/// ```swift
/// extension RemindersList { static let reminders = hasMany(Reminder.self, by: \.remindersListID) }
///
/// for (list, reminders) in try RemindersList.including(RemindersList.reminders).fetchAll(db) { ... }
/// ```
///
/// ``HasMany``, ``HasOne``, ``BelongsTo`` and ``Related`` are the associations.
public protocol Association<Parent, Value>: Sendable {
    /// The table whose rows have the value.
    associatedtype Parent: Table

    /// What each row of the table gets: an array of rows, a row, or a computed value.
    associatedtype Value: Sendable

    /// The columns of the parent by which the rows are found.
    var _parentKey: _ParentKey { get }

    /// Loads the values of some parents with one statement.
    ///
    /// - Returns: A value for each parent, in their order.
    func _load(
        _ keys: _ParentKeys, _ db: any ConnectionProtocol
    ) throws(SQLiteError) -> [Value]
}

/// The columns of a row that refer to the rows of an association: their positions in the row.
public struct _ParentKey: Sendable {
    @usableFromInline let positions: [Int]
    let error: SQLiteError?

    /// Finds columns by name.
    init<Parent: Table>(_ names: [String], of parent: Parent.Type, error: SQLiteError?) {
        let list = Parent.columnDefinitions.list
        let positions = names.compactMap { name in
            list.firstIndex { SQLName.same($0.name, name) }
        }
        self.positions = positions
        self.error =
            error ?? (positions.count == names.count ? nil : .keyIsNoColumn(of: Parent.self))
    }

    init(_ key: _ParentKey) { self = key }
}

extension SQLiteError {
    static func keyIsNoColumn(of table: any Table.Type) -> SQLiteError {
        SQLiteError.misuse(
            "an association of table \"\(table.tableName)\" needs a key that is a column "
                + "or several columns, not an expression")
    }
}

extension SQLNode {
    /// The names of the columns of a key; `nil` if it is an expression.
    var columnNames: [String]? {
        var names: [String] = []
        for node in elements {
            guard let column = node.column else { return nil }
            names.append(column.name)
        }
        return names.isEmpty ? nil : names
    }
}

// Associations that continue through another one: a join table, or a chain of foreign keys. They are loaded with one
// statement, too, which joins the tables between.

extension HasMany {
    /// The rows of another association of each row: many-to-many through a join table, or the children of the children.
    ///
    /// ```swift
    /// extension Reminder {
    ///     static let taggings = hasMany(ReminderTag.self, by: \.reminderID)
    ///     static let tags = taggings.through(ReminderTag.tag)
    /// }
    /// ```
    ///
    /// The conditions of both associations apply. The rows are in the order of the second association, then of the
    /// first, so a join table can have the order: `taggings.order(by: \.position).through(ReminderTag.tag)`. A row that
    /// is reached twice is returned twice, unless the association is ``HasMany/distinct()``.
    public func through<Next: TableAssociation>(_ next: Next) -> HasMany<Parent, Next.Child>
    where Next.Parent == Child {
        HasMany<Parent, Next.Child>(_path.through(next._path), next.childQuery)
    }
}

extension ToOneAssociation {
    /// The row of another association of the row; `nil` if one of them does not exist.
    ///
    /// ```swift
    /// static let owner = list.through(RemindersList.owner)
    /// ```
    public func through<Next: ToOneAssociation>(_ next: Next) -> HasOne<Parent, Next.Child>
    where Next.Parent == Child {
        HasOne<Parent, Next.Child>(_path.through(next._path), next.childQuery)
    }

    /// The rows of another association of the row.
    public func through<Far: Table>(_ next: HasMany<Child, Far>) -> HasMany<Parent, Far> {
        HasMany<Parent, Far>(_path.through(next._path), next.childQuery)
    }
}

extension TableAssociation {
    /// The rows of the last table with the conditions and the order of the association.
    var childQuery: Where<Child> {
        var rows = Child.associated
        let path = _path
        rows.core = path.links[path.links.count - 1].core
        return rows
    }
}

// Rows with the values of associations, each of which is loaded with one statement for the rows of all parents. The
// values of the first three are not in a parameter pack, so that an expression that includes them can also read them:
// `including(a, b).fetchAll(db).map(\.2)`.

extension Table {
    /// The rows, each with the value of an association.
    ///
    /// ```swift
    /// RemindersList.including(RemindersList.reminders)   // (RemindersList, [Reminder])
    /// ```
    @inlinable
    public static func including<A: Sendable>(
        _ a: some Association<Self, A>
    ) -> IncludingQuery<Self, (Self, A)> {
        scoped.including(a)
    }

    /// The rows, each with the values of two associations.
    @inlinable
    public static func including<A: Sendable, B: Sendable>(
        _ a: some Association<Self, A>, _ b: some Association<Self, B>
    ) -> IncludingQuery<Self, (Self, A, B)> {
        scoped.including(a, b)
    }

    /// The rows, each with the values of three associations or more.
    @inlinable
    public static func including<A: Sendable, B: Sendable, C: Sendable, each Other: Sendable>(
        _ a: some Association<Self, A>, _ b: some Association<Self, B>,
        _ c: some Association<Self, C>,
        _ others: repeat any Association<Self, each Other>
    ) -> IncludingQuery<Self, (Self, A, B, C, repeat each Other)> {
        scoped.including(a, b, c, repeat each others)
    }
}

extension RowQuery where Output: Table {
    /// The rows, each with the value of an association.
    ///
    /// ```swift
    /// RemindersList.where(\.isOpen).including(RemindersList.reminders)   // (RemindersList, [Reminder])
    /// ```
    @inlinable
    public func including<A: Sendable>(
        _ a: some Association<Output, A>
    ) -> IncludingQuery<Output, (Output, A)> {
        IncludingQuery(self, _RowPlan(a))
    }

    /// The rows, each with the values of two associations.
    @inlinable
    public func including<A: Sendable, B: Sendable>(
        _ a: some Association<Output, A>, _ b: some Association<Output, B>
    ) -> IncludingQuery<Output, (Output, A, B)> {
        IncludingQuery(self, _RowPlan(a, b))
    }

    /// The rows, each with the values of three associations or more.
    @inlinable
    public func including<A: Sendable, B: Sendable, C: Sendable, each Other: Sendable>(
        _ a: some Association<Output, A>, _ b: some Association<Output, B>,
        _ c: some Association<Output, C>, _ others: repeat any Association<Output, each Other>
    ) -> IncludingQuery<Output, (Output, A, B, C, repeat each Other)> {
        IncludingQuery(self, _RowPlan(a, b, c, repeat each others))
    }
}

// Nested associations.

extension HasMany {
    /// The rows of the association, each with the value of an association.
    ///
    /// Write the conditions of this association before `including`.
    @inlinable
    public func including<A: Sendable>(
        _ a: some Association<Child, A>
    ) -> Related<Parent, [(Child, A)]> {
        including(_RowPlan(a))
    }

    /// The rows of the association, each with the values of two associations.
    @inlinable
    public func including<A: Sendable, B: Sendable>(
        _ a: some Association<Child, A>, _ b: some Association<Child, B>
    ) -> Related<Parent, [(Child, A, B)]> {
        including(_RowPlan(a, b))
    }

    /// The rows of the association, each with the values of three associations or more.
    @inlinable
    public func including<A: Sendable, B: Sendable, C: Sendable, each Other: Sendable>(
        _ a: some Association<Child, A>, _ b: some Association<Child, B>,
        _ c: some Association<Child, C>, _ others: repeat any Association<Child, each Other>
    ) -> Related<Parent, [(Child, A, B, C, repeat each Other)]> {
        including(_RowPlan(a, b, c, repeat each others))
    }

    @inlinable
    func including<Row: Sendable>(_ plan: _RowPlan<Child, Row>) -> Related<Parent, [Row]> {
        let path = _path
        return Related(_parentKey) { (keys, db) throws(SQLiteError) in
            keys.distribute(try path.groups(plan, keys, db), none: [])
        }
    }
}

extension ToOneAssociation where Value == Child? {
    /// The row of the association with the value of an association.
    ///
    /// Write the conditions of this association before `including`.
    @inlinable
    public func including<A: Sendable>(
        _ a: some Association<Child, A>
    ) -> Related<Parent, (Child, A)?> {
        including(_RowPlan(a))
    }

    /// The row of the association with the values of two associations.
    @inlinable
    public func including<A: Sendable, B: Sendable>(
        _ a: some Association<Child, A>, _ b: some Association<Child, B>
    ) -> Related<Parent, (Child, A, B)?> {
        including(_RowPlan(a, b))
    }

    /// The row of the association with the values of three associations or more.
    @inlinable
    public func including<A: Sendable, B: Sendable, C: Sendable, each Other: Sendable>(
        _ a: some Association<Child, A>, _ b: some Association<Child, B>,
        _ c: some Association<Child, C>, _ others: repeat any Association<Child, each Other>
    ) -> Related<Parent, (Child, A, B, C, repeat each Other)?> {
        including(_RowPlan(a, b, c, repeat each others))
    }

    @inlinable
    func including<Row: Sendable>(_ plan: _RowPlan<Child, Row>) -> Related<Parent, Row?> {
        let path = _path
        return Related(_parentKey) { (keys, db) throws(SQLiteError) in
            keys.distribute(try path.firstRows(plan, keys, db), none: nil)
        }
    }
}

extension BelongsTo {
    /// The row of the association with the value of an association.
    ///
    /// Write the conditions of this association before `including`.
    @inlinable
    public func including<A: Sendable>(
        _ a: some Association<Child, A>
    ) -> Related<Parent, (Child, A)> {
        including(_RowPlan(a))
    }

    /// The row of the association with the values of two associations.
    @inlinable
    public func including<A: Sendable, B: Sendable>(
        _ a: some Association<Child, A>, _ b: some Association<Child, B>
    ) -> Related<Parent, (Child, A, B)> {
        including(_RowPlan(a, b))
    }

    /// The row of the association with the values of three associations or more.
    @inlinable
    public func including<A: Sendable, B: Sendable, C: Sendable, each Other: Sendable>(
        _ a: some Association<Child, A>, _ b: some Association<Child, B>,
        _ c: some Association<Child, C>, _ others: repeat any Association<Child, each Other>
    ) -> Related<Parent, (Child, A, B, C, repeat each Other)> {
        including(_RowPlan(a, b, c, repeat each others))
    }

    @inlinable
    func including<Row: Sendable>(_ plan: _RowPlan<Child, Row>) -> Related<Parent, Row> {
        let path = _path
        return Related(_parentKey) { (keys, db) throws(SQLiteError) in
            try keys.required(path.firstRows(plan, keys, db), Parent.self, Child.self)
        }
    }
}
