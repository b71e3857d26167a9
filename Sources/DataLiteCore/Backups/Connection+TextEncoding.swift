import DataLiteC

extension Connection {
    /// Throws if this connection could not read a database that is replaced by one of another connection, because its
    /// text is encoded differently.
    ///
    /// A connection uses one encoding for all of its databases, once it has read or created a table. C:
    /// `PRAGMA encoding`.
    func requireTextEncoding(
        of source: Connection, _ sourceSchema: String = "main", in schema: String
    ) throws(SQLiteError) {
        // The copy reports that a database is damaged.
        do throws(SQLiteError) {
            guard let new = try source.handle.textEncoding, let old = try handle.textEncoding,
                new != old, try !source.handle.isNew(sourceSchema)
            else { return }
            if schema.lowercased() == "main", try handle.hasOnlyNewDatabases { return }
            throw SQLiteError(
                .error,
                message: "cannot replace the database \"\(schema)\", whose text is encoded in "
                    + "\(old), by one in \(new): open connections could not read it; copy to a new "
                    + "file")
        } catch {
            let code = error.resultCode.primary
            guard code == .corrupt || code == .notADB else { throw error }
        }
    }
}

extension ConnectionHandle {
    fileprivate var textEncoding: String? {
        get throws(SQLiteError) { try results(of: "PRAGMA encoding", column: 0).first }
    }

    /// Whether no table was ever created in any database of the connection.
    fileprivate var hasOnlyNewDatabases: Bool {
        get throws(SQLiteError) {
            for schema in try results(of: "PRAGMA database_list", column: 1) {
                guard try isNew(schema) else { return false }
            }
            return true
        }
    }

    /// Whether no table was ever created in a database.
    fileprivate func isNew(_ schema: String) throws(SQLiteError) -> Bool {
        try number("schema_version", of: schema) == "0"
    }

    /// Whether a database has no pages, because nothing was ever written to it.
    func isEmpty(_ schema: String) throws(SQLiteError) -> Bool {
        try number("page_count", of: schema) == "0"
    }

    private func number(_ pragma: String, of schema: String) throws(SQLiteError) -> String? {
        let name = schema.replacing("\"", with: "\"\"")
        return try results(of: "PRAGMA \"\(name)\".\(pragma)", column: 0).first
    }

    /// The values in a column of the result of a statement, which no authorizer denies.
    private func results(of sql: String, column: Int32) throws(SQLiteError) -> [String] {
        let pointer = try open()
        guard canRunStatements || canRunAfterDeferredWork() else { throw refusal(of: sql) }
        let outer = authorizer
        authorizer = nil
        defer { authorizer = outer }
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        try check(sqlite3_prepare_v2(pointer, sql, -1, &statement, nil), on: pointer)
        var results: [String] = []
        while true {
            let code = sqlite3_step(statement)
            guard code == SQLITE_ROW else {
                if code != SQLITE_DONE { try check(code, on: pointer) }
                return results
            }
            if let text = sqlite3_value_text(sqlite3_column_value(statement, column)) {
                results.append(String(cString: text))
            }
        }
    }
}
