import DataLiteC

// Running a prepared statement in one line, as `ConnectionProtocol+Running.swift` runs SQL.

extension StatementProtocol {
    /// Runs the statement to its end. Rows are discarded.
    ///
    /// Afterwards, even if this throws, the statement is reset. Its bindings are kept.
    ///
    /// - Parameter parameters: A value for each parameter; without values, the bound ones are used.
    /// - Throws: An `SQLiteError` if SQLite reports an error, `SQLITE_RANGE` if the parameters and their values do not
    ///   match, and `SQLITE_MISUSE` if the statement is running or used by a cursor.
    public func execute(_ parameters: SQLParameters = SQLParameters()) throws(SQLiteError) {
        try lease(parameters).use { (lease) throws(SQLiteError) in try lease.stepToEnd() }
    }

    /// All rows.
    ///
    /// ```swift
    /// let statement = try connection.prepare("SELECT name FROM people WHERE age > ?")
    /// let names = try statement.rows([30], as: String.self)
    /// ```
    ///
    /// - Throws: The errors of `execute(_:)`.
    public func rows(
        _ parameters: SQLParameters = SQLParameters()
    ) throws(SQLiteError) -> [SQLiteRow] {
        try lease(parameters).rows()
    }

    /// All rows, each decoded as a type.
    ///
    /// - Throws: The errors of `execute(_:)`, and `SQLITE_MISMATCH` if a value cannot be converted or the result lacks
    ///   a column.
    @inlinable
    public func rows<T: RowDecodable>(
        _ parameters: SQLParameters = SQLParameters(), as type: T.Type = T.self
    ) throws(SQLiteError) -> [T] {
        try lease(parameters).decodedRows(columnCount: T.columnCount, names: T._columnNames) {
            (row: inout RowReader) throws(SQLiteError) in
            try T(row: &row)
        }
    }

    /// The first row; `nil` if there is none.
    ///
    /// - Throws: The errors of `execute(_:)`.
    public func row(
        _ parameters: SQLParameters = SQLParameters()
    ) throws(SQLiteError) -> SQLiteRow? {
        try lease(parameters).row()
    }

    /// The first row.
    ///
    /// - Throws: The errors of `execute(_:)`, and `SQLITE_NOTFOUND` if there is no row.
    public func requiredRow(
        _ parameters: SQLParameters = SQLParameters()
    ) throws(SQLiteError) -> SQLiteRow {
        guard let row = try row(parameters) else { throw .noRow(sql) }
        return row
    }

    /// The first row, decoded as a type; `nil` if there is none.
    ///
    /// - Throws: The errors of ``rows(_:as:)``.
    @inlinable
    public func row<T: RowDecodable>(
        _ parameters: SQLParameters = SQLParameters(), as type: T.Type = T.self
    ) throws(SQLiteError) -> T? {
        try lease(parameters).decodedRow(columnCount: T.columnCount, names: T._columnNames) {
            (row: inout RowReader) throws(SQLiteError) in
            try T(row: &row)
        }
    }

    /// The first row, decoded as a type.
    ///
    /// - Throws: The errors of ``rows(_:as:)``, and `SQLITE_NOTFOUND` if there is no row.
    @inlinable
    public func requiredRow<T: RowDecodable>(
        _ parameters: SQLParameters = SQLParameters(), as type: T.Type = T.self
    ) throws(SQLiteError) -> T {
        guard let row = try row(parameters, as: type) else { throw .noRow(sql) }
        return row
    }

    /// The first column of the first row; `nil` if it is NULL or there is no row.
    ///
    /// - Throws: The errors of `execute(_:)`, and `SQLITE_MISMATCH` if the value cannot be converted to the type.
    @inlinable
    public func value<T: SQLiteRepresentable>(
        _ parameters: SQLParameters = SQLParameters(), as type: T.Type = T.self
    ) throws(SQLiteError) -> T? {
        try lease(parameters).firstValue()
    }

    /// The first column of the first row, for a statement that always returns a row.
    ///
    /// - Throws: The errors of ``value(_:as:)``, `SQLITE_NOTFOUND` if there is no row, and `SQLITE_MISMATCH` if the
    ///   value is NULL.
    @inlinable
    public func requiredValue<T: SQLiteRepresentable>(
        _ parameters: SQLParameters = SQLParameters(), as type: T.Type = T.self
    ) throws(SQLiteError) -> T {
        try lease(parameters).requiredFirstValue()
    }

    /// The rows, one at a time. Until the cursor ends, do not use the statement.
    ///
    /// - Throws: The errors of `execute(_:)`.
    public func cursor(
        _ parameters: SQLParameters = SQLParameters()
    ) throws(SQLiteError) -> Cursor<SQLiteRow> {
        try lease(parameters).cursor(on: self)
    }

    /// The rows, one at a time, each decoded as a type. Until the cursor ends, do not use the statement.
    ///
    /// - Throws: The errors of ``rows(_:as:)``.
    @inlinable
    public func cursor<T: RowDecodable>(
        _ parameters: SQLParameters = SQLParameters(), as type: T.Type = T.self
    ) throws(SQLiteError) -> Cursor<T> {
        try lease(parameters).cursor(of: type, on: self)
    }

    /// Begins a run of the statement.
    ///
    /// - Parameter parameters: A value for each parameter; without values, the bindings stay.
    @usableFromInline
    package func lease(_ parameters: SQLParameters) throws(SQLiteError) -> StatementLease {
        let statement = self as? Statement
        try statement?.requireIdle()
        try reset()
        if case .none = parameters.values {} else { try parameters.bind(to: self, after: []) }
        statement?.isLeased = true
        return StatementLease(self)
    }
}

extension Statement {
    /// Runs the statement to its end. Rows are discarded.
    ///
    /// - Parameter parameters: A value for each parameter; without values, the bound ones are used.
    /// - Returns: The number of rows that the statement inserted, updated or deleted, not counting the changes of
    ///   triggers and foreign keys. C: `sqlite3_changes64`.
    /// - Throws: The errors of `execute` of every statement.
    @discardableResult
    public func execute(_ parameters: SQLParameters = SQLParameters()) throws(SQLiteError) -> Int {
        let lease = try lease(parameters)
        let before = handle.pointer.map(sqlite3_total_changes64)
        try lease.use { (lease) throws(SQLiteError) in try lease.stepToEnd() }
        // SQLite keeps the number of an earlier statement.
        guard let pointer = handle.pointer, sqlite3_total_changes64(pointer) != before else {
            return 0
        }
        return Int(sqlite3_changes64(pointer))
    }

    /// Throws if the statement is on a row, or a cursor uses it.
    fileprivate func requireIdle() throws(SQLiteError) {
        guard isLeased || isInRun else { return }
        throw SQLiteError.misuse(
            isLeased
                ? "a cursor uses the statement: close it first"
                : "the statement is running: reset it first", sql: sql)
    }
}
