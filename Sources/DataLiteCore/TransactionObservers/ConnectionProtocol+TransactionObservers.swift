extension ConnectionProtocol {
    /// Adds an observer of the rows that are changed with this connection. Adding it again replaces its settings.
    ///
    /// In a write of a database, the observer is added to the database: it is called until its extent ends, including in
    /// later writes. See `add(transactionObserver:extent:values:)` of a ``Connection``.
    ///
    /// - Parameters:
    ///   - extent: How long the observer is called, and whether the connection holds it.
    ///   - values: Whether the changes contain the values of the rows before and after the transaction.
    /// - Throws: `SQLITE_MISUSE` if the connection is closed, can only be read, or is not SQLite's, such as a stub;
    ///   `SQLITE_ERROR` if SQLite was built without `SQLITE_ENABLE_PREUPDATE_HOOK`.
    public func add(
        transactionObserver observer: any TransactionObserver,
        extent: TransactionObserverExtent = .observerLifetime, values: Bool = false
    ) throws(SQLiteError) {
        let connection = try observedConnection()
        guard !isReadonly else {
            throw SQLiteError(
                .misuse, message: "a read-only connection has no changes to observe")
        }
        try connection.add(transactionObserver: observer, extent: extent, values: values)
    }

    /// Removes an observer, if it was added. An observer may remove itself while it is called.
    ///
    /// - Throws: `SQLITE_MISUSE` if the connection is not SQLite's, such as a stub.
    public func remove(transactionObserver observer: any TransactionObserver) throws(SQLiteError) {
        try observedConnection().remove(transactionObserver: observer)
    }

    private func observedConnection() throws(SQLiteError) -> Connection {
        guard let connection = sqliteConnection?.takeUnretainedValue() else {
            throw SQLiteError(
                .misuse, message: "\(type(of: self)) does not support transaction observers")
        }
        return connection
    }
}
