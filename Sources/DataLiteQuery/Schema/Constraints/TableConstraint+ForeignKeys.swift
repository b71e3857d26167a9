extension TableConstraint {
    /// Columns that refer to columns of another table: `FOREIGN KEY ("room", "day") REFERENCES "rooms" ("id", "day")`.
    ///
    /// ```swift
    /// .foreignKey(\.albumID, \.position, references: Track.self, \.albumID, \.position, onDelete: .cascade)
    /// ```
    ///
    /// The other columns must be that table's primary key, or have a unique constraint or index. `createTable` throws
    /// if the numbers of columns or their types differ.
    ///
    /// - Parameters:
    ///   - column: The first column of this table. A group stands for all its columns.
    ///   - others: The other columns of this table.
    ///   - table: The other table.
    ///   - key: The first column of the other table.
    ///   - keys: The other columns of the other table, in the order of the columns of this table.
    ///   - onDelete: The action when the referenced row is deleted.
    ///   - onUpdate: The action when the referenced columns change.
    ///   - deferred: Whether the constraint is checked only when the transaction commits.
    public static func foreignKey<
        First: Selectable, each Rest: Selectable, Other: Table, Key: Selectable,
        each Keys: Selectable
    >(
        _ column: KeyPath<Model.Columns, First>,
        _ others: repeat KeyPath<Model.Columns, each Rest>,
        references table: Other.Type,
        _ key: KeyPath<Other.Columns, Key>, _ keys: repeat KeyPath<Other.Columns, each Keys>,
        onDelete: ForeignKeyAction? = nil, onUpdate: ForeignKeyAction? = nil,
        deferred: Bool = false
    ) -> Self {
        let all = Model.columns
        var list = _SelectList(all[keyPath: column])
        repeat all[keyPath: each others]._appendColumns(to: &list)
        let referenced = Other.columns
        var keyList = _SelectList(referenced[keyPath: key])
        repeat referenced[keyPath: each keys]._appendColumns(to: &keyList)
        return Self(
            .foreignKey(
                ForeignKeyDefinition(
                    columns: list.columnNames, table: table, keys: keyList.columnNames,
                    onDelete: onDelete, onUpdate: onUpdate, isDeferred: deferred)))
    }

    /// Columns that refer to the primary key of another table, which may consist of several columns.
    ///
    /// ```swift
    /// .foreignKey(\.albumID, \.position, references: Track.self, onDelete: .cascade)
    /// ```
    ///
    /// - Parameters:
    ///   - column: The first column of this table. A group stands for all its columns.
    ///   - others: The other columns of this table, in the order of the other table's key.
    ///   - table: The other table.
    ///   - onDelete: The action when the referenced row is deleted.
    ///   - onUpdate: The action when the referenced key changes.
    ///   - deferred: Whether the constraint is checked only when the transaction commits.
    public static func foreignKey<First: Selectable, each Rest: Selectable, Other: Table>(
        _ column: KeyPath<Model.Columns, First>,
        _ others: repeat KeyPath<Model.Columns, each Rest>,
        references table: Other.Type,
        onDelete: ForeignKeyAction? = nil, onUpdate: ForeignKeyAction? = nil,
        deferred: Bool = false
    ) -> Self {
        let all = Model.columns
        var list = _SelectList(all[keyPath: column])
        repeat all[keyPath: each others]._appendColumns(to: &list)
        return Self(
            .foreignKey(
                ForeignKeyDefinition(
                    columns: list.columnNames, table: table, keys: nil, onDelete: onDelete,
                    onUpdate: onUpdate, isDeferred: deferred)))
    }
}
