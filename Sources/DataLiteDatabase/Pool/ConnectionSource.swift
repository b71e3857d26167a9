import DataLiteCore
import Foundation

/// Opens the connections of a database. They are opened nowhere else.
final class ConnectionSource: Sendable {
    /// The location of the database.
    enum Storage: Sendable {
        /// A file in WAL mode, by its absolute path.
        case file(path: String, isTemporary: Bool)
        /// An in-memory database, by its URI.
        case memory(uri: String)
    }

    let storage: Storage
    private let configuration: Database.Configuration

    /// Keeps an in-memory database alive while connections are replaced.
    private let anchor: Locked<Connection?>

    /// The file that the first connection opened.
    private let file: OpenFile?

    /// Opens the writer, which creates the file and its WAL. Read-only connections need both.
    static func open(
        path: String, isTemporary: Bool, _ configuration: Database.Configuration
    ) throws(SQLiteError) -> (ConnectionSource, writer: Connection) {
        guard path != ":memory:" else {
            throw SQLiteError(
                .misuse,
                message: "\":memory:\" is not a file path: use Database.inMemory()")
        }
        try configuration.validate()
        try OpenFile.requireUnchanged(path)
        let writer = try openWriter(.file(path: path), [], configuration)
        // A relative path would refer to another file after a change of the working directory.
        let path = writer.path ?? path
        let source = ConnectionSource(
            storage: .file(path: path, isTemporary: isTemporary), configuration, anchor: nil,
            file: OpenFile(path))
        return (source, writer)
    }

    /// Creates an in-memory database. The VFS `memdb` shares a database between connections of a process if its name
    /// begins with a slash.
    static func openInMemory(
        _ configuration: Database.Configuration
    ) throws(SQLiteError) -> (ConnectionSource, writer: Connection) {
        try configuration.validate()
        let uri = newMemoryURI()
        let anchor = try openAnchor(uri)
        let writer = try openWriter(.file(path: uri), .uri, configuration)
        let source = ConnectionSource(
            storage: .memory(uri: uri), configuration, anchor: anchor, file: nil)
        return (source, writer)
    }

    private init(
        storage: Storage, _ configuration: Database.Configuration, anchor: Connection?,
        file: OpenFile?
    ) {
        self.storage = storage
        self.configuration = configuration
        self.anchor = Locked(anchor)
        self.file = file
    }

    var isInMemory: Bool {
        if case .memory = storage { return true }
        return false
    }
}

// MARK: - Opening

extension ConnectionSource {
    func open(_ role: ConnectionRole) throws(SQLiteError) -> Connection {
        try requireSameFile()
        switch (storage, role) {
        case (.file(let path, _), .reader):
            return try openReader(.file(path: path), [])
        case (.file(let path, _), .writer):
            return try Self.openWriter(.file(path: path), [], configuration)
        case (.memory(let uri), .reader):
            return try openReader(.file(path: uri), .uri)
        case (.memory(let uri), .writer):
            return try Self.openWriter(.file(path: uri), .uri, configuration)
        }
    }

    /// A read-only connection in its own transaction, which captures the current state. For an in-memory database, it
    /// opens a copy, because a reader would block the writer.
    func openSnapshot(of reader: Connection) throws -> Connection {
        let connection =
            isInMemory ? try copyInMemory(of: reader) : try open(.reader)
        try connection.beginTransaction(.deferred)
        // A deferred transaction begins with its first read.
        try connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1")
        // A snapshot's connection cannot be replaced after a change of its settings.
        connection.refuseChanges()
        return connection
    }

    private func copyInMemory(of reader: Connection) throws -> Connection {
        let uri = Self.newMemoryURI()
        let anchor = try Self.openAnchor(uri)
        try reader.copy(to: anchor, pagesPerStep: -1) { _ in }
        return try openReader(.file(path: uri), .uri)
    }

    private func openReader(
        _ location: Connection.Location, _ options: Connection.Options
    ) throws(SQLiteError) -> Connection {
        var settings = configuration.connection
        settings.journalMode = nil
        settings.synchronous = nil
        settings.notesChanges = true
        settings.addLibraryFunctions()
        let connection = try Connection(
            location: location, options: [.readonly, .nomutex, options], configuration: settings)
        connection.keepSettings()
        if let scans = configuration.scans { connection.noteScans(ofMoreThan: scans.limit) }
        connection.joinPool()
        return connection
    }

    private static func openWriter(
        _ location: Connection.Location, _ options: Connection.Options,
        _ configuration: Database.Configuration
    ) throws(SQLiteError) -> Connection {
        var settings = configuration.connection
        let isFile = !options.contains(.uri)
        settings.journalMode = isFile ? .wal : nil
        settings.defaultSynchronous = isFile ? .normal : nil
        settings.notesChanges = true
        settings.addLibraryFunctions()
        let connection = try Connection(
            location: location, options: [.readwrite, .create, .nomutex, options],
            configuration: settings)
        if isFile {
            // SQLite opens a file that it cannot write as read-only, without an error.
            guard !connection.isReadonly else {
                throw SQLiteError(
                    .readonly,
                    message:
                        "cannot open \"\(connection.path ?? "")\" for writing: the file or its "
                        + "directory is read-only")
            }
            try connection.trackWALPages()
        }
        connection.keepSettings()
        if let scans = configuration.scans { connection.noteScans(ofMoreThan: scans.limit) }
        connection.joinPool()
        return connection
    }

    private static let memoryCount = Locked(0)

    /// A name that is unique in this process, the scope in which SQLite looks it up. Random names could be equal if the
    /// system cannot provide random numbers, for example because no file can be opened.
    private static func newMemoryURI() -> String {
        let number = memoryCount.withLock { count in
            count += 1
            return count
        }
        return "file:/datalite-\(number)?vfs=memdb"
    }

    private static func openAnchor(_ uri: String) throws(SQLiteError) -> Connection {
        let anchor = try Connection(
            location: .file(path: uri), options: [.readwrite, .create, .nomutex, .uri])
        // The default is 1 GiB. SQLite cannot allocate more than 2 GiB at once.
        try anchor.setMemoryLimit(bytes: 0x7fff_0000)
        return anchor
    }
}

extension Connection.Configuration {
    /// Adds the functions of the library before the closure of the program, whose functions replace them.
    fileprivate mutating func addLibraryFunctions() {
        let onOpen = onOpen
        self.onOpen = { connection in
            try connection.add(function: Function.RandomUUID.self)
            try onOpen?(connection)
        }
    }
}

// MARK: - The file

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
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
    }
}
