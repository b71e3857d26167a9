public import DataLiteCore
import Foundation

extension Database {
    /// The settings of a database and its connections.
    ///
    /// The properties of `Connection.Configuration` are properties of this type, too: `key`,
    /// `busyTimeout`, `foreignKeys`, `onOpen` and so on. They apply to every connection. `onOpen` runs on
    /// each connection, so functions, collations and attached databases are available in every closure.
    ///
    /// ```swift
    /// let configuration = Database.Configuration {
    ///     $0.readerLimit = 4
    ///     $0.onOpen = { connection in try connection.add(function: Median.self) }
    /// }
    /// ```
    @dynamicMemberLookup
    public struct Configuration: Sendable {
        /// The configuration of each connection. `synchronous` applies to the writer connection and defaults to
        /// `.normal` in WAL mode, and to SQLite's default otherwise.
        ///
        /// With `.normal` in WAL mode, a commit does not wait for the disk. The database cannot be corrupted, and a
        /// killed process loses no commits, but a power failure may lose the latest commits. `.full` prevents this loss
        /// in WAL mode, and `.extra` with a rollback journal.
        ///
        /// `journalMode` is the mode of a file: `nil` or `.wal` for WAL mode, or `.delete`, `.truncate` or `.persist`
        /// for a rollback journal, with which the file can be used where WAL does not work. With a rollback journal,
        /// readers and the writer block each other briefly: a commit waits for the running reads, and new reads wait
        /// for that commit. Both wait up to `busyTimeout`, and then throw `SQLITE_BUSY`. A write that also changes
        /// attached files is atomic only with rollback journals.
        public var connection = Connection.Configuration()

        /// Whether the file may be written. ``Database/Access/readOnly`` and ``Database/Access/immutable`` open a file
        /// that exists, and no call can write.
        public var access = Access.readWrite

        /// The maximum number of closures that read at the same time, at least 1. Each has its own connection, which
        /// is opened when it is first needed.
        public var readerLimit = min(max(2, ProcessInfo.processInfo.activeProcessorCount), 8)

        /// The longest a call waits for a connection before it fails with `SQLITE_BUSY`, or `nil` for no limit.
        public var waitLimit: Duration?

        /// The largest number of reads, and of writes, that wait for a connection, or `nil` for no limit. A further call
        /// fails with `SQLITE_BUSY` at once, so that an overloaded server can refuse work instead of collecting it.
        public var waitingCallLimit: Int?

        /// The longest a closure runs before its SQL is interrupted and the call fails with `SQLITE_INTERRUPT`, or
        /// `nil` for no limit.
        public var timeLimit: Duration?

        /// The name of the threads, for debuggers.
        public var label = "datalite"

        /// The WAL size, in pages, at which a write runs a checkpoint.
        public var checkpointPages = 1000

        /// The WAL size, in pages, at which new reads pause for up to half a second so that the WAL can be reset.
        /// Without this pause, overlapping reads would let the WAL grow without bound.
        public var walPageLimit = 4000

        /// The objects that receive what the database does, for logs, metrics and traces.
        public var instruments: [any DatabaseInstrument] = []

        /// The report of statements that scan many rows, if any.
        var scans: ScanReporting?

        /// Creates a configuration with the default settings.
        public init() {}

        /// Creates a configuration from the defaults, with changes: `Configuration { $0.readerLimit = 2 }`.
        public init(_ change: (inout Configuration) -> Void) {
            change(&self)
        }

        /// The settings that SQLite recommends: see `recommended` of `Connection.Configuration`.
        public static var recommended: Configuration {
            Configuration { $0.connection = .recommended }
        }

        /// A setting of the connections.
        public subscript<Value>(
            dynamicMember keyPath: WritableKeyPath<Connection.Configuration, Value>
        ) -> Value {
            get { connection[keyPath: keyPath] }
            set { connection[keyPath: keyPath] = newValue }
        }
    }
}

extension Database.Configuration {
    /// Reports statements for which an index may be missing: those that read more than a number of rows in full scans
    /// of tables in one run.
    ///
    /// ```swift
    /// let configuration = Database.Configuration {
    ///     $0.reportScans(ofMoreThan: 1000) { scan in print("\(scan.rows) rows: \(scan.sql)") }
    /// }
    /// ```
    ///
    /// Without this option, nothing is measured. With it, SQLite measures the time of each statement, and the counter
    /// `fullScanSteps` of a statement starts at 0 in each run.
    ///
    /// - Parameters:
    ///   - count: The number of rows, at least 0.
    ///   - report: Called when the closure of a read or a write has ended and its connection is free, once for each
    ///     text of a statement, and for at most 100 texts: on the thread of the closure or, for an asynchronous call,
    ///     in the calling task. It may use the database.
    public mutating func reportScans(
        ofMoreThan count: Int, to report: @escaping @Sendable (ScanReport) -> Void
    ) {
        scans = ScanReporting(limit: max(count, 0), report: report)
    }

    /// Passes each statement of each connection to a closure when its run has ended.
    ///
    /// ```swift
    /// let configuration = Database.Configuration {
    ///     $0.logStatements(slowerThan: .milliseconds(50)) { statement in
    ///         print(statement.duration, statement.role, statement.sql)
    ///     }
    /// }
    /// ```
    ///
    /// See `logStatements` of `Connection.Configuration`.
    ///
    /// - Parameters:
    ///   - limit: The shortest duration of the statements to pass; zero for all.
    ///   - includesValues: Whether statements have the SQL with the bound values, which may be private.
    ///   - log: Receives the statements, of several connections at the same time. It may not use the database that is
    ///     calling it: such a call throws `SQLITE_MISUSE`, and never deadlocks.
    public mutating func logStatements(
        slowerThan limit: Duration = .zero, includingValues includesValues: Bool = false,
        to log: @escaping @Sendable (LoggedStatement) -> Void
    ) {
        connection.logStatements(
            slowerThan: limit, includingValues: includesValues, to: log)
    }

    /// The report of statements that scan many rows.
    struct ScanReporting: Sendable {
        let limit: Int
        let report: @Sendable (ScanReport) -> Void

        /// The pool whose scans a closure is receiving: its own calls are not reported.
        @TaskLocal static var pool: ObjectIdentifier?
    }

    /// The storage of a database, which limits the settings.
    enum StorageKind { case file, temporaryFile, memory }

    func validate(_ kind: StorageKind) throws(SQLiteError) {
        guard readerLimit >= 1 else {
            throw SQLiteError.misuse("readerLimit is \(readerLimit), but must be at least 1")
        }
        guard access == .readWrite || kind == .file else {
            throw SQLiteError.misuse(
                "access is .\(access), but a new database is empty: it must be .readWrite")
        }
        try validateJournalMode(kind)
    }

    private func validateJournalMode(_ kind: StorageKind) throws(SQLiteError) {
        guard let mode = connection.journalMode else { return }
        guard access == .readWrite else {
            throw SQLiteError.misuse(
                "journalMode is \(mode), but access .\(access) cannot change the file")
        }
        if mode == .wal { return }
        guard kind != .memory else {
            throw SQLiteError.misuse(
                "journalMode is \(mode), but must be nil for an in-memory database")
        }
        guard mode != .memory, mode != .off else {
            throw SQLiteError.misuse(
                "journalMode is \(mode), with which a crash may corrupt the database: it must be nil, "
                    + ".wal, .delete, .truncate or .persist")
        }
    }
}
