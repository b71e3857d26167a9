public import DataLiteCore

extension Database {
    /// Adds an observer of the rows that transactions of this database change. The observer is called on the thread of
    /// the write, before the write returns, and keeps its place when the database replaces its writer connection.
    ///
    /// Commits of other processes are not observed. See `add(transactionObserver:extent:values:)` of a connection.
    ///
    /// - Parameters:
    ///   - extent: How long the observer is called, and whether the database holds it.
    ///   - values: Whether the changes contain the values of the rows before and after the transaction.
    /// - Throws: The errors of `write(_:)`.
    public func add(
        transactionObserver observer: any TransactionObserver & Sendable,
        extent: TransactionObserverExtent = .observerLifetime, values: Bool = false
    ) throws {
        try pool.run(.withoutTransaction(.writer)) { connection in
            try connection.add(transactionObserver: observer, extent: extent, values: values)
        }
    }

    /// Removes an observer, if it was added.
    ///
    /// - Throws: The errors of `write(_:)`.
    public func remove(transactionObserver observer: any TransactionObserver & Sendable) throws {
        try pool.run(.withoutTransaction(.writer)) { connection in
            connection.remove(transactionObserver: observer)
        }
    }

    /// Tells the observers that rows of tables may have changed in a way that the database does not detect: through the
    /// C interface, or by another program in a file that `pollInterval: nil` does not poll.
    ///
    /// Observed values that read one of the tables are fetched again, and `changes(in:)` reports `.unknown` for these
    /// tables. Other values are not fetched. A view has no rows, so name the tables that it reads. A fetch reads what
    /// is committed, so call this after the commit: in a write, with `afterCommit`.
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
