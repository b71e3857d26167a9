import DataLiteC

extension Connection {
    /// The names of the databases: `main`, `temp` once it is used, and those that are attached. C:
    /// `PRAGMA database_list`.
    ///
    /// - Throws: `SQLITE_MISUSE` if the connection is closed; `SQLITE_AUTH` if an authorizer denies the pragma.
    public var databaseNames: [String] {
        get throws(SQLiteError) {
            try rows("SELECT name FROM pragma_database_list ORDER BY seq", as: String.self)
        }
    }

    /// Sets ``lastInsertRowID``, for example to 0 before a statement that may insert nothing. C:
    /// `sqlite3_set_last_insert_rowid`.
    ///
    /// - Throws: `SQLITE_MISUSE` if the connection is closed.
    public func setLastInsertRowID(_ rowID: Int64) throws(SQLiteError) {
        sqlite3_set_last_insert_rowid(try handle.open(), rowID)
    }

    /// Sets the number of prepared statements that the connection caches, and their memory.
    ///
    /// Statements above the limits are removed, those that were not used for the longest time first. In a `Database`,
    /// use the configuration: its connections are replaced after this call.
    ///
    /// - Parameters:
    ///   - capacity: The number of statements; 0 for none.
    ///   - byteCapacity: The memory in bytes, or `nil` for no change.
    /// - Throws: `SQLITE_MISUSE` if the connection is closed, or belongs to a snapshot.
    public func setStatementCacheCapacity(
        _ capacity: Int, bytes byteCapacity: Int? = nil
    ) throws(SQLiteError) {
        _ = try handle.open()
        try handle.noteSettingChange("statement cache")
        let removed = cache.setCapacity(capacity, byteCapacity: byteCapacity)
        withExtendedLifetime(removed) {}
    }
}
