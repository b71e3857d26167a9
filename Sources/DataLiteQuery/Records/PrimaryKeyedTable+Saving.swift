// A row as a record: calls that insert, update or delete the row itself, even if it is outside the default scope.

extension Table {
    /// Inserts the row: `INSERT INTO "albums" ("id", "title") VALUES (?, ?)`.
    ///
    /// ```swift
    /// try Album(id: 1, title: "Kind of Blue").insert(db)
    /// ```
    ///
    /// To let SQLite choose the key, insert a draft: ``TableDraft/insert(_:or:)``.
    ///
    /// - Parameter conflict: How to handle a row that violates a constraint.
    /// - Throws: `SQLiteError` if SQLite reports an error: `SQLITE_CONSTRAINT_PRIMARYKEY` if the key is taken.
    public func insert(
        _ db: any ConnectionProtocol, or conflict: ConflictResolution? = nil
    ) throws(SQLiteError) {
        try Self.insert(or: conflict) { self }.execute(db)
    }
}

extension PrimaryKeyedTable {
    /// Updates the row that has the same primary key, or inserts the row if there is none.
    ///
    /// ```swift
    /// album.title = "Blue Train"
    /// try album.save(db)
    /// ```
    ///
    /// ```sql
    /// UPDATE "albums" SET "title" = ? WHERE "albums"."id" = ?
    /// SELECT 1 FROM "albums" WHERE "albums"."id" = ?            -- if nothing was changed
    /// INSERT INTO "albums" ("id", "title") VALUES (?, ?)        -- if there is no such row
    /// ```
    ///
    /// The statements run in a transaction, or in the open one. A row whose key is NULL is inserted; a
    /// variable of an ``AssignableKeyTable`` then gets the new key. `Album.upsert { album }` does the same in one
    /// statement, but also runs `BEFORE INSERT` triggers for a row that is then updated, and needs a unique key in the
    /// database.
    ///
    /// - Parameter conflict: How to handle a row that violates a constraint.
    /// - Throws: `SQLiteError` if SQLite reports an error. In that case nothing has been changed.
    public func save(
        _ db: any ConnectionProtocol, or conflict: ConflictResolution? = nil
    ) throws(SQLiteError) {
        let record = try EncodedRecord(self)
        guard record.hasKey else { return try insert(db, or: conflict) }
        try db.withinTransaction { () throws(SQLiteError) in
            guard try !changeRow(db, by: Self.update(self, or: conflict)) else { return }
            try insert(db, or: conflict)
        }
    }

    /// Deletes the row with the same primary key: `DELETE FROM "albums" WHERE "albums"."id" = ?`.
    ///
    /// - Returns: Whether a row was deleted, by the statement or by the trigger of a view.
    /// - Throws: `SQLiteError` if SQLite reports an error.
    @discardableResult
    public func delete(_ db: any ConnectionProtocol) throws(SQLiteError) -> Bool {
        guard try EncodedRecord(self).hasKey else { return false }
        return try db.deletesRow { () throws(SQLiteError) in
            try Self.delete(self).execute(db)
        } isStored: { () throws(SQLiteError) in
            try isStored(db)
        }
    }

    /// Returns whether the table has a row with the same primary key:
    /// `SELECT 1 FROM "albums" WHERE "albums"."id" = ?`.
    ///
    /// To ask for a key, write `try Album.find(key).exists(db)`.
    ///
    /// - Throws: `SQLiteError` if SQLite reports an error.
    public func exists(_ db: any ConnectionProtocol) throws(SQLiteError) -> Bool {
        guard try EncodedRecord(self).hasKey else { return false }
        return try isStored(db)
    }

    /// Whether the table has a row with the key, which is not NULL.
    private func isStored(_ db: any ConnectionProtocol) throws(SQLiteError) -> Bool {
        var rows = Self.unscoped
        rows.core.append(key: Self.tableDefinition, SQLNode(binding: Self.storedKey(primaryKey)))
        return try !rows.select { _ in SQLExpression<Int>(.text("1")) }.isEmpty(db)
    }

    /// Runs an update of the row.
    ///
    /// - Returns: Whether the row exists.
    func changeRow(
        _ db: any ConnectionProtocol, by update: Update<Self>
    ) throws(SQLiteError) -> Bool {
        try db.updatesRow(in: Self.schemaName) { () throws(SQLiteError) in
            try update.execute(db)
        } isStored: { () throws(SQLiteError) in
            try isStored(db)
        }
    }
}

extension PrimaryKeyedTable {
    /// Updates the row that has the same primary key, in all columns: `UPDATE "albums" SET "title" = ? WHERE
    /// "albums"."id" = ?`.
    ///
    /// `Album.update(album).execute(db)` does the same, but returns 0 if there is no such row.
    ///
    /// - Parameter conflict: How to handle a row that violates a constraint.
    /// - Throws: `SQLITE_NOTFOUND`, with a `RecordNotFound` as its `underlyingError`, if no row has the key; another
    ///   `SQLiteError` if SQLite reports an error.
    // Otherwise `Album.update(album)` might also mean this method.
    @_disfavoredOverload
    public func update(
        _ db: any ConnectionProtocol, or conflict: ConflictResolution? = nil
    ) throws(SQLiteError) {
        try write(EncodedRecord(self), Self.update(self, or: conflict), db)
    }

    /// Updates columns of the row that has the same primary key.
    ///
    /// ```swift
    /// try album.update(db, columns: \.title, \.year)
    /// ```
    ///
    /// ```sql
    /// UPDATE "albums" SET "title" = ?, "year" = ? WHERE "albums"."id" = ?
    /// ```
    ///
    /// A group stands for all its columns. A case of an enum stands for all cases, because exactly one is set. The key
    /// is not changed.
    ///
    /// - Parameters:
    ///   - conflict: How to handle a row that violates a constraint.
    ///   - column: The first column.
    ///   - others: The other columns.
    /// - Throws: The same errors as `update(_:or:)`; `SQLITE_MISUSE` for an expression that is not a column of the
    ///   table, and for a generated column.
    public func update<First: Selectable, each Other: Selectable>(
        _ db: any ConnectionProtocol, or conflict: ConflictResolution? = nil,
        columns column: KeyPath<Columns, First>, _ others: repeat KeyPath<Columns, each Other>
    ) throws(SQLiteError) {
        let columns = Self.columns
        var list = _SelectList(columns[keyPath: column])
        repeat columns[keyPath: each others]._appendColumns(to: &list)
        let record = try EncodedRecord(self)
        let positions = try record.positions(of: list)
        try write(record, Self.update(self, record, positions, or: conflict), db)
    }

    /// Updates the columns whose stored values differ from an earlier state of the row. If there are none, nothing
    /// runs.
    ///
    /// ```swift
    /// let old = try Album.find(1).fetchRequired(db)
    /// var album = old
    /// album.title = "Blue Train"
    /// let isChanged = try album.updateChanges(db, from: old)  // UPDATE "albums" SET "title" = ? ...
    /// ```
    ///
    /// Values are compared in their stored form, byte for byte: NaN is NULL, -0.0 differs from 0.0, and U+00E9 from `e`
    /// with U+0301. Generated columns are not compared. If a column of an enum differs, all its columns are written.
    ///
    /// - Parameters:
    ///   - old: The state that is in the database, as far as you know.
    ///   - conflict: How to handle a row that violates a constraint.
    /// - Returns: Whether there was something to write.
    /// - Throws: The same errors as `update(_:or:)`; `SQLITE_MISUSE` if the primary keys differ.
    @discardableResult
    public func updateChanges(
        _ db: any ConnectionProtocol, from old: Self, or conflict: ConflictResolution? = nil
    ) throws(SQLiteError) -> Bool {
        let record = try EncodedRecord(self)
        let oldRecord = try EncodedRecord(old)
        guard record.hasSameKey(as: oldRecord) else { throw .changedKey(record.table) }
        let changes = record.changes(from: oldRecord)
        guard !changes.isEmpty else { return false }
        try write(record, Self.update(self, record, changes, or: conflict), db)
        return true
    }

    /// Changes the value and updates the columns that are then stored differently. If there are none, nothing runs.
    ///
    /// ```swift
    /// let isChanged = try album.updateChanges(db) { $0.title = "Blue Train" }
    /// ```
    ///
    /// - Parameters:
    ///   - conflict: How to handle a row that violates a constraint.
    ///   - change: Changes the value.
    /// - Returns: Whether there was something to write.
    /// - Throws: The same errors as ``updateChanges(_:from:or:)``, and any error of the closure. In that case the value
    ///   is not changed.
    @discardableResult
    public mutating func updateChanges(
        _ db: any ConnectionProtocol, or conflict: ConflictResolution? = nil,
        _ change: (inout Self) throws -> Void
    ) throws -> Bool {
        var changed = self
        try change(&changed)
        let isChanged = try changed.updateChanges(db, from: self, or: conflict)
        self = changed
        return isChanged
    }

    private func write(
        _ record: EncodedRecord, _ update: Update<Self>, _ db: any ConnectionProtocol
    ) throws(SQLiteError) {
        guard record.hasKey, try changeRow(db, by: update) else { throw record.notFound }
    }

    private static func update(
        _ row: Self, _ record: EncodedRecord, _ positions: [Int], or conflict: ConflictResolution?
    ) -> Update<Self> {
        update(row, record.assignments(to: record.completingEnums(positions)), or: conflict)
    }
}

extension EncodedRecord {
    /// The positions of selected columns.
    fileprivate func positions(of list: _SelectList) throws(SQLiteError) -> [Int] {
        var positions: [Int] = []
        for name in list.columnNames {
            let position = table.columns.list.firstIndex { column in
                name.map { SQLName.same($0, column.name) } ?? false
            }
            guard let position else { throw .isNoColumn(table) }
            let column = table.columns.list[position]
            guard column.generated == nil else { throw .isGenerated(column, of: table) }
            positions.append(position)
        }
        return positions
    }
}

extension SQLiteError {
    fileprivate static func changedKey(_ table: TableDefinition) -> SQLiteError {
        SQLiteError.misuse(
            "the rows of \"\(MessageText.name(table.name))\" have different primary keys: "
                + "to change the key, write find(oldKey).update { ... }")
    }

    fileprivate static func isNoColumn(_ table: TableDefinition) -> SQLiteError {
        SQLiteError.misuse(
            "only columns of \"\(MessageText.name(table.name))\" can be updated, "
                + "not other expressions")
    }

    fileprivate static func isGenerated(
        _ column: ColumnDefinition, of table: TableDefinition
    ) -> SQLiteError {
        SQLiteError.misuse(
            "SQLite computes the column \"\(MessageText.name(column.name))\" of "
                + "\"\(MessageText.name(table.name))\": it cannot be updated")
    }
}
