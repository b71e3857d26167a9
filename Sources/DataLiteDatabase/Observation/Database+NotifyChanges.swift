import DataLiteCore

extension Database {
    /// Tells the observers that rows of tables may have changed in a way that the database does not detect: through the
    /// C interface, or by another program in a file that `pollInterval: nil` does not poll.
    ///
    /// Values that read one of the tables are fetched again, and `changes(in:)` reports `.unknown` for them. Values
    /// that do not read them are not fetched. A view has no rows: name its tables. They read what is committed, so call
    /// this after the commit: in a write, with `afterCommit`.
    ///
    /// ```swift
    /// database.notifyChanges(in: ["books", "authors"])
    /// ```
    ///
    /// - Parameters:
    ///   - tables: The names of the tables, in any letter case.
    ///   - schema: `main`, or the name of an attached database.
    public func notifyChanges(in tables: [String], schema: String = "main") {
        var commit = Commit()
        for table in tables {
            var change = ChangeSet.Table()
            change.rows = true
            commit.tables[TableName(schema: schema, table)] = change
        }
        pool.observers.delivery.publish(commit)
    }

    /// Tells the observers that any data may have changed: all values are fetched again.
    public func notifyChanges() { pool.observers.delivery.publish(.unknown) }
}
