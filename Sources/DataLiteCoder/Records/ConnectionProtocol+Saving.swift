public import DataLiteCore

// A value as the row of a table, found by its key.

extension ConnectionProtocol {
    /// Updates the row that has the key of a value, or inserts the value if there is no such row.
    ///
    /// ```swift
    /// var user = User(id: nil, name: "Ada")
    /// user.id = try connection.save(user, into: "users", key: "id")
    /// ```
    ///
    /// ```sql
    /// UPDATE "users" SET "name" = ? WHERE "users"."id" = ?
    /// SELECT 1 FROM "users" WHERE "users"."id" = ?        -- if nothing was changed
    /// INSERT INTO "users"("id", "name") VALUES (?, ?)     -- if there is no such row
    /// ```
    ///
    /// The statements run in the open transaction, or in a transaction of their own. If a property of the key is `nil`,
    /// the value is inserted without it, so that SQLite or the default of the column chooses the key.
    ///
    /// - Parameters:
    ///   - value: The value to save.
    ///   - table: The name of the table.
    ///   - schema: `main`, `temp`, or the name of an attached database. If `nil`, SQLite searches them
    ///     all.
    ///   - key: The column of a primary key or a unique index.
    ///   - keys: The other columns of that key, if it has several.
    ///   - conflict: The way SQLite handles a row that violates a constraint; if `nil`, the policy of a
    ///     `ConflictResolving` type applies to the update and to the insert.
    ///   - encoder: The encoder for the value. With `omitsNil`, an update does not change the columns of `nil`
    ///     properties.
    /// - Returns: The rowid of the new row, or `nil` if no row was inserted: a row was updated, or skipped by `.ignore`
    ///   or a trigger, or the trigger of a view handled it. In a `WITHOUT ROWID` table, the number is that of an earlier
    ///   insert.
    /// - Throws: An `SQLiteError` if SQLite reports an error, and for a key without a property; any error from encoding
    ///   the value. If this throws, nothing has been changed.
    @discardableResult
    public func save<Value: Encodable>(
        _ value: Value, into table: String, schema: String? = nil, key: String,
        _ keys: String..., or conflict: ConflictResolution? = nil,
        encoder: RowEncoder = RowEncoder()
    ) throws -> Int64? {
        let row = try KeyedRow(value, table, schema, [key] + keys, encoder)
        guard row.hasKey else {
            var encoder = encoder
            encoder.excludedColumns += row.key.filter(\.value.isNull).map(\.column)
            return try insert(value, into: table, schema: schema, or: conflict, encoder: encoder)
        }
        let save = { () throws -> Int64? in
            let update = row.update(row.others, or: conflict ?? .ofUpdates(Value.self))
            if try row.exists(in: self, updatedBy: update) { return nil }
            return try self.insert(
                value, into: table, schema: schema, or: conflict, encoder: encoder)
        }
        return isAutocommit ? try transaction(nil, save) : try save()
    }

    /// Deletes the row that has the key of a value: `DELETE FROM "users" WHERE "users"."id" = ?`.
    ///
    /// - Parameters:
    ///   - value: The value. Only the properties of the key are used.
    ///   - table: The name of the table.
    ///   - schema: `main`, `temp`, or the name of an attached database.
    ///   - key: The column of the key.
    ///   - keys: The other columns of the key, if it has several.
    ///   - encoder: The encoder for the value.
    /// - Returns: Whether a row was deleted, by the statement or by the trigger of a view.
    /// - Throws: The same errors as ``update(_:in:schema:key:_:columns:or:encoder:)``, except that a missing row is not
    ///   an error.
    @discardableResult
    public func delete(
        _ value: some Encodable, from table: String, schema: String? = nil, key: String,
        _ keys: String..., encoder: RowEncoder = RowEncoder()
    ) throws -> Bool {
        let row = try KeyedRow(value, table, schema, [key] + keys, encoder)
        return try row.hasKey && row.wasDeleted(from: self)
    }

    /// Returns whether there is a row that has the key of a value: `SELECT 1 FROM "users" WHERE "users"."id" = ?`.
    ///
    /// - Parameters:
    ///   - value: The value. Only the properties of the key are used.
    ///   - table: The name of the table.
    ///   - schema: `main`, `temp`, or the name of an attached database.
    ///   - key: The column of the key.
    ///   - keys: The other columns of the key, if it has several.
    ///   - encoder: The encoder for the value.
    /// - Throws: The same errors as ``delete(_:from:schema:key:_:encoder:)``.
    public func exists(
        _ value: some Encodable, in table: String, schema: String? = nil, key: String,
        _ keys: String..., encoder: RowEncoder = RowEncoder()
    ) throws -> Bool {
        let row = try KeyedRow(value, table, schema, [key] + keys, encoder)
        return try row.hasKey && row.exists(in: self)
    }
}

// MARK: - Updating

extension ConnectionProtocol {
    /// Updates the row that has the key of a value.
    ///
    /// ```swift
    /// try connection.update(user, in: "users", key: "id")
    /// try connection.update(user, in: "users", key: "id", columns: ["name"])
    /// ```
    ///
    /// ```sql
    /// UPDATE "users" SET "name" = ? WHERE "users"."id" = ?
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - table: The name of the table.
    ///   - schema: `main`, `temp`, or the name of an attached database. If `nil`, SQLite searches them
    ///     all.
    ///   - key: The column of a primary key or a unique index.
    ///   - keys: The other columns of that key, if it has several.
    ///   - columns: The columns to write, ignoring case. If `nil`, all columns outside the key.
    ///   - conflict: The way SQLite handles a row that violates a constraint; if `nil`, the policy of a
    ///     `ConflictResolving` type applies.
    ///   - encoder: The encoder for the value. With `omitsNil`, the columns of `nil` properties are not changed;
    ///     otherwise they become NULL.
    /// - Throws: `SQLITE_NOTFOUND`, with a `RecordNotFound` as its `underlyingError`, if no row has the key;
    ///   `SQLITE_MISUSE` for a key or a column without a property; another `SQLiteError` if SQLite reports an error;
    ///   any error from encoding the value.
    public func update<Value: Encodable>(
        _ value: Value, in table: String, schema: String? = nil, key: String,
        _ keys: String..., columns: [String]? = nil, or conflict: ConflictResolution? = nil,
        encoder: RowEncoder = RowEncoder()
    ) throws {
        let row = try KeyedRow(value, table, schema, [key] + keys, encoder)
        var written = row.others
        if let columns {
            written = row.row.filter { element in
                columns.contains { SQLName.matches($0, element.column) }
            }
            let unknown = columns.filter { name in
                !written.contains { SQLName.matches($0.column, name) }
            }
            guard unknown.isEmpty || encoder.omitsNil else {
                throw SQLiteError.noProperties(unknown, of: table)
            }
        }
        try write(written, of: row, or: conflict ?? .ofUpdates(Value.self))
    }

    /// Updates the columns whose stored form differs between a value and an earlier state of it. If no column differs,
    /// no statement runs.
    ///
    /// ```swift
    /// let isChanged = try connection.updateChanges(user, from: old, in: "users", key: "id")
    /// ```
    ///
    /// Values are compared in their stored form, byte for byte: NaN is NULL, -0.0 differs from 0.0. A property that is
    /// `nil` is NULL, whatever `omitsNil` is.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - old: The state that is in the database, as far as you know.
    ///   - table: The name of the table.
    ///   - schema: `main`, `temp`, or the name of an attached database.
    ///   - key: The column of a primary key or a unique index.
    ///   - keys: The other columns of that key, if it has several.
    ///   - conflict: The way SQLite handles a row that violates a constraint; if `nil`, the policy of a
    ///     `ConflictResolving` type applies.
    ///   - encoder: The encoder for both values.
    /// - Returns: Whether there was something to write.
    /// - Throws: The same errors as ``update(_:in:schema:key:_:columns:or:encoder:)``; `SQLITE_MISUSE` if the keys
    ///   differ.
    @discardableResult
    public func updateChanges<Value: Encodable>(
        _ value: Value, from old: Value, in table: String, schema: String? = nil, key: String,
        _ keys: String..., or conflict: ConflictResolution? = nil,
        encoder: RowEncoder = RowEncoder()
    ) throws -> Bool {
        var encoder = encoder
        encoder.omitsNil = false
        let row = try KeyedRow(value, table, schema, [key] + keys, encoder)
        let oldRow = try KeyedRow(old, table, schema, [key] + keys, encoder)
        guard zip(row.key, oldRow.key).allSatisfy({ $0.value.isStored(as: $1.value) }) else {
            throw SQLiteError.changedKey(of: table)
        }
        let changes = row.others.filter { element in
            let old = oldRow.row.first { SQLName.same($0.column, element.column) }
            return old.map { !$0.value.isStored(as: element.value) } ?? true
        }
        guard !changes.isEmpty else { return false }
        try write(changes, of: row, or: conflict ?? .ofUpdates(Value.self))
        return true
    }

    private func write(
        _ columns: [(column: String, value: SQLiteValue)], of row: KeyedRow,
        or conflict: ConflictResolution?
    ) throws {
        guard row.hasKey,
            try row.exists(in: self, updatedBy: row.update(columns, or: conflict))
        else { throw row.notFound }
    }
}
