import DataLiteC

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
    /// SQLite has an upper bound for each limit, and uses that for a greater value. With a collation in Swift, the
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

    /// Runs a closure with limits, which are restored afterwards. A limit that is lower already stays as it is.
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
