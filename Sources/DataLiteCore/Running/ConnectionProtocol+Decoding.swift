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
