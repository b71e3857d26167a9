extension Query {
    /// All rows.
    ///
    /// - Throws: what SQLite reports; `SQLITE_MISMATCH` for a value that cannot be decoded, naming
    ///   its column and row.
    @inlinable
    public func fetchAll(_ db: any ConnectionProtocol) throws(SQLiteError) -> [Output] {
        try decoder.rows(started(db), db)
    }

    /// The first row; `nil` if there is none.
    ///
    /// - Throws: as `fetchAll(_:)`.
    @inlinable
    public func fetchOne(_ db: any ConnectionProtocol) throws(SQLiteError) -> Output? {
        try decoder.firstRow(started(db), db)
    }

    /// The rows, one at a time.
    ///
    /// - Throws: what SQLite reports.
    @inlinable
    public func fetchCursor(_ db: any ConnectionProtocol) throws(SQLiteError) -> Cursor<Output> {
        try decoder.cursor(started(db), db)
    }

    /// Runs the statement; rows are discarded.
    ///
    /// - Returns: the number of rows that were inserted, updated or deleted.
    /// - Throws: what SQLite reports.
    @discardableResult
    public func execute(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int {
        let before = db.totalChanges
        try started(db).use { lease throws(SQLiteError) in try lease.stepToEnd() }
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
        try decoder.rows(started(db), db)
    }

    /// The first row; `nil` if there is none.
    ///
    /// - Throws: as `fetchAll(_:)`.
    @inlinable
    public func fetchOne(_ db: any ConnectionProtocol) throws(SQLiteError) -> Output? {
        try decoder.firstRow(started(db), db)
    }

    /// The rows, one at a time.
    ///
    /// - Throws: what SQLite reports.
    @inlinable
    public func fetchCursor(_ db: any ConnectionProtocol) throws(SQLiteError) -> Cursor<Output> {
        try decoder.cursor(started(db), db)
    }
}
