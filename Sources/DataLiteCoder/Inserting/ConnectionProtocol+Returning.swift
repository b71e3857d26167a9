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
    ///   instead); any error from encoding the value or decoding the row. A row that cannot be decoded has been inserted.
    public func insert<Value: Encodable, Row: Decodable>(
        _ value: Value, into table: String, schema: String? = nil,
        encoder: RowEncoder = RowEncoder(), returning type: Row.Type
    ) throws -> Row {
        let command = InsertSpecification(table, schema, or: .ofInserts(Value.self))
        return try requiredRow(
            insertion(of: value, command, encoder), as: type, coder: encoder.coder)
    }

    /// Inserts a value as a row, with a conflict resolution for a row that violates a constraint, and returns the
    /// stored row. If it is `nil`, the policy of a `ConflictResolving` type applies.
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
        return try row(insertion(of: value, command, encoder), as: type, coder: encoder.coder)
    }

    /// Inserts a value as a row, or updates the row that has the same key, and returns the stored row.
    ///
    /// - Parameters:
    ///   - value: The value to insert.
    ///   - table: The name of the table.
    ///   - schema: `main`, `temp`, or the name of an attached database. If `nil`, SQLite searches them
    ///     all.
    ///   - key: The column of a primary key or a unique index.
    ///   - keys: The other columns of that key, if it has several.
    ///   - clearsNil: Whether an update sets the column of a `nil` property to NULL.
    ///   - encoder: The encoder for the value. Its coder decodes the stored row.
    ///   - type: The type of the stored row.
    /// - Throws: The same errors as ``insert(_:into:schema:encoder:returning:)``.
    public func upsert<Row: Decodable>(
        _ value: some Encodable, into table: String, schema: String? = nil,
        onConflict key: String, _ keys: String..., clearsNil: Bool = false,
        encoder: RowEncoder = RowEncoder(), returning type: Row.Type
    ) throws -> Row {
        let command = InsertSpecification(table, schema, keys: [key] + keys, clearsNil: clearsNil)
        return try withStableSchema(command) {
            try requiredRow(insertion(of: value, command, encoder), as: type, coder: encoder.coder)
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
}
