import DataLiteC

extension ConnectionProtocol {
    /// All rows, each decoded as a type.
    ///
    /// A table or a selection of typed SQL is decoded by name: each of its columns is read from the first result column
    /// with its name, in any order. Other result columns are ignored. Other types are decoded by position.
    ///
    /// - Throws: An `SQLiteError` if SQLite reports an error, `SQLITE_RANGE` if the parameters and their values do not
    ///   match, and `SQLITE_MISMATCH` if a value cannot be converted or the result lacks a column.
    @inlinable
    public func rows<T: RowDecodable>(
        _ sql: SQL, _ parameters: SQLParameters = SQLParameters(), as type: T.Type = T.self
    ) throws(SQLiteError) -> [T] {
        try boundStatement(sql, parameters).decodedRows(
            columnCount: T.columnCount, names: T._columnNames
        ) { (row: inout RowReader) throws(SQLiteError) in
            try T(row: &row)
        }
    }

    /// The first row, decoded as a type; `nil` if there is none.
    ///
    /// - Throws: The errors of `rows(_:_:as:)`.
    @inlinable
    public func row<T: RowDecodable>(
        _ sql: SQL, _ parameters: SQLParameters = SQLParameters(), as type: T.Type = T.self
    ) throws(SQLiteError) -> T? {
        try boundStatement(sql, parameters).decodedRow(
            columnCount: T.columnCount, names: T._columnNames
        ) { (row: inout RowReader) throws(SQLiteError) in
            try T(row: &row)
        }
    }

    /// The first row, decoded as a type.
    ///
    /// - Throws: The errors of `rows(_:_:as:)`, and `SQLITE_NOTFOUND` if there is no row.
    @inlinable
    public func requiredRow<T: RowDecodable>(
        _ sql: SQL, _ parameters: SQLParameters = SQLParameters(), as type: T.Type = T.self
    ) throws(SQLiteError) -> T {
        guard let row = try row(sql, parameters, as: type) else { throw .noRow(sql.text) }
        return row
    }

    /// The rows, one at a time, each decoded as a type.
    ///
    /// - Throws: The errors of `rows(_:_:as:)`.
    @inlinable
    public func cursor<T: RowDecodable>(
        _ sql: SQL, _ parameters: SQLParameters = SQLParameters(), as type: T.Type = T.self
    ) throws(SQLiteError) -> Cursor<T> {
        try boundStatement(sql, parameters).cursor(of: type, on: self)
    }
}

// MARK: - The loop

extension StatementLease {
    /// All rows.
    @inlinable
    @inline(__always)
    package func decodedRows<T>(
        columnCount: Int, names: [String]? = nil,
        _ decode: (inout RowReader) throws(SQLiteError) -> T
    ) throws(SQLiteError) -> [T] {
        var results: [T] = []
        do {
            if try step() {
                var row = RowReader(try columns(columnCount, names))
                results.append(try decode(&row))
                while try step() {
                    row.startNextRow()
                    results.append(try decode(&row))
                }
            }
        } catch {
            discard()
            throw error
        }
        try end()
        return results
    }

    /// The first row.
    @inlinable
    @inline(__always)
    package func decodedRow<T>(
        columnCount: Int, names: [String]? = nil,
        _ decode: (inout RowReader) throws(SQLiteError) -> T
    ) throws(SQLiteError) -> T? {
        var result: T?
        do {
            if try step() {
                var row = RowReader(
                    try columns(columnCount, names), locatesRow: columnCount >= 5)
                result = try decode(&row)
            }
        } catch {
            discard()
            throw error
        }
        try end()
        return result
    }

    /// A cursor over the rows.
    @inlinable
    @inline(__always)
    package func decodedCursor<T>(
        on owner: AnyObject, columnCount: Int,
        _ decode: @escaping (inout RowReader) throws(SQLiteError) -> T
    ) -> Cursor<T> {
        Cursor(on: owner, self, columnCount: columnCount) { row in
            var columns = RowReader(row)
            return try decode(&columns)
        }
    }

    /// A cursor over the rows, each of which the element type decodes.
    @inlinable
    @inline(__always)
    package func decodedCursor<T: RowDecodable>(
        on owner: AnyObject, columnCount: Int
    ) -> Cursor<T> {
        Cursor(on: owner, self, columnCount: columnCount, decodesDirectly: true) { row in
            var columns = RowReader(row)
            return try T(row: &columns)
        }
    }

    /// A cursor whose element type decodes each row, by name if it has names.
    @inlinable
    @inline(__always)
    func cursor<T: RowDecodable>(of type: T.Type, on owner: AnyObject) -> Cursor<T> {
        guard let names = T._columnNames else {
            return decodedCursor(on: owner, columnCount: T.columnCount)
        }
        let columns = NamedColumns(names)
        return Cursor(on: owner, self) { row in
            var row = RowReader(try columns.arranged(row))
            return try T(row: &row)
        }
    }

    /// The statement, on its first row, with the columns in the order in which they are read.
    ///
    /// - Parameter names: The names of the columns; `nil` if they are read by position.
    @inlinable
    @inline(__always)
    func columns(_ count: Int, _ names: [String]?) throws(SQLiteError) -> StatementLease {
        guard let names else {
            try requireColumns(count)
            return self
        }
        return try arranged(by: names)
    }

    /// Throws if the statement returns fewer columns than will be read.
    @usableFromInline
    package func requireColumns(_ count: Int) throws(SQLiteError) {
        let found = Int(statement.columnCount())
        guard found < count else { return }
        throw SQLiteError(
            .mismatch,
            message: "expected \(count.counted("column")), but the statement returns \(found)",
            sql: statement.sql)
    }
}

// MARK: - Tuples

extension ConnectionProtocol {
    /// All rows, each decoded as a tuple, whose elements are read from the columns by position.
    ///
    /// ```swift
    /// for (id, name) in try db.rows("SELECT id, name FROM people", as: (Int, String?).self) {
    ///     print(id, name ?? "")
    /// }
    /// ```
    ///
    /// - Throws: The errors of `rows(_:_:as:)` of a single type.
    public func rows<First: RowDecodable, Second: RowDecodable, each Other: RowDecodable>(
        _ sql: SQL, _ parameters: SQLParameters = SQLParameters(),
        as type: (First, Second, repeat each Other).Type
    ) throws(SQLiteError) -> [(First, Second, repeat each Other)] {
        var count = First.columnCount + Second.columnCount
        for element in repeat (each Other).self { count += element.columnCount }
        return try boundStatement(sql, parameters).decodedRows(columnCount: count, names: nil) {
            (row: inout RowReader) throws(SQLiteError) in
            (
                try First(row: &row), try Second(row: &row),
                repeat try (each Other)(row: &row)
            )
        }
    }

    /// The first row, decoded as a tuple, whose elements are read from the columns by position; `nil` if there is none.
    ///
    /// - Throws: The errors of `row(_:_:as:)` of a single type.
    public func row<First: RowDecodable, Second: RowDecodable, each Other: RowDecodable>(
        _ sql: SQL, _ parameters: SQLParameters = SQLParameters(),
        as type: (First, Second, repeat each Other).Type
    ) throws(SQLiteError) -> (First, Second, repeat each Other)? {
        var count = First.columnCount + Second.columnCount
        for element in repeat (each Other).self { count += element.columnCount }
        return try boundStatement(sql, parameters).decodedRow(columnCount: count, names: nil) {
            (row: inout RowReader) throws(SQLiteError) in
            (
                try First(row: &row), try Second(row: &row),
                repeat try (each Other)(row: &row)
            )
        }
    }
}

// MARK: - Changing rows

extension ConnectionProtocol {
    /// Runs a statement that deletes one row of a table or a view.
    ///
    /// - Parameters:
    ///   - delete: Runs the statement and returns the number of deleted rows.
    ///   - isStored: Returns whether the row exists.
    /// - Returns: Whether a row was deleted, by the statement or by the trigger of a view.
    package func deletesRow<E: Error>(
        by delete: () throws(E) -> Int, isStored: () throws(E) -> Bool
    ) throws(E) -> Bool {
        let changes = totalChanges
        if try delete() > 0 { return true }
        // SQLite does not count the row of a view, but the rows that its trigger changes.
        guard totalChanges != changes else { return false }
        return try !isStored()
    }

    /// A number that is another one after the first step of a change if triggers have changed rows: SQLite counts the
    /// rows of the change itself only at its end. It does not change for a mock.
    package var triggeredChanges: Int64 {
        sqliteConnection?._withUnsafeGuaranteedRef { $0.totalChanges } ?? 0
    }

    /// Runs a statement that updates one row of a table or a view.
    ///
    /// It counts no row, although the row exists, if a conflict or a trigger skips the row, and for a view. It is not
    /// repeated then, because its triggers may have changed other rows.
    ///
    /// - Parameters:
    ///   - schema: The schema of the table; `nil` if it is not known.
    ///   - update: Runs the statement and returns the number of updated rows.
    ///   - isStored: Returns whether the row exists.
    /// - Returns: Whether the row exists.
    package func updatesRow<E: Error>(
        in schema: String?, by update: () throws(E) -> Int, isStored: () throws(E) -> Bool
    ) throws(E) -> Bool {
        while true {
            let changes = totalChanges
            // Only a row that exists fires triggers.
            if try update() > 0 || totalChanges != changes { return true }
            let version = dataVersion(of: schema)
            let isStored = try isStored()
            // If another connection has inserted the row in between, the update has not seen it, and has done nothing.
            if !isStored || dataVersion(of: schema) == version { return isStored }
        }
    }

    /// A number that changes with the content of a database, as far as the connection has seen it. C:
    /// `SQLITE_FCNTL_DATA_VERSION`.
    private func dataVersion(of schema: String?) -> UInt32 {
        var version: UInt32 = 0
        if let pointer = sqliteConnection?.takeUnretainedValue().handle.pointer {
            sqlite3_file_control(pointer, schema ?? "main", SQLITE_FCNTL_DATA_VERSION, &version)
        }
        return version
    }
}
