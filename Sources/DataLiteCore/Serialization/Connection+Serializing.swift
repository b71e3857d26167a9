import DataLiteC
public import Foundation

extension Connection {
    /// The bytes of a database, as a file would contain them: to send a database, or to store it in a value.
    ///
    /// In a transaction, the bytes contain its changes. They are the bytes of a file with a rollback journal, even if
    /// the database is in WAL mode. A database without any page has no bytes. C: `sqlite3_serialize`.
    ///
    /// - Parameter schema: `main`, `temp`, or the name of an attached database.
    /// - Throws: `SQLITE_ERROR` if no database has this name; `SQLITE_NOMEM` if there is not enough memory; the error
    ///   of reading the database, such as `SQLITE_BUSY` or `SQLITE_NOTADB`; `SQLITE_MISUSE` if the connection is
    ///   closed.
    public func serialize(_ schema: String = "main") throws(SQLiteError) -> Data {
        let pointer = try handle.open()
        try requireDatabase(named: schema)
        // SQLite does not tell why it cannot read a database.
        try execute("SELECT 1 FROM \(identifier: schema).sqlite_schema LIMIT 1")
        var size: Int64 = -1
        let bytes = sqlite3_serialize(pointer, schema, &size, 0)
        guard let bytes else {
            guard size != 0 else { return Data() }
            throw SQLiteError(
                .nomem, message: "cannot serialize the database \"\(schema)\": out of memory")
        }
        FileFormat.leaveWAL(UnsafeMutableRawBufferPointer(start: bytes, count: Int(size)))
        return Data(
            bytesNoCopy: bytes, count: Int(size),
            deallocator: .custom { bytes, _ in sqlite3_free(bytes) })
    }

    /// Replaces a database with an in-memory database that has the given bytes. The file of the database, if it has
    /// one, is not changed: the connection no longer uses it. C: `sqlite3_deserialize`.
    ///
    /// The observers of the connection are told of a commit whose changes are not known.
    ///
    /// After the main database was replaced, SQLite could use freed memory in tables such as `json_each`. So the
    /// modules of virtual tables, except full-text and R-tree tables, are removed from the connection in these cases:
    /// the database was a file, had another page size, or is shared with other connections, which keep it; `isReadonly`
    /// or `sizeLimit` is passed. In older versions of SQLite, `json_each` then no longer exists on this connection:
    /// open a new connection with ``Connection/init(serialized:isReadonly:sizeLimit:configuration:)``.
    ///
    /// The bytes are checked as far as the schema; ``ConnectionProtocol/integrityCheck(of:limit:)`` checks all of them.
    ///
    /// - Parameters:
    ///   - data: The bytes of a database: those of ``serialize(_:)``, or of a file without a WAL. No bytes are an empty
    ///     database.
    ///   - schema: `main`, or the name of an attached database.
    ///   - isReadonly: Whether writes throw `SQLITE_READONLY`. The property ``Connection/isReadonly`` is then `true`, if
    ///     the schema is `main`.
    ///   - sizeLimit: The largest size in bytes that the database may grow to, or `nil` for SQLite's limit, 1 GiB by
    ///     default. A write that needs more throws `SQLITE_FULL`.
    /// - Throws: `SQLITE_NOTADB` or `SQLITE_CORRUPT` if the bytes are not a database; `SQLITE_ERROR` if no database has
    ///   this name, for `temp`, or if the database contains tables and encodes text differently; `SQLITE_BUSY` in a transaction and while a statement is running; `SQLITE_MISUSE` if
    ///   the connection is closed, or belongs to a `Database`. Then nothing has changed.
    public func deserialize(
        _ data: Data, into schema: String = "main", isReadonly: Bool = false,
        sizeLimit: Int64? = nil
    ) throws(SQLiteError) {
        let pointer = try handle.open()
        try requireReplaceable(schema)
        try Self.requireSizeLimit(sizeLimit)
        let bytes = try SerializedDatabase(data)
        try bytes.requireTextEncoding(of: self, in: schema)
        clearStatementCache()
        let isMain = schema.lowercased() == "main"
        if isMain, !isReadonly, sizeLimit == nil, copyInMemory(bytes) { return }
        try bytes.replace(schema, of: pointer, isReadonly: isReadonly)
        delegates.expireStatements(on: pointer)
        SerializedDatabase.forgetSchemas(of: pointer)
        if isMain {
            hasReplacedMain = true
            hasReadonlyCopy = isReadonly
            SerializedDatabase.removeModules(from: pointer)
        }
        defer { delegates.contentsWereReplaced() }
        if let sizeLimit { try setSizeLimit(bytes: sizeLimit, of: schema) }
    }

    /// Copies the bytes into the main database if that is in memory and has the same page size.
    ///
    /// - Returns: Whether they were copied.
    private func copyInMemory(_ bytes: SerializedDatabase) -> Bool {
        // Other connections may share a database that has a name, or the cache of one. Newer versions of SQLite do not
        // report the name of a database in memory.
        let isNamed = handle.mainFileName != "" || (try? usesMemoryVFS("main")) != false
        guard hasReplacedMain || !isNamed, !sharesCache else { return false }
        // The limit and the mode of an earlier call would remain.
        try? setSizeLimit(bytes: 1 << 30)
        guard let scratch = try? bytes.openConnection() else { return false }
        let isCopied = (try? scratch.backup(to: self)) != nil
        try? scratch.close()
        return isCopied
    }

    /// Whether other connections use a page cache of this one, whose bytes then count in part. A database in memory with
    /// a shared cache has no name.
    private var sharesCache: Bool {
        let used = try? status(.cacheUsed).current
        return used == nil || used != (try? status(.sharedCacheUsed).current)
    }

    /// Opens an in-memory database with the bytes of a database. C: `sqlite3_deserialize`.
    ///
    /// ```swift
    /// let copy = try Connection(serialized: connection.serialize())
    /// ```
    ///
    /// - Parameters:
    ///   - data: The bytes of a database: those of ``serialize(_:)``, or of a file without a WAL.
    ///   - isReadonly: Whether writes throw `SQLITE_READONLY`, and the value of the property ``isReadonly``.
    ///   - sizeLimit: The largest size in bytes that the database may grow to, or `nil` for SQLite's limit.
    ///   - configuration: The settings; `onOpen` runs when the database has its contents. `journalMode` must be `nil`.
    /// - Throws: The errors of ``deserialize(_:into:isReadonly:sizeLimit:)`` and of the configuration.
    public convenience init(
        serialized data: Data, isReadonly: Bool = false, sizeLimit: Int64? = nil,
        configuration: Configuration = Configuration()
    ) throws(SQLiteError) {
        try Self.requireSizeLimit(sizeLimit)
        let bytes = try SerializedDatabase(data)
        let handle = try ConnectionHandle.open(
            Location.inMemory.path, flags: Options.default.rawValue, vfs: nil)
        let pointer = try handle.open()
        try bytes.replace("main", of: pointer, isReadonly: isReadonly)
        if var sizeLimit {
            try check(
                sqlite3_file_control(pointer, "main", SQLITE_FCNTL_SIZE_LIMIT, &sizeLimit),
                on: pointer)
        }
        try self.init(handle, isReadonlyCopy: isReadonly, configuration: configuration)
    }

    /// SQLite would ignore a negative limit.
    private static func requireSizeLimit(_ limit: Int64?) throws(SQLiteError) {
        if let limit, limit < 0 { throw negative("size limit", limit) }
    }

    private func requireDatabase(named schema: String) throws(SQLiteError) {
        // SQLite opens the database for temporary tables when it is first used.
        guard isReadonly(schema) == nil, schema.lowercased() != "temp" else { return }
        throw SQLiteError(.error, message: "no database has the name \"\(schema)\"")
    }

    private func requireReplaceable(_ schema: String) throws(SQLiteError) {
        guard !isPooled else {
            throw SQLiteError.misuse(
                "the connection belongs to a database: use its restore(from:) instead")
        }
        try requireDatabase(named: schema)
        guard schema.lowercased() != "temp" else {
            throw SQLiteError(.error, message: "the database \"temp\" cannot be replaced")
        }
        guard handle.canRunStatements || handle.canRunAfterDeferredWork() else {
            throw handle.refusal(of: "deserialize")
        }
        guard isAutocommit, !handle.hasRunningStatement, runningBackups == 0 else {
            throw SQLiteError(
                .busy,
                message:
                    "a database cannot be replaced in a transaction, or while a statement or a backup is "
                    + "running"
            )
        }
    }
}

// MARK: - SerializedDatabase

extension ConnectionHandle {
    /// The name of the main database's file: empty in memory, if it has no name there.
    var mainFileName: String? {
        pointer.flatMap { sqlite3_db_filename($0, "main") }.map { String(cString: $0) }
    }
}

/// The bytes of a database in memory of SQLite, checked as far as its schema.
final class SerializedDatabase {
    private let bytes: UnsafeMutableRawBufferPointer

    init(_ data: Data) throws(SQLiteError) {
        let data = try data.isEmpty ? Self.empty() : data
        guard let memory = sqlite3_malloc64(UInt64(data.count)) else {
            throw SQLiteError(.nomem, message: "out of memory")
        }
        bytes = UnsafeMutableRawBufferPointer(start: memory, count: data.count)
        data.withUnsafeBytes { bytes.copyMemory(from: $0) }
        FileFormat.leaveWAL(bytes)
        try checkSchema()
    }

    deinit { sqlite3_free(bytes.baseAddress) }

    /// Passes a copy of the bytes to a connection, which frees it.
    func replace(
        _ schema: String, of pointer: OpaquePointer, isReadonly: Bool
    ) throws(SQLiteError) {
        guard let memory = sqlite3_malloc64(UInt64(bytes.count)) else {
            throw SQLiteError(.nomem, message: "out of memory")
        }
        memory.copyMemory(from: UnsafeRawPointer(bytes.baseAddress!), byteCount: bytes.count)
        let flags =
            SQLITE_DESERIALIZE_FREEONCLOSE
            | (isReadonly ? SQLITE_DESERIALIZE_READONLY : SQLITE_DESERIALIZE_RESIZEABLE)
        // SQLite frees the copy even if this fails.
        try check(
            sqlite3_deserialize(
                pointer, schema, memory.assumingMemoryBound(to: UInt8.self), Int64(bytes.count),
                Int64(bytes.count), UInt32(flags)),
            on: pointer)
    }

    /// Makes the connection read all schemas again: triggers of temporary tables refer to the replaced schema.
    static func forgetSchemas(of pointer: OpaquePointer) {
        sqlite3_exec(pointer, "PRAGMA writable_schema = RESET", nil, nil, nil)
    }

    /// Removes the modules of tables that exist without being created, such as `pragma_table_info`.
    ///
    /// After `sqlite3_deserialize()`, SQLite uses the freed schema of the main database in such tables, and in statements
    /// until they are compiled again. It adds those modules again that it added when they were used.
    static func removeModules(from pointer: OpaquePointer) {
        let kept = ["fts3", "fts4", "fts5", "fts5vocab", "rtree", "rtree_i32", "geopoly"]
        _ = CStringList.with(kept) { list, _ in sqlite3_drop_modules(pointer, list) }
    }

    /// Throws if the bytes are not a database: SQLite would detect that only after the old database is gone.
    private func checkSchema() throws(SQLiteError) {
        let scratch = try openConnection()
        try scratch.execute("SELECT count(*) FROM sqlite_schema")
        try scratch.close()
    }

    func requireTextEncoding(of target: Connection, in schema: String) throws(SQLiteError) {
        let scratch = try openConnection()
        let result = Result { () throws(SQLiteError) in
            try target.requireTextEncoding(of: scratch, in: schema)
        }
        try scratch.close()
        try result.get()
    }

    /// Opens a connection to the bytes. Close it before they are freed.
    func openConnection() throws(SQLiteError) -> Connection {
        let scratch = try Connection(location: .inMemory)
        let pointer = try scratch.handle.open()
        try check(
            sqlite3_deserialize(
                pointer, "main", bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
                Int64(bytes.count), Int64(bytes.count), UInt32(SQLITE_DESERIALIZE_READONLY)),
            on: pointer)
        return scratch
    }

    /// The bytes of a database without tables.
    private static func empty() throws(SQLiteError) -> Data {
        let connection = try Connection(location: .inMemory)
        // The first write creates the first page.
        try connection.execute(script: "PRAGMA user_version = 1; PRAGMA user_version = 0")
        return try connection.serialize()
    }
}
