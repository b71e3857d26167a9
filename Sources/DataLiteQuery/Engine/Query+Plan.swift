extension Query {
    /// How SQLite would run the query, which is not run.
    ///
    /// ```swift
    /// #expect(try Album.where { $0.artist == "Björk" }.plan(db).usesIndex("albums_artist"))
    /// ```
    ///
    /// - Throws: An `SQLiteError` if the query is invalid.
    public func plan(_ db: any ConnectionProtocol) throws(SQLiteError) -> QueryPlan {
        try PlannedStatement { _write(to: &$0) }.plan(db)
    }

    /// The indexes that SQLite would use for the query if they existed. See
    /// `indexAdvice` of a connection.
    ///
    /// - Throws: An `SQLiteError` if the query is invalid.
    public func indexAdvice(_ db: any ConnectionProtocol) throws(SQLiteError) -> [IndexAdvice] {
        try PlannedStatement { _write(to: &$0) }.indexAdvice(db)
    }
}

extension ChangeStatement {
    /// How SQLite would run the insert, update or delete, which is not run.
    ///
    /// - Throws: An `SQLiteError` if the statement is invalid; `SQLITE_MISUSE` for an insert that needs several
    ///   statements.
    public func plan(_ db: any ConnectionProtocol) throws(SQLiteError) -> QueryPlan {
        try PlannedStatement { _change.body.write(returning: nil, to: &$0) }.plan(db)
    }

    /// The indexes that SQLite would use for the insert, update or delete if they existed. See
    /// `indexAdvice` of a connection.
    ///
    /// - Throws: An `SQLiteError` if the statement is invalid.
    public func indexAdvice(_ db: any ConnectionProtocol) throws(SQLiteError) -> [IndexAdvice] {
        try PlannedStatement { _change.body.write(returning: nil, to: &$0) }.indexAdvice(db)
    }
}

/// A statement that is explained. A connection that lacks a Swift function that it calls gets it, as if it ran.
struct PlannedStatement {
    private let sql: SQL
    private let functions: UsedFunctions

    /// - Throws: The first error in an expression.
    init(_ write: (inout _SQLWriter) -> Void) throws(SQLiteError) {
        (sql, functions) = try _SQLWriter.withScratch { writer throws(SQLiteError) in
            write(&writer)
            return (try writer.finish(), writer.functions)
        }
    }

    func plan(_ db: any ConnectionProtocol) throws(SQLiteError) -> QueryPlan {
        try functions.adding(to: db) { () throws(SQLiteError) in try db.plan(sql) }
    }

    func indexAdvice(_ db: any ConnectionProtocol) throws(SQLiteError) -> [IndexAdvice] {
        try db.indexAdvice(for: sql.text) { db throws(SQLiteError) in try plan(db) }
    }
}
