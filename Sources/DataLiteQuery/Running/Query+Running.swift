extension Query {
    /// All rows.
    ///
    /// - Throws: what SQLite reports; `SQLITE_MISMATCH` for a value that cannot be decoded, naming
    ///   its column and row.
    @inlinable
    public func fetchAll(_ db: any ConnectionProtocol) throws(SQLiteError) -> [Output] {
        let decoder = decoder
        return try db.decodedRows(
            db.started(sql()), columnCount: decoder.columnCount, decoder.decode)
    }

    /// The first row; `nil` if there is none.
    ///
    /// - Throws: as `fetchAll(_:)`.
    @inlinable
    public func fetchOne(_ db: any ConnectionProtocol) throws(SQLiteError) -> Output? {
        let decoder = decoder
        return try db.decodedRow(
            db.started(sql()), columnCount: decoder.columnCount, decoder.decode)
    }

    /// The rows, one at a time.
    ///
    /// - Throws: what SQLite reports.
    @inlinable
    public func fetchCursor(_ db: any ConnectionProtocol) throws(SQLiteError) -> Cursor<Output> {
        let decoder = decoder
        return try db.decodedCursor(
            db.started(sql()), columnCount: decoder.columnCount, decoder.decode)
    }

    /// Runs the statement; rows are discarded.
    ///
    /// - Returns: the number of rows that were inserted, updated or deleted.
    /// - Throws: what SQLite reports.
    @discardableResult
    public func execute(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int {
        let before = db.totalChanges
        try db.execute(sql())
        return db.totalChanges == before ? 0 : Int(db.changes)
    }
}

extension Query where Output: RowDecodable {
    /// All rows.
    ///
    /// - Throws: what SQLite reports; `SQLITE_MISMATCH` for a value that cannot be decoded, naming
    ///   its column and row.
    @inlinable
    public func fetchAll(_ db: any ConnectionProtocol) throws(SQLiteError) -> [Output] {
        let decoder = decoder
        let lease = try db.started(sql())
        guard decoder.isDirect else {
            return try db.decodedRows(lease, columnCount: decoder.columnCount, decoder.decode)
        }
        return try db.decodedRows(lease, columnCount: decoder.columnCount) {
            (row: inout RowColumns) throws(SQLiteError) in
            try Output(row: &row)
        }
    }
}
