extension ConnectionProtocol {
    /// Calls a closure with one value of a table, whose bytes can be read and written in parts.
    ///
    /// ```swift
    /// let header = try connection.withBlob(in: "files", column: "data", row: 1) { try $0.read(0..<16) }
    /// ```
    ///
    /// The blob is closed when the closure returns or throws. Outside a transaction, its writes are then committed,
    /// even if the closure throws: use `transaction` to undo them. The update hook, and so `ConnectionDelegate`, does
    /// not report writes of blobs; observations of a database do.
    ///
    /// C: `sqlite3_blob_open`, `sqlite3_blob_close`.
    ///
    /// - Parameters:
    ///   - table: The name of a table. It must have rowids, and must not be virtual or a view.
    ///   - column: The name of a column, whose value must be a BLOB or text. The bytes of text are in the encoding of
    ///     the database.
    ///   - row: The rowid.
    ///   - schema: `main`, `temp`, or the name of an attached database.
    ///   - access: Whether the bytes can be written.
    /// - Returns: The result of the closure.
    /// - Throws: The error of the closure; `SQLITE_ERROR` if there is no such table, column or row, or if the value is
    ///   NULL or a number, or if the column to write is indexed; `SQLITE_READONLY` for writing to a database that can
    ///   only be read; the error of the commit; `SQLITE_MISUSE` if the connection is closed, or is not a connection to
    ///   SQLite.
    @discardableResult
    public func withBlob<R>(
        in table: String, column: String, row: Int64, schema: String = "main",
        access: Blob.Access = .readOnly, _ body: (borrowing Blob) throws -> R
    ) throws -> R {
        guard let connection = self as? Connection else {
            throw SQLiteError.misuse("\(type(of: self)) does not support BLOBs in parts")
        }
        let place = BlobPlace(schema: schema, table: table, column: column, row: row)
        let handle = try BlobHandle(connection, place, access)
        let result: R
        do {
            result = try body(Blob(handle))
        } catch {
            try? handle.close()
            throw error
        }
        try handle.close()
        return result
    }
}
