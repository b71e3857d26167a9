import DataLiteC

extension Connection {
    /// Marks an in-memory database of the VFS `memdb` that is a copy of a file in WAL mode as one without a WAL. Such a
    /// database has none, so the next statement would fail with `SQLITE_CANTOPEN`.
    ///
    /// C: `SQLITE_FCNTL_FILE_POINTER`, and `xWrite` of the file.
    ///
    /// See [The database header](https://www.sqlite.org/fileformat.html#file_format_version_numbers).
    func leaveWALFormat(_ schema: String) throws(SQLiteError) {
        guard try usesMemoryVFS(schema), let file = try openFile(of: schema),
            let methods = file.pointee.pMethods?.pointee
        else { return }
        var header = [UInt8](repeating: 0, count: FileFormat.headerCount)
        // An empty database has no header.
        guard methods.xRead(file, &header, Int32(header.count), 0) == SQLITE_OK,
            header.withUnsafeMutableBytes({ FileFormat.leaveWAL($0) })
        else { return }
        try check(methods.xWrite(file, &header, Int32(header.count), 0))
    }

    /// Whether the VFS of a database is `memdb`, which keeps it in memory. C: `SQLITE_FCNTL_VFS_POINTER`.
    func usesMemoryVFS(_ schema: String) throws(SQLiteError) -> Bool {
        let pointer = try handle.open()
        var vfs: UnsafeMutablePointer<sqlite3_vfs>?
        sqlite3_file_control(pointer, schema, SQLITE_FCNTL_VFS_POINTER, &vfs)
        return vfs.map { String(repairing: $0.pointee.zName) == "memdb" } ?? false
    }

    /// The open file of a database, which is an object even in memory. Connections that share a cache share it. C:
    /// `SQLITE_FCNTL_FILE_POINTER`.
    func openFile(of schema: String) throws(SQLiteError) -> UnsafeMutablePointer<sqlite3_file>? {
        let pointer = try handle.open()
        var file: UnsafeMutablePointer<sqlite3_file>?
        sqlite3_file_control(pointer, schema, SQLITE_FCNTL_FILE_POINTER, &file)
        return file
    }
}

/// The header of a database file, as far as a copy in memory needs it.
enum FileFormat {
    static let headerCount = 100

    /// Changes the version numbers from those of WAL mode, and the change counter, so that connections read the header
    /// again.
    ///
    /// - Returns: Whether the bytes are the header of a database in WAL mode.
    @discardableResult
    static func leaveWAL(_ header: UnsafeMutableRawBufferPointer) -> Bool {
        guard header.count >= headerCount, header.starts(with: Array("SQLite format 3\0".utf8)),
            header[18] == 2 || header[19] == 2
        else { return false }
        (header[18], header[19]) = (1, 1)
        let counter = header[24..<28].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } &+ 1
        for (place, shift) in [24, 16, 8, 0].enumerated() {
            // The counter, and its copy that makes the stored size of the database valid.
            header[24 + place] = UInt8(truncatingIfNeeded: counter >> shift)
            header[92 + place] = header[24 + place]
        }
        return true
    }
}

extension ConnectionProtocol {
    /// Rebuilds the main database, so that its file has no unused pages and is as small as possible. SQL: `VACUUM`.
    ///
    /// - Throws: `SQLITE_ERROR` in a transaction, and while a statement is running; `SQLITE_READONLY` if the database
    ///   can only be read; `SQLITE_FULL` if the disk has no space for a copy.
    public func vacuum() throws(SQLiteError) { try execute("VACUUM") }
}

extension Connection {
    /// Writes a copy of the main database to a new or empty file, which is unchanged on failure: see ``NewFile``.
    ///
    /// SQLite opens the file with the VFS of the main database, unless a URI names another one. The VFS of an
    /// in-memory database would create another in-memory database.
    package func vacuum(into path: String, isInMemory: Bool) throws(SQLiteError) {
        try writeNewFile(path) { (path) throws(SQLiteError) in
            let filename = try Location.file(path: path).filename(uri: false)
            try writeCopy(to: filename, isInMemory: isInMemory)
        }
    }

    private func writeCopy(to filename: String, isInMemory: Bool) throws(SQLiteError) {
        guard isInMemory, let vfs = String(repairing: sqlite3_vfs_find(nil)?.pointee.zName) else {
            try execute("VACUUM INTO \(filename)")
            return
        }
        var uri = DatabaseURI(path: filename)
        uri.vfs = vfs
        try execute("VACUUM INTO \(uri.text)")
    }
}
