public import DataLiteCore

extension Database {
    /// Adds an observer of the rows that transactions of this database change. It is called on the thread of the write,
    /// before the write returns, and keeps its place when the database replaces its writer connection.
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
}
