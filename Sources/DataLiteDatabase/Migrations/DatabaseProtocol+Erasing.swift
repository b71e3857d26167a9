extension ConnectionProtocol {
    /// Drops all tables, views, indexes and triggers of the main database, and sets `PRAGMA user_version` to 0.
    ///
    /// It runs in one transaction. Attached and temporary databases stay as they are.
    ///
    /// - Throws: `SQLITE_MISUSE` inside a transaction; `SQLITE_ERROR` if something cannot be dropped.
    public func erase() throws {
        guard isAutocommit else {
            throw SQLiteError(.misuse, message: "a database cannot be erased inside a transaction")
        }
        var foreignKeys = try ForeignKeyEnforcement(self)
        do {
            // Dropping a table deletes its rows first, which could violate foreign keys.
            try foreignKeys.set(false)
            try transaction(.immediate) { try DatabaseEraser(connection: self).erase() }
            try foreignKeys.restore()
        } catch {
            try foreignKeys.restore(after: error, of: "migration")
            throw error
        }
    }
}

extension DatabaseProtocol {
    /// Drops all tables, views, indexes and triggers, and sets `PRAGMA user_version` to 0.
    public func erase() throws {
        try writeWithoutTransaction { try $0.erase() }
    }

    /// Drops all tables, views, indexes and triggers, and sets `PRAGMA user_version` to 0.
    public func erase() async throws {
        try await writeWithoutTransaction { try $0.erase() }
    }
}
