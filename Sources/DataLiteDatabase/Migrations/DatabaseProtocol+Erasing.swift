extension ConnectionProtocol {
    /// Drops all tables, views, indexes and triggers of the main database, and sets `PRAGMA user_version` to 0.
    ///
    /// It runs in one transaction. Attached and temporary databases stay as they are. If the file is damaged, SQLite
    /// replaces all its pages, without reading them. C: `SQLITE_DBCONFIG_RESET_DATABASE`.
    ///
    /// - Throws: `SQLITE_MISUSE` inside a transaction; `SQLITE_ERROR` if something cannot be dropped; `SQLITE_BUSY` if
    ///   the file is damaged and another connection uses it.
    public func erase() throws {
        guard isAutocommit else {
            throw SQLiteError.misuse("a database cannot be erased inside a transaction")
        }
        var foreignKeys = try ForeignKeyEnforcement(self)
        do {
            // Dropping a table deletes its rows first, which could violate foreign keys.
            try foreignKeys.set(false)
            try transaction(.immediate) { try DatabaseEraser(connection: self).erase() }
            try foreignKeys.restore()
        } catch {
            try foreignKeys.restore(after: error, of: "migration")
            guard (error as? SQLiteError)?.resultCode.primary == .corrupt,
                let connection = self as? Connection
            else { throw error }
            try connection.reset()
        }
    }
}

extension Connection {
    /// Erases the main database, even if it is damaged.
    fileprivate func reset() throws(SQLiteError) {
        try set(.databaseReset, isOn: true)
        do throws(SQLiteError) {
            try execute("VACUUM main")
        } catch {
            try set(.databaseReset, isOn: false)
            throw error
        }
        try set(.databaseReset, isOn: false)
    }
}

extension DatabaseProtocol {
    /// Drops all tables, views, indexes and triggers, and sets `PRAGMA user_version` to 0, even in a damaged file.
    public func erase() throws {
        try writeWithoutTransaction { try $0.erase() }
    }

    /// Drops all tables, views, indexes and triggers, and sets `PRAGMA user_version` to 0, even in a damaged file.
    public func erase() async throws {
        try await writeWithoutTransaction { try $0.erase() }
    }
}
