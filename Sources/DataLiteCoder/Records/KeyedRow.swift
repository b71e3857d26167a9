import DataLiteCore

/// A value as the row of a table that has a key, with the statements that change this row.
struct KeyedRow {
    let table: String
    let schema: String?

    /// The columns to write, including those of the key.
    let row: SQLiteRow

    /// The columns of the key with their values.
    let key: SQLiteRow

    /// - Throws: Any error from encoding the value; `SQLITE_MISUSE` for a column of the key without a property.
    init(
        _ value: some Encodable, _ table: String, _ schema: String?, _ keys: [String],
        _ encoder: RowEncoder
    ) throws {
        self.table = table
        self.schema = schema
        row = try encoder.encode(value)
        // The key is needed even if its columns are not written.
        let isComplete = !encoder.omitsNil && encoder.excludedColumns.isEmpty
        let all = isComplete ? row : try RowEncoder(coder: encoder.coder).encode(value)
        key = SQLiteRow(
            try keys.map { name in
                guard let column = all.first(where: { SQLName.matches($0.column, name) }) else {
                    throw SQLiteError.noProperty(name, of: table)
                }
                return (column: name, value: column.value)
            })
    }

    /// Whether the key is complete. A key with a NULL identifies no row.
    var hasKey: Bool { key.allSatisfy { !$0.value.isStored(as: .null) } }

    var notFound: SQLiteError { .recordNotFound(RecordNotFound(table: table, key: key)) }

    /// The columns outside the key.
    var others: [(column: String, value: SQLiteValue)] {
        row.filter { element in !key.contains { SQLName.matches($0.column, element.column) } }
    }

    // MARK: - Statements

    /// `UPDATE "users" SET "name" = ? WHERE "users"."id" = ?`
    func update(
        _ columns: [(column: String, value: SQLiteValue)], or conflict: ConflictResolution?
    ) -> SQL {
        // A key that is set to itself finds out whether there is the row.
        let columns = columns.isEmpty ? Array(key) : columns
        let verb = conflict.map { "UPDATE OR \($0.rawValue)" } ?? "UPDATE"
        let set = columns.map { "\(quoted($0.column)) = ?" }.joined(separator: ", ")
        return SQL(
            raw: "\(verb) \(target) SET \(set)\(condition)",
            parameters: columns.map(\.value) + key.map(\.value))
    }

    /// `DELETE FROM "users" WHERE "users"."id" = ?`
    var delete: SQL {
        SQL(raw: "DELETE FROM \(target)\(condition)", parameters: key.map(\.value))
    }

    /// `SELECT 1 FROM "users" WHERE "users"."id" = ?`
    var select: SQL {
        SQL(raw: "SELECT 1 FROM \(target)\(condition)", parameters: key.map(\.value))
    }

    // With the name of the table, an unknown column cannot be taken for a string.
    private var condition: String {
        let terms = key.map { "\(quoted(table)).\(quoted($0.column)) = ?" }
        return " WHERE \(terms.joined(separator: " AND "))"
    }

    private var target: String { (schema.map { quoted($0) + "." } ?? "") + quoted(table) }

    private func quoted(_ name: String) -> String { ("\(identifier: name)" as SQL).text }

    /// Runs an update of the row.
    ///
    /// - Returns: Whether the row exists.
    func exists(
        in connection: some ConnectionProtocol, updatedBy update: SQL
    ) throws -> Bool {
        try connection.updatesRow(in: schema) {
            try connection.execute(update)
        } isStored: {
            try exists(in: connection)
        }
    }

    /// Deletes the row.
    ///
    /// - Returns: Whether a row was deleted, by the statement or by the trigger of a view.
    func wasDeleted(from connection: some ConnectionProtocol) throws -> Bool {
        try connection.deletesRow {
            try connection.execute(delete)
        } isStored: {
            try exists(in: connection)
        }
    }

    func exists(in connection: some ConnectionProtocol) throws -> Bool {
        try connection.row(select) != nil
    }
}

extension SQLiteError {
    fileprivate static func noProperty(_ name: String, of table: String) -> SQLiteError {
        SQLiteError.misuse(
            "the value has no property for the key \"\(MessageText.name(name))\" of "
                + "\"\(MessageText.name(table))\"")
    }

    static func noProperties(_ names: [String], of table: String) -> SQLiteError {
        SQLiteError.misuse(
            "the value has no property for the columns \(MessageText.names(names)) of "
                + "\"\(MessageText.name(table))\"")
    }

    static func changedKey(of table: String) -> SQLiteError {
        SQLiteError.misuse(
            "the values have different keys in \"\(MessageText.name(table))\": to change "
                + "the key, write an UPDATE statement")
    }
}
