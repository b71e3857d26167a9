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
        try consistently { () throws(SQLiteError) in
            let version: Int64? = try value("PRAGMA main.schema_version")
            if let cached = companions[CachedSchema.self], cached.version == version {
                return cached.schema
            }
            let schema = try SchemaReader(connection: self, schema: "main").read()
            // A version that is rolled back is used again for another schema.
            if let version, !handle.hasWritten {
                companions[CachedSchema.self] = CachedSchema(version: version, schema: schema)
            }
            return schema
        }
    }
}

extension ConnectionProtocol {
    /// Runs a closure in a read transaction, so that no other connection changes the schema in between.
    func consistently<R>(
        _ body: () throws(SQLiteError) -> R
    ) throws(SQLiteError) -> R {
        guard isAutocommit else { return try body() }
        do {
            return try transaction(.deferred, body)
        } catch let error as SQLiteError {
            throw error
        } catch {
            throw SQLiteError(.error, message: "\(error)", underlyingError: error)
        }
    }
}
