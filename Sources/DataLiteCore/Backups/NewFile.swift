import DataLiteC
import Foundation

/// A file that is written under a temporary name in the folder of its path, and gets its path when it is complete.
///
/// So a failure deletes only what this object has created, and no program sees an incomplete file. After a crash, the file
/// keeps its temporary name.
package final class NewFile {
    /// The path of the file until it is complete.
    package let temporaryPath: String

    private let path: String
    private let folder: String
    private var isComplete = false

    /// Creates an empty file under a temporary name.
    ///
    /// - Parameter path: The path of a file that does not exist or is empty. If it is a link, the file that the link
    ///   refers to is created.
    /// - Throws: `SQLITE_CANTOPEN` if the file cannot be created.
    package init(_ path: String) throws(SQLiteError) {
        // A C string would end at a NUL.
        _ = try Connection.Location.file(path: path).filename(uri: false)
        self.path = Self.followingLinks(Self.absolute(path))
        folder = Self.folder(of: self.path)
        var descriptor: Int32 = -1
        var (name, number) = ("", 0)
        repeat {
            number += 1
            name = "\(folder)datalite-copy-\(number)"
            // As SQLite creates files.
            descriptor = open(name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o644)
        } while descriptor < 0 && errno == EEXIST && number < 10_000
        guard descriptor >= 0 else { throw Self.error("create", path) }
        temporaryPath = name
        var status = stat()
        if stat(self.path, &status) == 0 { fchmod(descriptor, status.st_mode & 0o7777) }
        close(descriptor)
    }

    deinit {
        guard !isComplete else { return }
        // The file itself last: then another copy can take the name, and has a journal of its own.
        for suffix in ["-journal", "-wal", "-shm", ""] { unlink(temporaryPath + suffix) }
    }

    /// Gives the complete file its path, unless another file with content has it.
    ///
    /// - Returns: Whether the file has its path.
    package func complete() throws(SQLiteError) -> Bool {
        // A power failure must not leave a name without the content.
        Self.sync(temporaryPath)
        if link(temporaryPath, path) == 0 {
            unlink(temporaryPath)
        } else {
            // The path is that of an empty file, or the file system has no links.
            guard try replaceEmptyFile() else { return false }
        }
        isComplete = true
        Self.sync(folder)
        return true
    }

    private func replaceEmptyFile() throws(SQLiteError) -> Bool {
        guard FileIdentity.size(of: path) ?? 0 == 0 else { return false }
        // Other copies, and programs that use the file, wait for this lock, and then find that the file has content.
        let target = try Connection(location: .file(path: path))
        try target.beginTransaction(.exclusive)
        guard FileIdentity.size(of: path) == 0 else { return false }
        guard rename(temporaryPath, path) == 0 else { throw Self.error("replace", path) }
        return true
    }

    private static func error(_ action: String, _ path: String) -> SQLiteError {
        let number = errno
        var error = SQLiteError(
            .cantOpen,
            message:
                "unable to open database file: cannot \(action) \"\(MessageText.path(path))\": "
                + String(cString: strerror(number)))
        error.systemErrorCode = number
        return error
    }

    /// The path of the file that a link refers to, even if the file does not exist.
    private static func followingLinks(_ path: String) -> String {
        var path = path
        for _ in 0..<32 {
            let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
            guard let link else { break }
            path = isAbsolute(link) ? link : folder(of: path) + link
        }
        return path
    }

    private static func isAbsolute(_ path: String) -> Bool {
        path.utf8.first == UInt8(ascii: "/")
    }

    /// A path that stays valid when the working directory changes.
    private static func absolute(_ path: String) -> String {
        isAbsolute(path) ? path : FileManager.default.currentDirectoryPath + "/" + path
    }

    /// The folder of an absolute path, with a slash at its end.
    private static func folder(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? "/"
    }

    private static func sync(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}

extension Connection {
    /// Calls a closure that writes a copy of the main database to a new or empty file.
    ///
    /// - Throws: `SQLITE_ERROR` if the file has content; `SQLITE_CANTOPEN` if it cannot be created; the error of the
    ///   closure. In that case, nothing has changed.
    func writeNewFile(
        _ path: String, _ write: (_ temporaryPath: String) throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        let refusal = SQLiteError(
            .error, message: "the file \"\(MessageText.path(path))\" is not empty")
        guard FileIdentity.size(of: path) ?? 0 == 0 else { throw refusal }
        // A database to which nothing was written is an empty file.
        if let own = self.path, let identity = FileIdentity(own), identity == FileIdentity(path) {
            throw SQLiteError(
                .error,
                message: "cannot copy the database \"\(MessageText.path(own))\" to itself")
        }
        let file = try NewFile(path)
        try write(file.temporaryPath)
        guard try file.complete() else { throw refusal }
    }
}

/// The identity of the file at a path. Links and relative paths to the same file have the same identity.
package struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let file: UInt64

    /// `nil` if there is no such file, or if the system cannot tell.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        file = UInt64(truncatingIfNeeded: status.st_ino)
    }

    /// Whether a path of the file now refers to another file or to none. `false` if the system cannot tell, for example
    /// while a folder of the path may not be searched.
    package func isMoved(from path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return errno == ENOENT || errno == ENOTDIR }
        return FileIdentity(status) != self
    }

    /// The size of a file in bytes, or `nil` if the file does not exist.
    static func size(of path: String) -> Int64? {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : nil
    }
}

// MARK: - File format

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
