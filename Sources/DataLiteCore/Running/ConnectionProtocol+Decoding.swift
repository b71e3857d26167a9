extension ConnectionProtocol {
    /// All rows, each decoded by position.
    ///
    /// - Throws: what SQLite reports; `SQLITE_MISMATCH` for a value that cannot be converted, or if
    ///   the statement returns fewer columns than the type reads.
    @inlinable
    public func rows<T: RowDecodable>(
        _ sql: SQL, as type: T.Type
    ) throws(SQLiteError) -> [T] {
        try decodedRows(started(sql), columnCount: T.columnCount) {
            (row: inout RowColumns) throws(SQLiteError) in
            try T(row: &row)
        }
    }

    /// The first row, decoded by position; `nil` if there is none.
    ///
    /// - Throws: as ``rows(_:as:)``.
    @inlinable
    public func row<T: RowDecodable>(
        _ sql: SQL, as type: T.Type
    ) throws(SQLiteError) -> T? {
        try decodedRow(started(sql), columnCount: T.columnCount) {
            (row: inout RowColumns) throws(SQLiteError) in
            try T(row: &row)
        }
    }

    /// The rows, one at a time, each decoded by position.
    ///
    /// - Throws: as ``rows(_:as:)``.
    @inlinable
    public func cursor<T: RowDecodable>(
        _ sql: SQL, as type: T.Type
    ) throws(SQLiteError) -> Cursor<T> {
        try decodedCursor(started(sql), columnCount: T.columnCount)
    }
}

// MARK: - The loop

extension ConnectionProtocol {
    /// All rows of a statement whose parameters are bound.
    @inlinable
    @inline(__always)
    package func decodedRows<T>(
        _ lease: StatementLease, columnCount: Int,
        _ decode: (inout RowColumns) throws(SQLiteError) -> T
    ) throws(SQLiteError) -> [T] {
        var results: [T] = []
        do {
            if try lease.step() {
                try lease.requireColumns(columnCount)
                var row = RowColumns(lease)
                repeat {
                    results.append(try decode(&row))
                    row.startNextRow()
                } while try lease.step()
            }
        } catch {
            lease.discard()
            throw error
        }
        try lease.end()
        return results
    }

    /// The first row of a statement whose parameters are bound.
    @inlinable
    @inline(__always)
    package func decodedRow<T>(
        _ lease: StatementLease, columnCount: Int,
        _ decode: (inout RowColumns) throws(SQLiteError) -> T
    ) throws(SQLiteError) -> T? {
        var result: T?
        do {
            if try lease.step() {
                try lease.requireColumns(columnCount)
                var row = RowColumns(lease)
                result = try decode(&row)
            }
        } catch {
            lease.discard()
            throw error
        }
        try lease.end()
        return result
    }

    /// A cursor over the rows of a statement whose parameters are bound.
    @inlinable
    @inline(__always)
    package func decodedCursor<T>(
        _ lease: StatementLease, columnCount: Int,
        _ decode: @escaping (inout RowColumns) throws(SQLiteError) -> T
    ) -> Cursor<T> {
        Cursor(on: self, lease, columnCount: columnCount) { row in
            var columns = RowColumns(row)
            return try decode(&columns)
        }
    }

    /// A cursor over the rows of a statement whose parameters are bound, decoded by the elements
    /// themselves.
    @inlinable
    @inline(__always)
    package func decodedCursor<T: RowDecodable>(
        _ lease: StatementLease, columnCount: Int
    ) -> Cursor<T> {
        Cursor(on: self, lease, columnCount: columnCount, decodesDirectly: true) { row in
            var columns = RowColumns(row)
            return try T(row: &columns)
        }
    }
}

extension StatementLease {
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
