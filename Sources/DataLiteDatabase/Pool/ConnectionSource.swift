import DataLiteCore
import Foundation

/// Opens the connections of a database. They are opened nowhere else.
final class ConnectionSource: Sendable {
    /// The location of the database.
    enum Storage: Sendable {
        /// A file, by its absolute path.
        case file(path: String, isTemporary: Bool)
        /// An in-memory database, by its URI. Other databases of the process can open a named one, too.
        case memory(uri: String, isNamed: Bool)
    }

    let storage: Storage

    /// The configuration with which the database was opened. The key may have changed since.
    private let openingConfiguration: Database.Configuration

    /// The key of an encrypted database.
    let key: Locked<Connection.Key?>

    /// Whether the file is in WAL mode.
    let isWAL: Bool

    /// Keeps an in-memory database alive while connections are replaced.
    let anchor: Locked<Connection?>

    /// The file that the first connection opened.
    let file: OpenFile?

    init(
        storage: Storage, _ configuration: Database.Configuration, isWAL: Bool,
        anchor: Locked<Connection?> = Locked(nil), file: OpenFile? = nil
    ) {
        self.storage = storage
        openingConfiguration = configuration
        key = Locked(configuration.connection.key)
        self.isWAL = isWAL
        self.anchor = anchor
        self.file = file
    }

    /// The configuration of new connections.
    var configuration: Database.Configuration {
        var configuration = openingConfiguration
        configuration.connection.key = key.withLock { $0 }
        return configuration
    }

    var access: Database.Access { openingConfiguration.access }

    var isInMemory: Bool {
        if case .memory = storage { return true }
        return false
    }

    /// Whether the configuration requires a file with a rollback journal.
    var hasRollbackJournal: Bool { openingConfiguration.journalMode.map { $0 != .wal } ?? false }

    /// Whether there is no writer connection.
    var isReadOnly: Bool { access != .readWrite }

    /// The role of the first connection.
    var firstRole: ConnectionRole { isReadOnly ? .reader : .writer }

    /// Whether connections of other databases or processes may commit.
    var isShared: Bool {
        switch storage {
        case .file: access != .immutable
        case .memory(_, let isNamed): isNamed
        }
    }

    // MARK: - Opening

    func open(_ role: ConnectionRole) throws(SQLiteError) -> Connection {
        try requireSameFile()
        switch (storage, role) {
        case (.file(let path, _), .reader):
            return try Self.openReader(Self.fileName(path, configuration), configuration)
        case (.file(let path, _), .writer):
            guard !isReadOnly else { throw .readOnlyDatabase(path) }
            return try Self.openWriter((path, []), isWAL: isWAL, configuration)
        case (.memory(let uri, _), .reader):
            return try Self.openReader((uri, .uri), configuration)
        case (.memory(let uri, _), .writer):
            return try Self.openWriter((uri, .uri), isWAL: false, configuration)
        }
    }

    /// Undoes the changes of a program that ended while it wrote to a file with a rollback journal. It does not use the
    /// writer of the pool: a call that holds it may wait for the reader that needs this.
    func rollBackHotJournals() throws(SQLiteError) {
        let writer = try open(.writer)
        defer {
            writer.isPooled = false
            try? writer.close()
        }
        try writer.rollBackHotJournals()
    }

    /// Throws if a snapshot would block writes, or cannot be copied.
    func requireSnapshots() throws(SQLiteError) {
        guard !isInMemory || key.withLock({ $0 }) == nil else {
            throw SQLiteError.noSnapshotOfEncryptedMemory
        }
        guard isInMemory || isWAL || access == .immutable else {
            throw SQLiteError.snapshotBlocksWrites
        }
    }

    /// A connection that looks for commits of others. It logs no statements.
    func openMonitor() throws(SQLiteError) -> Connection {
        var configuration = configuration
        configuration.connection.removeStatementLogs()
        configuration.connection.busyHandler = nil
        configuration.scans = nil
        configuration.instruments = []
        let source = ConnectionSource(
            storage: storage, configuration, isWAL: isWAL, anchor: anchor, file: file)
        return try source.open(.reader)
    }

    /// A read-only connection in its own transaction, which captures the current state. For an in-memory database, it
    /// opens a copy, because a reader would block the writer.
    func openSnapshot(of reader: Connection) throws -> Connection {
        try requireSnapshots()
        let connection = isInMemory ? try openCopy(of: reader) : try open(.reader)
        try connection.beginTransaction(.deferred)
        // A deferred transaction begins with its first read.
        try connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1")
        connection.beginAttachedReads()
        // A snapshot's connection cannot be replaced after a change of its settings.
        connection.refuseChanges()
        return connection
    }

    /// A connection to a copy, which is alive as long as the connection.
    private func openCopy(of reader: Connection) throws -> Connection {
        let (uri, anchor) = try Self.copyInMemory(reader)
        return try withExtendedLifetime(anchor) {
            try Self.openReader((uri, .uri), configuration)
        }
    }

    /// The name of a file, or its URI, and the options that open it.
    typealias Name = (text: String, options: Connection.Options)

    static func openReader(
        _ name: Name, _ configuration: Database.Configuration
    ) throws(SQLiteError) -> Connection {
        var settings = configuration.instrumentedConnection
        settings.journalMode = nil
        settings.synchronous = nil
        settings.notesChanges = true
        settings.addLibraryFunctions()
        let connection = try Connection(
            location: .file(path: name.text), options: [.readonly, .nomutex, name.options],
            configuration: settings)
        join(connection, configuration)
        return connection
    }

    static func openWriter(
        _ name: Name, isWAL: Bool, _ configuration: Database.Configuration
    ) throws(SQLiteError) -> Connection {
        var settings = configuration.instrumentedConnection
        let isFile = !name.options.contains(.uri)
        settings.journalMode = isFile ? configuration.journalMode ?? .wal : nil
        // With a rollback journal, this level could corrupt the database in a power failure.
        settings.defaultSynchronous = isWAL ? .normal : nil
        settings.notesChanges = true
        settings.addLibraryFunctions()
        let connection: Connection
        do throws(SQLiteError) {
            connection = try Connection(
                location: .file(path: name.text),
                options: [.readwrite, .create, .nomutex, name.options], configuration: settings)
        } catch {
            throw isFile ? explainWriting(error, name.text) : error
        }
        // SQLite opens a file that it cannot write as read-only, without an error.
        let path = connection.path ?? name.text
        if isFile, connection.isReadonly { throw .cannotWrite(path) }
        if isWAL {
            // It does the same with a WAL, with which every write would fail.
            for file in [path + "-wal", path + "-shm"]
            where faccessat(AT_FDCWD, file, W_OK, AT_EACCESS) != 0 && errno != ENOENT {
                throw .cannotWrite(file)
            }
            try connection.trackWALPages()
        }
        join(connection, configuration)
        return connection
    }

    /// Makes a connection ready for the pool.
    private static func join(_ connection: Connection, _ configuration: Database.Configuration) {
        connection.keepSettings()
        let hasJournal = configuration.journalMode.map { $0 != .wal } ?? false
        if hasJournal || configuration.connection.onOpen != nil {
            connection.includeAttachedDatabases(mainHasJournal: hasJournal)
        }
        if let scans = configuration.scans { connection.noteScans(ofMoreThan: scans.limit) }
        connection.joinPool()
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
