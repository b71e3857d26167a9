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
        try Self.creatingFile(path) { (filename) throws(SQLiteError) in
            try writeCopy(to: filename, isInMemory: isInMemory)
        }
    }

    /// Calls a closure with the name of a file that it creates. On failure, a new file is deleted and an empty file
    /// stays empty.
    static func creatingFile(
        _ path: String, _ body: (_ filename: String) throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        let filename = try Location.file(path: path).filename(uri: false)
        let isNew = FileIdentity(path) == nil
        let wasEmpty = FileIdentity.size(of: path) == 0
        do {
            try body(filename)
        } catch {
            if isNew {
                // The path may be a link to a file that did not exist.
                let file = realpath(path, nil)
                defer { free(file) }
                if let file { unlink(file) }
            } else if wasEmpty {
                truncate(path, 0)
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
