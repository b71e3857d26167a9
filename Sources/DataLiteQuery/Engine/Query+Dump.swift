extension ConnectionProtocol {
    /// Writes the rows of a query to a stream.
    ///
    /// ```swift
    /// var text = ""
    /// try db.dumpRequest(Album.where { $0.year > 1990 }, format: .json(), to: &text)
    /// ```
    ///
    /// Values are written as they are stored.
    ///
    /// - Throws: An `SQLiteError` if the query is invalid or SQLite reports an error.
    public func dumpRequest(
        _ query: some Query, format: DumpFormat = .list(), to stream: inout some TextOutputStream
    ) throws {
        try PlannedStatement { query._write(to: &$0) }.run(self) { sql in
            try dumpSQL(sql, format: format, to: &stream)
        }
    }

    /// Prints the rows of a query.
    ///
    /// - Throws: An `SQLiteError` if the query is invalid or SQLite reports an error.
    public func dumpRequest(_ query: some Query, format: DumpFormat = .list()) throws {
        try PlannedStatement { query._write(to: &$0) }.run(self) { sql in
            try dumpSQL(sql, format: format)
        }
    }
}
