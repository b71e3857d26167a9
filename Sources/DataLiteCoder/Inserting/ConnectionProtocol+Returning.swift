public import DataLiteCore

// `INSERT ... RETURNING *`, for SQLite 3.35 and newer.

extension ConnectionProtocol {
    /// Inserts a value as a row, and returns the row as it is stored: with its row id, defaults and
    /// generated columns.
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
    ///   - encoder: How the value is written. Its coder reads the row.
    ///   - type: The type of the stored row.
    /// - Throws: what SQLite reports, and what encoding and decoding throw; `SQLITE_NOTFOUND` if a
    ///   trigger has skipped the row. A row that cannot be decoded has been inserted.
    public func insert<Row: Decodable>(
        _ value: some Encodable, into table: String, schema: String? = nil,
        encoder: RowEncoder = RowEncoder(), returning type: Row.Type
    ) throws -> Row {
        try requiredRow(
            insertion(of: value, InsertSpecification(table, schema), encoder), as: type,
            coder: encoder.coder)
    }

    /// Inserts a value as a row, with a rule for a row that breaks a constraint, and returns the row as
    /// it is stored.
    ///
    /// - Returns: The stored row; `nil` if `.ignore` has skipped it.
    /// - Throws: as ``insert(_:into:schema:encoder:returning:)``.
    public func insert<Row: Decodable>(
        _ value: some Encodable, into table: String, schema: String? = nil,
        or conflict: ConflictResolution?, encoder: RowEncoder = RowEncoder(),
        returning type: Row.Type
    ) throws -> Row? {
        let command = InsertSpecification(table, schema, or: conflict)
        return try row(insertion(of: value, command, encoder), as: type, coder: encoder.coder)
    }

    /// Inserts a value as a row, or updates the row that has the same key, and returns the row as it is
    /// stored afterwards.
    ///
    /// - Parameters:
    ///   - value: The value to insert.
    ///   - table: The name of the table.
    ///   - schema: `main`, `temp`, or the name of an attached database. If `nil`, SQLite searches them
    ///     all.
    ///   - key: The column of a primary key or a unique index.
    ///   - keys: Its other columns, if it has several.
    ///   - clearsNil: Whether an update sets a column to NULL whose property is `nil`.
    ///   - encoder: How the value is written. Its coder reads the row.
    ///   - type: The type of the stored row.
    /// - Throws: as ``insert(_:into:schema:encoder:returning:)``.
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
