extension Query {
    /// All rows.
    ///
    /// - Throws: what SQLite reports; `SQLITE_MISMATCH` for a value that cannot be decoded, naming
    ///   its column and row.
    @inlinable
    public func fetchAll(_ db: any ConnectionProtocol) throws(SQLiteError) -> [Output] {
        try _decoder.rows(boundStatement(db), db)
    }

    /// The first row; `nil` if there is none.
    ///
    /// - Throws: as `fetchAll(_:)`.
    @inlinable
    public func fetchOne(_ db: any ConnectionProtocol) throws(SQLiteError) -> Output? {
        try _decoder.firstRow(boundStatement(db), db)
    }

    /// The first row.
    ///
    /// - Throws: as `fetchAll(_:)`; `SQLITE_NOTFOUND` if there is none.
    @inlinable
    public func fetchRequired(_ db: any ConnectionProtocol) throws(SQLiteError) -> Output {
        guard let row = try fetchOne(db) else { throw try noRow }
        return row
    }

    /// The rows, one at a time.
    ///
    /// - Throws: what SQLite reports.
    @inlinable
    public func fetchCursor(_ db: any ConnectionProtocol) throws(SQLiteError) -> Cursor<Output> {
        try _decoder.cursor(boundStatement(db), db)
    }

    /// Runs the statement; rows are discarded.
    ///
    /// - Returns: the number of rows that were inserted, updated or deleted.
    /// - Throws: what SQLite reports.
    @discardableResult
    public func execute(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int {
        try db.run(boundStatement(db))
    }

    /// Whether there are no rows. Only the first one is looked for.
    ///
    /// - Throws: what SQLite reports.
    public func isEmpty(_ db: any ConnectionProtocol) throws(SQLiteError) -> Bool {
        try !boundStatement(db).use { lease throws(SQLiteError) in try lease.step() }
    }

    /// The error for a query that has returned no row.
    @usableFromInline
    var noRow: SQLiteError {
        get throws(SQLiteError) { try .noRow(sql().text) }
    }
}

extension Query where Output: RowDecodable {
    /// All rows.
    ///
    /// - Throws: what SQLite reports; `SQLITE_MISMATCH` for a value that cannot be decoded, naming
    ///   its column and row.
    @inlinable
    public func fetchAll(_ db: any ConnectionProtocol) throws(SQLiteError) -> [Output] {
        try _decoder.rows(boundStatement(db), db)
    }

    /// The first row; `nil` if there is none.
    ///
    /// - Throws: as `fetchAll(_:)`.
    @inlinable
    public func fetchOne(_ db: any ConnectionProtocol) throws(SQLiteError) -> Output? {
        try _decoder.firstRow(boundStatement(db), db)
    }

    /// The first row.
    ///
    /// - Throws: as `fetchAll(_:)`; `SQLITE_NOTFOUND` if there is none.
    @inlinable
    public func fetchRequired(_ db: any ConnectionProtocol) throws(SQLiteError) -> Output {
        guard let row = try fetchOne(db) else { throw try noRow }
        return row
    }

    /// The rows, one at a time.
    ///
    /// - Throws: what SQLite reports.
    @inlinable
    public func fetchCursor(_ db: any ConnectionProtocol) throws(SQLiteError) -> Cursor<Output> {
        try _decoder.cursor(boundStatement(db), db)
    }
}
