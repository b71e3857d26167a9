// Fetching the rows of the default scope without writing a query: `Album.fetchAll(db)`.

extension Table {
    /// Returns all rows.
    ///
    /// - Throws: `SQLiteError` if SQLite reports an error; `SQLITE_MISMATCH`, with the column and the row, for a
    ///   value that cannot be decoded.
    @inlinable
    public static func fetchAll(_ db: any ConnectionProtocol) throws(SQLiteError) -> [Self] {
        try scoped.fetchAll(db)
    }

    /// Returns the first row, or `nil` if there is none.
    ///
    /// - Throws: The same errors as `fetchAll(_:)`.
    @inlinable
    public static func fetchOne(_ db: any ConnectionProtocol) throws(SQLiteError) -> Self? {
        try scoped.fetchOne(db)
    }

    /// Returns the number of rows.
    ///
    /// - Throws: `SQLiteError` if SQLite reports an error.
    public static func fetchCount(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int {
        try scoped.fetchCount(db)
    }

    /// Returns the first row.
    ///
    /// - Throws: The same errors as `fetchAll(_:)`; `SQLITE_NOTFOUND` if there is no row.
    @inlinable
    public static func fetchRequired(_ db: any ConnectionProtocol) throws(SQLiteError) -> Self {
        try scoped.fetchRequired(db)
    }

    /// Returns a cursor that reads the rows one at a time.
    ///
    /// - Throws: `SQLiteError` if SQLite reports an error.
    @inlinable
    public static func fetchCursor(
        _ db: any ConnectionProtocol
    ) throws(SQLiteError) -> Cursor<Self> {
        try scoped.fetchCursor(db)
    }

    /// Returns whether there are no rows. At most one row is read.
    ///
    /// - Throws: `SQLiteError` if SQLite reports an error.
    public static func isEmpty(_ db: any ConnectionProtocol) throws(SQLiteError) -> Bool {
        try scoped.isEmpty(db)
    }
}
