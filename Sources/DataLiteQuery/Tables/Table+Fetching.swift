// The rows of the default scope, without a query in between: `Album.fetchAll(db)`.

extension Table {
    /// All rows.
    ///
    /// - Throws: what SQLite reports; `SQLITE_MISMATCH` for a value that cannot be decoded, naming
    ///   its column and row.
    @inlinable
    public static func fetchAll(_ db: any ConnectionProtocol) throws(SQLiteError) -> [Self] {
        try scoped.fetchAll(db)
    }

    /// The first row; `nil` if there is none.
    ///
    /// - Throws: as `fetchAll(_:)`.
    @inlinable
    public static func fetchOne(_ db: any ConnectionProtocol) throws(SQLiteError) -> Self? {
        try scoped.fetchOne(db)
    }

    /// The first row.
    ///
    /// - Throws: as `fetchAll(_:)`; `SQLITE_NOTFOUND` if there is none.
    @inlinable
    public static func fetchRequired(_ db: any ConnectionProtocol) throws(SQLiteError) -> Self {
        try scoped.fetchRequired(db)
    }

    /// The number of rows.
    ///
    /// - Throws: what SQLite reports.
    public static func fetchCount(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int {
        try scoped.fetchCount(db)
    }

    /// The rows, one at a time.
    ///
    /// - Throws: what SQLite reports.
    @inlinable
    public static func fetchCursor(
        _ db: any ConnectionProtocol
    ) throws(SQLiteError) -> Cursor<Self> {
        try scoped.fetchCursor(db)
    }

    /// Whether there are no rows.
    ///
    /// - Throws: what SQLite reports.
    public static func isEmpty(_ db: any ConnectionProtocol) throws(SQLiteError) -> Bool {
        try scoped.isEmpty(db)
    }
}
