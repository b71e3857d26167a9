/// Drops everything in the main database. Call it in a transaction with foreign keys off.
struct DatabaseEraser {
    let connection: any ConnectionProtocol

    func erase() throws {
        // Triggers and views first, because they may refer to dropped tables. Then virtual tables, which have no root
        // page: dropping a virtual table needs and drops its shadow tables, which may precede it after a VACUUM.
        try drop("TRIGGER", where: "type = 'trigger'")
        try drop("VIEW", where: "type = 'view'")
        try drop("TABLE", where: "type = 'table' AND rootpage = 0")
        try drop("TABLE", where: "type = 'table'")
        try requireEmpty()
        try connection.setUserVersion(0)
    }

    private func drop(_ kind: String, where condition: String) throws {
        for name in try names(where: condition) {
            try connection.execute("DROP \(raw: kind) IF EXISTS main.\(identifier: name)")
        }
    }

    /// The names of the objects that can be dropped. `sqlite_sequence` cannot be dropped, but loses its rows when their
    /// tables are dropped. The statistics of `ANALYZE`, `sqlite_stat1` to `sqlite_stat4`, can be dropped.
    private func names(where condition: String) throws -> [String] {
        try connection.rows(
            """
            SELECT name FROM main.sqlite_schema
            WHERE \(raw: condition)
            """
        ).compactMap { $0.lenientValue(at: 0) }.filter { (name: String) in
            !name.isReservedBySQLite
                || (name.utf8.count == 12 && name.lowercasedASCII.hasPrefix("sqlite_stat"))
        }
    }

    private func requireEmpty() throws {
        guard let name = try names(where: "1").first else { return }
        throw SQLiteError(
            .error, message: "the database cannot be erased: \"\(MessageText.name(name))\" remains")
    }
}

// MARK: - Erasing

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
