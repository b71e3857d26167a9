#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

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
    /// The time is that of `transactionClock` in the configuration, which a test can set.
    ///
    /// - Throws: `SQLITE_MISUSE` if the connection is closed, or a type that does not support this, such as a stub.
    public var transactionDate: Date {
        get throws(SQLiteError) {
            guard let connection = sqliteConnection?.takeUnretainedValue() else {
                throw SQLiteError(
                    .misuse, message: "\(type(of: self)) has no date of a transaction")
            }
            return try connection.delegates.dateOfTransaction()
        }
    }
}

extension DelegateList {
    fileprivate func dateOfTransaction() throws(SQLiteError) -> Date {
        _ = try handle.open()
        if let transactionDate, !handle.isAutocommit { return transactionDate }
        let now = clock?() ?? Date()
        guard !handle.isAutocommit else { return now }
        // The date is removed when the closures of this transaction are called.
        try add(TransactionClosures(extent: .transaction))
        transactionDate = now
        return now
    }
}
