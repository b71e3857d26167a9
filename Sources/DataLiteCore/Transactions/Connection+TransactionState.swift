import DataLiteC

/// The state of the transaction of a connection in one database, or in all.
///
/// See [Transaction states](https://www.sqlite.org/c3ref/c_txn_none.html).
public enum TransactionState: Int32, Hashable, Sendable, Comparable {
    /// No transaction: after `BEGIN`, too, until the first statement reads. C: `SQLITE_TXN_NONE`.
    case none = 0
    /// A transaction that has read. C: `SQLITE_TXN_READ`.
    case read = 1
    /// A transaction that has the write lock. C: `SQLITE_TXN_WRITE`.
    case write = 2

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension Connection {
    /// The state of the transaction in one database, or the highest state in any database. C: `sqlite3_txn_state`.
    ///
    /// Unlike ``isAutocommit``, it tells whether locks are held: `BEGIN` alone takes none, and a running `SELECT` holds
    /// one without `BEGIN`.
    ///
    /// - Parameter schema: `main`, `temp`, or the name of an attached database; `nil` for all.
    /// - Returns: `nil` if no database has this name, or the connection is closed.
    public func transactionState(of schema: String? = nil) -> TransactionState? {
        guard let pointer = handle.pointer, schema?.utf8.contains(0) != true else { return nil }
        return TransactionState(rawValue: sqlite3_txn_state(pointer, schema))
    }

    /// Whether a database can only be read. C: `sqlite3_db_readonly`.
    ///
    /// - Parameter schema: `main`, `temp`, or the name of an attached database.
    /// - Returns: `nil` if no database has this name, or the connection is closed.
    public func isReadonly(_ schema: String) -> Bool? {
        guard let pointer = handle.pointer, !schema.utf8.contains(0) else { return nil }
        let state = sqlite3_db_readonly(pointer, schema)
        guard state >= 0 else { return nil }
        return state == 1 || (hasReadonlyCopy && schema.lowercased() == "main")
    }
}
