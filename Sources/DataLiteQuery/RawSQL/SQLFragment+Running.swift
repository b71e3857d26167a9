extension SQLFragment {
    /// The statement: its text, and the values of its parameters.
    ///
    /// - Throws: what is wrong with a typed part.
    public func sql() throws(SQLiteError) -> SQL {
        try _SQLWriter.withScratch { writer throws(SQLiteError) in
            write(to: &writer)
            return try writer.finish()
        }
    }

    /// Runs the statement; rows are discarded.
    ///
    /// - Returns: the number of rows that were inserted, updated or deleted.
    /// - Throws: what SQLite reports.
    @discardableResult
    public func execute(_ db: any ConnectionProtocol) throws(SQLiteError) -> Int {
        try SQLQuery(self, decoder: .none).execute(db)
    }

    /// All rows. To decode them as a type, write `#sql("...", as: Type.self)`.
    ///
    /// - Throws: what SQLite reports.
    public func fetchAll(_ db: any ConnectionProtocol) throws(SQLiteError) -> [SQLiteRow] {
        try db.rows(sql())
    }

    /// The first row; `nil` if there is none.
    ///
    /// - Throws: what SQLite reports.
    public func fetchOne(_ db: any ConnectionProtocol) throws(SQLiteError) -> SQLiteRow? {
        try db.row(sql())
    }

    /// The first row.
    ///
    /// - Throws: what SQLite reports; `SQLITE_NOTFOUND` if there is none.
    public func fetchRequired(_ db: any ConnectionProtocol) throws(SQLiteError) -> SQLiteRow {
        let sql = try sql()
        guard let row = try db.row(sql) else { throw .noRow(sql.text) }
        return row
    }

    /// Whether there are no rows. Only the first one is looked for.
    ///
    /// - Throws: what SQLite reports.
    public func isEmpty(_ db: any ConnectionProtocol) throws(SQLiteError) -> Bool {
        try SQLQuery(self, decoder: .none).isEmpty(db)
    }

    /// The rows, one at a time.
    ///
    /// - Throws: what SQLite reports.
    public func fetchCursor(_ db: any ConnectionProtocol) throws(SQLiteError) -> Cursor<SQLiteRow> {
        try db.cursor(sql())
    }
}

extension _QueryDecoder<Void> {
    /// For a statement whose rows are discarded.
    fileprivate static var none: Self {
        Self(columnCount: 0) { _ throws(SQLiteError) in }
    }
}
