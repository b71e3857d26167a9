/// Told of the changes on a connection, and asked before they are committed.
///
/// A connection holds its delegates weakly and calls them synchronously, in the middle of the
/// statement that makes the change. They must not run SQL on that connection: it answers with
/// `SQLITE_MISUSE`. Every method has a default that does nothing.
public protocol ConnectionDelegate: AnyObject {
    /// A row has been inserted, updated or deleted.
    ///
    /// SQLite does not report changes of system tables and of tables without row ids, rows that a
    /// conflict clause has replaced, nor a `DELETE` without `WHERE` that empties the table at once.
    /// C: `sqlite3_update_hook`.
    func connection(_ connection: any ConnectionProtocol, didUpdate action: SQLiteAction)

    /// A transaction is about to be committed. An error thrown here turns the commit into a
    /// rollback: the statement fails with `SQLITE_CONSTRAINT_COMMITHOOK`, and this error is its
    /// `underlyingError`. C: `sqlite3_commit_hook`.
    func connectionWillCommit(_ connection: any ConnectionProtocol) throws

    /// A transaction has been rolled back, other than by closing the connection. C:
    /// `sqlite3_rollback_hook`.
    func connectionDidRollback(_ connection: any ConnectionProtocol)
}

extension ConnectionDelegate {
    public func connection(_ connection: any ConnectionProtocol, didUpdate action: SQLiteAction) {}
    public func connectionWillCommit(_ connection: any ConnectionProtocol) throws {}
    public func connectionDidRollback(_ connection: any ConnectionProtocol) {}
}
