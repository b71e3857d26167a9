extension Query {
    /// How SQLite would run the query, which is not run.
    ///
    /// ```swift
    /// #expect(try Album.where { $0.artist == "Björk" }.plan(db).usesIndex("albums_artist"))
    /// ```
    ///
    /// - Throws: An `SQLiteError` if the query is invalid.
    public func plan(_ db: any ConnectionProtocol) throws(SQLiteError) -> QueryPlan {
        try db.plan(sql())
    }

    /// The indexes that SQLite would use for the query if they existed. See
    /// `indexAdvice` of a connection.
    ///
    /// - Throws: An `SQLiteError` if the query is invalid.
    public func indexAdvice(_ db: any ConnectionProtocol) throws(SQLiteError) -> [IndexAdvice] {
        try db.indexAdvice(sql())
    }
}

extension ChangeStatement {
    /// How SQLite would run the insert, update or delete, which is not run.
    ///
    /// - Throws: An `SQLiteError` if the statement is invalid; `SQLITE_MISUSE` for an insert that needs several
    ///   statements.
    public func plan(_ db: any ConnectionProtocol) throws(SQLiteError) -> QueryPlan {
        try db.plan(sql())
    }

    /// The indexes that SQLite would use for the insert, update or delete if they existed. See
    /// `indexAdvice` of a connection.
    ///
    /// - Throws: An `SQLiteError` if the statement is invalid.
    public func indexAdvice(_ db: any ConnectionProtocol) throws(SQLiteError) -> [IndexAdvice] {
        try db.indexAdvice(sql())
    }
}

extension Table {
    /// How SQLite would read all rows of the table. See ``Query/plan(_:)``.
    ///
    /// - Throws: An `SQLiteError` if the table does not exist.
    public static func plan(_ db: any ConnectionProtocol) throws(SQLiteError) -> QueryPlan {
        try all.plan(db)
    }
}
