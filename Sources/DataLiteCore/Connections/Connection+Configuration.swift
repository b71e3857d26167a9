import DataLiteC

extension Connection {
    /// How a connection is set up while it is opened, before `init` returns.
    public struct Configuration: Sendable {
        /// The key of an encrypted database, applied before anything is read.
        public var key: Key?

        /// How long a statement waits for a lock of another connection before it fails with
        /// `SQLITE_BUSY`; zero to fail at once.
        public var busyTimeout: Duration = .seconds(5)

        /// Whether foreign keys are enforced. SQLite's own default is off.
        public var foreignKeys = true

        /// Where double-quoted text that matches no column is a string instead of an error. None by
        /// default, so that a misspelt `"name"` fails.
        public var doubleQuotedStrings: DoubleQuotedStrings = []

        /// Whether SQL in the schema (views, triggers, defaults, `CHECK` constraints, generated
        /// columns, indexes) may call functions that are not ``Function/Options/innocuous``, and
        /// use virtual tables that SQLite does not know to be harmless. Set this to `false` for an
        /// untrusted database file. `true` leaves SQLite's own default, which is on unless
        /// SQLite was built with it off.
        ///
        /// See [PRAGMA trusted_schema](https://www.sqlite.org/pragma.html#pragma_trusted_schema).
        public var trustsSchema = true

        /// The journal mode to set, or `nil` to leave the database as it is.
        public var journalMode: JournalMode?

        /// How carefully SQLite writes to the disk, or `nil` for its default.
        public var synchronous: Synchronous?

        /// How many prepared statements the connection caches for the one-line methods.
        public var statementCacheCapacity = 64

        /// How many bytes of memory these statements may use. A statement that needs more than a
        /// quarter of it is not cached.
        public var statementCacheByteCapacity = 4 << 20

        /// How many runs may be nested: a statement, a statement that a function runs which it calls, and
        /// so on. A function that runs one more fails, and the error names it. So a view and a function
        /// that read each other cannot exhaust the stack.
        ///
        /// The default leaves room on the stack of a thread of 512 KB. With 1 or less, functions cannot run SQL.
        public var nestedRunLimit = 30

        /// Adds functions, attaches databases, sets pragmas, ...
        ///
        /// The closure runs after the key, the busy timeout and foreign keys were set, and before `journalMode`
        /// and `synchronous`, which write to a new file: so pragmas of a new file, such as `auto_vacuum` and
        /// `page_size`, take effect. If it sets another journal mode than `journalMode`, opening fails with
        /// `SQLITE_MISUSE`. An error that it throws closes the connection and is thrown by `init`; one that is
        /// not an ``SQLiteError`` becomes the `underlyingError` of one.
        public var onOpen: (@Sendable (Connection) throws -> Void)?

        /// The level to set if `synchronous` is `nil` and ``onOpen`` sets none.
        package var defaultSynchronous: Synchronous?

        /// Whether what statements change in the connection is noted from now on, for a pool.
        package var notesChanges = false

        /// The defaults.
        public init() {}

        /// The defaults, with changes: `Configuration { $0.journalMode = .wal }`.
        public init(_ change: (inout Configuration) -> Void) {
            change(&self)
        }
    }
}

extension Connection.Configuration {
    /// Where SQLite accepts double-quoted text as a string, as versions before 3.29 always did.
    ///
    /// See [Double-quoted strings](https://www.sqlite.org/quirks.html#dblquote).
    public struct DoubleQuotedStrings: OptionSet, Hashable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// In `SELECT`, `INSERT`, `UPDATE` and `DELETE`, those inside views and triggers included.
        /// C: `SQLITE_DBCONFIG_DQS_DML`.
        public static let dml = DoubleQuotedStrings(rawValue: 1)

        /// In `CREATE TABLE`, `CREATE INDEX` and other statements that change the schema. A schema
        /// that is already stored is always read. C: `SQLITE_DBCONFIG_DQS_DDL`.
        public static let ddl = DoubleQuotedStrings(rawValue: 2)
    }
}

extension Connection.Configuration {
    func apply(to connection: Connection) throws(SQLiteError) {
        if let key { try connection.apply(key) }
        try applySwitches(to: connection)
        let changes = try runOnOpen(connection)
        if let journalMode { try apply(journalMode, to: connection, after: changes) }
        let level = changes.contains(.synchronous) ? nil : defaultSynchronous
        if let level = synchronous ?? level { try connection.setSynchronous(level) }
        connection.handle.notesChanges = notesChanges
        connection.handle.changes = []
    }

    /// - Returns: the pragmas that the closure has set.
    private func runOnOpen(_ connection: Connection) throws(SQLiteError) -> ConnectionChanges {
        guard let onOpen else { return [] }
        connection.handle.notesChanges = true
        do {
            try onOpen(connection)
        } catch let error as SQLiteError {
            throw error
        } catch {
            throw SQLiteError(
                .error, message: "the connection's onOpen failed: \(error.explanation)",
                underlyingError: error)
        }
        connection.handle.notesChanges = false
        return connection.handle.changes
    }

    private func apply(
        _ journalMode: JournalMode, to connection: Connection, after changes: ConnectionChanges
    ) throws(SQLiteError) {
        guard changes.contains(.journalMode) else {
            return try connection.setJournalMode(journalMode)
        }
        let mode = try connection.journalMode
        guard mode != journalMode else { return }
        throw SQLiteError(
            .misuse,
            message: "onOpen has set the journal mode \(mode), but the configuration requires "
                + "\(journalMode)")
    }

    /// Without SQL, because this runs whenever a connection is opened.
    private func applySwitches(to connection: Connection) throws(SQLiteError) {
        let handle = connection.handle
        try handle.waitForLocks(upTo: .milliseconds(busyTimeout.wholeMilliseconds))
        try handle.turn(SQLITE_DBCONFIG_ENABLE_FKEY, on: foreignKeys, "foreign keys")
        try handle.turn(
            SQLITE_DBCONFIG_DQS_DML, on: doubleQuotedStrings.contains(.dml),
            "double-quoted strings in DML")
        try handle.turn(
            SQLITE_DBCONFIG_DQS_DDL, on: doubleQuotedStrings.contains(.ddl),
            "double-quoted strings in DDL")
        if !trustsSchema {
            try handle.turn(SQLITE_DBCONFIG_TRUSTED_SCHEMA, on: false, "trusted schemas")
        }
    }
}
