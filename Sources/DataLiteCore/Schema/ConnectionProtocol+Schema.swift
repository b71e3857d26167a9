extension ConnectionProtocol {
    /// The schema of the main database.
    ///
    /// ```swift
    /// let albums = try db.schema.table("albums")
    /// print(albums?.primaryKey ?? [], albums?.foreignKeys.map(\.parent) ?? [])
    /// ```
    ///
    /// It is read with plain statements, in time proportional to the number of tables, indexes and columns. A
    /// ``Connection`` keeps it until the schema changes, even if another process changes it; until then, reading it
    /// again costs one `PRAGMA schema_version`.
    ///
    /// - Throws: `SQLiteError` if SQLite reports an error.
    public var schema: DatabaseSchema {
        get throws(SQLiteError) {
            guard let connection = self as? Connection else { return try schema(of: "main") }
            return try connection.cachedSchema()
        }
    }

    /// The schema of a database of the connection.
    ///
    /// - Parameter database: `main`, `temp`, or the name of an attached database.
    /// - Throws: `SQLITE_ERROR` if there is no such database; `SQLiteError` if SQLite reports an error.
    public func schema(of database: String) throws(SQLiteError) -> DatabaseSchema {
        try inSchemaMethod { () throws(SQLiteError) in
            try withinTransaction(.deferred) { () throws(SQLiteError) in
                try SchemaReader(connection: self, schema: database).read()
            }
        }
    }

    /// The table or view that a name means, and its schema: a temporary one hides one of `main`, and that one those of
    /// attached databases.
    ///
    /// It has no triggers, and foreign keys that name no columns of their parents have no `parentColumns`.
    ///
    /// - Parameter schema: The only schema to search; `nil` for all.
    package func schemaTable(
        _ name: String, in schema: String?
    ) throws(SQLiteError) -> (schema: String, table: DatabaseSchema.Table)? {
        try withinTransaction(.deferred) { () throws(SQLiteError) in
            let candidates = try listedTables(named: name).map(\.schema).filter { candidate in
                schema.map { SchemaName($0) == SchemaName(candidate) } ?? true
            }
            let found =
                candidates.first { $0 == "temp" } ?? candidates.first { $0 == "main" }
                ?? candidates.first
            guard let found,
                let table = try SchemaReader(connection: self, schema: found).read(name)
            else { return nil }
            if let problem = table.problem { throw SQLiteError(.error, message: problem) }
            return (found, table)
        }
    }

    /// Whether there is a table with a name. A view is not a table.
    ///
    /// - Parameter database: `main`, `temp`, or the name of an attached database; `nil` for `main` and `temp`.
    /// - Throws: `SQLITE_ERROR` if there is no such database; `SQLiteError` if SQLite reports an error.
    public func tableExists(
        _ name: String, of database: String? = nil
    ) throws(SQLiteError) -> Bool {
        try objectExists(name, type: "table", of: database)
    }

    /// Whether there is a view with a name.
    ///
    /// - Parameter database: `main`, `temp`, or the name of an attached database; `nil` for `main` and `temp`.
    /// - Throws: `SQLITE_ERROR` if there is no such database; `SQLiteError` if SQLite reports an error.
    public func viewExists(
        _ name: String, of database: String? = nil
    ) throws(SQLiteError) -> Bool {
        try objectExists(name, type: "view", of: database)
    }

    /// Whether there is an index with a name.
    ///
    /// - Parameter database: `main`, `temp`, or the name of an attached database; `nil` for `main` and `temp`.
    /// - Throws: `SQLITE_ERROR` if there is no such database; `SQLiteError` if SQLite reports an error.
    public func indexExists(
        _ name: String, of database: String? = nil
    ) throws(SQLiteError) -> Bool {
        try objectExists(name, type: "index", of: database)
    }

    /// Whether there is a trigger with a name.
    ///
    /// - Parameter database: `main`, `temp`, or the name of an attached database; `nil` for `main` and `temp`.
    /// - Throws: `SQLITE_ERROR` if there is no such database; `SQLiteError` if SQLite reports an error.
    public func triggerExists(
        _ name: String, of database: String? = nil
    ) throws(SQLiteError) -> Bool {
        try objectExists(name, type: "trigger", of: database)
    }

    private func objectExists(
        _ name: String, type: String, of database: String?
    ) throws(SQLiteError) -> Bool {
        let tests: [SQL] = (database.map { [$0] } ?? ["main", "temp"]).map { schema in
            """
            EXISTS (
                SELECT 1 FROM \(identifier: schema).sqlite_master
                WHERE type = \(type) AND name = \(name) COLLATE NOCASE
            )
            """
        }
        return try value("SELECT \(tests.joined(separator: " OR "))", as: Bool.self) ?? false
    }

    /// The rows that refer to a row that does not exist, whether or not foreign keys are enforced.
    ///
    /// The check reads the whole table, or the whole database. C: `PRAGMA foreign_key_check`.
    ///
    /// - Parameters:
    ///   - table: The table with the foreign keys; `nil` for all tables.
    ///   - database: `main`, `temp`, or the name of an attached database.
    ///   - limit: The largest number of violations to return.
    /// - Throws: `SQLiteError` if there is no such table, or if SQLite reports an error, such as a foreign key that
    ///   refers to columns that are not unique.
    public func foreignKeyViolations(
        in table: String? = nil, of database: String = "main", limit: Int = .max
    ) throws(SQLiteError) -> [ForeignKeyViolation] {
        let check: SQL =
            table.map { "PRAGMA \(identifier: database).foreign_key_check(\(identifier: $0))" }
            ?? "PRAGMA \(identifier: database).foreign_key_check"
        let cursor = try cursor(check)
        var rows: [SQLiteRow] = []
        while rows.count < limit, let row = try cursor.next() { rows.append(row) }
        try cursor.close()
        // A table can have more violations than keys.
        var keys: [String: [Int64: [String]]] = [:]
        var violations: [ForeignKeyViolation] = []
        for row in rows {
            let table: String = row.lenientValue(at: 0) ?? ""
            if keys[table] == nil { keys[table] = try foreignKeyColumns(of: table, database) }
            violations.append(
                ForeignKeyViolation(
                    table: table, rowID: row.lenientValue(at: 1),
                    columns: keys[table]?[row.lenientValue(at: 3) ?? -1] ?? [],
                    parent: row.lenientValue(at: 2) ?? ""))
        }
        return violations
    }

    /// The columns of each foreign key of a table, by its number.
    private func foreignKeyColumns(
        of table: String, _ database: String
    ) throws(SQLiteError) -> [Int64: [String]] {
        let rows = try rows(
            """
            SELECT id, "from" FROM pragma_foreign_key_list(\(table), \(database)) ORDER BY id, seq
            """)
        var columns: [Int64: [String]] = [:]
        for row in rows {
            guard let column: String = row.lenientValue(at: 1) else { continue }
            columns[row.lenientValue(at: 0) ?? -1, default: []].append(column)
        }
        return columns
    }
}

/// A row that refers to a row that does not exist.
public struct ForeignKeyViolation: Equatable, Sendable {
    /// The table of the row.
    public let table: String

    /// The rowid of the row; `nil` in a `WITHOUT ROWID` table.
    public let rowID: Int64?

    /// The columns that refer to the other table.
    public let columns: [String]

    /// The table that the row refers to.
    public let parent: String

    /// Creates a violation.
    package init(table: String, rowID: Int64?, columns: [String], parent: String) {
        self.table = table
        self.rowID = rowID
        self.columns = columns
        self.parent = parent
    }
}

extension ForeignKeyViolation: CustomStringConvertible {
    /// `row 7 of "albums" ("artist_id") refers to a missing row of "artists"`
    public var description: String {
        let row = rowID.map { "row \($0)" } ?? "a row"
        let key = columns.isEmpty ? "" : " (\(MessageText.names(columns)))"
        let (table, parent) = (MessageText.name(table), MessageText.name(parent))
        return "\(row) of \"\(table)\"\(key) refers to a missing row of \"\(parent)\""
    }
}

// MARK: - Cached schema

/// The schema of the main database as it was committed, with its version.
private final class CachedSchema {
    let version: Int64
    let schema: DatabaseSchema

    init(version: Int64, schema: DatabaseSchema) {
        self.version = version
        self.schema = schema
    }
}

extension ConnectionProtocol {
    /// Marks the statements of a closure as those of the library: see ``Connection/runsSchemaMethod``.
    package func inSchemaMethod<R>(
        _ body: () throws(SQLiteError) -> R
    ) throws(SQLiteError) -> R {
        guard let handle = sqliteConnection?.takeUnretainedValue().handle else { return try body() }
        let isNested = handle.runsSchemaMethod
        handle.runsSchemaMethod = true
        defer { handle.runsSchemaMethod = isNested }
        return try body()
    }
}

extension Connection {
    /// Whether a method of the library that reads or changes the schema is running: its reads are not statements of the
    /// program.
    package var runsSchemaMethod: Bool { handle.runsSchemaMethod }

    /// The schema of the main database, which is read only if it has changed.
    func cachedSchema() throws(SQLiteError) -> DatabaseSchema {
        try inSchemaMethod(readOrCachedSchema)
    }

    private func readOrCachedSchema() throws(SQLiteError) -> DatabaseSchema {
        try withinTransaction(.deferred) { () throws(SQLiteError) in
            let version: Int64? = try value("PRAGMA main.schema_version")
            if let cached = companions[CachedSchema.self], cached.version == version {
                return cached.schema
            }
            let schema = try SchemaReader(connection: self, schema: "main").read()
            // A version that is rolled back is used again for another schema, and a module or a function that a table
            // needs can be added without a change of the version.
            let isComplete = schema.tables.allSatisfy { $0.problem == nil }
            if let version, isComplete, !handle.hasWritten {
                companions[CachedSchema.self] = CachedSchema(version: version, schema: schema)
            }
            return schema
        }
    }
}
