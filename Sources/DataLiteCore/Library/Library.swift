import DataLiteC

extension Connection {
    /// The SQLite library that the program runs with.
    ///
    /// ```swift
    /// print(Connection.library.sourceID, Connection.library.hasCompileOption("ENABLE_FTS5"))
    /// ```
    public static var library: Library { Library() }

    /// The SQLite library that the program runs with: how it was built, and the memory that it uses in the whole process.
    /// Its version is ``Connection/libraryVersion``.
    public struct Library: Sendable {
        /// The date and the hash of the source code from which the library was built. A modified source has a hash that
        /// ends with `alt1`, or another hash. C: `sqlite3_sourceid`.
        public var sourceID: String { String(repairing: sqlite3_sourceid()) ?? "" }

        /// How the library protects itself if threads use it at the same time.
        public enum ThreadingMode: Int32, Sendable {
            /// It has no locks: only one thread of the program may use SQLite.
            case singleThread = 0
            /// Several threads may use a connection that was opened without ``Connection/Options/nomutex``.
            case serialized = 1
            /// Each connection may be used by one thread at a time, as connections of this library are.
            case multiThread = 2
        }

        /// The threading mode with which the library was built. A program can change the mode before the library is
        /// initialized; this property does not show the change. `nil` for a number that this version of DataLite does
        /// not know. C: `sqlite3_threadsafe`.
        public var threadingMode: ThreadingMode? { ThreadingMode(rawValue: sqlite3_threadsafe()) }
    }
}

extension Connection.Library {
    /// The options with which the library was built, without the prefix `SQLITE_`: `ENABLE_FTS5`, `THREADSAFE=1`.
    /// Options with their default value may be missing. Empty if the library was built with
    /// `SQLITE_OMIT_COMPILEOPTION_DIAGS`. C: `sqlite3_compileoption_get`.
    ///
    /// See [Compile-time Options](https://www.sqlite.org/compile.html).
    public var compileOptions: [String] {
        var options: [String] = []
        while let option = String(repairing: sqlite3_compileoption_get(Int32(options.count))) {
            options.append(option)
        }
        return options
    }

    /// Whether the library was built with an option. C: `sqlite3_compileoption_used`.
    ///
    /// - Parameter name: The name, with or without `SQLITE_`, and with or without a value: `ENABLE_FTS5`,
    ///   `THREADSAFE=1`.
    public func hasCompileOption(_ name: String) -> Bool {
        !name.utf8.contains(0) && sqlite3_compileoption_used(name) != 0
    }
}

// MARK: - Release

/// The release of DataLite, for the library and the tool.
package enum Release {
    package static let version = "0.1.0"
}

// MARK: - LibraryStatus

extension Connection {
    /// The value of a counter of SQLite.
    public struct StatusCount: Sendable {
        /// The current value; 0 if the counter has only a highest one.
        public let current: Int64

        /// The highest value since the counter was last reset; 0 if the counter has only a current one.
        public let highest: Int64
    }
}

extension Connection.Library {
    /// A counter of the memory that SQLite uses in the whole process.
    ///
    /// See [Status Parameters](https://www.sqlite.org/c3ref/c_status_malloc_count.html).
    public enum Counter: Int32, CaseIterable, Hashable, Sendable {
        /// The bytes of memory in use. C: `SQLITE_STATUS_MEMORY_USED`.
        case memoryUsed = 0
        /// The number of pages in use in the page memory that the program has provided. C:
        /// `SQLITE_STATUS_PAGECACHE_USED`.
        case pageMemoryUsed = 1
        /// The bytes of cached pages that did not fit into that memory: all of them in most programs. C:
        /// `SQLITE_STATUS_PAGECACHE_OVERFLOW`.
        case pageMemoryOverflow = 2
        /// The bytes of the largest request for memory: only a highest value. C: `SQLITE_STATUS_MALLOC_SIZE`.
        case largestAllocation = 5
        /// The depth of the parser's stack: only a highest value, and only in some builds. C:
        /// `SQLITE_STATUS_PARSER_STACK`.
        case parserStack = 6
        /// The bytes of the largest request for a page: only a highest value. C: `SQLITE_STATUS_PAGECACHE_SIZE`.
        case largestPageAllocation = 7
        /// The pieces of memory in use. C: `SQLITE_STATUS_MALLOC_COUNT`.
        case allocationCount = 9
    }

    /// The value of a counter. C: `sqlite3_status64`.
    ///
    /// Memory is not counted if SQLite was built with `SQLITE_DEFAULT_MEMSTATUS=0`, as Apple's is: then the values are
    /// 0.
    ///
    /// - Parameter resets: Whether the highest value becomes the current one afterwards.
    public func status(
        _ counter: Counter, resets: Bool = false
    ) -> Connection.StatusCount {
        var (current, highest): (Int64, Int64) = (0, 0)
        let code = sqlite3_status64(counter.rawValue, &current, &highest, resets ? 1 : 0)
        guard code == SQLITE_OK else { return Connection.StatusCount(current: 0, highest: 0) }
        return Connection.StatusCount(current: current, highest: highest)
    }

    /// The most bytes of memory that SQLite has used since the process began or since the last reset. C:
    /// `sqlite3_memory_highwater`.
    ///
    /// - Parameter resets: Whether the value becomes the current one afterwards.
    public func memoryHighWater(resets: Bool = false) -> Int64 {
        sqlite3_memory_highwater(resets ? 1 : 0)
    }
}

// MARK: - Status of connections

extension Connection {
    /// A counter of one connection, for all its databases.
    ///
    /// A struct, because newer versions of SQLite have more of them.
    ///
    /// See [Status Parameters for database connections](https://www.sqlite.org/c3ref/c_dbstatus_options.html).
    public struct Counter: RawRepresentable, Equatable, Sendable {
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
