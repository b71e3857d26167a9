extension MockConnection {
    /// Checks every statement, including the expected ones, against an in-memory database with this
    /// schema, so that the mock does not accept SQL that SQLite would reject.
    ///
    /// SQLite checks each statement when it is prepared: its syntax, its tables, columns and
    /// functions, the names of its parameters. The answer must have the columns of the statement.
    /// An `INSERT` or `REPLACE` without a subquery into a table without triggers is run in a
    /// savepoint and rolled back, which checks `NOT NULL`, `CHECK` and the types of `STRICT` tables
    /// and of `INTEGER PRIMARY KEY`.
    ///
    /// The check does not cover uniqueness and foreign keys, constraints in an `UPDATE` or `DELETE`
    /// or in statements with a subquery or a trigger, the types and values of the rows in an
    /// answer, and its number of changed rows.
    ///
    /// On a spy, the underlying database checks the statements, and this only stores the schema.
    ///
    /// - Throws: An `SQLiteError` if the schema is invalid.
    public func check(against schema: String) throws(SQLiteError) {
        try checker.setSchema(schema)
        for expectation in script.all { check(expectation) }
    }

    /// Checks every statement, including the expected ones, against an existing database, such as a
    /// migrated one. The checks are the same as in ``check(against:)-(String)``.
    ///
    /// The functions and collating sequences of the mock are added to the connection. Its rows do
    /// not change, but schema changes that the mock runs are applied to it. Do not use the
    /// connection for anything else at the same time.
    ///
    /// - Throws: An `SQLiteError` if a function or a collating sequence of the mock cannot be
    ///   added.
    public func check(against connection: Connection) throws(SQLiteError) {
        try checker.setConnection(connection, functions: functions)
        for expectation in script.all { check(expectation) }
    }

    /// Checks the SQL of an expectation against the schema as it will be after the expected
    /// statements before it.
    func check(_ expectation: MockExpectation) {
        guard let text = expectation.kind.text, !expectation.changesSchema else { return }
        let changes = script.all.prefix { $0 !== expectation }
            .filter { $0.changesSchema && $0.progress.count == 0 }.compactMap(\.kind.text)
        do {
            _ = try checker.check(text, after: changes)
        } catch {
            record.append(
                refusedExpectation:
                    "the expected SQL is invalid for this schema: \(expectation)\n  \(error.message)"
            )
        }
    }
}
