/// The schema of the main database as it was committed, with its version.
private final class CachedSchema {
    let version: Int64
    let schema: DatabaseSchema

    init(version: Int64, schema: DatabaseSchema) {
        self.version = version
        self.schema = schema
    }
}

extension Connection {
    /// The schema of the main database, which is read only if it has changed.
    func cachedSchema() throws(SQLiteError) -> DatabaseSchema {
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
