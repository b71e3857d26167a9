/// Called for changes on a connection, before and after commits, and after rollbacks.
///
/// A connection holds its delegates weakly and calls them synchronously. All calls except
/// ``connectionDidCommit(_:)`` come in the middle of a statement, and must not run SQL on that connection: it
/// throws `SQLITE_MISUSE`. Every method has a default that does nothing.
///
/// SQLite has one update hook, one commit hook and one rollback hook for each connection. The first
/// delegate replaces hooks that were set with the C API, and removing the last one removes the
/// hooks; SQLite does not report a hook's function, so it cannot be restored.
public protocol ConnectionDelegate: AnyObject {
    /// A row was inserted, updated or deleted. This passes on SQLite's update hook, with its limits.
    ///
    /// The change is reported when it is made. It may be undone: by a savepoint that is rolled back, by a statement
    /// that fails later, or by a rollback, and only the last is reported. SQLite does not report changes of system
    /// tables and of `WITHOUT ROWID` tables, rows that are deleted by `ON CONFLICT REPLACE`, and a `DELETE` without
    /// `WHERE`, which empties the whole table at once.
    ///
    /// For all changes that are committed, and none that is undone, use `changes(in:)` and `values(_:_:)` of
    /// the `Database` service.
    /// C: `sqlite3_update_hook`.
    func connection(_ connection: any ConnectionProtocol, didUpdate action: SQLiteAction)

    /// A transaction is about to be committed. An error that is thrown here turns the commit into a
    /// rollback: the statement fails with `SQLITE_CONSTRAINT_COMMITHOOK`, and this error is the
    /// `underlyingError`. C: `sqlite3_commit_hook`.
    func connectionWillCommit(_ connection: any ConnectionProtocol) throws

    /// A transaction was committed. Called once for each commit, when the call that has committed returns.
    ///
    /// It may run SQL. Commits that it makes are reported when it has returned. `changes` and `totalChanges` of the
    /// connection count what it changes; `lastInsertRowID` stays as it was. Several commits in one call of the C
    /// interface are reported after it, if it is made in ``Connection/withUnsafeHandle(_:)``.
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
