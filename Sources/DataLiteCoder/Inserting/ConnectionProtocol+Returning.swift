public import DataLiteCore

// `INSERT ... RETURNING *`, for SQLite 3.35 and newer.

extension ConnectionProtocol {
    /// Inserts a value as a row and returns the stored row, including its primary key, defaults and generated
    /// columns.
    ///
    /// ```swift
    /// let stored = try connection.insert(draft, into: "users", returning: User.self)
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value to insert.
    ///   - table: The name of the table.
    ///   - schema: `main`, `temp`, or the name of an attached database. If `nil`, SQLite searches them
    ///     all.
    ///   - encoder: The encoder for the value. Its coder decodes the stored row.
    ///   - type: The type of the stored row.
    /// - Throws: An `SQLiteError` if SQLite reports an error, or with `SQLITE_NOTFOUND` if the row was skipped, by a
    ///   trigger or by `.ignore` in the policy of a `ConflictResolving` type (with `or: nil`, the result is `nil`
    ///   instead); any error from encoding the value or decoding the row. Then nothing has been inserted; in an open
    ///   transaction, a row that cannot be decoded stays until it is rolled back.
    public func insert<Value: Encodable, Row: Decodable>(
        _ value: Value, into table: String, schema: String? = nil,
        encoder: RowEncoder = RowEncoder(), returning type: Row.Type
    ) throws -> Row {
        let command = InsertSpecification(table, schema, or: .ofInserts(Value.self))
        let sql = try insertion(of: value, command, encoder)
        guard let row = try storedRow(sql, command, type, encoder.coder) else {
            throw SQLiteError.noRow(sql.text)
        }
        return row
    }

    /// Inserts a value as a row, with a conflict resolution for a row that violates a constraint, and returns the
    /// stored row. If the conflict resolution is `nil`, the policy of a `ConflictResolving` type applies.
    ///
    /// - Returns: The stored row, or `nil` if `.ignore` skipped it.
    /// - Throws: The same errors as ``insert(_:into:schema:encoder:returning:)``.
    public func insert<Value: Encodable, Row: Decodable>(
        _ value: Value, into table: String, schema: String? = nil,
        or conflict: ConflictResolution?, encoder: RowEncoder = RowEncoder(),
        returning type: Row.Type
    ) throws -> Row? {
        let conflict = conflict ?? .ofInserts(Value.self)
        let command = InsertSpecification(table, schema, or: conflict)
        return try storedRow(insertion(of: value, command, encoder), command, type, encoder.coder)
    }

    /// Inserts a value as a row, or updates the row that has the same key, and returns the stored row.
    ///
    /// - Parameters:
    ///   - value: The value to insert.
    ///   - table: The name of the table.
    ///   - schema: `main`, `temp`, or the name of an attached database. If `nil`, SQLite searches them
    ///     all.
    ///   - key: The column of a primary key or a unique index, or an expression of that index: `"lower(email)" as SQL`.
    ///   - keys: The other columns and expressions of that key, if it has several.
    ///   - clearsNil: Whether an update sets the column of a `nil` property to NULL.
    ///   - encoder: The encoder for the value. Its coder decodes the stored row.
    ///   - type: The type of the stored row.
    /// - Throws: The same errors as ``insert(_:into:schema:encoder:returning:)``.
    public func upsert<Row: Decodable>(
        _ value: some Encodable, into table: String, schema: String? = nil,
        onConflict key: any ConflictKey, _ keys: any ConflictKey..., clearsNil: Bool = false,
        encoder: RowEncoder = RowEncoder(), returning type: Row.Type
    ) throws -> Row {
        let command = InsertSpecification(table, schema, keys: [key] + keys, clearsNil: clearsNil)
        return try withStableSchema(command) {
            let sql = try insertion(of: value, command, encoder)
            guard let row = try storedRow(sql, command, type, encoder.coder) else {
                throw SQLiteError.noRow(sql.text)
            }
            return row
        }
    }

    private func insertion(
        of value: some Encodable, _ command: InsertSpecification, _ encoder: RowEncoder
    ) throws -> SQL {
        let writer = CodableRowWriter(
            nils: command.nils(encoder), excluded: encoder.excludedColumns)
        writer.beginRun(encoder.coder)
        try writer.write(value)
        let row = writer.rows
        let sql = command.sql(
            row.columns, rows: 1, updatable: try updatableColumns(command), unset: row.unset,
            returnsRow: true)
        return SQL(raw: sql, parameters: row.values)
    }

    /// Runs an insert, and returns its row as it is after the triggers.
    ///
    /// SQLite computes the row that it returns before the triggers after the insert run. If they have changed rows, the
    /// row is read again.
    private func storedRow<Row: Decodable>(
        _ sql: SQL, _ command: InsertSpecification, _ type: Row.Type, _ coder: SQLiteCoder
    ) throws -> Row? {
        let changes = triggeredChanges
        var row: Row?
        var returned: SQLiteRow?
        var scope: TransactionScope?
        do {
            let lease = try boundStatement(sql)
            try lease.forEachRow(coder) { reader in
                guard triggeredChanges == changes else {
                    // Otherwise the end of the statement would commit before the row is read again.
                    if isAutocommit { scope = try beginScope(.deferred) }
                    returned = lease.currentRow()
                    return false
                }
                row = try reader.read(type)
                return false
            }
            if let returned {
                row =
                    try storedRow(of: returned, command, type, coder)
                    ?? coder.decode(type, from: returned)
            }
            if let scope { try finish(scope) }
        } catch {
            if let scope { undo(scope) }
            throw error
        }
        return row
    }

    /// The row with the key of a row that SQLite has returned; `nil` if there is none.
    private func storedRow<Row: Decodable>(
        of returned: SQLiteRow, _ command: InsertSpecification, _ type: Row.Type,
        _ coder: SQLiteCoder
    ) throws -> Row? {
        var names = try columns(of: command, where: "pk > 0")
        if names.isEmpty { names = command.keyColumns }
        var key = returned.filter { element in
            names.contains { SQLName.matches($0, element.column) }
        }
        if names.isEmpty, try tableExists(command.table, of: command.schema) {
            key = [(column: "rowid", value: .int(lastInsertRowID))]
        }
        guard !key.isEmpty else { return nil }
        return try self.row(command.select(key), as: type, coder: coder)
    }
}
