// Running SQL in one line. Each method has several forms: with an `SQL` value, and with a text and
// parameters by position or by name. `ConnectionProtocol+RuntimeParameters.swift` has the forms for
// parameters in collections.

extension ConnectionProtocol {
    /// Runs one statement. Rows are discarded.
    ///
    /// - Throws: what SQLite reports; `SQLITE_RANGE` if the parameters and their values do not
    ///   match.
    public func execute(_ sql: SQL) throws(SQLiteError) {
        try run(started(sql))
    }

    /// Runs one statement with parameters by position. Rows are discarded.
    public func execute(
        sql: String, _ parameters: (any SQLiteBindable)?...
    ) throws(SQLiteError) {
        try run(started(sql: sql, PositionalParameters(values: parameters)))
    }

    /// Runs one statement with parameters by name: `id` for `:id`, `@id` or `$id`. Rows are
    /// discarded.
    public func execute(sql: String, _ parameters: SQLiteRow) throws(SQLiteError) {
        try run(started(sql: sql, parameters))
    }

    /// All rows of a result.
    public func rows(_ sql: SQL) throws(SQLiteError) -> [SQLiteRow] {
        try cursor(sql).remaining()
    }

    /// All rows of a result, with parameters by position.
    public func rows(
        sql: String, _ parameters: (any SQLiteBindable)?...
    ) throws(SQLiteError) -> [SQLiteRow] {
        try rowCursor(started(sql: sql, PositionalParameters(values: parameters))).remaining()
    }

    /// All rows of a result, with parameters by name.
    public func rows(sql: String, _ parameters: SQLiteRow) throws(SQLiteError) -> [SQLiteRow] {
        try cursor(sql: sql, parameters).remaining()
    }

    /// The first row of a result, or `nil` if it is empty.
    public func row(_ sql: SQL) throws(SQLiteError) -> SQLiteRow? {
        try firstRow(of: started(sql))
    }

    /// The first row of a result, or `nil` if it is empty, with parameters by position.
    public func row(
        sql: String, _ parameters: (any SQLiteBindable)?...
    ) throws(SQLiteError) -> SQLiteRow? {
        try firstRow(of: started(sql: sql, PositionalParameters(values: parameters)))
    }

    /// The first row of a result, or `nil` if it is empty, with parameters by name.
    public func row(sql: String, _ parameters: SQLiteRow) throws(SQLiteError) -> SQLiteRow? {
        try firstRow(of: started(sql: sql, parameters))
    }

    /// The first column of the first row; `nil` if it is NULL or there is no row.
    ///
    /// - Throws: what SQLite reports; `SQLITE_RANGE` if the parameters and their values do not
    ///   match; `SQLITE_MISMATCH` if the value cannot be converted to the type.
    @inlinable
    @inline(__always)
    public func value<T: SQLiteRepresentable>(
        _ sql: SQL, as type: T.Type = T.self
    ) throws(SQLiteError) -> T? {
        try started(sql).firstValue()
    }

    /// The first column of the first row, with parameters by position; `nil` if it is NULL or there
    /// is no row.
    @inlinable
    @inline(__always)
    public func value<T: SQLiteRepresentable>(
        sql: String, _ parameters: (any SQLiteBindable)?..., as type: T.Type = T.self
    ) throws(SQLiteError) -> T? {
        try started(sql: sql, positional: parameters).firstValue()
    }

    /// The first column of the first row, with parameters by name; `nil` if it is NULL or there is
    /// no row.
    @inlinable
    @inline(__always)
    public func value<T: SQLiteRepresentable>(
        sql: String, _ parameters: SQLiteRow, as type: T.Type = T.self
    ) throws(SQLiteError) -> T? {
        try started(sql: sql, named: parameters).firstValue()
    }

    /// The rows of a result, one at a time.
    public func cursor(_ sql: SQL) throws(SQLiteError) -> SQLiteCursor {
        try rowCursor(started(sql))
    }

    /// The rows of a result, one at a time, with parameters by position.
    public func cursor(
        sql: String, _ parameters: (any SQLiteBindable)?...
    ) throws(SQLiteError) -> SQLiteCursor {
        try rowCursor(started(sql: sql, PositionalParameters(values: parameters)))
    }

    /// The rows of a result, one at a time, with parameters by name.
    public func cursor(sql: String, _ parameters: SQLiteRow) throws(SQLiteError) -> SQLiteCursor {
        try rowCursor(started(sql: sql, parameters))
    }
}

// MARK: - From the text to a bound statement

extension ConnectionProtocol {
    /// A statement with the parameters of `sql` bound.
    @usableFromInline
    package func started(_ sql: SQL) throws(SQLiteError) -> StatementLease {
        try lease(sql).bound(sql)
    }

    /// A statement for a text, with its parameters bound.
    package func started(
        _ utf8: UnsafeBufferPointer<UInt8>, _ parameters: UnsafeBufferPointer<SQLiteValue>
    ) throws(SQLiteError) -> StatementLease {
        guard let connection = sqliteConnection else {
            return try started(SQL(utf8: Array(utf8), parameters: Array(parameters)))
        }
        let statement = try connection._withUnsafeGuaranteedRef { connection in
            Result { () throws(SQLiteError) in try connection.leasedStatement(utf8) }
        }.get()
        do {
            try statement.bindEach(parameters)
        } catch {
            StatementLease(statement).discard()
            throw error
        }
        return StatementLease(statement)
    }

    func started(
        sql: String, _ parameters: some ParameterList
    ) throws(SQLiteError) -> StatementLease {
        try lease(sql: sql).bound(parameters)
    }

    @usableFromInline
    func started(
        sql: String, positional parameters: [(any SQLiteBindable)?]
    ) throws(SQLiteError) -> StatementLease {
        try started(sql: sql, PositionalParameters(values: parameters))
    }

    @usableFromInline
    func started(sql: String, named parameters: SQLiteRow) throws(SQLiteError) -> StatementLease {
        try started(sql: sql, parameters)
    }
}

extension StatementLease {
    /// The lease with its parameters bound; it is ended if they do not match.
    fileprivate func bound(_ parameters: some ParameterList) throws(SQLiteError) -> StatementLease {
        do {
            try parameters.bind(to: statement)
        } catch {
            discard()
            throw error
        }
        return self
    }
}

// MARK: - From a bound statement to its result

extension ConnectionProtocol {
    func run(_ lease: StatementLease) throws(SQLiteError) {
        try lease.use { (lease) throws(SQLiteError) in try lease.stepToEnd() }
    }

    func rowCursor(_ lease: StatementLease) -> SQLiteCursor {
        SQLiteCursor(on: self, lease) { row in
            // After a step there is a row.
            row.statement.currentRow() ?? [:]
        }
    }

    func firstRow(of lease: StatementLease) throws(SQLiteError) -> SQLiteRow? {
        try lease.use { (lease) throws(SQLiteError) in
            try lease.step() ? lease.currentRow() : nil
        }
    }
}

extension StatementLease {
    /// The first column of the first row; ends the lease.
    // This is not a method of the connection, and its callers are always inlined: the compiler does not
    // specialize a method of an `any ConnectionProtocol` for the type of the value otherwise.
    // Unspecialized, a read takes 650 instructions more: `database-read` of `.ci/instructions`.
    @inlinable
    func firstValue<T: SQLiteRepresentable>() throws(SQLiteError) -> T? {
        try use { (lease) throws(SQLiteError) in
            guard try lease.step() else { return nil }
            if let value: T = lease.statement.columnValue(at: 0) { return value }
            try lease.statement.requireNull(at: 0, expected: T.self)
            return nil
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
