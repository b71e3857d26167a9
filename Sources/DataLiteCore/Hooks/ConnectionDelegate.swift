/// A type that is notified of changes on a connection, before and after commits, and after rollbacks.
///
/// A connection holds its delegates weakly and calls them synchronously. All calls except ``connectionDidCommit(_:)``
/// occur in the middle of a statement. In these calls, running SQL on that connection throws `SQLITE_MISUSE`. Every
/// method has a default that does nothing.
///
/// SQLite has one update hook, one commit hook and one rollback hook per connection. The first delegate
/// replaces hooks that were set with the C API, and removing the last one removes the hooks; SQLite does not
/// report a hook's function, so it cannot be restored.
public protocol ConnectionDelegate: AnyObject {
    /// A row was inserted, updated or deleted. This forwards SQLite's update hook, with its limits.
    ///
    /// The change is reported when it is made. It may be undone later: when its statement fails, when a savepoint is
    /// rolled back, or when the transaction is rolled back. Only a rollback of the transaction is reported. SQLite does
    /// not report changes of system tables and `WITHOUT ROWID` tables, rows that `ON CONFLICT REPLACE` deletes, or a
    /// `DELETE` without `WHERE`, which empties the whole table at once.
    ///
    /// To observe all committed changes, and no undone ones, use `changes(in:)` and `values(_:_:)` of
    /// `Database`. C: `sqlite3_update_hook`.
    func connection(_ connection: any ConnectionProtocol, didUpdate action: SQLiteAction)

    /// A transaction is about to be committed. Throwing an error turns the commit into a rollback: the
    /// statement fails with `SQLITE_CONSTRAINT_COMMITHOOK`, and the thrown error is its `underlyingError`. C:
    /// `sqlite3_commit_hook`.
    func connectionWillCommit(_ connection: any ConnectionProtocol) throws

    /// A transaction was committed. Called once for each commit, when the call that committed returns.
    ///
    /// The delegate may run SQL. Commits that it makes are reported after it returns. Its changes are
    /// included in the connection's `changes` and `totalChanges`, but `lastInsertRowID` is kept. Commits made
    /// with the C interface in ``Connection/withUnsafeHandle(_:)`` are reported when that call returns.
    func connectionDidCommit(_ connection: any ConnectionProtocol)

    /// A transaction was rolled back, but not by closing the connection. C:
    /// `sqlite3_rollback_hook`.
    func connectionDidRollback(_ connection: any ConnectionProtocol)
}

extension ConnectionDelegate {
    public func connection(_ connection: any ConnectionProtocol, didUpdate action: SQLiteAction) {}
    public func connectionWillCommit(_ connection: any ConnectionProtocol) throws {}
    public func connectionDidCommit(_ connection: any ConnectionProtocol) {}
    public func connectionDidRollback(_ connection: any ConnectionProtocol) {}
}

package final class WeakConnectionDelegate: WeakReference {
    package private(set) weak var object: (any ConnectionDelegate)?

    package init(_ object: any ConnectionDelegate) { self.object = object }
}
