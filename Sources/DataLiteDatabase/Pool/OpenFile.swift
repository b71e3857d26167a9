import DataLiteCore
import Foundation

/// The file of an open database, registered in a list of the process.
final class OpenFile: Sendable {
    /// The identities of the open files by path, with the number of databases that use each file.
    private static let files = Locked<[ExactName: [FileIdentity: Int]]>([:])

    private let path: ExactName
    /// `nil` if the system could not tell.
    private let identity: FileIdentity?

    /// Adds an opened file to the list.
    init(_ path: String) {
        self.path = Self.resolved(path)
        identity = FileIdentity(path)
        guard let identity else { return }
        Self.files.withLock { $0[self.path, default: [:]][identity, default: 0] += 1 }
    }

    /// Whether the path now refers to another file or to none.
    var isMoved: Bool { identity?.isMoved(from: path.name) ?? false }

    /// Removes the file from the list.
    func close() {
        guard let identity else { return }
        Self.files.withLock { files in
            guard let count = files[path]?[identity] else { return }
            files[path]?[identity] = count > 1 ? count - 1 : nil
            if files[path]?.isEmpty == true { files[path] = nil }
        }
    }

    /// Throws if the path is already open as another file, which was then replaced, moved or deleted: SQLite would use
    /// the WAL of that file, and locks of the same process do not exclude each other.
    static func requireUnchanged(_ path: String) throws(SQLiteError) {
        let resolved = resolved(path)
        let isChanged = files.withLock { files in
            files[resolved]?.keys.contains { $0.isMoved(from: resolved.name) } == true
        }
        guard isChanged else { return }
        throw SQLiteError(
            .readonlyDBMoved,
            message:
                "the file \"\(path)\" was replaced, moved or deleted while a database of this process had "
                + "it open: close that database first")
    }

    /// The path without symbolic links.
    private static func resolved(_ path: String) -> ExactName {
        if let resolved = realPath(path) { return ExactName(name: resolved) }
        let url = URL(fileURLWithPath: path)
        guard let directory = realPath(url.deletingLastPathComponent().path) else {
            return ExactName(name: path)
        }
        return ExactName(name: directory + "/" + url.lastPathComponent)
    }

    /// The absolute path without symbolic links; `nil` if there is no file.
    static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

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
