import DataLiteC
import DataLiteSyntax

/// A connection to an SQLite database: `sqlite3`.
///
/// ```swift
/// let connection = try Connection(path: "people.sqlite")
/// try connection.execute("CREATE TABLE IF NOT EXISTS people(id INTEGER PRIMARY KEY, name)")
/// ```
///
/// A connection belongs to one thread or actor at a time: it is not `Sendable`, but can be sent
/// into an actor. It closes with the last reference to it and to its statements.
public final class Connection: ConnectionProtocol {
    let handle: ConnectionHandle
    let delegates: DelegateList

    // SAFETY: accessed only through its own methods, which call no code that could use the connection: they
    // return the statements to finalize, and the caller releases these after the call. So two accesses never
    // overlap. Run-time exclusivity checks would cost 120 instructions per statement.
    @exclusivity(unchecked)
    var cache: StatementCache

    // SAFETY: read by copying and written by assignment, so two accesses never overlap.
    @exclusivity(unchecked)
    var transactionStatements = TransactionStatements()

    /// What a transaction of a pool does about attached databases, if there are any: see ``beginAttachedReads()``.
    // SAFETY: read by copying and written by assignment, so two accesses never overlap.
    @exclusivity(unchecked)
    var attachments: Attachments?

    private let interrupter: InterruptHandle

    /// Whether the connection belongs to a pool, which closes it.
    package var isPooled = false

    /// The weak and unowned references that existed when the connection joined its pool: references of
    /// functions and delegates that the configuration's closure has added.
    var pooledWeakReferences: UInt = 0

    /// The objects that modules above the core cache with the connection, by module.
    // SAFETY: read by copying, and changed by its own method, which releases no user objects; so two accesses
    // never overlap.
    @exclusivity(unchecked)
    package var companions = CachedObjects()

    /// What the pool notes about the call that uses the connection.
    // SAFETY: read by copying, and written by assignment, so two accesses never overlap.
    @exclusivity(unchecked)
    package var call: AnyObject?

    /// The handle of the BLOB that ``readKeptBlob(_:from:count:)`` keeps open.
    // SAFETY: read by copying, and written by assignment, so two accesses never overlap.
    @exclusivity(unchecked)
    var keptBlob: AnyObject?

    /// The number of backups of the connection that are running.
    var runningBackups = 0

    /// Whether the main database was replaced by a deserialized one, which only this connection uses.
    var hasReplacedMain = false

    /// Whether the main database was deserialized as read-only, which `sqlite3_db_readonly()` does not report.
    var hasReadonlyCopy = false

    /// Sets up a connection over an open handle. If that fails, the handle is closed if it is
    /// owned.
    init(
        _ handle: ConnectionHandle, isReadonlyCopy: Bool = false, configuration: Configuration?
    ) throws(SQLiteError) {
        self.handle = handle
        self.hasReadonlyCopy = isReadonlyCopy
        self.delegates = DelegateList(handle: handle)
        let limits = configuration ?? Configuration()
        self.cache = StatementCache(
            capacity: limits.statementCacheCapacity,
            byteCapacity: limits.statementCacheByteCapacity)
        handle.link.limit = max(1, limits.nestedRunLimit)
        self.interrupter = InterruptHandle(handle.pointer, handle.stopFlag)
        delegates.connection = self
        handle.attach(self)
        do {
            try configuration?.apply(to: self)
        } catch {
            shutDown()
            // A closure of the configuration may have retained the connection.
            try? handle.close()
            throw error
        }
    }

    deinit {
        // Done first, so that code that runs while this object is released cannot find it.
        delegates.connection = nil
        handle.detach()
        shutDown()
        handle.closings = delegates.takeClosings()
    }

    /// Removes everything that could call back into this object, or keep the handle from closing.
    private func shutDown() {
        delegates.uninstall()
        clearStatementCache()
        closeKeptBlob()
        interrupter.invalidate()
    }

    /// Closes the connection. C: `sqlite3_close`.
    ///
    /// Cached statements are finalized first. An open transaction is rolled back. A borrowed handle
    /// (``Ownership/borrowed``) stays open, with its transaction.
    ///
    /// - Throws: `SQLITE_BUSY`, and the connection stays open, while a statement or cursor of the caller is alive,
    ///   which the message names: see ``openStatements``; `SQLITE_MISUSE` if the connection is already closed or
    ///   belongs to a `Database`, which closes its connections itself.
    public func close() throws(SQLiteError) {
        guard !isPooled else { throw SQLiteError.cannotClosePooledConnection }
        optimizeBeforeClosing()
        clearStatementCache()
        delegates.recorder?.forgetTables()
        closeKeptBlob()
        let interrupts = interrupter.suspend()
        do {
            try delegates.whileClosing { () throws(SQLiteError) in try handle.close() }
        } catch {
            interrupts.resume()
            throw closingError(error)
        }
    }

    // MARK: - State

    /// Whether no transaction is open; `true` once closed. C: `sqlite3_get_autocommit`.
    public var isAutocommit: Bool { handle.isAutocommit }

    /// Whether the main database can only be read. C: `sqlite3_db_readonly`.
    public var isReadonly: Bool {
        handle.pointer.map { hasReadonlyCopy || sqlite3_db_readonly($0, "main") == 1 } ?? false
    }

    /// The number of rows changed directly by the latest `INSERT`, `UPDATE` or `DELETE`, not by triggers or
    /// foreign keys. C: `sqlite3_changes64`.
    public var changes: Int64 { handle.pointer.map(sqlite3_changes64) ?? 0 }

    /// The number of rows changed since the connection was opened, including changes by triggers
    /// and foreign keys. C: `sqlite3_total_changes64`.
    public var totalChanges: Int64 { handle.pointer.map(sqlite3_total_changes64) ?? 0 }

    /// The rowid of the latest successful `INSERT` into a rowid table; 0 before the first. C:
    /// `sqlite3_last_insert_rowid`.
    public var lastInsertRowID: Int64 { handle.pointer.map(sqlite3_last_insert_rowid) ?? 0 }

    /// Whether the connection was closed with ``close()``.
    public var isClosed: Bool { handle.pointer == nil }

    /// The absolute path of the main database's file; `nil` if it is in memory or temporary.
    /// C: `sqlite3_db_filename`.
    public var path: String? { path(of: "main") }

    /// The absolute path of a database's file; `nil` if it is in memory or temporary, or if no database has this name.
    /// C: `sqlite3_db_filename`.
    ///
    /// - Parameter schema: `main`, or the name of an attached database.
    public func path(of schema: String) -> String? {
        guard let pointer = handle.pointer, !schema.utf8.contains(0),
            let path = String(repairing: sqlite3_db_filename(pointer, schema)),
            // A deserialized database has a name that is not a path.
            path.contains("/") || path.contains("\\")
        else { return nil }
        return path
    }

    /// Calls `body` with the C handle, for calls that the library does not wrap. Do not close the handle or
    /// keep it beyond the call. A `Database` replaces the connection after the call, except in a
    /// snapshot; after a write, all its observations then fetch again.
    ///
    /// - Throws: `SQLITE_MISUSE` if the connection is closed; any error that `body` throws.
    public func withUnsafeHandle<R>(_ body: (OpaquePointer) throws -> R) throws -> R {
        let pointer = try handle.open()
        if handle.notesChanges { handle.changes.insert(.unsafeHandle) }
        handle.willBeUsedUnsafely()
        defer {
            if handle.executionBlocks.contains(.awaitingEnd) { delegates.noteRun(of: nil) }
            if handle.hasUnreportedCommits { delegates.reportCommits() }
        }
        return try body(pointer)
    }

    // MARK: - Interruption

    /// Makes the running statements fail with `SQLITE_INTERRUPT`. C: `sqlite3_interrupt`.
    ///
    /// Call this from a function or a delegate; from another thread, use ``interruptHandle``.
    public func interrupt() { interrupter.interrupt() }

    /// An object that interrupts this connection from any thread.
    public var interruptHandle: InterruptHandle { interrupter }
}

// MARK: - State

extension Connection {
    /// The names of the databases: `main`, `temp` once it is used, and those that are attached. C:
    /// `PRAGMA database_list`.
    ///
    /// - Throws: `SQLITE_MISUSE` if the connection is closed; `SQLITE_AUTH` if an authorizer denies the pragma.
    public var databaseNames: [String] {
        get throws(SQLiteError) {
            try rows("SELECT name FROM pragma_database_list ORDER BY seq", as: String.self)
        }
    }

    /// Sets ``lastInsertRowID``, for example to 0 before a statement that may insert nothing. C:
    /// `sqlite3_set_last_insert_rowid`.
    ///
    /// - Throws: `SQLITE_MISUSE` if the connection is closed.
    public func setLastInsertRowID(_ rowID: Int64) throws(SQLiteError) {
        sqlite3_set_last_insert_rowid(try handle.open(), rowID)
    }

    /// Sets the number of prepared statements that the connection caches, and their memory.
    ///
    /// Statements above the limits are removed, those that were not used for the longest time first. In a `Database`,
    /// use the configuration: its connections are replaced after this call.
    ///
    /// - Parameters:
    ///   - capacity: The number of statements; 0 for none.
    ///   - byteCapacity: The memory in bytes, or `nil` for no change.
    /// - Throws: `SQLITE_MISUSE` if the connection is closed, or belongs to a snapshot.
    public func setStatementCacheCapacity(
        _ capacity: Int, bytes byteCapacity: Int? = nil
    ) throws(SQLiteError) {
        _ = try handle.open()
        try handle.noteSettingChange("statement cache")
        let removed = cache.setCapacity(capacity, byteCapacity: byteCapacity)
        withExtendedLifetime(removed) {}
    }
}

// MARK: - Options

extension Connection {
    /// Options for opening a database.
    ///
    /// See [Opening a new database connection](https://www.sqlite.org/c3ref/open.html).
    public struct Options: OptionSet, Sendable {
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The database can only be read, and must exist. C: `SQLITE_OPEN_READONLY`.
        public static let readonly = Options(rawValue: SQLITE_OPEN_READONLY)
        /// The database can be read and written, and must exist. If the operating system forbids
        /// writing, it is opened for reading. C: `SQLITE_OPEN_READWRITE`.
        public static let readwrite = Options(rawValue: SQLITE_OPEN_READWRITE)
        /// The database is created if it does not exist. C: `SQLITE_OPEN_CREATE`.
        public static let create = Options(rawValue: SQLITE_OPEN_CREATE)
        /// The path may be a URI. C: `SQLITE_OPEN_URI`.
        public static let uri = Options(rawValue: SQLITE_OPEN_URI)
        /// The database is in memory, and the path is its name. Connections of this process share a
        /// database if its name is a URI and they have the options ``uri`` and ``sharedcache``. C:
        /// `SQLITE_OPEN_MEMORY`.
        public static let memory = Options(rawValue: SQLITE_OPEN_MEMORY)
        /// SQLite does not lock the connection against other threads. This is safe, because the
        /// connection is confined to one thread or actor at a time. C: `SQLITE_OPEN_NOMUTEX`.
        public static let nomutex = Options(rawValue: SQLITE_OPEN_NOMUTEX)
        /// SQLite locks the connection against other threads at each call. C:
        /// `SQLITE_OPEN_FULLMUTEX`.
        public static let fullmutex = Options(rawValue: SQLITE_OPEN_FULLMUTEX)
        /// Connections of this process share one cache. C: `SQLITE_OPEN_SHAREDCACHE`.
        public static let sharedcache = Options(rawValue: SQLITE_OPEN_SHAREDCACHE)
        /// The connection has its own cache. C: `SQLITE_OPEN_PRIVATECACHE`.
        public static let privatecache = Options(rawValue: SQLITE_OPEN_PRIVATECACHE)
        /// Errors have extended result codes, as they always do in this library. C: `SQLITE_OPEN_EXRESCODE`.
        public static let exrescode = Options(rawValue: SQLITE_OPEN_EXRESCODE)
        /// The path must not be a symbolic link. C: `SQLITE_OPEN_NOFOLLOW`.
        public static let nofollow = Options(rawValue: SQLITE_OPEN_NOFOLLOW)

        /// `[.readwrite, .create, .nomutex]`
        public static let `default`: Options = [.readwrite, .create, .nomutex]
    }
}
