import DataLiteC
import Foundation

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
