import DataLiteCore
import Foundation

// The kinds of databases: files that are read and written, files that are only read, and in-memory databases.

extension ConnectionSource {
    /// Opens the first connection: the writer, which creates the file and its WAL, or a reader of a read-only file.
    static func open(
        path: String, isTemporary: Bool, _ configuration: Database.Configuration
    ) throws(SQLiteError) -> (ConnectionSource, first: Connection) {
        guard path != ":memory:" else {
            throw SQLiteError.misuse("\":memory:\" is not a file path: use Database.inMemory()")
        }
        try Connection.Location.requirePath(
            path, advice: "use a URL's path, access = .readOnly, or Database.inMemory(named:)")
        try configuration.validate(isTemporary ? .temporaryFile : .file)
        try OpenFile.requireUnchanged(path)
        guard configuration.access == .readWrite else {
            return try openReadOnly(path, configuration)
        }
        let isWAL = (configuration.journalMode ?? .wal) == .wal
        let writer = try openWriter((path, []), isWAL: isWAL, configuration)
        // A relative path would refer to another file after a change of the working directory.
        let path = writer.path ?? path
        let source = ConnectionSource(
            storage: .file(path: path, isTemporary: isTemporary), configuration, isWAL: isWAL,
            file: OpenFile(path))
        return (source, writer)
    }

    /// Creates an in-memory database, or opens the one of a name.
    static func openInMemory(
        named name: String?, _ configuration: Database.Configuration
    ) throws(SQLiteError) -> (ConnectionSource, first: Connection) {
        try configuration.validate(.memory)
        let uri =
            try name.map { name throws(SQLiteError) in try memoryURI(named: name) }
            ?? newMemoryURI()
        let anchor = try openAnchor(uri)
        return try openInMemory(uri, isNamed: name != nil, Locked(anchor), configuration)
    }

    /// Opens the writer of an in-memory database that exists.
    static func openInMemory(
        _ uri: String, isNamed: Bool, _ anchor: Locked<Connection?>,
        _ configuration: Database.Configuration
    ) throws(SQLiteError) -> (ConnectionSource, first: Connection) {
        let writer = try openWriter((uri, .uri), isWAL: false, configuration)
        let source = ConnectionSource(
            storage: .memory(uri: uri, isNamed: isNamed), configuration, isWAL: false,
            anchor: anchor)
        return (source, writer)
    }

    // MARK: - Read-only files

    private static func openReadOnly(
        _ path: String, _ configuration: Database.Configuration
    ) throws(SQLiteError) -> (ConnectionSource, first: Connection) {
        // A URI needs an absolute path.
        let path = OpenFile.realPath(path) ?? path
        if configuration.access == .immutable { try requireNoJournal(path) }
        let name = fileName(path, configuration)
        do throws(SQLiteError) {
            let reader = try openReader(name, configuration)
            // SQLite reads nothing from a file before the first statement.
            do throws(SQLiteError) {
                try reader.execute("SELECT 1 FROM sqlite_schema LIMIT 1")
            } catch {
                // Otherwise the message names the path already.
                guard error.underlyingError == nil else { throw error }
                throw error.prefixed("cannot open \"\(path)\": ")
            }
            let isWAL = configuration.access == .readOnly ? try reader.journalMode == .wal : false
            let path = reader.path ?? path
            let source = ConnectionSource(
                storage: .file(path: path, isTemporary: false), configuration, isWAL: isWAL,
                file: OpenFile(path))
            return (source, reader)
        } catch {
            throw error.replacing(name.text, with: path)
        }
    }

    /// The name with which SQLite opens a file: a URI if the file is immutable.
    static func fileName(_ path: String, _ configuration: Database.Configuration) -> Name {
        guard configuration.access == .immutable, !path.isEmpty,
            let encoded = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
        else { return (path, []) }
        return ("file:\(encoded)?immutable=1", .uri)
    }

    /// Throws if a WAL or a rollback journal belongs to the file. SQLite would ignore it, and with it the commits in
    /// the WAL or the changes that are to be undone.
    private static func requireNoJournal(_ path: String) throws(SQLiteError) {
        for suffix in ["-wal", "-journal"] {
            var status = stat()
            guard stat(path + suffix, &status) == 0, status.st_size > 0 else { continue }
            throw SQLiteError(
                .cantOpen,
                message:
                    "cannot open \"\(path)\" as immutable: \"\(path + suffix)\" contains changes that "
                    + "would be ignored; open the file for writing once, which applies them")
        }
    }

    /// The error of opening a file for writing. If SQLite can neither write the file nor create its WAL, it says that
    /// it does not find them.
    static func explainWriting(_ error: SQLiteError, _ path: String) -> SQLiteError {
        let code = error.resultCode.primary
        let directory = (path as NSString).deletingLastPathComponent
        guard code == .readonly || code == .cantOpen,
            error.sql?.contains("journal_mode = ") == true,
            ![path, directory.isEmpty ? "." : directory].allSatisfy(
                FileManager.default.isWritableFile)
        else { return error }
        return .cannotWrite(path, error)
    }

    // MARK: - In-memory databases

    private static let memoryCount = Locked(0)

    /// A name that is unique in this process, the scope in which SQLite looks it up. Random names could be equal if the
    /// system cannot provide random numbers, for example because no file can be opened.
    ///
    /// The VFS `memdb` shares a database between connections of a process if its name begins with a slash.
    private static func newMemoryURI() -> String {
        let number = memoryCount.withLock { count in
            count += 1
            return count
        }
        return "file:/datalite-\(number)?vfs=memdb"
    }

    /// A URI that is different from those of databases without a name.
    private static func memoryURI(named name: String) throws(SQLiteError) -> String {
        // The VFS limits names to 1024 bytes, including the parts that are added.
        guard !name.isEmpty, !name.utf8.contains(0), name.utf8.count <= 1000,
            let encoded = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
        else {
            throw SQLiteError.misuse(
                "the name of an in-memory database is empty, contains a NUL character or has more "
                    + "than 1000 bytes")
        }
        return "file:/datalite/\(encoded)?vfs=memdb"
    }

    private static func openAnchor(_ uri: String) throws(SQLiteError) -> Connection {
        let anchor = try Connection(
            location: .file(path: uri), options: [.readwrite, .create, .nomutex, .uri])
        // The default is 1 GiB. SQLite cannot allocate more than 2 GiB at once.
        try anchor.setSizeLimit(bytes: 0x7fff_0000)
        return anchor
    }

    /// Copies a database to a new in-memory database, which exists as long as the anchor.
    static func copyInMemory(
        _ reader: Connection
    ) throws -> (uri: String, anchor: Locked<Connection?>) {
        let uri = newMemoryURI()
        let anchor = try openAnchor(uri)
        let target = try openAnchor(uri)
        try reader.backup(to: target, pagesPerStep: 1000)
        try target.close()
        return (uri, Locked(anchor))
    }
}

// MARK: - OpenFile

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
