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
