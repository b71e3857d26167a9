import DataLiteC
import Foundation

extension Connection {
    /// A feature of a connection that can be turned on and off without SQL.
    ///
    /// A struct, because newer versions of SQLite have more of them: `Feature(rawValue: 1022)`.
    ///
    /// See [Database connection configuration options](https://sqlite.org/c3ref/c_dbconfig_defensive.html).
    public struct Feature: RawRepresentable, Equatable, Sendable {
        /// The number of the option, `SQLITE_DBCONFIG_*`.
        public let rawValue: Int32

        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// Foreign keys are enforced. C: `SQLITE_DBCONFIG_ENABLE_FKEY`.
        public static let foreignKeys = Feature(rawValue: 1002)
        /// Triggers run. C: `SQLITE_DBCONFIG_ENABLE_TRIGGER`.
        public static let triggers = Feature(rawValue: 1003)
        /// The function `fts3_tokenizer` takes pointers from SQL. C: `SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER`.
        public static let fts3Tokenizer = Feature(rawValue: 1004)
        /// Extensions can be loaded with the C interface. C: `SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION`.
        public static let extensionLoading = Feature(rawValue: 1005)
        /// Closing the last connection does not run a checkpoint. C: `SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE`.
        public static let noCheckpointOnClose = Feature(rawValue: 1006)
        /// A statement has the same plan, whatever values are bound. C: `SQLITE_DBCONFIG_ENABLE_QPSG`.
        public static let stablePlans = Feature(rawValue: 1007)
        /// `EXPLAIN QUERY PLAN` includes triggers. C: `SQLITE_DBCONFIG_TRIGGER_EQP`.
        public static let triggerPlans = Feature(rawValue: 1008)
        /// `VACUUM` erases the database, even a corrupt one. C: `SQLITE_DBCONFIG_RESET_DATABASE`.
        public static let databaseReset = Feature(rawValue: 1009)
        /// SQL cannot corrupt the file on purpose: no writes to the schema or to shadow tables, no unsafe pragmas. C:
        /// `SQLITE_DBCONFIG_DEFENSIVE`.
        public static let defensive = Feature(rawValue: 1010)
        /// SQL can write into `sqlite_schema`. C: `SQLITE_DBCONFIG_WRITABLE_SCHEMA`.
        public static let writableSchema = Feature(rawValue: 1011)
        /// `ALTER TABLE RENAME` does not change triggers and views. C: `SQLITE_DBCONFIG_LEGACY_ALTER_TABLE`.
        public static let legacyAlterTable = Feature(rawValue: 1012)
        /// Double-quoted strings in `SELECT` and other statements. C: `SQLITE_DBCONFIG_DQS_DML`.
        public static let doubleQuotedStringsInDML = Feature(rawValue: 1013)
        /// Double-quoted strings in `CREATE TABLE` and others. C: `SQLITE_DBCONFIG_DQS_DDL`.
        public static let doubleQuotedStringsInDDL = Feature(rawValue: 1014)
        /// Views can be read. C: `SQLITE_DBCONFIG_ENABLE_VIEW`.
        public static let views = Feature(rawValue: 1015)
        /// New files have the format of versions before 3.0. C: `SQLITE_DBCONFIG_LEGACY_FILE_FORMAT`.
        public static let legacyFileFormat = Feature(rawValue: 1016)
        /// SQL in the schema can call every function. C: `SQLITE_DBCONFIG_TRUSTED_SCHEMA`.
        public static let trustedSchema = Feature(rawValue: 1017)
        /// Statements count their steps. Requires SQLite 3.43. C: `SQLITE_DBCONFIG_STMT_SCANSTATUS`.
        public static let scanStatus = Feature(rawValue: 1018)
        /// Tables and indexes are read from their end. Requires SQLite 3.44. C: `SQLITE_DBCONFIG_REVERSE_SCANORDER`.
        public static let reverseScanOrder = Feature(rawValue: 1019)
        /// `ATTACH` can create a file. Requires SQLite 3.49. C: `SQLITE_DBCONFIG_ENABLE_ATTACH_CREATE`.
        public static let attachCreates = Feature(rawValue: 1020)
        /// `ATTACH` can open a file for writing. Requires SQLite 3.49. C: `SQLITE_DBCONFIG_ENABLE_ATTACH_WRITE`.
        public static let attachWrites = Feature(rawValue: 1021)
        /// SQL can contain comments. Requires SQLite 3.49. C: `SQLITE_DBCONFIG_ENABLE_COMMENTS`.
        public static let comments = Feature(rawValue: 1022)
    }

    /// Whether a feature is on. C: `sqlite3_db_config`.
    ///
    /// - Throws: `SQLITE_ERROR` if the running SQLite does not have the feature; `SQLITE_MISUSE` if the connection is
    ///   closed.
    public func isOn(_ feature: Feature) throws(SQLiteError) -> Bool {
        let pointer = try handle.open()
        return try handle.configure(feature, -1, on: pointer)
    }

    /// Turns a feature on or off. C: `sqlite3_db_config`.
    ///
    /// - Throws: `SQLITE_ERROR` if the running SQLite does not have the feature, or was built so that it cannot be
    ///   changed; `SQLITE_MISUSE` if the connection is closed.
    public func set(_ feature: Feature, isOn: Bool) throws(SQLiteError) {
        let pointer = try handle.open()
        try handle.noteSettingChange("features")
        guard try handle.configure(feature, isOn ? 1 : 0, on: pointer) != isOn else { return }
        throw SQLiteError(
            .error, message: "the running SQLite cannot turn \(feature) \(isOn ? "on" : "off")")
    }
}

extension Connection.Feature: CustomStringConvertible {
    /// `SQLITE_DBCONFIG option 1010`
    public var description: String { "the SQLITE_DBCONFIG option \(rawValue)" }

    /// The options that switch something and that a program passes with an `int`.
    fileprivate var isSwitch: Bool { rawValue >= 1002 }
}

extension ConnectionHandle {
    /// Turns a feature on (1) or off (0), or leaves it unchanged (-1).
    ///
    /// - Returns: Whether it is on afterwards.
    func configure(
        _ feature: Connection.Feature, _ value: Int32, on pointer: OpaquePointer
    ) throws(SQLiteError) -> Bool {
        var result: Int32 = -1
        // Other options have other arguments.
        let code =
            feature.isSwitch
            ? datalite_db_config_switch(pointer, feature.rawValue, value, &result) : SQLITE_ERROR
        guard code == SQLITE_OK, result >= 0 else {
            let version = Connection.libraryVersion
            throw SQLiteError(
                .error, message: "the running SQLite (\(version)) does not have \(feature)")
        }
        return result == 1
    }

    /// Records that a setting is changed, so that a pool replaces the connection.
    func noteSettingChange(_ what: String) throws(SQLiteError) {
        guard notesChanges else { return }
        guard !refusesChanges else {
            throw SQLiteError.misuse("the \(what) of a snapshot cannot be changed: use onOpen")
        }
        changes.insert(.settings)
    }
}

// MARK: - ConnectionLimit

extension Connection {
    /// A limit of a connection on the size of statements and values.
    ///
    /// See [Run-time limits](https://sqlite.org/c3ref/c_limit_attached.html).
    public enum Limit: Int32, CaseIterable, Hashable, Sendable {
        /// The bytes of a string, a BLOB or a row. C: `SQLITE_LIMIT_LENGTH`.
        case length = 0
        /// The bytes of a statement's text. C: `SQLITE_LIMIT_SQL_LENGTH`.
        case sqlLength = 1
        /// The columns of a table, an index or a result, and the terms of a clause. C: `SQLITE_LIMIT_COLUMN`.
        case columns = 2
        /// The depth of an expression. C: `SQLITE_LIMIT_EXPR_DEPTH`.
        case expressionDepth = 3
        /// The queries of a compound, such as `UNION`. C: `SQLITE_LIMIT_COMPOUND_SELECT`.
        case compoundQueries = 4
        /// The instructions of a compiled statement. Some versions of SQLite do not enforce it. C:
        /// `SQLITE_LIMIT_VDBE_OP`.
        case programLength = 5
        /// The arguments of a function. C: `SQLITE_LIMIT_FUNCTION_ARG`.
        case functionArguments = 6
        /// The attached databases. C: `SQLITE_LIMIT_ATTACHED`.
        case attachedDatabases = 7
        /// The bytes of a pattern of `LIKE` and `GLOB`. C: `SQLITE_LIMIT_LIKE_PATTERN_LENGTH`.
        case likePatternLength = 8
        /// The greatest number of a parameter. C: `SQLITE_LIMIT_VARIABLE_NUMBER`.
        case parameterNumber = 9
        /// The depth of triggers that fire triggers. C: `SQLITE_LIMIT_TRIGGER_DEPTH`.
        case triggerDepth = 10
        /// The threads that help with a statement. C: `SQLITE_LIMIT_WORKER_THREADS`.
        case workerThreads = 11
    }

    /// The value of a limit. C: `sqlite3_limit`.
    ///
    /// - Throws: `SQLITE_MISUSE` if the connection is closed.
    public func limit(_ limit: Limit) throws(SQLiteError) -> Int {
        Int(sqlite3_limit(try handle.open(), limit.rawValue, -1))
    }

    /// Sets a limit. C: `sqlite3_limit`.
    ///
    /// SQLite has an upper bound for each limit, and uses the bound for a greater value. With a collation in Swift, the
    /// limit of ``Limit/workerThreads`` stays 0.
    ///
    /// - Returns: The value that is used.
    /// - Throws: `SQLITE_RANGE` for a negative value; `SQLITE_MISUSE` if the connection is closed.
    @discardableResult
    public func setLimit(_ limit: Limit, _ value: Int) throws(SQLiteError) -> Int {
        let pointer = try handle.open()
        guard value >= 0 else {
            throw SQLiteError(.range, message: "the limit \(limit) cannot be \(value)")
        }
        // A pool compares the limits with those of an unused connection.
        if handle.notesChanges { handle.changes.insert(.limits) }
        sqlite3_limit(pointer, limit.rawValue, Int32(clamping: value))
        if limit == .workerThreads, handle.hasCollations { handle.sortOnOneThread() }
        return Int(sqlite3_limit(pointer, limit.rawValue, -1))
    }

    /// Runs a closure with limits, which are restored afterwards. A limit that is already lower is not changed.
    ///
    /// ```swift
    /// try connection.withLimits([.length: 1_000_000, .expressionDepth: 100]) {
    ///     try connection.execute(SQL(raw: text))
    /// }
    /// ```
    ///
    /// - Throws: `SQLITE_RANGE` for a negative value; the error of the closure.
    @discardableResult
    public func withLimits<R>(_ limits: [Limit: Int], _ body: () throws -> R) throws -> R {
        var previous: [Limit: Int] = [:]
        for limit in limits.keys { previous[limit] = try self.limit(limit) }
        defer { for (limit, value) in previous { _ = try? setLimit(limit, value) } }
        for (limit, value) in limits {
            try setLimit(limit, min(value, previous[limit] ?? value))
        }
        return try body()
    }

    /// The bytes of memory above which SQLite frees caches, in the whole process; 0 for no limit. C:
    /// `sqlite3_soft_heap_limit64`.
    public static var softHeapLimit: Int64 {
        get { sqlite3_soft_heap_limit64(-1) }
        set { sqlite3_soft_heap_limit64(max(newValue, 0)) }
    }

    /// The bytes of memory above which SQLite's allocations fail with `SQLITE_NOMEM`, in the whole process; 0 for no
    /// limit. C: `sqlite3_hard_heap_limit64`.
    public static var hardHeapLimit: Int64 {
        get { sqlite3_hard_heap_limit64(-1) }
        set { sqlite3_hard_heap_limit64(max(newValue, 0)) }
    }

    /// The bytes of memory that SQLite uses, in the whole process. C: `sqlite3_memory_used`.
    public static var memoryUsed: Int64 { sqlite3_memory_used() }
}

// MARK: - Modules of virtual tables

extension Connection {
    /// Removes the modules of virtual tables from the connection, so that SQL can neither use nor create their tables.
    ///
    /// ```swift
    /// try connection.removeModules(keeping: ["fts5"])
    /// ```
    ///
    /// Modules of SQLite and of extensions are removed, for example `rtree` and `dbstat`. Only a new connection has
    /// them again. Tables that SQLite adds when they are used, such as `pragma_table_info` and, in newer
    /// versions, `json_each`, are not affected: use an ``Authorizer``. In a `Database`, call this in `onOpen`. C:
    /// `sqlite3_drop_modules`.
    ///
    /// - Parameter names: The names of the modules to keep, in lower case as SQLite has them.
    /// - Throws: `SQLITE_BUSY` while a statement is running, which may use a module; `SQLITE_MISUSE` for a name with a
    ///   NUL character, and if the connection is closed.
    public func removeModules(keeping names: Set<String> = []) throws(SQLiteError) {
        let pointer = try handle.open()
        try handle.noteSettingChange("modules")
        guard !handle.hasRunningStatement else {
            throw SQLiteError(
                .busy, message: "modules cannot be removed while a statement is running")
        }
        if let name = names.first(where: { $0.utf8.contains(0) }) {
            throw SQLiteError.misuse("the name \"\(name)\" contains a NUL character")
        }
        // Statements that were prepared keep their modules.
        clearStatementCache()
        let code = CStringList.with(names.sorted()) { list, _ in sqlite3_drop_modules(pointer, list)
        }
        try check(code, on: pointer)
    }
}

// MARK: - The recommended configuration

extension Connection.Configuration {
    /// The settings that SQLite recommends for new programs and for files that may be hostile: the defaults of this
    /// library, such as a busy timeout, foreign keys and no double-quoted strings, and
    ///
    /// - ``isDefensive``: SQL cannot corrupt the file on purpose;
    /// - ``trustsSchema`` off: SQL in the schema calls only innocuous functions;
    /// - ``recursiveTriggers``: `REPLACE` fires delete triggers;
    /// - ``optimizesAtClose``: the statistics of the query planner are kept up to date.
    ///
    /// They are not on by default, because they change what existing files and scripts do. See the guide Sandbox.md.
    public static var recommended: Connection.Configuration {
        Connection.Configuration {
            $0.isDefensive = true
            $0.trustsSchema = false
            $0.recursiveTriggers = true
            $0.optimizesAtClose = true
        }
    }
}

extension Connection {
    /// Runs `PRAGMA optimize` if the configuration requires it. Errors are ignored: the file is complete without it.
    func optimizeBeforeClosing() {
        guard handle.optimizesAtClose, isAutocommit, !isClosed, !isReadonly,
            !handle.hasRunningStatement
        else { return }
        try? withoutLockWaits { () throws(SQLiteError) in
            // Limits the rows that are read of each index (https://sqlite.org/lang_analyze.html, section 3).
            try execute("PRAGMA analysis_limit = 400")
            try execute("PRAGMA optimize")
        }
    }
}
