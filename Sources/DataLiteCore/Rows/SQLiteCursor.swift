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
/// }
/// ```
///
/// The statement is reset when the cursor comes to its end, fails, is closed or goes away. Until
/// then it holds a read lock on the database, or the write lock if it writes.
public final class SQLiteCursor {
    private let connection: any ConnectionProtocol

    @usableFromInline
    let statement: any StatementProtocol

    /// Whether the statement is still this cursor's: from its end on, someone else may have it.
    // Read and written in single instructions, so no access can overlap another one; the check at
    // run time would cost as much as reading a column.
    @exclusivity(unchecked)
    @usableFromInline
    private(set) var isRunning = true

    @exclusivity(unchecked)
    private var isStepping = false

    init(
        on connection: some ConnectionProtocol, _ sql: String, _ parameters: some ParameterList
    ) throws(SQLiteError) {
        self.connection = connection
        self.statement = try connection.started(sql, parameters)
    }

    deinit {
        if isRunning { connection.checkIn(statement) }
    }

    /// The names of the columns; none once the cursor has ended.
    public var columnNames: [String] { isRunning ? statement.columnNames() : [] }

    /// Goes to the next row.
    ///
    /// - Returns: whether there is one; from the first `false` on, always `false`.
    /// - Throws: what SQLite reports; then the cursor has ended. `SQLITE_MISUSE` from within the
    ///   cursor's own step.
    public func step() throws(SQLiteError) -> Bool {
        guard isRunning else { return false }
        try requireNotStepping()
        isStepping = true
        do {
            let hasRow = try statement.step()
            isStepping = false
            if hasRow { return true }
        } catch {
            isStepping = false
            try? close()
            throw error
        }
        try close()
        return false
    }

    /// The next row, or `nil` when there is none.
    ///
    /// - Throws: as ``step()``.
    public func next() throws(SQLiteError) -> SQLiteRow? {
        try step() ? statement.currentRow() : nil
    }

    /// The value of a column of the current row; `.null` if there is no such column or no row.
    public func columnValue(at index: Int32) -> SQLiteValue {
        isRunning ? statement.columnValue(at: index) : .null
    }

    /// The value of a column of the current row as a Swift type; `nil` for NULL, for a value that
    /// is none of the type, and where there is no such column or no row.
    @inlinable
    @inline(__always)
    public func columnValue<T: SQLiteRepresentable>(at index: Int32) -> T? {
        isRunning ? T(statement._columnView(at: index)) : nil
    }

    /// Ends the cursor early.
    ///
    /// - Throws: an error that ending the run has caused, as when an `INSERT ... RETURNING` cannot
    ///   commit. `SQLITE_MISUSE` from within the cursor's own step.
    public func close() throws(SQLiteError) {
        guard isRunning else { return }
        try requireNotStepping()
        isRunning = false
        defer { connection.checkIn(statement) }
        try statement.reset()
    }

    /// A function that the statement calls may have the cursor at hand. Were it to end the run, the
    /// statement would be given back while it is being stepped.
    private func requireNotStepping() throws(SQLiteError) {
        guard isStepping else { return }
        throw SQLiteError(.misuse, message: "the cursor is being stepped", sql: statement.sql)
    }

    /// All rows that are left.
    func allRows() throws(SQLiteError) -> [SQLiteRow] {
        var rows: [SQLiteRow] = []
        while let row = try next() { rows.append(row) }
        return rows
    }
}
