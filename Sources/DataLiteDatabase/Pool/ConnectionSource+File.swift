import DataLiteCore
import Foundation

// The file of a database, which other programs may replace or move.

extension ConnectionSource {
    /// Whether the path no longer refers to the open file.
    private var isMoved: Bool { file?.isMoved == true }

    /// Throws if the path now refers to a different file. Otherwise open connections would use the old file, and new
    /// connections the new file.
    func requireSameFile() throws(SQLiteError) {
        guard case .file(let path, _) = storage, isMoved else { return }
        throw SQLiteError(
            .readonlyDBMoved,
            message:
                "the file \"\(path)\" was replaced, moved or deleted while the database was open: "
                + "close the database and open it again")
    }

    /// If the path now refers to another file, copies the WAL into the file that it belongs to and empties it.
    /// Otherwise SQLite would apply this WAL to the other file when that is opened. SQLite itself leaves the WAL of a
    /// moved file unchanged
    /// (<https://www.sqlite.org/howtocorrupt.html#_unlinking_or_renaming_a_database_file_while_in_use>).
    ///
    /// This uses the open connection, never the path, so a WAL of the other file is not changed.
    ///
    /// - Throws: An `SQLiteError` if the WAL is in use or cannot be copied.
    func separateMovedFile(_ writer: Connection) throws(SQLiteError) {
        guard case .file(let path, _) = storage, isMoved else { return }
        let result = try writer.checkpointWithoutWaiting(.truncate)
        guard result.wasBlocked else { return }
        throw SQLiteError(
            .readonlyDBMoved,
            message:
                "the file \"\(path)\" was replaced, moved or deleted while the database was open, and "
                + "another connection still uses its WAL: delete \"\(path)-wal\" before you open the file "
                + "again")
    }

    /// Call this when all connections are closed.
    func cleanUp() {
        anchor.withLock { $0 = nil }
        file?.close()
        guard case .file(let path, isTemporary: true) = storage else { return }
        TemporaryFile.delete(path)
    }
}
