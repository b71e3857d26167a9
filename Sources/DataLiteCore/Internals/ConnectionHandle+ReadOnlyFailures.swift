import DataLiteC
import Foundation

// Errors of connections that SQLite has opened for reading only. SQLite's messages do not tell the reason.

extension ConnectionHandle {
    /// Explains an error of a connection that cannot write although reading, or its owner, requires it.
    func explainReadOnly(_ error: SQLiteError) -> SQLiteError {
        let code = error.resultCode
        guard code.primary == .readonly || code.primary == .cantOpen, let pointer else {
            return error
        }
        let isReadOnly = sqlite3_db_readonly(pointer, "main") == 1
        // SQLite has opened the WAL for reading only, because it could not open it for writing. A pool replaces the
        // connection.
        if !isReadOnly, notesChanges, code.primary == .readonly { changes.insert(.settings) }
        guard isReadOnly, let path = String(repairing: sqlite3_db_filename(pointer, "main")),
            let explanation = explanation(of: code, path)
        else { return error }
        return SQLiteError(code, message: explanation, sql: error.sql, underlyingError: error)
    }

    private func explanation(of code: ResultCode, _ path: String) -> String? {
        let name = "\"\(MessageText.path(path))\""
        if code == .readonlyRollback {
            let isMain = access(path + "-journal", F_OK) == 0
            return
                "cannot read \(isMain ? name : "an attached file"): a program ended while it was writing to "
                + "the file; open the file for writing once, which undoes its changes"
        }
        // SQLITE_READONLY itself is the error of a write.
        guard code != .readonly, let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")),
            faccessat(AT_FDCWD, String(path[...folder]), W_OK, AT_EACCESS) != 0, isInWALFormat
        else { return nil }
        return
            "cannot read \(name): it is in WAL mode, and SQLite cannot create its -wal and -shm files because "
            + "the directory is read-only; set access to .immutable, or immutable=1 in the URI of a connection, if "
            + "no program changes the file, or change the file to another journal mode before it is shipped"
    }

    /// Whether the header of the main database says that it is in WAL mode. It is read through the open file, because
    /// closing another descriptor of the file would remove the locks of all connections of the process.
    private var isInWALFormat: Bool {
        var file: UnsafeMutablePointer<sqlite3_file>?
        sqlite3_file_control(pointer, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        var versions: [UInt8] = [0, 0]
        guard let file, let methods = file.pointee.pMethods?.pointee,
            methods.xRead(file, &versions, 2, 18) == SQLITE_OK
        else { return false }
        return versions.contains(2)
    }
}
