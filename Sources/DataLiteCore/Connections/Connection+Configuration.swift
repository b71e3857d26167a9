import DataLiteC

extension Connection {
    /// How a connection is set up once it is open, before anyone gets hold of it.
    public struct Configuration: Sendable {
        /// The key of an encrypted database, applied before anything is read.
        public var key: Key?

        /// How long a statement waits for a lock of another connection before it fails with
        /// `SQLITE_BUSY`; zero to fail at once.
        public var busyTimeout: Duration = .seconds(5)

        /// Whether foreign keys are enforced. SQLite's own default is not to.
        public var foreignKeys = true

        /// The journal mode to set, or `nil` to leave the database as it is.
        public var journalMode: JournalMode?

        /// How carefully to write, or `nil` for SQLite's default.
        public var synchronous: Synchronous?

        /// How many statements the connection keeps prepared for the one-line helpers.
        public var statementCacheCapacity = 64

        /// How many bytes of memory these statements may use. A statement that needs more than a
        /// quarter of it is not kept.
        public var statementCacheByteCapacity = 4 << 20

        /// Run at the end: to add functions, attach databases, create tables, ... An error that it
        /// throws closes the connection; one that is no ``SQLiteError`` becomes the
        /// `underlyingError` of one.
        public var onOpen: (@Sendable (Connection) throws -> Void)?

        /// The defaults: five seconds, foreign keys, nothing else.
        public init() {}

        /// The defaults, with changes: `Configuration { $0.journalMode = .wal }`.
        public init(_ change: (inout Configuration) -> Void) {
            change(&self)
        }
    }
}

extension Connection.Configuration {
    func apply(to connection: Connection) throws(SQLiteError) {
        if let key { try connection.apply(key) }
        try connection.setUp(busyTimeout: busyTimeout, foreignKeys: foreignKeys)
        if let journalMode { try connection.setJournalMode(journalMode) }
        if let synchronous { try connection.setSynchronous(synchronous) }
        guard let onOpen else { return }
        do {
            try onOpen(connection)
        } catch let error as SQLiteError {
            throw error
        } catch {
            throw SQLiteError(
                .error, message: "the connection's onOpen has failed: \(error.explanation)",
                underlyingError: error)
        }
    }
}

extension Connection {
    /// Without SQL, because this is done whenever a connection is opened. C: `sqlite3_busy_timeout`,
    /// `sqlite3_db_config`.
    fileprivate func setUp(busyTimeout: Duration, foreignKeys: Bool) throws(SQLiteError) {
        let pointer = try handle.open()
        var areEnforced: Int32 = -1
        try check(sqlite3_busy_timeout(pointer, busyTimeout.wholeMilliseconds), on: pointer)
        try check(
            datalite_db_config_switch(
                pointer, SQLITE_DBCONFIG_ENABLE_FKEY, foreignKeys ? 1 : 0, &areEnforced),
            on: pointer)
        guard (areEnforced == 1) == foreignKeys else {
            throw SQLiteError(.error, message: "the running SQLite has no foreign keys to enforce")
        }
    }
}
