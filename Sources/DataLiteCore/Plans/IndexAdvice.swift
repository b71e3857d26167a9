/// An index that SQLite would use for a statement if it existed.
public struct IndexAdvice: Sendable, Hashable {
    /// The table.
    public let table: String

    /// The columns, in the order of the index.
    public let columns: [String]

    /// The statement that creates the index. Its name consists of the table and the columns.
    public var sql: SQL {
        createIndex(named: ([table] + columns).joined(separator: "_"))
    }

    /// An index on columns of a table.
    public init(table: String, columns: [String]) {
        self.table = table
        self.columns = columns
    }

    func createIndex(named name: String) -> SQL {
        var list: SQL = ""
        for column in columns {
            list = list.isEmpty ? "\(identifier: column)" : "\(list), \(identifier: column)"
        }
        return "CREATE INDEX \(identifier: name) ON \(identifier: table) (\(list))"
    }
}

extension ConnectionProtocol {
    /// The indexes that SQLite would use for a statement if they existed: on columns by which the statement joins,
    /// filters or sorts.
    ///
    /// ```swift
    /// for index in try connection.indexAdvice("SELECT * FROM albums WHERE artist = \(artist) ORDER BY year") {
    ///     print(index.sql.text)  // CREATE INDEX "albums_artist_year" ON "albums" ("artist", "year")
    /// }
    /// ```
    ///
    /// The schema is copied into an empty database in memory, with the statistics of `ANALYZE`. There, indexes on the
    /// columns that the statement mentions are tried: first of one column, then of two and of three. Nothing is written
    /// to the database of this connection, and no row is read. An index makes writes slower and the file larger, so
    /// measure before you add one.
    ///
    /// Only ordinary tables of the schema `main` are considered. A statement that needs functions, collations or
    /// virtual tables that the copy does not have gets no advice.
    ///
    /// - Throws: An `SQLiteError` if the statement is invalid.
    /// - Complexity: Three plans, each with an index for every column that the statement mentions.
    public func indexAdvice(
        _ sql: SQL, _ parameters: SQLParameters = SQLParameters()
    ) throws(SQLiteError) -> [IndexAdvice] {
        try indexAdvice(for: sql.text) { db throws(SQLiteError) in
            try db.plan(sql, parameters)
        }
    }

    /// The indexes that SQLite would use for a statement if they existed.
    ///
    /// - Parameter plan: Returns the plan of the statement on this connection and on a copy of its schema.
    package func indexAdvice(
        for sql: String, _ plan: (any ConnectionProtocol) throws(SQLiteError) -> QueryPlan
    ) throws(SQLiteError) -> [IndexAdvice] {
        _ = try plan(self)
        let trial = try IndexTrial(copying: self, for: sql)
        guard (try? plan(trial.copy)) != nil else { return [] }
        return try trial.advice { () throws(SQLiteError) in try plan(trial.copy) }
    }
}
