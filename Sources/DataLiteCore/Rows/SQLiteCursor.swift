/// The rows of a result, one at a time.
///
/// ```swift
/// let cursor = try connection.cursor("SELECT name, age FROM people")
/// while let row = try cursor.next() { print(row) }
/// ```
///
/// Where a row's values go straight into variables, stepping saves the detour over a row:
///
/// ```swift
/// while try cursor.step() {
///     let name: String? = cursor.columnValue(at: 0)
///     let age: Int? = cursor.columnValue(by: "age")
/// }
/// ```
///
/// The statement is reset when the cursor comes to its end, fails, is closed or goes away. Until
/// then it holds a read lock on the database, or the write lock if it writes.
public final class SQLiteCursor {
    private let connection: any ConnectionProtocol

    /// The statement while it runs, `nil` afterwards: then someone else may have it, and a cursor
    /// that has ended must not keep the connection from closing.
    // This and the next two are read by copying and written by assigning, so no access can overlap
    // another one; the check at run time would cost as much as reading a column.
    @exclusivity(unchecked)
    @usableFromInline
    private(set) var statement: (any StatementProtocol)?

    /// The same, where it is a statement of a real SQLite: reading it counts no reference, which
    /// would cost as much as reading a column. `statement` keeps it alive.
    @exclusivity(unchecked)
    @usableFromInline
    private(set) var real: Unmanaged<Statement>?

    @exclusivity(unchecked)
    private var isStepping = false

    /// The rows of a statement that the connection has checked out.
    init(on connection: some ConnectionProtocol, _ statement: any StatementProtocol) {
        self.connection = connection
        self.statement = statement
        self.real = Statement.unmanaged(statement)
    }

    deinit {
        if let statement { connection.checkIn(statement) }
    }

    /// The names of the columns; none once the cursor has ended.
    public var columnNames: [String] { statement?.columnNames() ?? [] }

    /// Goes to the next row.
    ///
    /// - Returns: whether there is one; from the first `false` on, always `false`.
    /// - Throws: what SQLite reports; then the cursor has ended. `SQLITE_MISUSE` from within the
    ///   cursor's own step.
    public func step() throws(SQLiteError) -> Bool {
        guard statement != nil else { return false }
        try requireNotStepping()
        do {
            if try stepStatement() { return true }
        } catch {
            try? close()
            throw error
        }
        try close()
        return false
    }

    private func stepStatement() throws(SQLiteError) -> Bool {
        isStepping = true
        defer { isStepping = false }
        if let real {
            // By way of a result, because the closure of this method cannot throw a typed error.
            return try real._withUnsafeGuaranteedRef { statement in
                Result { () throws(SQLiteError) in try statement.step() }
            }.get()
        }
        return try statement?.step() ?? false
    }

    /// The next row, or `nil` when there is none.
    ///
    /// - Throws: as ``step()``.
    public func next() throws(SQLiteError) -> SQLiteRow? {
        guard try step() else { return nil }
        if let real { return real._withUnsafeGuaranteedRef { $0.currentRow() } }
        return statement?.currentRow()
    }

    /// The value of a column of the current row; `.null` if there is no such column or no row.
    public func columnValue(at index: Int32) -> SQLiteValue {
        statement?.columnValue(at: index) ?? .null
    }

    /// The value of a column of the current row as a Swift type; `nil` for NULL, for a value that
    /// is none of the type, and where there is no such column or no row.
    @inlinable
    @inline(__always)
    public func columnValue<T: SQLiteRepresentable>(at index: Int32) -> T? {
        if let real { return T(Statement.columnView(of: real, at: index)) }
        guard let statement else { return nil }
        return Statement.columnValue(ofOther: statement, at: index)
    }

    /// The value of the first column with a name, in the current row; `.null` if there is no such column
    /// or no row.
    public func columnValue(by name: String) -> SQLiteValue {
        statement?.columnValue(by: name) ?? .null
    }

    /// The value of the first column with a name, in the current row, as a Swift type; `nil` for NULL, for
    /// a value that is none of the type, and where there is no such column or no row. It is read where
    /// SQLite has it: no row is made.
    @inlinable
    @inline(__always)
    public func columnValue<T: SQLiteRepresentable>(by name: String) -> T? {
        if let real {
            let index = real._withUnsafeGuaranteedRef { $0.columnIndex(inRow: name) }
            guard let index else { return nil }
            return T(Statement.columnView(of: real, at: index))
        }
        return statement?.columnValue(by: name)
    }

    /// Ends the cursor early.
    ///
    /// - Throws: an error that ending the run has caused, as when an `INSERT ... RETURNING` cannot
    ///   commit. `SQLITE_MISUSE` from within the cursor's own step.
    public func close() throws(SQLiteError) {
        guard let statement else { return }
        try requireNotStepping()
        self.statement = nil
        real = nil
        defer { connection.checkIn(statement) }
        try statement.reset()
    }

    /// A function that the statement calls may have the cursor at hand. Were it to end the run, the
    /// statement would be given back while it is being stepped.
    private func requireNotStepping() throws(SQLiteError) {
        guard isStepping else { return }
        throw SQLiteError(.misuse, message: "the cursor is being stepped", sql: statement?.sql)
    }

    /// All rows that are left.
    func allRows() throws(SQLiteError) -> [SQLiteRow] {
        var rows: [SQLiteRow] = []
        while let row = try next() { rows.append(row) }
        return rows
    }
}
