public import DataLiteCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Database {
    /// How a database and its connections are set up.
    ///
    /// The properties of `Connection.Configuration` are properties of this type, too: `key`,
    /// `busyTimeout`, `foreignKeys`, `onOpen` and so on. They apply to every connection; `onOpen` runs on
    /// each one, so that functions, collations and attached databases are there in every closure.
    ///
    /// ```swift
    /// let configuration = Database.Configuration {
    ///     $0.readerLimit = 4
    ///     $0.onOpen = { connection in try connection.add(function: Median.self) }
    /// }
    /// ```
    @dynamicMemberLookup
    public struct Configuration: Sendable {
        /// The configuration of each connection. `journalMode` must be `nil` or `.wal`; `synchronous` is that
        /// of the connection that writes, `.normal` if `nil`.
        ///
        /// With `.normal` in WAL mode, a commit does not wait for the disk. The database cannot be
        /// corrupted, and a process that is killed loses nothing; when the power fails, the latest commits
        /// may be lost. With `.full` they are not.
        public var connection = Connection.Configuration()

        /// How many closures may read at the same time: 1 or more. Each has its own connection, opened when
        /// it is first needed.
        public var readerLimit = min(max(2, ProcessInfo.processInfo.activeProcessorCount), 8)

        /// How long a call may wait for its turn before it fails with `SQLITE_BUSY`; `nil` for no limit.
        public var waitLimit: Duration?

        /// How long the closure of a call may run before its SQL is interrupted and the call fails with
        /// `SQLITE_INTERRUPT`; `nil` for no limit.
        public var timeLimit: Duration?

        /// The name of the threads, for debuggers.
        public var label = "datalite"

        /// After how many pages in the WAL a write copies them into the database file.
        public var checkpointPages = 1000

        /// After how many pages in the WAL new reads wait, up to half a second, until the WAL has been reset.
        /// Otherwise it would grow for as long as reads overlap.
        public var walPageLimit = 4000

        /// The defaults.
        public init() {}

        /// The defaults, with changes: `Configuration { $0.readerLimit = 2 }`.
        public init(_ change: (inout Configuration) -> Void) {
            change(&self)
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
    func validate() throws(SQLiteError) {
        guard connection.journalMode == nil || connection.journalMode == .wal else {
            throw SQLiteError(
                .misuse,
                message:
                    "a database has the journal mode WAL, so that reads and writes do not block "
                    + "each other")
        }
        guard readerLimit >= 1 else {
            throw SQLiteError(
                .misuse, message: "the limit of readers is \(readerLimit): it must be 1 or more")
        }
    }
}
