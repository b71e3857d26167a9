extension ConnectionProtocol {
    /// How SQLite would run a statement, which is not run. C: `EXPLAIN QUERY PLAN`.
    ///
    /// ```swift
    /// print(try connection.plan("SELECT * FROM albums WHERE artist = \(artist)"))
    /// // `--SEARCH albums USING INDEX albums_artist (artist=?)
    /// ```
    ///
    /// - Throws: An `SQLiteError` if the statement is invalid, or is an `EXPLAIN` already. Its position counts from the
    ///   beginning of `EXPLAIN QUERY PLAN`.
    public func plan(
        _ sql: SQL, _ parameters: SQLParameters = SQLParameters()
    ) throws(SQLiteError) -> QueryPlan {
        try loadSchema()
        return try explained(sql, parameters).use { (lease) throws(SQLiteError) in
            var steps: [QueryPlan.Step] = []
            var depths = [0: -1]
            while try lease.step() {
                let id: Int = lease.statement.columnValue(at: 0) ?? 0
                let parent: Int = lease.statement.columnValue(at: 1) ?? 0
                let depth = (depths[parent] ?? -1) + 1
                depths[id] = depth
                let detail: String = lease.statement.columnValue(at: 3) ?? ""
                steps.append(QueryPlan.Step(id: id, parent: parent, depth: depth, detail: detail))
            }
            return QueryPlan(steps: steps)
        }
    }

    /// Reads the schema again if another connection has changed it. SQLite notices that only when a statement runs, and
    /// an `EXPLAIN` does not run.
    private func loadSchema() throws(SQLiteError) {
        guard sqliteConnection != nil else { return }
        try execute("SELECT 1 FROM sqlite_schema LIMIT 0")
    }

    /// The `EXPLAIN QUERY PLAN` of a statement, with its parameters bound. It is compiled each time: SQLite would not
    /// compile a cached one again after the schema has changed.
    private func explained(
        _ sql: SQL, _ parameters: SQLParameters
    ) throws(SQLiteError) -> StatementLease {
        let lease = StatementLease(try prepare(sql: "EXPLAIN QUERY PLAN " + sql.text, options: []))
        do {
            try parameters.bind(to: lease.statement, after: sql.parameters)
        } catch {
            lease.discard()
            throw error
        }
        return lease
    }
}
