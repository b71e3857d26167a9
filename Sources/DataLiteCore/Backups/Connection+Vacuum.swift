import DataLiteC

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
