// Running SQL in one line, with rows as `SQLiteRow` and single values. `ConnectionProtocol+Decoding.swift` decodes rows
// as other types.

extension ConnectionProtocol {
    /// Runs one statement. Rows are discarded.
    ///
    /// - Returns: The number of rows that the statement inserted, updated or deleted, not counting the changes of
    ///   triggers and foreign keys. C: `sqlite3_changes64`.
    /// - Throws: An `SQLiteError` if SQLite reports an error, `SQLITE_RANGE` if the parameters and their values do not
    ///   match, and `SQLITE_MISUSE` if positional values are combined with interpolations.
    @discardableResult
    public func execute(
        _ sql: SQL, _ parameters: SQLParameters = SQLParameters()
    ) throws(SQLiteError) -> Int {
        try run(boundStatement(sql, parameters))
    }

    /// All rows of a result.
    ///
    /// - Throws: The errors of ``execute(_:_:)``.
    public func rows(
        _ sql: SQL, _ parameters: SQLParameters = SQLParameters()
    ) throws(SQLiteError) -> [SQLiteRow] {
        try boundStatement(sql, parameters).rows()
    }

    /// The rows of a result, each converted by a closure.
    ///
    /// ```swift
    /// let lengths = try db.rows("SELECT name FROM people") { row in try row[0, as: String.self].count }
    /// ```
    ///
    /// - Throws: The errors of ``execute(_:_:)``; the error of the closure, which ends the statement.
    public func rows<R>(
        _ sql: SQL, _ parameters: SQLParameters = SQLParameters(),
        _ convert: (SQLiteRow) throws -> R
    ) throws -> [R] {
        let lease = try boundStatement(sql, parameters)
        var results: [R] = []
        do {
            // After a step there is a row.
            while try lease.step() { results.append(try convert(lease.currentRow() ?? [:])) }
        } catch {
            lease.discard()
            throw error
        }
        try lease.end()
        return results
    }

    /// The first row of a result; `nil` if there is none.
    ///
    /// - Throws: The errors of ``execute(_:_:)``.
    public func row(
        _ sql: SQL, _ parameters: SQLParameters = SQLParameters()
    ) throws(SQLiteError) -> SQLiteRow? {
        try boundStatement(sql, parameters).row()
    }

    /// The first row of a result.
    ///
    /// - Throws: The errors of ``execute(_:_:)``, and `SQLITE_NOTFOUND` if there is no row.
    public func requiredRow(
        _ sql: SQL, _ parameters: SQLParameters = SQLParameters()
    ) throws(SQLiteError) -> SQLiteRow {
        guard let row = try row(sql, parameters) else { throw .noRow(sql.text) }
        return row
    }

    /// The first column of the first row; `nil` if it is NULL or there is no row.
    ///
    /// - Throws: The errors of ``execute(_:_:)``, and `SQLITE_MISMATCH` if the value cannot be converted to the type.
    @inlinable
    @inline(__always)
    public func value<T: SQLiteRepresentable>(
        _ sql: SQL, _ parameters: SQLParameters = SQLParameters(), as type: T.Type = T.self
    ) throws(SQLiteError) -> T? {
        try boundStatement(sql, parameters).firstValue()
    }

    /// The first column of the first row, for a statement that always returns a row, such as `SELECT count(*)`.
    ///
    /// - Throws: The errors of ``value(_:_:as:)``, `SQLITE_NOTFOUND` if there is no row, and `SQLITE_MISMATCH` if the
    ///   value is NULL.
    @inlinable
    @inline(__always)
    public func requiredValue<T: SQLiteRepresentable>(
        _ sql: SQL, _ parameters: SQLParameters = SQLParameters(), as type: T.Type = T.self
    ) throws(SQLiteError) -> T {
        try boundStatement(sql, parameters).requiredFirstValue()
    }

    /// The rows of a result, one at a time.
    ///
    /// - Throws: The errors of ``execute(_:_:)``.
    public func cursor(
        _ sql: SQL, _ parameters: SQLParameters = SQLParameters()
    ) throws(SQLiteError) -> Cursor<SQLiteRow> {
        try boundStatement(sql, parameters).cursor(on: self)
    }

    // MARK: - From the text to a bound statement

    /// A statement with the interpolations of `sql` and the other values bound.
    @usableFromInline
    package func boundStatement(
        _ sql: SQL, _ parameters: SQLParameters = SQLParameters()
    ) throws(SQLiteError) -> StatementLease {
        if case .none = parameters.values {
            let lease = try sql.withParts { utf8, values in leased(utf8, values) }.get()
            sql.keepStorage()
            return lease
        }
        let lease = try lease(sql)
        do {
            try parameters.bind(to: lease.statement, after: sql.parameters)
        } catch {
            lease.discard()
            throw error
        }
        return lease
    }

    /// A statement for an SQL string, with its parameters bound.
    package func boundStatement(
        _ utf8: UnsafeBufferPointer<UInt8>, _ parameters: UnsafeBufferPointer<SQLiteValue>
    ) throws(SQLiteError) -> StatementLease {
        try leased(utf8, parameters).get()
    }

    @inline(__always)
    private func leased(
        _ utf8: UnsafeBufferPointer<UInt8>, _ parameters: UnsafeBufferPointer<SQLiteValue>
    ) -> Result<StatementLease, SQLiteError> {
        guard let connection = sqliteConnection else {
            return Result { () throws(SQLiteError) in try preparedLease(utf8, parameters) }
        }
        return connection._withUnsafeGuaranteedRef { connection in
            Result { () throws(SQLiteError) in
                let statement = try connection.leasedStatement(utf8)
                do throws(SQLiteError) {
                    try statement.bindEach(parameters)
                } catch {
                    StatementLease(statement).discard()
                    throw error
                }
                return StatementLease(statement)
            }
        }
    }

    /// A statement of a connection type other than ``Connection``.
    private func preparedLease(
        _ utf8: UnsafeBufferPointer<UInt8>, _ parameters: UnsafeBufferPointer<SQLiteValue>
    ) throws(SQLiteError) -> StatementLease {
        let sql = String(decoding: utf8, as: UTF8.self)
        let lease = StatementLease(try prepare(sql: sql, options: []))
        do {
            try lease.statement.bindAll(Array(parameters))
        } catch {
            lease.discard()
            throw error
        }
        return lease
    }

    /// Runs a statement to its end. Its parameters must be bound.
    ///
    /// - Returns: The number of changed rows.
    @discardableResult
    @usableFromInline
    package func run(_ lease: StatementLease) throws(SQLiteError) -> Int {
        // `changes` keeps the number of an earlier statement.
        guard let connection = sqliteConnection else {
            let before = totalChanges
            try lease.use { (lease) throws(SQLiteError) in try lease.stepToEnd() }
            return totalChanges == before ? 0 : Int(changes)
        }
        return try connection._withUnsafeGuaranteedRef { connection in
            let before = connection.totalChanges
            return Result { () throws(SQLiteError) in
                try lease.use { (lease) throws(SQLiteError) in try lease.stepToEnd() }
                return connection.totalChanges == before ? 0 : Int(connection.changes)
            }
        }.get()
    }
}

// MARK: - From a bound statement to a value

// These are not methods of the connection, and their callers are always inlined. Otherwise the compiler does not
// specialize a method of an `any ConnectionProtocol` for the type of the value. Unspecialized, a read takes 650 more
// instructions: `database-read` of `.ci/instructions`.
extension StatementLease {
    /// All rows; ends the lease.
    func rows() throws(SQLiteError) -> [SQLiteRow] {
        try use { (lease) throws(SQLiteError) in
            var rows: [SQLiteRow] = []
            // After a step there is a row.
            while try lease.step() { rows.append(lease.currentRow() ?? [:]) }
            return rows
        }
    }

    /// The first row; ends the lease.
    func row() throws(SQLiteError) -> SQLiteRow? {
        try use { (lease) throws(SQLiteError) in try lease.step() ? lease.currentRow() : nil }
    }

    /// A cursor that ends the lease.
    func cursor(on owner: AnyObject) -> Cursor<SQLiteRow> {
        Cursor(on: owner, self) { row in
            // After a step there is a row.
            row.statement.currentRow() ?? [:]
        }
    }

    /// The first column of the first row; ends the lease.
    @inlinable
    func firstValue<T: SQLiteRepresentable>() throws(SQLiteError) -> T? {
        try use { (lease) throws(SQLiteError) in
            guard try lease.step() else { return nil }
            if let value: T = lease.statement.columnValue(at: 0) { return value }
            try lease.statement.requireNull(at: 0, expected: T.self)
            return nil
        }
    }

    /// The first column of the first row, which must not be NULL; ends the lease.
    @inlinable
    func requiredFirstValue<T: SQLiteRepresentable>() throws(SQLiteError) -> T {
        try use { (lease) throws(SQLiteError) in
            guard try lease.step() else { throw .noRow(lease.statement.sql) }
            if let value: T = lease.statement.columnValue(at: 0) { return value }
            throw lease.statement.mismatch(at: 0, expected: T.self)
        }
    }
}

extension StatementProtocol {
    @usableFromInline
    func requireNull(at index: Int32, expected: any Any.Type) throws(SQLiteError) {
        let value: SQLiteValue = columnValue(at: index)
        guard value.isNull else { throw mismatch(at: index, expected: expected) }
    }

    @usableFromInline
    func mismatch(at index: Int32, expected: any Any.Type) -> SQLiteError {
        .mismatch(
            column: columnName(at: index) ?? "\(index)", expected: expected,
            found: columnValue(at: index), sql: sql)
    }
}

extension SQLiteError {
    /// The error for a statement that returned no row although one is required.
    @usableFromInline
    package static func noRow(_ sql: String) -> SQLiteError {
        SQLiteError(.notFound, message: "the statement returned no row", sql: sql)
    }
}
