import DataLiteC
public import Foundation

extension Connection {
    /// The settings that are applied to a connection while it is opened, before `init` returns.
    public struct Configuration: Sendable {
        /// The key of an encrypted database, applied before anything is read.
        public var key: Key?

        /// The longest a statement waits for another connection's lock before it fails with `SQLITE_BUSY`;
        /// zero to fail immediately.
        public var busyTimeout: Duration = .seconds(5)

        /// A closure that decides, instead of `busyTimeout`, whether a statement waits longer for another connection's
        /// lock. It receives the number of its earlier calls for the same lock, and runs on the thread of the
        /// connection: see `setBusyHandler(_:)`.
        public var busyHandler: (@Sendable (_ attempt: Int) -> Bool)?

        /// Whether foreign keys are enforced. SQLite's default is off.
        public var foreignKeys = true

        /// The statements in which a double-quoted name that matches no column is read as a string. Empty by
        /// default, so a misspelled `"name"` is an error.
        public var doubleQuotedStrings: DoubleQuotedStrings = []

        /// Whether SQL in the schema (views, triggers, defaults, `CHECK` constraints, generated columns, indexes) may
        /// call functions that are not ``Function/Options/innocuous``, and use virtual tables that are not marked as
        /// innocuous. Set this to `false` for an untrusted database file. `true` keeps SQLite's default, which is on
        /// unless SQLite was built with `SQLITE_TRUSTED_SCHEMA=0`.
        ///
        /// See [PRAGMA trusted_schema](https://www.sqlite.org/pragma.html#pragma_trusted_schema).
        public var trustsSchema = true

        /// Whether SQL is prevented from corrupting the file on purpose: it cannot write to the schema or to the tables
        /// in which virtual tables store their content, nor turn the journal off. SQLite's default is off. C:
        /// `SQLITE_DBCONFIG_DEFENSIVE`.
        public var isDefensive = false

        /// Whether a trigger may fire itself, and `REPLACE` fires the delete triggers of the rows that it deletes.
        /// SQLite's default is off. See [PRAGMA
        /// recursive_triggers](https://www.sqlite.org/pragma.html#pragma_recursive_triggers).
        public var recursiveTriggers = false

        /// Whether ``Connection/close()`` first runs `PRAGMA optimize`, which updates the statistics of the query
        /// planner where that is useful. It does not wait for locks, and an error does not prevent closing. See [PRAGMA
        /// optimize](https://www.sqlite.org/pragma.html#pragma_optimize).
        public var optimizesAtClose = false

        /// The journal mode to set, or `nil` to keep the mode of the database. It applies to the databases that ``onOpen``
        /// attaches, too, unless `onOpen` sets their journal mode.
        public var journalMode: JournalMode?

        /// The synchronization level of writes to the disk, or `nil` for SQLite's default.
        public var synchronous: Synchronous?

        /// The number of prepared statements that the connection caches for the one-line methods.
        public var statementCacheCapacity = 64

        /// The memory that the cached statements may use, in bytes. A statement that needs more than a
        /// quarter of it is not cached.
        public var statementCacheByteCapacity = 4 << 20

        /// The maximum depth of nested runs: a statement calls a function, the function runs another
        /// statement, and so on. A function that exceeds the limit fails, and the error names it. So a view
        /// and a function that read each other cannot exhaust the stack.
        ///
        /// The default fits on the stack of a thread with 512 KB. With 1 or less, functions cannot run SQL.
        public var nestedRunLimit = 30

        /// The clock of `transactionDate`, or `nil` for the time of the system: for tests, and for values that a program
        /// chooses.
        public var transactionClock: (@Sendable () -> Date)?

        /// A closure that prepares the connection: it can add functions, attach databases, set pragmas, and
        /// so on.
        ///
        /// The closure runs after the key, the busy timeout and foreign keys were set, and after the closures of
        /// ``Connection/addAutomaticExtension(_:)``, but before
        /// `journalMode` and `synchronous`, which write to a new file: so pragmas of a new file, such as
        /// `auto_vacuum` and `page_size`, take effect. If it sets a journal mode other than `journalMode` for the main
        /// database, opening fails with `SQLITE_MISUSE`. If it throws an error, the connection is closed and `init`
        /// throws the error; an error that is not an ``SQLiteError`` becomes the `underlyingError` of one.
        public var onOpen: (@Sendable (Connection) throws -> Void)?

        /// The logs of statements: see ``logStatements(slowerThan:includingValues:to:)``.
        var statementLogs: [StatementLog] = []

        /// The level to set if `synchronous` is `nil` and ``onOpen`` does not set a level.
        package var defaultSynchronous: Synchronous?

        /// Whether changes that statements make to the connection are recorded after opening, for a pool.
        package var notesChanges = false

        /// Creates a configuration with the defaults.
        public init() {}

        /// Creates a configuration with changes to the defaults: `Configuration { $0.journalMode = .wal }`.
        public init(_ change: (inout Configuration) -> Void) {
            change(&self)
        }
    }
}

extension Connection.Configuration {
    /// The statements in which SQLite accepts a double-quoted string, as versions before 3.29 always did.
    ///
    /// See [Double-quoted strings](https://www.sqlite.org/quirks.html#dblquote).
    public struct DoubleQuotedStrings: OptionSet, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// In `SELECT`, `INSERT`, `UPDATE` and `DELETE`, including those in views and triggers. C:
        /// `SQLITE_DBCONFIG_DQS_DML`.
        public static let dml = DoubleQuotedStrings(rawValue: 1)

        /// In `CREATE TABLE`, `CREATE INDEX` and other statements that change the schema. SQLite always reads
        /// a stored schema that contains such strings. C: `SQLITE_DBCONFIG_DQS_DDL`.
        public static let ddl = DoubleQuotedStrings(rawValue: 2)
    }

    func apply(to connection: Connection) throws(SQLiteError) {
        if let key { try connection.apply(key) }
        if !statementLogs.isEmpty { connection.delegates.log(to: statementLogs) }
        try applySwitches(to: connection)
        if recursiveTriggers { try connection.execute("PRAGMA recursive_triggers = ON") }
        connection.handle.optimizesAtClose = optimizesAtClose
        connection.delegates.clock = transactionClock
        let changes = try runOnOpen(connection)
        if let journalMode { try apply(journalMode, to: connection, after: changes) }
        let level = changes.contains(.synchronous) ? nil : defaultSynchronous
        if let level = synchronous ?? level { try connection.setSynchronous(level) }
        connection.handle.notesChanges = notesChanges
        connection.handle.changes = []
    }

    /// Runs the automatic extensions and ``onOpen``.
    ///
    /// - Returns: The settings that they have changed.
    private func runOnOpen(_ connection: Connection) throws(SQLiteError) -> ConnectionChanges {
        let extensions = AutomaticExtension.bodies
        guard onOpen != nil || !extensions.isEmpty else { return [] }
        connection.handle.notesChanges = true
        _ = try ThreadFlags.with(.applyingExtensions) { () throws(SQLiteError) in
            for body in extensions { try run(body, on: connection, "an automatic extension") }
        }
        if let onOpen { try run(onOpen, on: connection, "the connection's onOpen") }
        connection.handle.notesChanges = false
        return connection.handle.changes
    }

    private func run(
        _ body: (Connection) throws -> Void, on connection: Connection, _ what: String
    ) throws(SQLiteError) {
        do {
            try body(connection)
        } catch let error as SQLiteError {
            throw error
        } catch {
            throw SQLiteError(
                .error, message: "\(what) failed: \(error.explanation)", underlyingError: error)
        }
    }

    private func apply(
        _ journalMode: JournalMode, to connection: Connection, after changes: ConnectionChanges
    ) throws(SQLiteError) {
        guard changes.contains(.journalMode) else {
            do throws(SQLiteError) {
                return try connection.setJournalMode(
                    journalMode, ofMainOnly: changes.contains(.attachedJournalMode))
            } catch {
                // This is usually the first statement that uses the file.
                guard error.sql != nil, let path = connection.path else { throw error }
                throw error.prefixed("cannot open \"\(MessageText.path(path))\": ")
            }
        }
        let mode = try connection.journalMode
        guard mode != journalMode else { return }
        throw SQLiteError.misuse(
            "onOpen has set the journal mode \(mode), but the configuration requires "
                + "\(journalMode)")
    }

    /// Uses no SQL, because this runs each time a connection is opened.
    private func applySwitches(to connection: Connection) throws(SQLiteError) {
        let handle = connection.handle
        try handle.waitForLocks(
            busyHandler.map(LockWait.Policy.handler)
                ?? .limit(.milliseconds(busyTimeout.wholeMilliseconds)))
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
        if isDefensive { try handle.turn(SQLITE_DBCONFIG_DEFENSIVE, on: true, "defensive mode") }
    }
}

// MARK: - AutomaticExtension

/// A closure that sets up each connection of the process: see ``Connection/addAutomaticExtension(_:)``.
public struct AutomaticExtension: Sendable {
    fileprivate let number: UInt64

    /// Removes the closure: it does not run for connections that are opened later. What it has added to open
    /// connections stays there.
    ///
    /// - Returns: Whether the closure was registered.
    @discardableResult
    public func cancel() -> Bool {
        // Released after the lock, because releasing the closure may run any code.
        let removed = Self.registered.withLock { state in
            state.bodies.firstIndex { $0.number == number }.map { state.bodies.remove(at: $0) }
        }
        return withExtendedLifetime(removed) { removed != nil }
    }

    typealias Body = @Sendable (Connection) throws -> Void

    fileprivate struct Registered {
        var last: UInt64 = 0
        var bodies: [(number: UInt64, body: Body)] = []
    }

    fileprivate static let registered = Locked(Registered())

    /// The registered closures.
    static var bodies: [Body] { registered.withLock { $0.bodies.map(\.body) } }
}

extension Connection {
    /// Registers a closure that sets up each connection of the process that is opened later: it can add functions and
    /// collations, and load extensions.
    ///
    /// ```swift
    /// let slugs = Connection.addAutomaticExtension { connection in
    ///     try connection.add(function: Slugify.self)
    /// }
    /// ```
    ///
    /// The closures run in the order in which they were added, on the thread that opens the connection: after the key
    /// and the switches of the configuration were applied, and before its `onOpen`. Connections of a `Database` are set
    /// up, too, but not connections that one of the closures opens. If a closure throws an error, opening fails with
    /// it.
    ///
    /// Connections that other code opens with the C interface are not set up, unless they are passed to
    /// ``init(unsafeHandle:ownership:configuration:)`` with a configuration. SQLite's own list of automatic extensions,
    /// `sqlite3_auto_extension`, can call only C functions without a context, and stays as it is.
    ///
    /// - Returns: The registration, to cancel it. The closure stays registered if the result is not used.
    @discardableResult
    public static func addAutomaticExtension(
        _ setUp: @escaping @Sendable (Connection) throws -> Void
    ) -> AutomaticExtension {
        AutomaticExtension.registered.withLock { state in
            state.last += 1
            state.bodies.append((state.last, setUp))
            return AutomaticExtension(number: state.last)
        }
    }

    /// Cancels all registrations of ``addAutomaticExtension(_:)``.
    public static func removeAutomaticExtensions() {
        let removed = AutomaticExtension.registered.withLock { state in
            defer { state.bodies = [] }
            return state.bodies
        }
        withExtendedLifetime(removed) {}
    }
}
