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
}
