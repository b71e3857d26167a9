import DataLiteC

// Settings of the file of a database. C: sqlite3_file_control

extension Connection {
    /// The largest size of an in-memory database that was created with
    /// ``init(serialized:isReadonly:sizeLimit:configuration:)`` or in the VFS `memdb`. C: `SQLITE_FCNTL_SIZE_LIMIT`.
    ///
    /// - Throws: `SQLITE_NOTFOUND` for any other database; `SQLITE_ERROR` if no database has this name.
    public func sizeLimit(of schema: String = "main") throws(SQLiteError) -> Int64 {
        var limit: Int64 = -1
        try control(SQLITE_FCNTL_SIZE_LIMIT, schema, &limit, "size limit")
        return limit
    }

    /// Sets the largest size of an in-memory database that has a ``sizeLimit(of:)``. A write that needs more throws
    /// `SQLITE_FULL`. SQLite does not set a limit below the current size. C: `SQLITE_FCNTL_SIZE_LIMIT`.
    ///
    /// - Throws: `SQLITE_NOTFOUND` for any other database; `SQLITE_ERROR` if no database has this name; `SQLITE_MISUSE`
    ///   for a negative limit.
    public func setSizeLimit(bytes: Int64, of schema: String = "main") throws(SQLiteError) {
        guard bytes >= 0 else { throw Self.negative("size limit", bytes) }
        var limit = bytes
        try control(SQLITE_FCNTL_SIZE_LIMIT, schema, &limit, "size limit")
    }

    /// Makes the file grow and shrink in multiples of a size, which reduces fragmentation. C:
    /// `SQLITE_FCNTL_CHUNK_SIZE`.
    ///
    /// - Throws: `SQLITE_NOTFOUND` for a database in memory; `SQLITE_ERROR` if no database has this name;
    ///   `SQLITE_MISUSE` for a negative size, or one of 2 GB or more.
    public func setChunkSize(bytes: Int, of schema: String = "main") throws(SQLiteError) {
        guard var size = Int32(exactly: bytes), size >= 0 else {
            throw Self.negative("chunk size", Int64(bytes))
        }
        try handle.noteSettingChange("chunk size")
        try control(SQLITE_FCNTL_CHUNK_SIZE, schema, &size, "chunk size")
    }

    /// Whether the files `-wal` and `-shm` stay when the last connection closes, so that programs that may not create
    /// files in the directory can read the database. C: `SQLITE_FCNTL_PERSIST_WAL`.
    ///
    /// - Throws: `SQLITE_NOTFOUND` for a database in memory; `SQLITE_ERROR` if no database has this name.
    public func persistsWAL(of schema: String = "main") throws(SQLiteError) -> Bool {
        var isOn: Int32 = -1
        try control(SQLITE_FCNTL_PERSIST_WAL, schema, &isOn, "persistent WAL")
        return isOn == 1
    }

    /// Sets whether the files `-wal` and `-shm` stay when this connection is the last to close. C:
    /// `SQLITE_FCNTL_PERSIST_WAL`.
    ///
    /// - Throws: `SQLITE_NOTFOUND` for a database in memory; `SQLITE_ERROR` if no database has this name.
    public func setPersistsWAL(_ isOn: Bool, of schema: String = "main") throws(SQLiteError) {
        var value: Int32 = isOn ? 1 : 0
        try handle.noteSettingChange("persistent WAL")
        try control(SQLITE_FCNTL_PERSIST_WAL, schema, &value, "persistent WAL")
    }

    /// A number that changes whenever a database changes, by this connection or another one. C:
    /// `SQLITE_FCNTL_DATA_VERSION`.
    ///
    /// `PRAGMA data_version` changes only with commits of other connections. This number belongs to the page cache:
    /// read it after a statement has read the database.
    ///
    /// - Throws: `SQLITE_ERROR` if no database has this name.
    public func dataVersion(of schema: String = "main") throws(SQLiteError) -> UInt32 {
        var version: UInt32 = 0
        try control(SQLITE_FCNTL_DATA_VERSION, schema, &version, "data version")
        return version
    }

    /// The number of bytes at the end of each page that SQLite does not use, such as for checksums. C:
    /// `SQLITE_FCNTL_RESERVE_BYTES`.
    ///
    /// - Throws: `SQLITE_ERROR` if no database has this name.
    public func reservedBytes(of schema: String = "main") throws(SQLiteError) -> Int {
        var count: Int32 = -1
        try control(SQLITE_FCNTL_RESERVE_BYTES, schema, &count, "reserved bytes")
        return Int(count)
    }

    /// Sets the number of bytes at the end of each page that SQLite does not use. It takes effect for a new database,
    /// or with the next `VACUUM`. C: `SQLITE_FCNTL_RESERVE_BYTES`.
    ///
    /// - Throws: `SQLITE_ERROR` if no database has this name; `SQLITE_MISUSE` for a number outside 0...255.
    public func setReservedBytes(_ count: Int, of schema: String = "main") throws(SQLiteError) {
        guard (0...255).contains(count) else {
            throw SQLiteError.misuse(
                "the number of reserved bytes is \(count), but must be in 0...255")
        }
        var value = Int32(count)
        try handle.noteSettingChange("reserved bytes")
        try control(SQLITE_FCNTL_RESERVE_BYTES, schema, &value, "reserved bytes")
    }

    private func control<Value: BitwiseCopyable>(
        _ code: Int32, _ schema: String, _ value: inout Value, _ feature: String
    ) throws(SQLiteError) {
        let pointer = try handle.open()
        guard handle.canRunStatements || handle.canRunAfterDeferredWork() else {
            throw handle.refusal(of: feature)
        }
        guard isReadonly(schema) != nil else {
            throw SQLiteError(.error, message: "no database has the name \"\(schema)\"")
        }
        let result = sqlite3_file_control(pointer, schema, code, &value)
        guard result != SQLITE_NOTFOUND else {
            throw SQLiteError(
                .notFound, message: "the file of the database \"\(schema)\" has no \(feature)")
        }
        try check(result)
    }

    static func negative(_ setting: String, _ bytes: Int64) -> SQLiteError {
        SQLiteError.misuse("the \(setting) of \(bytes) bytes is out of range")
    }
}
