public import DataLiteCore
import Foundation

/// A database that many threads and tasks can use concurrently: one writer and several readers.
///
/// ```swift
/// let database = try Database(path: "library.sqlite")
/// try database.write { db in try db.execute("CREATE TABLE IF NOT EXISTS books(title TEXT)") }
/// let count = try await database.read { db in try db.value("SELECT count(*) FROM books", as: Int.self) }
/// ```
///
/// The file is in WAL mode: reads do not block the writer, and the writer does not block reads. Reader connections
/// are read-only. Calls wait in two queues, one for the readers and one for the writer: those of tasks with a higher
/// priority first, but at most eight pass a call in a row, and otherwise first come, first served.
///
/// `journalMode` and `access` in the ``Configuration`` open a file with a rollback journal, or only for reading.
public final class Database: DatabaseProtocol {
    @usableFromInline let pool: ConnectionPool

    /// Objects that modules above this one keep with the database.
    package let companions = Locked(CachedObjects())

    /// Opens a file, and creates it if it does not exist, unless ``Configuration/access`` allows only reading.
    ///
    /// - Throws: An `SQLiteError` if the file cannot be opened for writing or is not a database; `SQLITE_READONLY` if
    ///   the file can only be read, or if it is in WAL mode in a directory that cannot be written; `SQLITE_MISUSE` for
    ///   settings that contradict each other, and for a path that begins with `file:`, which is a URI; the error of
    ///   `configuration.onOpen`, as the `underlyingError` if it is not an `SQLiteError`.
    public convenience init(
        path: String, configuration: Configuration = Configuration()
    ) throws(SQLiteError) {
        let (source, first) = try ConnectionSource.open(
            path: path, isTemporary: false, configuration)
        self.init(ConnectionPool(source, first: first, configuration))
    }

    /// Creates an in-memory database, which is discarded when it is closed or released.
    ///
    /// Reads and writes exclude each other. Everything else works as with a file: a read cannot write, and several
    /// reads can see one state in a ``Snapshot``, which is a copy. A file name in `ATTACH` also refers to an in-memory
    /// database. To attach a file on disk, use a URI with a VFS: `ATTACH 'file:/data/old.sqlite?vfs=unix'`.
    public static func inMemory(
        configuration: Configuration = Configuration()
    ) throws(SQLiteError) -> Database {
        let (source, first) = try ConnectionSource.openInMemory(named: nil, configuration)
        return Database(ConnectionPool(source, first: first, configuration))
    }

    /// Opens the in-memory database with a name, or creates it if it does not exist. All databases of this process with
    /// the same name share the data, which is discarded when the last of them is closed or released.
    ///
    /// Reads and writes of one `Database` exclude each other. Databases that share a name wait for each other as
    /// connections of several processes do: up to `busyTimeout`, and then throw `SQLITE_BUSY`. Observations see the
    /// commits of the other databases.
    ///
    /// - Parameter name: Any text but an empty one. Letter case matters.
    /// - Throws: `SQLITE_MISUSE` if the name is empty, contains a NUL character, or has more than 1000 bytes in UTF-8;
    ///   the error of `configuration.onOpen`.
    public static func inMemory(
        named name: String, configuration: Configuration = Configuration()
    ) throws(SQLiteError) -> Database {
        let (source, first) = try ConnectionSource.openInMemory(named: name, configuration)
        return Database(ConnectionPool(source, first: first, configuration))
    }

    /// Creates a database in a temporary file, which is deleted when it is closed or released.
    public static func temporary(
        configuration: Configuration = Configuration()
    ) throws(SQLiteError) -> Database {
        let path = try TemporaryFile.create()
        do {
            return try temporary(path, configuration)
        } catch {
            TemporaryFile.delete(path)
            throw error
        }
    }

    /// Opens a temporary file, which is deleted when the database is closed or released.
    static func temporary(
        _ path: String, _ configuration: Configuration
    ) throws(SQLiteError) -> Database {
        let (source, first) = try ConnectionSource.open(
            path: path, isTemporary: true, configuration)
        return Database(ConnectionPool(source, first: first, configuration))
    }

    init(_ pool: ConnectionPool) { self.pool = pool }

    deinit { pool.shutDown() }

    /// The absolute path of the file, or `nil` for an in-memory database.
    public var path: String? {
        guard case .file(let path, _) = pool.source.storage else { return nil }
        return path
    }

    /// Interrupts all running statements and backups, including those waiting for another process's lock; they fail
    /// with `SQLITE_INTERRUPT`.
    public func interrupt() { pool.interrupt() }

    /// Rejects further calls, waits for the running closures, and closes the connections. Calls that wait for a
    /// connection fail with `SQLITE_MISUSE`, and snapshots end. Closing again has no effect.
    ///
    /// In the deinitializer of an object that the database releases while it closes a connection, such as an observer,
    /// this does not wait.
    ///
    /// - Throws: `SQLITE_BUSY` if a statement, BLOB or backup that was created with the C interface keeps a connection
    ///   open; in that case the database stays open. `SQLITE_READONLY_DBMOVED` if the file was replaced, moved or
    ///   deleted and its WAL could not be separated from a new file; `SQLITE_MISUSE` in the closure of a call.
    public func close() throws { try pool.close(within: nil) }

    /// Closes the database like `close()`, but waits at most for the given time.
    ///
    /// The time includes closing the connections, which copies the WAL into the file, on a database thread.
    ///
    /// - Throws: `SQLITE_BUSY` if the database is not closed in time, with a list of the calls that are still running.
    ///   In that case, further calls are rejected, and the connections are closed when the last closure
    ///   returns. The errors of `close()`.
    public func close(within limit: Duration) throws { try pool.close(within: limit) }

    /// Closes the database like the synchronous form, without blocking the thread of the task. Cancelling the task has
    /// no effect, so a cancelled task can still wait for its writes to finish.
    public func close() async throws { try await pool.closeAsync(within: nil) }

    /// Closes the database like the synchronous form and waits at most for the given time, without blocking the thread
    /// of the task.
    public func close(within limit: Duration) async throws {
        try await pool.closeAsync(within: limit)
    }
}

// MARK: - DefaultDatabase

/// The database of `@Fetch`, `@FetchAll` and `@FetchOne` properties without a `database:` argument.
///
/// A program sets it once, when it starts. A test sets another database for its task:
///
/// ```swift
/// DefaultDatabase.shared = try Database(path: path)
///
/// try await DefaultDatabase.$current.withValue(database) {
///     let model = LibraryModel()
///     try await model.$books.load()
/// }
/// ```
public enum DefaultDatabase {
    /// The default in the current task and its child tasks, or `nil` to use ``shared``.
    @TaskLocal public static var current: (any DatabaseProtocol)?

    /// The longest time that fetching a first value may block the thread that asks for it, unless the property or the
    /// observation has its own limit.
    ///
    /// A property has the limit of the task that creates it. A test sets a longer limit, so that its properties have
    /// their values even on a busy machine:
    ///
    /// ```swift
    /// let model = DefaultDatabase.$firstReadLimit.withValue(.seconds(60)) { LibraryModel() }
    /// ```
    @TaskLocal public static var firstReadLimit: Duration = .seconds(1)

    /// The default of the process, used where ``current`` is `nil`.
    public static var shared: (any DatabaseProtocol)? {
        get { sharedDatabase.withLock { $0 } }
        set { sharedDatabase.withLock { $0 = newValue } }
    }

    private static let sharedDatabase = Locked<(any DatabaseProtocol)?>(nil)

    /// The default in this context: ``current``, or ``shared`` if ``current`` is `nil`.
    public static var database: (any DatabaseProtocol)? { current ?? shared }
}
