// One line of SQL, from the text to its result. Each function comes in three forms: with an `SQL`
// value, with parameters by position, and with parameters by name.

extension ConnectionProtocol {
    /// Runs one statement. Rows are passed over.
    ///
    /// - Throws: what SQLite reports; `SQLITE_RANGE` if the parameters and their values do not
    ///   match.
    public func execute(_ sql: SQL) throws(SQLiteError) {
        try run(started(sql))
    }

    /// Runs one statement with parameters by position. Rows are passed over.
    public func execute(
        sql: String, _ parameters: (any SQLiteBindable)?...
    ) throws(SQLiteError) {
        try run(started(sql: sql, parameters))
    }

    /// Runs one statement with parameters by name: `id` for `:id`, `@id` or `$id`. Rows are passed
    /// over.
    public func execute(sql: String, _ parameters: SQLiteRow) throws(SQLiteError) {
        try run(started(sql: sql, parameters))
    }

    /// All rows of a result.
    public func rows(_ sql: SQL) throws(SQLiteError) -> [SQLiteRow] {
        try cursor(sql).allRows()
    }

    /// All rows of a result, with parameters by position.
    public func rows(
        sql: String, _ parameters: (any SQLiteBindable)?...
    ) throws(SQLiteError) -> [SQLiteRow] {
        try SQLiteCursor(on: self, started(sql: sql, parameters)).allRows()
    }

    /// All rows of a result, with parameters by name.
    public func rows(sql: String, _ parameters: SQLiteRow) throws(SQLiteError) -> [SQLiteRow] {
        try cursor(sql: sql, parameters).allRows()
    }

    /// The first row of a result, or `nil` if it is empty.
    public func row(_ sql: SQL) throws(SQLiteError) -> SQLiteRow? {
        try firstRow(of: started(sql))
    }

    /// The first row of a result, or `nil` if it is empty, with parameters by position.
    public func row(
        sql: String, _ parameters: (any SQLiteBindable)?...
    ) throws(SQLiteError) -> SQLiteRow? {
        try firstRow(of: started(sql: sql, parameters))
    }

    /// The first row of a result, or `nil` if it is empty, with parameters by name.
    public func row(sql: String, _ parameters: SQLiteRow) throws(SQLiteError) -> SQLiteRow? {
        try firstRow(of: started(sql: sql, parameters))
    }

    /// The first column of the first row; `nil` if it is NULL or there is no row.
    ///
    /// - Throws: what SQLite reports; `SQLITE_RANGE` if the parameters and their values do not
    ///   match; `SQLITE_MISMATCH` if the value is none of the type.
    @inlinable
    public func value<T: SQLiteRepresentable>(
        _ sql: SQL, as type: T.Type = T.self
    ) throws(SQLiteError) -> T? {
        try firstValue(of: started(sql))
    }

    /// The first column of the first row, with parameters by position; `nil` if it is NULL or there
    /// is no row.
    @inlinable
    public func value<T: SQLiteRepresentable>(
        sql: String, _ parameters: (any SQLiteBindable)?..., as type: T.Type = T.self
    ) throws(SQLiteError) -> T? {
        try firstValue(of: started(sql: sql, parameters))
    }

    /// The first column of the first row, with parameters by name; `nil` if it is NULL or there is
    /// no row.
    @inlinable
    public func value<T: SQLiteRepresentable>(
        sql: String, _ parameters: SQLiteRow, as type: T.Type = T.self
    ) throws(SQLiteError) -> T? {
        try firstValue(of: started(sql: sql, parameters))
    }

    /// The rows of a result, one at a time.
    public func cursor(_ sql: SQL) throws(SQLiteError) -> SQLiteCursor {
        try SQLiteCursor(on: self, started(sql))
    }

    /// The rows of a result, one at a time, with parameters by position.
    public func cursor(
        sql: String, _ parameters: (any SQLiteBindable)?...
    ) throws(SQLiteError) -> SQLiteCursor {
        try SQLiteCursor(on: self, started(sql: sql, parameters))
    }

    /// The rows of a result, one at a time, with parameters by name.
    public func cursor(sql: String, _ parameters: SQLiteRow) throws(SQLiteError) -> SQLiteCursor {
        try SQLiteCursor(on: self, started(sql: sql, parameters))
    }
}

// MARK: - From the text to a bound statement, and back

extension ConnectionProtocol {
    /// A statement of the cache with its parameters bound.
    @usableFromInline
    func started(_ sql: SQL) throws(SQLiteError) -> any StatementProtocol {
        try bound(checkOut(sql), sql)
    }

    @usableFromInline
    func started(
        sql: String, _ parameters: [(any SQLiteBindable)?]
    ) throws(SQLiteError) -> any StatementProtocol {
        try bound(checkOut(sql: sql), BindableList(values: parameters))
    }

    @usableFromInline
    func started(
        sql: String, _ parameters: SQLiteRow
    ) throws(SQLiteError) -> any StatementProtocol {
        try bound(checkOut(sql: sql), NamedValues(row: parameters))
    }

    /// Binds the parameters of a statement; it is checked in again if they do not fit.
    private func bound(
        _ statement: consuming any StatementProtocol, _ parameters: some ParameterList
    ) throws(SQLiteError) -> any StatementProtocol {
        do {
            try parameters.bind(to: statement)
        } catch {
            checkIn(statement)
            throw error
        }
        return statement
    }

    /// Runs a statement without parameters of its own making.
    func run(_ sql: String) throws(SQLiteError) {
        try run(started(sql: sql, []))
    }

    private func run(_ statement: any StatementProtocol) throws(SQLiteError) {
        try finish(statement) { (statement) throws(SQLiteError) in
            try statement.stepToEnd()
        }
    }

    private func firstRow(
        of statement: any StatementProtocol
    ) throws(SQLiteError) -> SQLiteRow? {
        try finish(statement) { (statement) throws(SQLiteError) in
            try statement.step() ? statement.currentRow() : nil
        }
    }

    @inlinable
    func firstValue<T: SQLiteRepresentable>(
        of statement: any StatementProtocol
    ) throws(SQLiteError) -> T? {
        try finish(statement) { (statement) throws(SQLiteError) in
            guard try statement.step() else { return nil }
            if let value = statement.columnValue(at: 0) as T? { return value }
            try statement.requireNull(at: 0, expected: T.self)
            return nil
        }
    }

    /// Uses a statement and checks it in. Resetting comes before, because ending a run that was not
    /// read to its end may fail: an `INSERT ... RETURNING` commits only then.
    @inlinable
    func finish<R>(
        _ statement: any StatementProtocol,
        _ body: (any StatementProtocol) throws(SQLiteError) -> R
    ) throws(SQLiteError) -> R {
        do {
            let result = try body(statement)
            try statement.reset()
            checkIn(statement)
            return result
        } catch {
            checkIn(statement)
            throw error
        }
    }
}

extension StatementProtocol {
    @usableFromInline
    func requireNull(at index: Int32, expected: any Any.Type) throws(SQLiteError) {
        let value: SQLiteValue = columnValue(at: index)
        guard !value.isNull else { return }
        throw .mismatch(
            column: columnName(at: index) ?? "\(index)", expected: expected, found: value, sql: sql)
    }
}
