// The attached databases of the connections of a pool, which attach them when they are opened.

/// The databases that were attached when a connection was opened.
struct Attachments {
    /// The statement that begins to read those in WAL mode.
    let read: SQL?
    /// The main database and the attached ones, without the last one: a table that is created there hides no other.
    let schemas: [String]
    var versions: [Int64?]
}

extension Connection {
    /// Finds the attached databases that read transactions include from their beginning: those in WAL mode, where a
    /// reader blocks no writer.
    package func includeAttachedDatabases() {
        let names = (try? attachedDatabaseNames) ?? []
        guard !names.isEmpty else { return }
        let walNames = names.filter { name in
            let mode = try? value("PRAGMA \(identifier: name).journal_mode", as: String.self)
            return mode == "wal"
        }
        let tables = (["main"] + walNames).map { "\(identifier: $0).sqlite_schema" as SQL }
        let read: SQL = "SELECT 1 FROM \(tables.joined(separator: ", ")) LIMIT 0"
        let schemas = ["main"] + names.dropLast()
        attachments = Attachments(
            read: walNames.isEmpty ? nil : read, schemas: schemas,
            versions: schemaVersions(schemas))
    }

    /// Begins to read the attached databases. Without this, the transaction would include each one from its first use,
    /// so a commit between the first uses of two databases would be seen in only one of them.
    @inline(__always)
    package func beginAttachedReads() {
        if let read = attachments?.read { beginAttachedReads(read) }
        resolveNamesAgain()
    }

    /// Empties the statement cache if another connection has changed a schema: see
    /// `ConnectionHandle.resolvesNamesAgain(_:from:)`. Call this at the beginning of a transaction.
    @inline(__always)
    package func resolveNamesAgain() {
        if attachments != nil { compareSchemaVersions() }
    }

    @inline(never)
    private func compareSchemaVersions() {
        guard let schemas = attachments?.schemas else { return }
        let versions = schemaVersions(schemas)
        guard versions != attachments?.versions else { return }
        attachments?.versions = versions
        clearStatementCache()
        // SQLite compiles statements with the schema that it has read before. It reads it again when a statement that
        // uses the database finds another version.
        for schema in schemas {
            try? makeStatement("SELECT 1 FROM \(identifier: schema).sqlite_schema LIMIT 0")
                .runOnce()
        }
    }

    private func schemaVersions(_ schemas: [String]) -> [Int64?] {
        schemas.map { schema in
            try? inSchemaMethod { () throws(SQLiteError) in
                try value("PRAGMA \(identifier: schema).schema_version")
            }
        }
    }

    /// A database that cannot be read is reported by the statement that uses it.
    @inline(never)
    private func beginAttachedReads(_ sql: SQL) {
        if let statement = transactionStatements.attachedRead {
            return (try? statement.runOnce()) ?? ()
        }
        guard let statement = try? makeStatement(sql) else { return }
        transactionStatements.attachedRead = statement
        try? statement.runOnce()
    }

    var attachedDatabaseNames: [String] {
        get throws(SQLiteError) { try databaseNames.filter { $0 != "main" && $0 != "temp" } }
    }
}
