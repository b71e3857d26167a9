public import Foundation

extension ConnectionProtocol {
    /// The date of the transaction: the time of the first use in it, and the same value until it ends. Outside of a
    /// transaction, the current time.
    ///
    /// ```swift
    /// try connection.transaction {
    ///     order.createdAt = try connection.transactionDate
    ///     invoice.createdAt = try connection.transactionDate  // the same
    /// }
    /// ```
    ///
    /// The time is that of `transactionClock` in the configuration, which a test can set. A snapshot of a database is one
    /// transaction. As with `afterCommit`, a transaction that ends through the C interface is noted with the next
    /// statement, and hooks of the C interface are replaced.
    ///
    /// - Throws: `SQLITE_MISUSE` if the connection is closed, or a type that does not support this, such as a stub.
    public var transactionDate: Date {
        get throws(SQLiteError) {
            guard let connection = runningConnection else {
                throw SQLiteError.misuse("\(type(of: self)) has no date of a transaction")
            }
            return try connection.delegates.dateOfTransaction()
        }
    }
}

extension DelegateList {
    fileprivate func dateOfTransaction() throws(SQLiteError) -> Date {
        _ = try handle.open()
        // It is removed as soon as the end of the transaction is noted: a commit in progress still has it.
        if let transactionDate { return transactionDate }
        let now = clock?() ?? Date()
        guard !handle.isAutocommit else { return now }
        // While closures wait, the end of each run is noted.
        try add(_TransactionClosures(extent: .transaction))
        transactionDate = now
        return now
    }
}
