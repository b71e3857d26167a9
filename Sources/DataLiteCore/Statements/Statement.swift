public import DataLiteC

/// A statement of a real SQLite: `sqlite3_stmt`.
///
/// It keeps its connection open for as long as it lives, and is confined to the same thread or
/// actor. ``Connection/prepare(sql:)`` makes one.
public final class Statement: StatementProtocol {
    @usableFromInline let pointer: OpaquePointer

    // The neighbours in the handle's list of its statements.
    var previousStatement: Unmanaged<Statement>?
    var nextStatement: Unmanaged<Statement>?

    let handle: ConnectionHandle

    /// Held for the sake of the delegates, which belong to the connection. A statement of the
    /// connection's own cache holds none, or both would live for ever.
    private let connection: Connection?

    /// What keeps the statement from being stepped.
    @usableFromInline
    enum Hold {
        case none
        /// A step or a reset is under way: both call functions and let go of what they have kept.
        case stepping
        /// The run was cut off; the next step must tell, rather than begin anew.
        case aborted
    }

    // Read by copying and written by assigning, so no access can overlap another one; the check at
    // run time would cost as much as reading a column.
    @exclusivity(unchecked)
    @usableFromInline
    var hold = Hold.none
    private var hasFailed = false
    private(set) var needsReset = false

    // The statement cache's notes: whether someone has the statement, and the time of the last loan.
    var isLent = false
    var lastLent: UInt64 = 0

    // Touched only while a value is bound, which calls nothing that could bind another.
    @exclusivity(unchecked)
    var parameterBytes = ParameterBytes()

    /// What a module above this one keeps from one run to the next.
    package var companion: AnyObject?

    private var columns: SQLiteRow.Columns?
    private var columnsAreChecked = false

    // The counter when `columns` were read.
    var reprepares: Int32 = 0

    /// Takes over `pointer`, which `deinit` finalises.
    init(pointer: OpaquePointer, handle: ConnectionHandle, connection: Connection?) {
        self.pointer = pointer
        self.handle = handle
        self.connection = connection
        handle.register(self)
    }

    deinit {
        handle.unregister(self)
        sqlite3_finalize(pointer)
        parameterBytes.deallocate()
    }
}

// MARK: - Running

extension Statement {
    /// Runs the statement to its next row, or to its end. C: `sqlite3_step`.
    ///
    /// - Returns: `true` if there is a row, `false` at the end. A further call runs the statement
    ///   anew.
    /// - Throws: what SQLite reports; the error that a Swift function or a commit veto threw is its
    ///   `underlyingError`. `SQLITE_MISUSE` when called from within the statement's own step or
    ///   reset, or from a delegate; `SQLITE_ABORT_ROLLBACK` inside the closure of a transaction that
    ///   SQLite has rolled back, and when a rollback has cut off the run.
    public func step() throws(SQLiteError) -> Bool {
        guard hold == .none, handle.barrier.isEmpty else { throw refusal() }
        hold = .stepping
        needsReset = true
        // A step after a failed one begins a new run, which has not failed yet.
        hasFailed = false
        let code = sqlite3_step(pointer)
        hold = .none
        if code == SQLITE_ROW { return true }
        try endRun(code)
        return false
    }

    /// Makes the statement ready to be run again. Its bindings stay. C: `sqlite3_reset`.
    ///
    /// - Throws: an error that ending the run has caused, as when an `INSERT ... RETURNING` that
    ///   was not read to its end cannot commit; not one that ``step()`` has thrown already.
    ///   `SQLITE_MISUSE` from within the statement's own step or reset.
    public func reset() throws(SQLiteError) {
        guard hold != .stepping else { throw refusal() }
        guard needsReset else { return }
        hold = .stepping
        needsReset = false
        columnsAreChecked = false
        let code = sqlite3_reset(pointer)
        hold = .none
        let failure = hasFailed || code == SQLITE_OK ? nil : failure(code)
        hasFailed = false
        handle.runDidEnd()
        if let failure { throw failure }
    }

    /// Cuts off a run that has begun and not ended, unless a step of it is under way.
    func abort() {
        guard hold == .none, isBusy else { return }
        hold = .stepping
        sqlite3_reset(pointer)
        hold = .aborted
        hasFailed = true
    }

    private func endRun(_ code: Int32) throws(SQLiteError) {
        columnsAreChecked = false
        guard code != SQLITE_DONE else { return handle.runDidEnd() }
        hasFailed = true
        let failure = failure(code)
        handle.runDidEnd()
        throw failure
    }

    /// Re-entering a running statement would corrupt it: SQLite leaves that to its callers.
    private func refusal() -> SQLiteError {
        switch hold {
        case .none:
            handle.refusal(of: sql)
        case .stepping:
            SQLiteError(.misuse, message: "the statement is being stepped or reset", sql: sql)
        case .aborted:
            SQLiteError(.abortRollback, message: "a rollback has cut off the rows", sql: sql)
        }
    }

    func failure(_ code: Int32) -> SQLiteError {
        handle.error(code, sql: sql)
    }
}

// MARK: - Text

extension Statement {
    /// The SQL text of the statement, without what followed it. C: `sqlite3_sql`.
    public var sql: String {
        String(repairing: sqlite3_sql(pointer)) ?? ""
    }

    /// The SQL text with the bound values in place of the parameters; `nil` when it would be
    /// longer than SQLite's limit. C: `sqlite3_expanded_sql`.
    public var expandedSQL: String? {
        guard let text = sqlite3_expanded_sql(pointer) else { return nil }
        defer { sqlite3_free(text) }
        return String(repairing: text)
    }
}

// MARK: - Columns

extension Statement {
    /// C: `sqlite3_column_count`.
    public func columnCount() -> Int32 { sqlite3_column_count(pointer) }

    /// C: `sqlite3_column_name`.
    public func columnName(at index: Int32) -> String? {
        String(repairing: sqlite3_column_name(pointer, index))
    }

    public func columnValue(at index: Int32) -> SQLiteValue {
        _columnView(at: index).value
    }

    /// C: `sqlite3_column_value`. What it gives is "unprotected", which matters only to those who
    /// use one connection from two threads at once; nobody can do that with this class. It costs
    /// one look-up of the column for its type, its pointer and its length together.
    @inlinable
    public func _columnView(at index: Int32) -> SQLiteValueView {
        SQLiteValueView(columnPointer(at: index))
    }

    /// In the middle of a step there is no row, but newer versions of SQLite go on showing what is
    /// left of the last one.
    @inlinable
    func columnPointer(at index: Int32) -> OpaquePointer? {
        hold == .stepping ? nil : sqlite3_column_value(pointer, index)
    }

    /// A statement as this class, if it is one: a column is then read without a witness call and
    /// without counting a reference.
    // An object, because `type(of:)` an `any StatementProtocol` crashes the compiler here.
    @inlinable
    @inline(__always)
    package static func unmanaged(_ statement: AnyObject) -> Unmanaged<Statement>? {
        let isReal = ObjectIdentifier(type(of: statement)) == ObjectIdentifier(Statement.self)
        guard _fastPath(isReal) else { return nil }
        return .fromOpaque(Unmanaged.passUnretained(statement).toOpaque())
    }

    /// A look at a column of a statement that somebody else keeps alive, without counting a
    /// reference to it.
    @inlinable
    package static func columnView(
        of statement: Unmanaged<Statement>, at index: Int32
    ) -> SQLiteValueView {
        SQLiteValueView(statement._withUnsafeGuaranteedRef { $0.columnPointer(at: index) })
    }

    /// A column of a statement that is none of this class. Not in line, or it would stand in the way of
    /// reading the others.
    @inlinable
    @inline(never)
    static func columnValue<T: SQLiteRepresentable>(
        ofOther statement: any StatementProtocol, at index: Int32
    ) -> T? {
        T(statement._columnView(at: index))
    }

    /// The current row, or `nil` if the statement is on none. All rows of a run share one
    /// ``SQLiteRow/Columns``.
    public func currentRow() -> SQLiteRow? {
        let count = Int(sqlite3_data_count(pointer))
        guard count > 0, hold != .stepping else { return nil }
        var values: [SQLiteValue] = []
        values.reserveCapacity(count)
        for index in 0..<count {
            values.append(_columnView(at: Int32(truncatingIfNeeded: index)).value)
        }
        return SQLiteRow(columns: currentColumns(), values: values)
    }

    /// The index of the first column with a name: by the header, if there is a row to have one.
    @usableFromInline
    func columnIndex(inRow name: String) -> Int32? {
        guard sqlite3_data_count(pointer) > 0 else { return firstColumnIndex(of: name) }
        if !columnsAreChecked { _ = currentColumns() }
        // Nothing that is called here lets go of the header, so no reference is counted.
        let position = columns.map(Unmanaged.passUnretained)?._withUnsafeGuaranteedRef {
            $0.position(of: name)
        }
        return position.map { Int32(truncatingIfNeeded: $0) }
    }

    /// The header of the current run: the same object as before, unless the columns are others, as a
    /// change of the schema may have them be when a run starts.
    package func currentColumns() -> SQLiteRow.Columns {
        if columnsAreChecked, let columns { return columns }
        columnsAreChecked = true
        let reprepares = sqlite3_stmt_status(pointer, SQLITE_STMTSTATUS_REPREPARE, 0)
        if let columns, reprepares == self.reprepares { return columns }
        self.reprepares = reprepares
        let fresh = SQLiteRow.Columns(of: self)
        // SQLite prepares a statement anew for other reasons as well, such as the value of a `LIKE`.
        if let columns, columns == fresh { return columns }
        columns = fresh
        return fresh
    }
}
