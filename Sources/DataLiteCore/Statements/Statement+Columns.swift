public import DataLiteC

extension Statement {
    /// C: `sqlite3_column_count`.
    public func columnCount() -> Int32 { sqlite3_column_count(pointer) }

    /// C: `sqlite3_column_name`.
    public func columnName(at index: Int32) -> String? {
        columnsWillBeUsed()
        return String(repairing: sqlite3_column_name(pointer, index))
    }

    public func columnNames() -> [String] {
        columnsWillBeUsed()
        return currentColumns().names
    }

    public func columnValue(at index: Int32) -> SQLiteValue {
        SQLiteValueView(columnPointer(at: index)).value
    }

    /// C: `sqlite3_column_value`. It returns an "unprotected" value, which matters only if two
    /// threads use a connection at the same time; this class does not allow that. Type, pointer and
    /// length together cost one lookup of the column.
    ///
    /// During a step there is no row, although newer versions of SQLite still return the last one.
    @inlinable
    func columnPointer(at index: Int32) -> OpaquePointer? {
        busyReason == .stepping ? nil : sqlite3_column_value(pointer, index)
    }

    /// The current row, or `nil` if the statement is not on one. All rows of a run share one
    /// ``SQLiteRow/Columns``.
    public func currentRow() -> SQLiteRow? {
        let count = Int(sqlite3_data_count(pointer))
        guard count > 0, busyReason != .stepping else { return nil }
        let row = RowStorage.make(currentColumns(), capacity: count)
        locateRow()
        for index in 0..<count {
            let column = rowValue(at: Int32(truncatingIfNeeded: index))
            row.append(SQLiteValueView(column).value)
        }
        return SQLiteRow(row)
    }

    /// The index of the first column with a name.
    public func columnIndex(of name: String) -> Int32? {
        columnsWillBeUsed()
        return withCurrentColumns { $0.position(of: name) }.map { Int32(truncatingIfNeeded: $0) }
    }

    // MARK: - Reading in place

    /// Calls `body` with a view of a column. Until it returns, the statement cannot be stepped or
    /// reset, so the view stays valid regardless of what `body` does.
    @inlinable
    @inline(__always)
    func withView<R, E: Error>(
        at index: Int32, _ body: (borrowing SQLiteValueView) throws(E) -> R
    ) throws(E) -> R {
        let column = columnPointer(at: index)
        let outer = busyReason
        busyReason = .reading
        defer { busyReason = outer }
        return try body(SQLiteValueView(column))
    }

    /// Reads a column of a statement that the caller keeps alive, without retaining it.
    @inlinable
    @inline(__always)
    package static func columnValue<T: SQLiteRepresentable>(
        of statement: Unmanaged<Statement>, at index: Int32
    ) -> T? {
        statement._withUnsafeGuaranteedRef { statement in
            statement.converted(statement.columnPointer(at: index))
        }
    }

    /// Converts a column with the initializer of a type, which may be an application's.
    @inlinable
    @inline(__always)
    func converted<T: SQLiteRepresentable>(_ column: OpaquePointer?) -> T? {
        let outer = busyReason
        busyReason = .reading
        defer { busyReason = outer }
        return T(SQLiteValueView(column))
    }
}

extension StatementProtocol {
    /// This statement as a ``Statement``, if it is one. Its columns are then read in place, without
    /// a witness call and without retaining it. This is the only place where the library
    /// distinguishes a statement of SQLite from other types.
    @inlinable
    @inline(__always)
    package var sqliteStatement: Unmanaged<Statement>? {
        let object = self as AnyObject
        let isSQLite = ObjectIdentifier(type(of: object)) == ObjectIdentifier(Statement.self)
        guard _fastPath(isSQLite) else { return nil }
        // SAFETY: the dynamic type was compared with `Statement`, which is final.
        return .fromOpaque(Unmanaged.passUnretained(object).toOpaque())
    }
}

// The header of the result: the names of its columns.

extension Statement {
    /// The columns of the current run. The object stays the same unless the columns change, which a
    /// change of the schema can cause when a run starts.
    package func currentColumns() -> SQLiteRow.Columns {
        if columnsAreCurrent, let columns { return columns }
        // Between runs, SQLite has not yet detected changes by other connections.
        columnsAreCurrent = isOnRow
        let reprepares = sqlite3_stmt_status(pointer, SQLITE_STMTSTATUS_REPREPARE, 0)
        if let columns, reprepares == self.reprepares { return columns }
        self.reprepares = reprepares
        let fresh = SQLiteRow.Columns(
            (0..<columnCount()).map { String(repairing: sqlite3_column_name(pointer, $0)) ?? "" })
        // SQLite also prepares a statement again for other reasons, such as a new value for `LIKE`.
        if let columns, columns.hasSameNames(as: fresh) { return columns }
        columns = fresh
        return fresh
    }

    /// Calls `body` with the current columns, without retaining them if they are known.
    func withCurrentColumns<R>(_ body: (SQLiteRow.Columns) -> R) -> R {
        guard columnsAreCurrent, let columns else { return body(currentColumns()) }
        // Nothing that `body` calls changes `columns`.
        return Unmanaged.passUnretained(columns)._withUnsafeGuaranteedRef(body)
    }

    private var isOnRow: Bool { isInRun && busyReason != .stepping }

    /// Whether a run has begun, and has neither ended nor been reset.
    var isInRun: Bool { needsReset && !isAtEnd && !hasFailed }

    /// Records that the caller has read the columns, so that the first step of the next run can check
    /// them.
    func columnsWillBeUsed() {
        guard !isOnRow, busyReason != .stepping, columnsBeforeRun == nil else { return }
        columnsBeforeRun = currentColumns()
    }

    func requireSameColumns(_ code: Int32) throws(SQLiteError) {
        let before = columnsBeforeRun
        columnsBeforeRun = nil
        // Columns added at the end do not change the indexes that were looked up.
        guard code == SQLITE_ROW, let before,
            !currentColumns().names.starts(with: before.names)
        else { return }
        let expected = MessageText.list(before.names, MessageText.name)
        let found = MessageText.list(currentColumns().names, MessageText.name)
        let consequence = isReadonly ? "" : "; the statement has been run"
        try reset()
        throw SQLiteError(
            .schema,
            message: "the columns of the result have changed since they were looked up: expected "
                + "\(expected), found \(found)\(consequence)",
            sql: sql)
    }
}

// MARK: - Row values

/// The place of the values of a result row in SQLite's memory.
///
/// SQLite returns a row in consecutive registers (<https://www.sqlite.org/opcode.html#ResultRow>), and
/// `sqlite3_column_value` returns the address of one of them. A reader of many columns therefore needs only the address
/// of the first one. The size of a register is measured at the first row of each run, and verified at the last column.
@usableFromInline
struct RowValues {
    /// The first value of the row that was located.
    @usableFromInline var first: UnsafeRawPointer?

    /// The number of values that start at `first`; 0 from a step or reset until a row is located.
    @usableFromInline var count: UInt32 = 0

    /// The number of values of each row of the run.
    @usableFromInline var columnCount: UInt32 = 0

    /// The distance of two values in bytes: 0 until it is measured, negative if every column is looked up.
    @usableFromInline var stride = 0

    /// With fewer columns, measuring a run takes as many calls as looking up the columns of a row.
    static let minimumColumnCount: Int32 = 4

    init() {}
}

extension Statement {
    /// Locates the values of the row that the statement is on, for ``rowValue(at:)``.
    @inlinable
    @inline(__always)
    func locateRow() {
        if rowValues.stride > 0 {
            rowValues.first = UnsafeRawPointer(sqlite3_column_value(pointer, 0))
            rowValues.count = rowValues.columnCount
        } else if rowValues.stride == 0 {
            measureRow()
        }
    }

    /// A column of the row that was located. Without such a row, it is looked up.
    @inlinable
    @inline(__always)
    func rowValue(at index: Int32) -> OpaquePointer? {
        guard UInt32(bitPattern: index) < rowValues.count, let first = rowValues.first else {
            return lookedUpValue(at: index)
        }
        // SAFETY: `count` registers begin at `first`, and stay in place until the next step or reset, which sets
        // `count` to 0.
        return OpaquePointer(first + rowValues.stride &* Int(index))
    }

    // Not inlined, because each table contains a call for each of its columns.
    @usableFromInline
    @inline(never)
    func lookedUpValue(at index: Int32) -> OpaquePointer? { columnPointer(at: index) }

    /// Measures the distance of two values, at the first row of a run.
    @usableFromInline
    @inline(never)
    func measureRow() {
        guard busyReason != .stepping else { return }
        rowValues.stride = -1
        let count = sqlite3_data_count(pointer)
        guard count >= RowValues.minimumColumnCount,
            let first = UnsafeRawPointer(sqlite3_column_value(pointer, 0)),
            let second = UnsafeRawPointer(sqlite3_column_value(pointer, 1)),
            let last = UnsafeRawPointer(sqlite3_column_value(pointer, count - 1)),
            second > first, last - first == (second - first) * Int(count - 1)
        else { return }
        rowValues.first = first
        rowValues.stride = second - first
        rowValues.columnCount = UInt32(count)
        rowValues.count = UInt32(count)
    }

    // MARK: - Readers

    /// Locates the row of a statement that the caller keeps alive, for ``rowValue(of:at:)``.
    @inlinable
    @inline(__always)
    package static func locateRow(of statement: Unmanaged<Statement>) {
        statement._withUnsafeGuaranteedRef { $0.locateRow() }
    }

    /// Reads a column of the row that a reader has located, for code that is specialized for the type. The initializers
    /// of the standard types are ours and use no connection, so they need no protection.
    @inlinable
    @inline(__always)
    package static func rowValue<T: SQLiteRepresentable>(
        of statement: Unmanaged<Statement>, at index: Int32
    ) -> T? {
        statement._withUnsafeGuaranteedRef { statement in
            let column = statement.rowValue(at: index)
            if T.self == Int.self || T.self == String.self || T.self == Double.self
                || T.self == Int64.self
            {
                return T(SQLiteValueView(column))
            }
            return statement.converted(column)
        }
    }

    /// Whether a column of the row that a reader has located is NULL.
    @usableFromInline
    package static func isNull(_ statement: Unmanaged<Statement>, at index: Int32) -> Bool {
        statement._withUnsafeGuaranteedRef { $0.rowValue(at: index) }
            .map { sqlite3_value_type($0) == SQLITE_NULL } ?? true
    }
}
