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
