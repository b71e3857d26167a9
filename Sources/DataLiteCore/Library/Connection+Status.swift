import DataLiteC

extension Connection {
    /// A counter of one connection, for all its databases.
    ///
    /// A struct, because newer versions of SQLite have more of them.
    ///
    /// See [Status Parameters for database connections](https://www.sqlite.org/c3ref/c_dbstatus_options.html).
    public struct Counter: RawRepresentable, Hashable, Sendable {
        /// The number of the counter, `SQLITE_DBSTATUS_*`.
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// The slots of the lookaside memory in use: memory for small objects. C: `SQLITE_DBSTATUS_LOOKASIDE_USED`.
        public static let lookasideUsed = Counter(rawValue: 0)
        /// The bytes of cached pages: only a current value. C: `SQLITE_DBSTATUS_CACHE_USED`.
        public static let cacheUsed = Counter(rawValue: 1)
        /// The bytes of the schemas that were read: only a current value. C: `SQLITE_DBSTATUS_SCHEMA_USED`.
        public static let schemaUsed = Counter(rawValue: 2)
        /// The bytes of all prepared statements, including cached ones: only a current value. C:
        /// `SQLITE_DBSTATUS_STMT_USED`.
        public static let statementsUsed = Counter(rawValue: 3)
        /// The requests that lookaside memory could serve: only a highest value. C: `SQLITE_DBSTATUS_LOOKASIDE_HIT`.
        public static let lookasideHits = Counter(rawValue: 4)
        /// The requests that were too large for lookaside memory: only a highest value. C:
        /// `SQLITE_DBSTATUS_LOOKASIDE_MISS_SIZE`.
        public static let lookasideTooLarge = Counter(rawValue: 5)
        /// The requests for which no lookaside memory was free: only a highest value. C:
        /// `SQLITE_DBSTATUS_LOOKASIDE_MISS_FULL`.
        public static let lookasideFull = Counter(rawValue: 6)
        /// The pages found in the cache since the last reset: only a current value. C: `SQLITE_DBSTATUS_CACHE_HIT`.
        public static let cacheHits = Counter(rawValue: 7)
        /// The pages read from files since the last reset: only a current value. C: `SQLITE_DBSTATUS_CACHE_MISS`.
        public static let cacheMisses = Counter(rawValue: 8)
        /// The changed pages written to files or to a WAL since the last reset: only a current value. C:
        /// `SQLITE_DBSTATUS_CACHE_WRITE`.
        public static let cacheWrites = Counter(rawValue: 9)
        /// 1 if the open transaction violates a foreign key, which prevents its commit: only a current value. C:
        /// `SQLITE_DBSTATUS_DEFERRED_FKS`.
        public static let deferredForeignKeys = Counter(rawValue: 10)
        /// The bytes of cached pages, where a shared cache counts in part for each of its connections: only a current
        /// value. C: `SQLITE_DBSTATUS_CACHE_USED_SHARED`.
        public static let sharedCacheUsed = Counter(rawValue: 11)
        /// The pages written to files before a commit because the cache was full, since the last reset: only a current
        /// value. C: `SQLITE_DBSTATUS_CACHE_SPILL`.
        public static let cacheSpills = Counter(rawValue: 12)
    }

    /// The value of a counter of this connection. C: `sqlite3_db_status`.
    ///
    /// ```swift
    /// let statements = try connection.status(.statementsUsed).current
    /// ```
    ///
    /// The counters of the cache that a `Database` reports in its statistics are reset when it reads them.
    ///
    /// - Parameter resets: Whether the counter is reset afterwards: the highest value becomes the current one, and the
    ///   counts since the last reset become 0.
    /// - Throws: `SQLITE_ERROR` if the running SQLite does not have the counter; `SQLITE_MISUSE` if the connection is
    ///   closed, or in the callback of a delegate, a collation or an authorizer.
    public func status(
        _ counter: Counter, resets: Bool = false
    ) throws(SQLiteError) -> StatusCount {
        let pointer = try handle.open()
        guard handle.executionBlocks.isDisjoint(with: .insideCallback) else {
            throw handle.refusal(of: "status")
        }
        var (current, highest): (Int32, Int32) = (0, 0)
        let code = sqlite3_db_status(
            pointer, counter.rawValue, &current, &highest, resets ? 1 : 0)
        guard code == SQLITE_OK else {
            throw SQLiteError(
                .error,
                message: """
                    the running SQLite \(Connection.libraryVersion) does not have the counter \
                    \(counter.rawValue) of a connection
                    """)
        }
        return StatusCount(current: Int64(current), highest: Int64(highest))
    }
}
