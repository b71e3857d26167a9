// The declarations of associations. The type of the foreign key must be that of the key it refers to, in the same
// representation, or an optional of it.

extension PrimaryKeyedTable {
    /// The rows of another table whose foreign key refers to the primary key of this table.
    ///
    /// ```swift
    /// extension RemindersList { static let reminders = hasMany(Reminder.self, by: \.remindersListID) }
    /// ```
    public static func hasMany<Child: Table>(
        _ child: Child.Type, by key: KeyPath<Child.Columns, SQLExpression<StoredKey>>
    ) -> HasMany<Self, Child> {
        HasMany(.to(child, tableDefinition.key, Child.columns[keyPath: key].node), child.associated)
    }

    /// The rows of another table whose optional foreign key refers to the primary key of this table.
    public static func hasMany<Child: Table>(
        _ child: Child.Type, by key: KeyPath<Child.Columns, SQLExpression<StoredKey?>>
    ) -> HasMany<Self, Child> {
        HasMany(.to(child, tableDefinition.key, Child.columns[keyPath: key].node), child.associated)
    }

    /// The row of another table whose foreign key refers to the primary key of this table.
    ///
    /// ```swift
    /// extension RemindersList { static let cover = hasOne(Cover.self, by: \.remindersListID) }
    /// ```
    public static func hasOne<Child: Table>(
        _ child: Child.Type, by key: KeyPath<Child.Columns, SQLExpression<StoredKey>>
    ) -> HasOne<Self, Child> {
        HasOne(.to(child, tableDefinition.key, Child.columns[keyPath: key].node), child.associated)
    }

    /// The row of another table whose optional foreign key refers to the primary key of this table.
    public static func hasOne<Child: Table>(
        _ child: Child.Type, by key: KeyPath<Child.Columns, SQLExpression<StoredKey?>>
    ) -> HasOne<Self, Child> {
        HasOne(.to(child, tableDefinition.key, Child.columns[keyPath: key].node), child.associated)
    }
}

extension Table {
    /// The row of another table that a foreign key of this table refers to.
    ///
    /// ```swift
    /// extension Reminder { static let list = belongsTo(RemindersList.self, by: \.remindersListID) }
    /// ```
    public static func belongsTo<Child: PrimaryKeyedTable>(
        _ child: Child.Type, by key: KeyPath<Columns, SQLExpression<Child.StoredKey>>
    ) -> BelongsTo<Self, Child> {
        BelongsTo(
            .to(child, columns[keyPath: key].node, Child.tableDefinition.key), child.associated)
    }

    /// The row of another table that an optional foreign key of this table refers to.
    ///
    /// ```swift
    /// extension Album { static let artist = belongsTo(Artist.self, by: \.artistID) }   // artistID: Int?
    /// ```
    public static func belongsTo<Child: PrimaryKeyedTable>(
        _ child: Child.Type, by key: KeyPath<Columns, SQLExpression<Child.StoredKey?>>
    ) -> BelongsToOptional<Self, Child> {
        BelongsToOptional(
            .to(child, columns[keyPath: key].node, Child.tableDefinition.key), child.associated)
    }

    /// The rows of another table whose columns have the values of columns of this table, which need not be its primary
    /// key.
    ///
    /// ```swift
    /// hasMany(Flight.self, by: \.airportCode, to: \.code)
    /// ```
    public static func hasMany<Child: Table, Key: RowRepresentable>(
        _ child: Child.Type, by key: KeyPath<Child.Columns, SQLExpression<Key>>,
        to parentKey: KeyPath<Columns, SQLExpression<Key>>
    ) -> HasMany<Self, Child> {
        HasMany(
            .to(child, columns[keyPath: parentKey].node, Child.columns[keyPath: key].node),
            child.associated)
    }

    /// The rows of another table for which several columns have the values of columns of this table.
    ///
    /// ```swift
    /// hasMany(Take.self, by: { row($0.albumID, $0.number) }, to: { row($0.albumID, $0.number) })
    /// ```
    public static func hasMany<Child: Table, each Key: RowRepresentable>(
        _ child: Child.Type, by key: (Child.Columns) -> RowExpression<repeat each Key>,
        to parentKey: (Columns) -> RowExpression<repeat each Key>
    ) -> HasMany<Self, Child> {
        HasMany(
            .to(child, .row(parentKey(columns).nodes), .row(key(Child.columns).nodes)),
            child.associated)
    }

    /// The row of another table for which several columns have the values of columns of this table.
    ///
    /// ```swift
    /// belongsTo(Song.self, by: { row($0.albumID, $0.number) }, to: { row($0.albumID, $0.number) })
    /// ```
    public static func belongsTo<Child: Table, each Key: RowRepresentable>(
        _ child: Child.Type, by key: (Columns) -> RowExpression<repeat each Key>,
        to childKey: (Child.Columns) -> RowExpression<repeat each Key>
    ) -> BelongsToOptional<Self, Child> {
        BelongsToOptional(
            .to(child, .row(key(columns).nodes), .row(childKey(Child.columns).nodes)),
            child.associated)
    }

    /// All rows of the default scope, under the table's own name: an association may be declared while the closure of
    /// another query runs.
    static var associated: Where<Self> {
        let definition = tableDefinition
        return Where<Self>(
            core: .all(definition) { Self.defaultScope() }, columns: columns,
            decoder: _QueryDecoder(direct: definition.columnCount))
    }
}

extension _AssociationPath {
    /// The path to the rows of one table.
    ///
    /// - Parameters:
    ///   - parentKey: The columns of the parent.
    ///   - key: The columns of the table that refer to them.
    static func to<Child: Table>(
        _ child: Child.Type, _ parentKey: SQLNode, _ key: SQLNode
    ) -> _AssociationPath {
        _AssociationPath(parentKey: parentKey, child.associated.core, key: key, of: child)
    }
}

// Declarations whose foreign key has another type than the primary key that it refers to. They do not compile; without
// them, the compiler would only list all declarations that do not match.

extension Table {
    @available(
        *, unavailable,
        message: """
            the foreign key must have the type of this table's primary key, in the same representation, or an optional \
            of it; for another column than the primary key, add 'to:'
            """
    )
    @_disfavoredOverload
    public static func hasMany<Child: Table, Key>(
        _ child: Child.Type, by key: KeyPath<Child.Columns, SQLExpression<Key>>
    ) -> HasMany<Self, Child> {
        while true {}
    }

    @available(
        *, unavailable,
        message: """
            the foreign key must have the type of this table's primary key, in the same representation, or an optional \
            of it
            """
    )
    @_disfavoredOverload
    public static func hasOne<Child: Table, Key>(
        _ child: Child.Type, by key: KeyPath<Child.Columns, SQLExpression<Key>>
    ) -> HasOne<Self, Child> {
        while true {}
    }

    @available(
        *, unavailable,
        message: """
            the foreign key must have the type of the other table's primary key, in the same representation, or an \
            optional of it
            """
    )
    @_disfavoredOverload
    public static func belongsTo<Child: Table, Key>(
        _ child: Child.Type, by key: KeyPath<Columns, SQLExpression<Key>>
    ) -> BelongsToOptional<Self, Child> {
        while true {}
    }
}

extension IncludingQuery {
    // A cursor reads the columns of one statement. Here, the rows of the associations are read by other statements for
    // many rows at once, and after the last row, the state that the first statement has seen ends.
    @available(
        *, unavailable,
        message: """
            associations are loaded for many rows at once: use 'fetchAll(_:)', and for a part of the rows, add a limit \
            or a condition before 'including'
            """
    )
    public func fetchCursor(_ db: any ConnectionProtocol) throws(SQLiteError) -> Cursor<Output> {
        while true {}
    }
}
