extension SQLFragment {
    /// The SQL text of the statement and the values of its parameters.
    ///
    /// - Throws: `SQLiteError` if a typed part is invalid.
    public func sql() throws(SQLiteError) -> SQL {
        try _SQLWriter.withScratch { writer throws(SQLiteError) in
            write(to: &writer)
            return try writer.finish()
        }
    }

    /// Runs the statement and discards its rows.
    ///
    /// - Returns: The number of rows that were inserted, updated or deleted.
    /// - Throws: `SQLiteError` if a typed part is invalid or SQLite reports an error.
    @discardableResult
    public func execute(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int {
        try SQLQuery(self, decoder: .none).execute(db)
    }

    /// Returns all rows. To decode them as a type, write `#sql("...", as: Type.self)`.
    ///
    /// - Throws: `SQLiteError` if a typed part is invalid or SQLite reports an error.
    public func fetchAll(_ db: any ConnectionProtocol) throws(SQLiteError) -> [SQLiteRow] {
        try db.rows(sql())
    }

    /// Returns the first row, or `nil` if there is none.
    ///
    /// - Throws: `SQLiteError` if a typed part is invalid or SQLite reports an error.
    public func fetchOne(_ db: any ConnectionProtocol) throws(SQLiteError) -> SQLiteRow? {
        try db.row(sql())
    }

    /// Returns the first row.
    ///
    /// - Throws: The same errors as `fetchAll(_:)`; `SQLITE_NOTFOUND` if there is no row.
    public func fetchRequired(_ db: any ConnectionProtocol) throws(SQLiteError) -> SQLiteRow {
        let sql = try sql()
        guard let row = try db.row(sql) else { throw .noRow(sql.text) }
        return row
    }

    /// Returns whether there are no rows. At most one row is read.
    ///
    /// - Throws: `SQLiteError` if a typed part is invalid or SQLite reports an error.
    public func isEmpty(_ db: any ConnectionProtocol) throws(SQLiteError) -> Bool {
        try SQLQuery(self, decoder: .none).isEmpty(db)
    }

    /// Returns a cursor that reads the rows one at a time.
    ///
    /// - Throws: `SQLiteError` if a typed part is invalid or SQLite reports an error.
    public func fetchCursor(_ db: any ConnectionProtocol) throws(SQLiteError) -> Cursor<SQLiteRow> {
        try db.cursor(sql())
    }
}

extension _QueryDecoder<Void> {
    /// A decoder for a statement whose rows are discarded.
    fileprivate static var none: Self {
        Self(columnCount: 0) { _ throws(SQLiteError) in }
    }
}
