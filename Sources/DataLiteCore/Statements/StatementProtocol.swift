/// A prepared statement: one SQL statement, its parameters, and the rows it returns.
///
/// Parameters are numbered from 1 and columns from 0, as in SQLite. Both are `Int32`, so that an
/// index from SQLite can be passed back unchanged. Members that can be built from other members
/// have a default implementation, so a mock implements only a few.
///
/// ```swift
/// let statement = try connection.prepare(sql: "SELECT name, age FROM people WHERE age > ?")
/// try statement.bind(30, at: 1)
/// while try statement.step() {
///     let name: String? = statement.columnValue(at: 0)
///     let age: Int? = statement.columnValue(at: 1)
/// }
/// ```
public protocol StatementProtocol: AnyObject {
    /// The SQL text of the statement.
    var sql: String { get }

    /// The SQL text with the bound values in place of the parameters; `nil` if it is not known.
    /// Default: `nil`.
    var expandedSQL: String? { get }

    /// The number of parameters, which is the largest index: 5 for a statement with only `?2` and
    /// `?5`.
    func parameterCount() -> Int32

    /// The index of the parameter with a name, including its `:`, `@` or `$`, or else of the first that differs only in
    /// the case of ASCII letters; 0 if there is none. Default: searches the names.
    func parameterIndexBy(_ name: String) -> Int32

    /// The name of a parameter, including its `:`, `@`, `$` or `?`; `nil` for a plain `?` and for
    /// an index out of range.
    func parameterNameBy(_ index: Int32) -> String?

    /// Binds a value to a parameter.
    ///
    /// - Throws: `SQLITE_RANGE` if there is no such parameter; `SQLITE_MISUSE` if the statement has been stepped and
    ///   not been reset; `SQLITE_TOOBIG` if the value is too large; `SQLITE_NOMEM` if there is not enough memory.
    func bind(_ value: SQLiteValue, at index: Int32) throws(SQLiteError)

    /// Sets every parameter to NULL.
    ///
    /// - Throws: `SQLITE_MISUSE` if the statement is on a row.
    func clearBindings() throws(SQLiteError)

    /// Runs the statement to its next row, or to its end.
    ///
    /// - Returns: `true` if there is a row, `false` at the end.
    @discardableResult
    func step() throws(SQLiteError) -> Bool

    /// Makes the statement ready to run again. Its bindings are kept.
    ///
    /// An error that ``step()`` has thrown is not thrown again.
    func reset() throws(SQLiteError)

    /// The number of columns of the result; 0 for a statement that returns no rows.
    func columnCount() -> Int32

    /// The name of a column, or `nil` if there is no such column.
    func columnName(at index: Int32) -> String?

    /// The value of a column of the current row; `.null` if there is no such column or no row.
    func columnValue(at index: Int32) -> SQLiteValue

    /// The current row. Call this only after ``step()`` has returned `true`.
    ///
    /// Default: the names and values of all columns.
    func currentRow() -> SQLiteRow?

    /// The names of all columns. Default: calls ``columnName(at:)`` for each column.
    func columnNames() -> [String]

    /// The index of the first column with exactly this name, or else of the first whose name differs only in the case
    /// of ASCII letters; `nil` if there is none.
    ///
    /// Complexity: O(columns). In a loop, look the index up once, before the first row. If another
    /// connection changes the columns before the first step, that step fails with `SQLITE_SCHEMA`.
    /// Default: compares the names.
    func columnIndex(of name: String) -> Int32?
}

extension StatementProtocol {
    public var expandedSQL: String? { nil }

    public func parameterIndexBy(_ name: String) -> Int32 {
        let count = parameterCount()
        let names = count < 1 ? [] : (1...count).map { parameterNameBy($0) ?? "" }
        guard !name.isEmpty, let position = SQLName.position(of: name, in: names) else { return 0 }
        return Int32(truncatingIfNeeded: position + 1)
    }

    public func currentRow() -> SQLiteRow? {
        let columns = SQLiteRow.Columns(of: self)
        return SQLiteRow(columns: columns, values: columnValues())
    }

    func columnValues() -> [SQLiteValue] {
        (0..<columnCount()).map { columnValue(at: $0) }
    }

    /// Binds a Swift value, or NULL, to a parameter.
    ///
    /// - Throws: The errors of ``bind(_:at:)-(SQLiteValue,Int32)``.
    // Always inlined: otherwise the compiler does not specialize it for an `any StatementProtocol`.
    @inlinable
    @inline(__always)
    public func bind(_ value: some SQLiteBindable, at index: Int32) throws(SQLiteError) {
        try bind(value.sqliteValue, at: index)
    }

    /// Binds a Swift value of a type known only at run time, or NULL, to a parameter.
    @_disfavoredOverload
    @inlinable
    public func bind(_ value: (any SQLiteBindable)?, at index: Int32) throws(SQLiteError) {
        try bind(value?.sqliteValue ?? .null, at: index)
    }

    /// Binds a value, or NULL, to the parameter with a name, including its `:`, `@` or `$`.
    ///
    /// - Throws: `SQLITE_RANGE` if the statement has no such parameter.
    public func bind(_ value: (any SQLiteBindable)?, by name: String) throws(SQLiteError) {
        let index = parameterIndexBy(name)
        guard index > 0 else { throw noParameter(named: name) }
        try bind(value?.sqliteValue ?? .null, at: index)
    }

    /// Binds each column of a row to the parameters with its name: `age` to `:age`, `@age` and
    /// `$age`. If several columns have the same name, the first is used. Other parameters keep
    /// their values.
    ///
    /// - Throws: `SQLITE_RANGE` if the statement has no parameter for a column.
    public func bind(_ row: SQLiteRow) throws(SQLiteError) {
        try bind(row, to: parameterAssignments(for: row.columns))
    }

    /// Runs the statement once for each row, with the columns of the row bound to its parameters
    /// by name.
    ///
    /// Afterwards, even if this throws, the statement is reset and its bindings are cleared. The
    /// effects of earlier rows remain, unless a transaction around the call is rolled back.
    ///
    /// - Throws: `SQLITE_RANGE` if the columns of a row and the parameters of the statement are not
    ///   the same set of names.
    @_disfavoredOverload
    public func execute(_ rows: [SQLiteRow]) throws(SQLiteError) {
        do {
            try reset()
            var columns: SQLiteRow.Columns?
            var assignments: [ParameterAssignment] = []
            for row in rows {
                if columns?.hasSameNames(as: row.columns) != true {
                    assignments = try parameterAssignments(for: row.columns)
                    try requireAllParameters(in: assignments)
                    columns = row.columns
                }
                try bind(row, to: assignments)
                while try step() {}
                try reset()
            }
        } catch {
            try? reset()
            try? clearBindings()
            throw error
        }
        try clearBindings()
    }
}
