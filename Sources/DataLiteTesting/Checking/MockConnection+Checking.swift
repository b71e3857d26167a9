public import DataLiteCore

extension MockConnection {
    /// Checks every statement, including the expected ones, against a database in memory with this
    /// schema, so that the mock does not accept SQL that SQLite would refuse.
    ///
    /// SQLite checks each statement when it is prepared: its syntax, its tables, columns and
    /// functions, the names of its parameters. The answer must have the columns of the statement.
    /// An `INSERT` or `REPLACE` without a subquery into a table without triggers is run in a
    /// savepoint and rolled back, which checks `NOT NULL`, `CHECK` and the types of `STRICT` tables
    /// and of `INTEGER PRIMARY KEY`.
    ///
    /// Not checked are uniqueness and foreign keys, constraints in an `UPDATE` or `DELETE` or where
    /// there is a subquery or a trigger, the types and values of the rows in an answer, and the
    /// number of rows that it says have changed.
    ///
    /// On a mock that spies on a database, that database does the checking, and this only stores
    /// the schema.
    ///
    /// - Throws: what SQLite reports for the schema.
    public func check(against schema: String) throws(SQLiteError) {
        try checker.setSchema(schema)
        for expectation in script.all { check(expectation) }
    }

    /// Checks every statement against an existing database, for example one that was migrated: as
    /// ``check(against:)-(String)``.
    ///
    /// The functions and collating sequences of the mock are added to the connection. Its rows do
    /// not change, but changes of the schema that the mock runs are made in it. Do not use the
    /// connection for anything else at the same time.
    ///
    /// - Throws: what SQLite reports for a function or a collating sequence of the mock.
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
                    "the database refuses what is expected: \(expectation)\n  \(error.message)")
        }
    }
}
