import DataLiteC
import Foundation

extension ConnectionProtocol {
    /// Rebuilds the main database, so that its file has no unused pages and is as small as possible. SQL: `VACUUM`.
    ///
    /// - Throws: `SQLITE_ERROR` in a transaction, and while a statement is running; `SQLITE_READONLY` if the database
    ///   can only be read; `SQLITE_FULL` if the disk has no space for a copy.
    public func vacuum() throws(SQLiteError) { try execute("VACUUM") }
}

extension Connection {
    /// Writes a copy of the main database to a new or empty file. On failure, a new file is deleted and an
    /// empty file stays empty.
    ///
    /// SQLite opens the file with the VFS of the main database, unless a URI names another one. The VFS of an
    /// in-memory database would create another in-memory database.
    package func vacuum(into path: String, isInMemory: Bool) throws(SQLiteError) {
        let filename = try Location.file(path: path).filename(uri: false)
        try Self.creatingFile(path, emptiesAgain: true) { () throws(SQLiteError) in
            try writeCopy(to: filename, isInMemory: isInMemory)
        }
    }

    /// Calls a closure that creates a file. On failure, a new file is deleted.
    ///
    /// A rollback journal that SQLite could not apply, because the disk is full, is deleted too: SQLite would apply it
    /// to another file that gets this name.
    ///
    /// - Parameter emptiesAgain: Whether an empty file stays empty on failure.
    package static func creatingFile<E>(
        _ path: String, emptiesAgain: Bool, _ body: () throws(E) -> Void
    ) throws(E) {
        let isNew = FileIdentity(path) == nil
        let wasEmpty = emptiesAgain && FileIdentity.size(of: path) == 0
        do throws(E) {
            try body()
        } catch {
            // The path may be a link to a file that did not exist.
            let file = isNew || wasEmpty ? realpath(path, nil) : nil
            defer { free(file) }
            if let file {
                if isNew { unlink(file) } else { truncate(file, 0) }
                unlink(String(cString: file) + "-journal")
            }
            throw error
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
