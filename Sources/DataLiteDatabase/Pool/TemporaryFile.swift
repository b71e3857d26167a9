import DataLiteCore
import Foundation

enum TemporaryFile {
    /// Creates an empty file that only this user can read. C: `mkstemps`.
    ///
    /// A name with a `UUID` would not be enough: it could be the name of another file, because the random numbers of
    /// `UUID` are constant if the system cannot open a file.
    ///
    /// - Returns: The path of the file.
    /// - Throws: `SQLITE_CANTOPEN` if the file cannot be created.
    static func create() throws(SQLiteError) -> String {
        let suffix = ".sqlite"
        let template = FileManager.default.temporaryDirectory
            .appendingPathComponent("datalite-XXXXXX" + suffix).path
        var path = Array(template.utf8CString)
        let descriptor = mkstemps(&path, Int32(suffix.utf8.count))
        guard descriptor >= 0 else {
            throw SQLiteError(
                .cantOpen,
                message: "cannot create a temporary file \"\(template)\": "
                    + String(cString: strerror(errno)))
        }
        close(descriptor)
        return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Deletes a file and the files that SQLite keeps next to it.
    static func delete(_ path: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
    }
}
