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

    /// The statement while it runs, `nil` afterwards: then someone else may have it, and a cursor
    /// that has ended must not keep the connection from closing.
    // Read by copying and written by assigning, so no access can overlap another one; the check at
    // run time would cost as much as reading a column.
    @exclusivity(unchecked)
    @usableFromInline
    private(set) var statement: (any StatementProtocol)?

    init(
        on connection: some ConnectionProtocol, _ sql: String, _ parameters: some ParameterList
    ) throws(SQLiteError) {
        self.connection = connection
        self.statement = try connection.started(sql, parameters)
    }

    deinit {
        if let statement { connection.checkIn(statement) }
    }

    /// The names of the columns; none once the cursor has ended.
    public var columnNames: [String] { statement?.columnNames() ?? [] }

    /// Goes to the next row.
    ///
    /// - Returns: whether there is one; from the first `false` on, always `false`.
    /// - Throws: what SQLite reports; then the cursor has ended.
    public func step() throws(SQLiteError) -> Bool {
        guard let statement else { return false }
        do {
            if try statement.step() { return true }
            try close()
            return false
        } catch {
            try? close()
            throw error
        }
    }

    /// The next row, or `nil` when there is none.
    ///
    /// - Throws: as ``step()``.
    public func next() throws(SQLiteError) -> SQLiteRow? {
        try step() ? statement?.currentRow() : nil
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
        guard let statement else { return nil }
        return T(statement._columnView(at: index))
    }

    /// Ends the cursor early.
    ///
    /// - Throws: an error that ending the run has caused, as when an `INSERT ... RETURNING` cannot
    ///   commit.
    public func close() throws(SQLiteError) {
        guard let statement else { return }
        self.statement = nil
        defer { connection.checkIn(statement) }
        try statement.reset()
    }

    /// All rows that are left.
    func allRows() throws(SQLiteError) -> [SQLiteRow] {
        var rows: [SQLiteRow] = []
        while let row = try next() { rows.append(row) }
        return rows
    }
}
