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

    /// Whether `deinit` finalises the statement.
    let isOwned: Bool

    /// Why the statement cannot be stepped or reset at the moment.
    @usableFromInline
    enum Hold {
        case none
        /// A step or a reset is running. Both call user functions and release what they hold.
        case stepping
        /// A column is being converted by an initializer that may be the user's.
        case reading
        /// A rollback ended the run; the next step reports that instead of starting again.
        case aborted
    }

    // SAFETY: read by copying and written by assignment, so two accesses never overlap. The
    // run-time exclusivity check would cost as much as reading an integer column.
    @exclusivity(unchecked)
    @usableFromInline
    var hold = Hold.none

    var hasFailed = false

    /// Whether the statement has been stepped and not been reset.
    private(set) var needsReset = false

    /// Whether the last step reached the end.
    var isAtEnd = false

    /// The columns that were looked up before the first step, if any were.
    var columnsBeforeRun: SQLiteRow.Columns?

    /// The text of a statement that was finalized before this object is released.
    private var finalizedSQL: String?

    /// Whether the statement changes its connection, beyond the content of the database, so that it must not be
    /// cached.
    var changesConnection = false

    /// Whether the statement cannot run while another one writes.
    var changesStorage = false

    /// Whether a statement of the cache is in use.
    var isLeased = false

    /// What the statement reads, if the connection notes that.
    var reads: ReadSet?

    /// What the statement may change, if the connection notes that.
    var writes: StatementWrites?

    /// The parameter whose value is the row id of the only row that is read; 0 if there is none.
    var rowParameter: Int32 = 0

    // SAFETY: accessed only while a value is bound, and binding calls no code that could bind
    // another value.
    @exclusivity(unchecked)
    var parameterBytes = ParameterBytes()

    /// Whether SQLite holds a copy of a bound text or blob.
    var holdsCopiedParameters = false

    /// What modules above the core cache with the statement, by module.
    // SAFETY: read by copying, and changed by its own method, which releases nothing that a user made; so two
    // accesses never overlap.
    @exclusivity(unchecked)
    package var companions = CachedObjects()

    var columns: SQLiteRow.Columns?
    var columnsAreCurrent = false

    /// The value of `SQLITE_STMTSTATUS_REPREPARE` when `columns` were read.
    var reprepares: Int32 = 0

    /// Takes ownership of `pointer`, which `deinit` finalises.
    init(pointer: OpaquePointer, handle: ConnectionHandle, connection: Connection?) {
        self.pointer = pointer
        self.handle = handle
        self.connection = connection
        isOwned = true
        handle.register(self)
        if let recorder = handle.readRecorder { noteReads(recorder) }
        if let recorder = handle.writeRecorder { noteWrites(recorder) }
    }

    /// Wraps a statement that was prepared with the C interface and is finalised there.
    ///
    /// The pointer must stay valid for as long as this object is used, and the statement must not
    /// be stepped or reset elsewhere meanwhile. Text and bytes that are bound are always copied,
    /// because the statement may outlive this object.
    public init(borrowing pointer: OpaquePointer) {
        self.pointer = pointer
        handle = ConnectionHandle.handle(for: sqlite3_db_handle(pointer))
        connection = nil
        isOwned = false
        needsReset = sqlite3_stmt_busy(pointer) != 0
        handle.register(self)
    }

    deinit {
        handle.unregister(self)
        if finalizedSQL != nil {
            Self.releaseSubstitute(pointer)
            parameterBytes.deallocate()
            return
        }
        guard isOwned else { return finishRun() }
        guard !handle.barrier.contains(.insideCollation) else {
            return handle.endLater(.statement(pointer, parameterBytes))
        }
        sqlite3_finalize(pointer)
        parameterBytes.deallocate()
        handle.link.performReleases()
        finishRun()
    }

    private func finishRun() {
        // A rollback may have been deferred until this statement ends.
        if needsReset { handle.runDidEnd(.ended) }
    }
}

// MARK: - Running

extension Statement {
    /// Runs the statement to its next row, or to its end. C: `sqlite3_step`.
    ///
    /// - Returns: `true` if there is a row, `false` at the end. A further call runs the statement
    ///   again from the start.
    /// - Throws: what SQLite reports; the error that a Swift function or a commit veto threw is its
    ///   `underlyingError`. `SQLITE_MISUSE` when called from within the statement's own step or
    ///   reset, while one of its columns is read, or from a delegate; `SQLITE_ABORT_ROLLBACK`
    ///   inside the closure of a transaction that was rolled back, and when a rollback ended the
    ///   run; `SQLITE_SCHEMA` if columns were looked up before the first step and have changed
    ///   since. A statement that writes has been run then, as the message says.
    @discardableResult
    public func step() throws(SQLiteError) -> Bool {
        guard hold == .none, handle.admitsStatements || handle.admitsAfterDeferredWork(before: self)
        else {
            throw refusal()
        }
        if changesStorage { try handle.requireNoWriter(for: sql) }
        hold = .stepping
        needsReset = true
        isAtEnd = false
        // A step after a failed one starts a new run.
        hasFailed = false
        let code = sqlite3_step(pointer)
        hold = .none
        if code == SQLITE_ROW, !handle.hasWindowFailure, columnsBeforeRun == nil { return true }
        return try stepDidEnd(code)
    }

    @inline(never)
    private func stepDidEnd(_ code: Int32) throws(SQLiteError) -> Bool {
        if handle.hasWindowFailure { try requireNoWindowFailure(code) }
        if columnsBeforeRun != nil { try requireSameColumns(code) }
        if code == SQLITE_ROW { return true }
        try endRun(code)
        return false
    }

    /// Makes the statement ready to run again. Its bindings stay. C: `sqlite3_reset`.
    ///
    /// - Throws: an error caused by ending the run, as when an `INSERT ... RETURNING` that was not
    ///   read to its end cannot commit; not one that ``step()`` has already thrown.
    ///   `SQLITE_MISUSE` from within the statement's own step or reset, and while one of its
    ///   columns is read.
    public func reset() throws(SQLiteError) {
        guard hold != .stepping, hold != .reading, !handle.barrier.contains(.insideCollation) else {
            throw refusal()
        }
        hold = .stepping
        columnsAreCurrent = false
        let code = sqlite3_reset(pointer)
        hold = .none
        handle.hasWindowFailure = false
        needsReset = false
        let failure = hasFailed || code == SQLITE_OK ? nil : failure(code)
        hasFailed = false
        handle.runDidEnd(.ended, of: self)
        if let failure { throw failure }
    }

    /// Runs a statement that has no rows, and makes it ready to run again: a ``step()`` and a ``reset()`` in
    /// one.
    func runOnce() throws(SQLiteError) {
        guard hold == .none, handle.admitsStatements || handle.admitsAfterDeferredWork(before: self)
        else {
            throw refusal()
        }
        hold = .stepping
        let code = sqlite3_step(pointer)
        // The reset of a statement that has succeeded cannot fail.
        if code == SQLITE_DONE { sqlite3_reset(pointer) }
        hold = .none
        do {
            try endRun(code)
        } catch {
            needsReset = true
            try? reset()
            throw error
        }
    }

    /// Calls code that must find the statement in use: it could begin another run before this one has ended for
    /// the caller.
    func whileStepping(_ body: () -> Void) {
        let previous = hold
        hold = .stepping
        body()
        hold = previous
    }

    /// Runs the statement when it does not matter what SQLite reports. A delegate that it calls cannot end the run.
    func stepAndReset() {
        hold = .stepping
        sqlite3_step(pointer)
        sqlite3_reset(pointer)
        hold = .none
    }

    /// Ends a run, unless a step of it is in progress. The next step fails.
    func abort() {
        guard hold == .none, isBusy else { return }
        hold = .stepping
        sqlite3_reset(pointer)
        handle.hasWindowFailure = false
        hold = .aborted
        hasFailed = true
    }

    /// Finalizes the statement, unless a step of it is in progress or it belongs to other code. The connection
    /// must refuse to run it from now on. C: `sqlite3_finalize`.
    func finalize() {
        guard isOwned, finalizedSQL == nil, hold == .none || hold == .aborted,
            !handle.barrier.contains(.insideCollation), let substitute = Self.makeSubstitute()
        else { return }
        let finalized = pointer
        finalizedSQL = sql
        pointer = substitute
        columns = nil
        columnsAreCurrent = false
        needsReset = false
        hold = .aborted
        sqlite3_finalize(finalized)
        handle.link.performReleases()
    }

    private func endRun(_ code: Int32) throws(SQLiteError) {
        columnsAreCurrent = false
        isAtEnd = code == SQLITE_DONE
        guard code != SQLITE_DONE else { return handle.runDidEnd(of: self) }
        hasFailed = true
        let failure = failure(code)
        handle.runDidEnd(.rolledBack, of: self)
        throw failure
    }

    /// Reports the error of a window function at the end of a partition if SQLite discards it.
    @inline(never)
    private func requireNoWindowFailure(_ code: Int32) throws(SQLiteError) {
        guard let failure = handle.takeWindowFailure(code, sql: sql) else { return }
        columnsBeforeRun = nil
        try? reset()
        throw failure
    }

    /// SQLite does not protect a running statement from being stepped or reset by a function that
    /// it calls, so the library does.
    private func refusal() -> SQLiteError {
        switch hold {
        case _ where handle.barrier.contains(.retired), .none:
            handle.refusal(of: sql)
        case .stepping:
            SQLiteError(.misuse, message: "the statement is being stepped or reset", sql: sql)
        case .reading:
            SQLiteError(.misuse, message: "a column of the statement is being read", sql: sql)
        case .aborted:
            SQLiteError(.abortRollback, message: "query aborted by a rollback", sql: sql)
        }
    }

    func failure(_ code: Int32) -> SQLiteError {
        handle.error(code, sql: sql)
    }

    /// Why a parameter cannot be bound now.
    var bindingRefusal: SQLiteError {
        .bindingBeforeReset(isAtEnd: isAtEnd, in: sql)
    }
}

// MARK: - Text

extension Statement {
    /// The SQL text of the statement, without what followed it. C: `sqlite3_sql`.
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
}
