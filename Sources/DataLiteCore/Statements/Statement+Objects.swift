import DataLiteC

extension Statement {
    /// Binds an object to a parameter, to pass it to a Swift function that the statement calls.
    ///
    /// ```swift
    /// let statement = try connection.prepare(sql: "SELECT id FROM words WHERE is_listed(word, ?)")
    /// try statement.bind(object: list, at: 1)
    /// ```
    ///
    /// The function reads it with `args.object(at: 1, as: WordList.self)`. In SQL, the object is NULL, and it cannot be
    /// stored. It is released some time after the parameter gets another value or the statement is released. C:
    /// `sqlite3_bind_pointer`.
    ///
    /// - Throws: `SQLITE_RANGE` if there is no such parameter; `SQLITE_MISUSE` while the statement runs.
    public func bind(object: AnyObject, at index: Int32) throws(SQLiteError) {
        // SQLite releases the object also if this fails.
        let holder = ObjectHolder(object, handle.link)
        let code = sqlite3_bind_pointer(
            pointer, index, holder.retainedPointer(), ObjectHolder.typeName, ObjectHolder.destroy)
        guard code == SQLITE_OK else { throw bindFailure(code, at: index) }
        if index == rowParameter { recordLookup(.null) }
    }

    /// Binds a BLOB of zero bytes, which takes no memory. To fill it, use
    /// ``ConnectionProtocol/withBlob(in:column:row:schema:access:_:)``. C: `sqlite3_bind_zeroblob64`.
    ///
    /// ```swift
    /// let insert = try connection.prepare(sql: "INSERT INTO files(data) VALUES (?)")
    /// try insert.bind(zeros: 1_000_000, at: 1)
    /// ```
    ///
    /// In an `SQL` value, write `\(zeros: 1_000_000)`.
    ///
    /// - Throws: `SQLITE_TOOBIG` for more bytes than the connection allows; `SQLITE_MISUSE` for a negative number, and
    ///   while the statement runs; `SQLITE_RANGE` if there is no such parameter.
    public func bind(zeros count: Int, at index: Int32) throws(SQLiteError) {
        let count = try SQLiteError.requireByteCount(count)
        let code = sqlite3_bind_zeroblob64(pointer, index, count)
        guard code == SQLITE_OK else { throw bindFailure(code, at: index) }
        // No rowid is a BLOB.
        if index == rowParameter { recordLookup(.null) }
    }
}

extension SQLiteError {
    /// - Throws: `SQLITE_MISUSE` for a negative number.
    static func requireByteCount(_ count: Int) throws(SQLiteError) -> UInt64 {
        guard let count = UInt64(exactly: count) else {
            throw SQLiteError.misuse("a BLOB cannot have \(count) bytes: the number is negative")
        }
        return count
    }
}
