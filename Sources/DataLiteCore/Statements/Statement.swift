import DataLiteC

/// A prepared statement of SQLite: `sqlite3_stmt`.
///
/// A statement keeps its connection open and is confined to the same thread or actor.
/// ``Connection/prepare(sql:options:)->Statement`` creates one; ``init(borrowing:)`` wraps one that
/// was prepared with the C interface.
public final class Statement: StatementProtocol {
    // SAFETY: written only by ``finalize()``, by assignment, so two accesses never overlap.
    @exclusivity(unchecked)
    @usableFromInline
    private(set) var pointer: OpaquePointer

    // The neighbors in the handle's list of its statements.
    var previousStatement: Unmanaged<Statement>?
    var nextStatement: Unmanaged<Statement>?

    let handle: ConnectionHandle

    /// Keeps the connection alive for its delegates. `nil` in the connection's own cache, where it
    /// would be a reference cycle, and for a borrowed statement.
    private let connection: Connection?

    /// Whether `deinit` finalizes the statement.
    let isOwned: Bool

    /// The reason that the statement cannot be stepped or reset at the moment.
    @usableFromInline
    enum BusyReason {
        case none
        /// A step or a reset is running. Both call user functions and release what they hold.
        case stepping
        /// A column is being converted, perhaps by an application's initializer.
        case reading
        /// A rollback ended the run. The next step reports this instead of starting again.
        case aborted
    }

    // SAFETY: this and the next one are read by copying and written by assignment, so two accesses never overlap. The
    // run-time exclusivity check would cost as much as reading an integer column.
    @exclusivity(unchecked)
    @usableFromInline
    var busyReason = BusyReason.none

    /// The values of the current row, for readers of many columns.
    @exclusivity(unchecked)
    @usableFromInline
    var rowValues = RowValues()

    var hasFailed = false

    /// Whether the statement has been stepped and not been reset.
    var needsReset = false

    /// Whether the last step reached the end.
    var isAtEnd = false

    /// When the run began, by the ``RunClock``; 0 if it is not measured.
    var runStart: Int64 = 0

    /// The columns that were looked up before the first step, if any.
    var columnsBeforeRun: SQLiteRow.Columns?

    /// The text of a statement that was finalized before this object is released.
    private var finalizedSQL: String?

    /// Whether the object refers to no statement, between two statements of a script.
    private var isReleased = false

    /// Whether the statement changes its connection, not only the content of the database. It must then not be cached.
    var changesConnection = false

    /// Whether the statement cannot run while another one writes.
    var changesStorage = false

    /// Whether a lease runs the statement.
    var isLeased = false

    /// The reads of the statement, if the connection records them.
    var reads: ReadSet?

    /// The possible writes of the statement, if the connection records them.
    var writes: StatementWrites?

    /// The parameter whose value is the rowid of the only row that is read; 0 if there is none.
    var rowParameter: Int32 = 0

    // SAFETY: accessed only while a value is bound, and binding calls no code that could bind
    // another value.
    @exclusivity(unchecked)
    var parameterBytes = ParameterBytes()

    /// Whether SQLite holds a copy of a bound string or blob.
    var holdsCopiedParameters = false

    /// The objects that modules above the core cache with the statement, by module.
    // SAFETY: read by copying, and changed by its own method, which releases no object of an application; so two
    // accesses never overlap.
    @exclusivity(unchecked)
    package var companions = CachedObjects()

    var columns: SQLiteRow.Columns?
    var columnsAreCurrent = false

    /// The value of `SQLITE_STMTSTATUS_REPREPARE` when `columns` were read.
    var reprepares: Int32 = 0

    /// Takes ownership of `pointer`, which `deinit` finalizes.
    init(pointer: OpaquePointer, handle: ConnectionHandle, connection: Connection?) {
        self.pointer = pointer
        self.handle = handle
        self.connection = connection
        isOwned = true
        begin()
    }

    /// Adds the object to the statements of the connection, and records what its statement can read and write.
    private func begin() {
        handle.register(self)
        if let recorder = handle.readRecorder { noteReads(recorder) }
        if let recorder = handle.writeRecorder { noteWrites(recorder) }
    }

    /// Wraps a statement that was prepared with the C interface and is finalized there.
    ///
    /// The pointer must stay valid, and the statement must not be stepped or reset elsewhere, while
    /// this object is in use. Text and bytes that are bound are always copied, because the
    /// statement may outlive this object.
    public init(borrowing pointer: OpaquePointer) {
        self.pointer = pointer
        handle = ConnectionHandle.handle(for: sqlite3_db_handle(pointer))
        connection = nil
        isOwned = false
        needsReset = sqlite3_stmt_busy(pointer) != 0
        handle.register(self)
    }

    deinit {
        if !isReleased { release() }
    }

    /// Makes the object refer to the next statement of a script, which is compiled while it refers to none. That is
    /// faster than another object. No other code may refer to the object, and its columns must not have been read.
    ///
    /// - Parameter compile: Returns `nil` at the end of the script.
    /// - Returns: Whether there is a next statement.
    func advance(
        _ compile: () throws(SQLiteError) -> ConnectionHandle.Prepared?
    ) throws(SQLiteError) -> Bool {
        release()
        isReleased = true
        guard let prepared = try compile(), let next = prepared.statement else { return false }
        isReleased = false
        pointer = next
        changesStorage = prepared.changesStorage
        needsReset = false
        parameterBytes = ParameterBytes()
        (reads, writes, rowParameter) = (nil, nil, 0)
        begin()
        return true
    }

    /// Finalizes the statement, and removes the object from the statements of the connection.
    private func release() {
        handle.unregister(self)
        if finalizedSQL != nil {
            Self.releaseSubstitute(pointer)
            parameterBytes.deallocate()
            return
        }
        handle.logRun(of: self)
        guard isOwned else { return finishRun() }
        guard !handle.executionBlocks.contains(.insideCollation) else {
            return handle.endLater(.statement(pointer, parameterBytes))
        }
        sqlite3_finalize(pointer)
        parameterBytes.deallocate()
        handle.link.performReleases()
        finishRun()
    }

    /// Whether the statement belongs to the cache of the connection.
    var isCached: Bool { isOwned && connection == nil }

    /// Whether the statement waits in the cache of the connection for its next use.
    var isIdleInCache: Bool { isCached && !isLeased && !isBusy }

    private func finishRun() {
        // A rollback may have been deferred until this statement ends. A run that has reached its end has been reported.
        if needsReset, !isAtEnd { handle.runDidEnd(.ended) }
    }

    // MARK: - Finalizing

    /// Finalizes the statement, unless one of its steps is in progress or it belongs to other code. The connection must
    /// refuse to run it afterwards. C: `sqlite3_finalize`.
    func finalize() {
        guard isOwned, finalizedSQL == nil, busyReason == .none || busyReason == .aborted,
            !handle.executionBlocks.contains(.insideCollation),
            let substitute = Self.makeSubstitute()
        else { return }
        handle.logRun(of: self)
        let finalized = pointer
        finalizedSQL = sql
        pointer = substitute
        columns = nil
        columnsAreCurrent = false
        rowValues = RowValues()
        needsReset = false
        busyReason = .aborted
        sqlite3_finalize(finalized)
        handle.link.performReleases()
    }

    // MARK: - Text

    /// The SQL text of the statement, without any text after it. C: `sqlite3_sql`.
    public var sql: String {
        finalizedSQL ?? String(repairing: sqlite3_sql(pointer)) ?? ""
    }

    /// The SQL text with the bound values in place of the parameters; `nil` if it would be longer
    /// than SQLite's limit. C: `sqlite3_expanded_sql`.
    public var expandedSQL: String? {
        guard let text = sqlite3_expanded_sql(pointer) else { return nil }
        defer { sqlite3_free(text) }
        return String(repairing: text)
    }

    /// Options for preparing a statement.
    public struct Options: OptionSet, Sendable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// The statement will be kept for a long time and used many times. C:
        /// `SQLITE_PREPARE_PERSISTENT`.
        public static let persistent = Options(rawValue: UInt32(SQLITE_PREPARE_PERSISTENT))

        /// Using a virtual table is an error. C: `SQLITE_PREPARE_NO_VTAB`.
        public static let noVtab = Options(rawValue: UInt32(SQLITE_PREPARE_NO_VTAB))
    }
}

// MARK: - A substitute for a finalized statement

// A statement that is finalized before its object is released still needs a valid `sqlite3_stmt *`, because the C
// interface does not check for NULL everywhere. It gets an empty statement of a separate database.

extension Statement {
    /// - Returns: `nil` if there is not enough memory.
    static func makeSubstitute() -> OpaquePointer? {
        var connection: OpaquePointer?
        var statement: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX
        if sqlite3_open_v2(":memory:", &connection, flags, nil) == SQLITE_OK {
            sqlite3_prepare_v2(connection, "SELECT NULL WHERE 0", -1, &statement, nil)
        }
        if statement == nil { sqlite3_close(connection) }
        return statement
    }

    static func releaseSubstitute(_ statement: OpaquePointer) {
        let connection = sqlite3_db_handle(statement)
        sqlite3_finalize(statement)
        sqlite3_close(connection)
    }
}

// MARK: - Objects

extension Statement {
    /// Binds an object to a parameter, to pass it to a Swift function that the statement calls.
    ///
    /// ```swift
    /// let statement = try connection.prepare(sql: "SELECT id FROM words WHERE is_listed(word, ?)")
    /// try statement.bind(object: list, at: 1)
    /// ```
    ///
    /// The function reads it with `args.object(at: 1, as: WordList.self)`. In SQL, the object is NULL, and it cannot be
    /// stored. It is released some time after the parameter gets another value or the statement is released. C:
    /// `sqlite3_bind_pointer`.
    ///
    /// - Throws: `SQLITE_RANGE` if there is no such parameter; `SQLITE_MISUSE` while the statement runs.
    public func bind(object: AnyObject, at index: Int32) throws(SQLiteError) {
        // SQLite releases the object also if this fails.
        let holder = ObjectHolder(object, handle.link)
        let code = sqlite3_bind_pointer(
            pointer, index, holder.retainedPointer(), ObjectHolder.typeName, ObjectHolder.destroy)
        guard code == SQLITE_OK else { throw bindFailure(code, at: index) }
        if index == rowParameter { recordLookup(.null) }
    }

    /// Binds a BLOB of zero bytes, which takes no memory. To fill it, use
    /// ``ConnectionProtocol/withBlob(in:column:row:schema:access:_:)``. C: `sqlite3_bind_zeroblob64`.
    ///
    /// ```swift
    /// let insert = try connection.prepare(sql: "INSERT INTO files(data) VALUES (?)")
    /// try insert.bind(zeros: 1_000_000, at: 1)
    /// ```
    ///
    /// In an `SQL` value, write `\(zeros: 1_000_000)`.
    ///
    /// - Throws: `SQLITE_TOOBIG` for more bytes than the connection allows; `SQLITE_MISUSE` for a negative number, and
    ///   while the statement runs; `SQLITE_RANGE` if there is no such parameter.
    public func bind(zeros count: Int, at index: Int32) throws(SQLiteError) {
        let count = try SQLiteError.requireByteCount(count)
        let code = sqlite3_bind_zeroblob64(pointer, index, count)
        guard code == SQLITE_OK else { throw bindFailure(code, at: index) }
        // No rowid is a BLOB.
        if index == rowParameter { recordLookup(.null) }
    }
}

extension SQLiteError {
    /// - Throws: `SQLITE_MISUSE` for a negative number.
    static func requireByteCount(_ count: Int) throws(SQLiteError) -> UInt64 {
        guard let count = UInt64(exactly: count) else {
            throw SQLiteError.misuse("a BLOB cannot have \(count) bytes: the number is negative")
        }
        return count
    }
}
