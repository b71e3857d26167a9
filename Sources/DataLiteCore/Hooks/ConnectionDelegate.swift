import DataLiteC

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

/// A type that is notified of every statement that a connection begins to run, including statements of
/// triggers.
///
/// A connection holds its delegates weakly and calls them synchronously. A delegate that runs SQL on that connection
/// gets `SQLITE_MISUSE`. It may reset or release a statement or cursor. If that ends an `INSERT ... RETURNING` early,
/// the insert commits, unless the traced statement also writes: then both commit when the traced statement ends. C:
/// `sqlite3_trace_v2`.
public protocol ConnectionTraceDelegate: AnyObject {
    /// A statement begins to run.
    func connection(_ connection: any ConnectionProtocol, trace: SQLTrace)
}

/// A trace delegate that is also notified of every row that a statement returns.
///
/// It also receives the rows of statements that SQLite runs itself, for example to read the schema or in a full-text
/// table, some without their SQL, but not those of `EXPLAIN`. All values of the row are copied, so this delegate is
/// slow. C: `sqlite3_trace_v2` with `SQLITE_TRACE_ROW`.
public protocol ConnectionRowTraceDelegate: ConnectionTraceDelegate {
    /// A statement returns a row, which the caller has not yet received.
    func connection(_ connection: any ConnectionProtocol, willReturn row: TracedRow)
}

package final class WeakTraceDelegate: WeakReference {
    package private(set) weak var object: (any ConnectionTraceDelegate)?

    package init(_ object: any ConnectionTraceDelegate) { self.object = object }
}

extension Connection {
    /// Adds a delegate, which is held weakly. Adding it again changes nothing.
    public func add(delegate: any ConnectionDelegate) {
        delegates.add(delegate)
        noteDelegateOfCall()
    }

    /// Removes a delegate, if it was added.
    public func remove(delegate: any ConnectionDelegate) { delegates.remove(delegate) }

    /// Adds a delegate that is called for every statement and is held weakly. Adding it again changes
    /// nothing. C: `sqlite3_trace_v2`. SQLite has one trace callback per connection, so a callback that was
    /// set with the C API is replaced.
    public func add(traceDelegate: any ConnectionTraceDelegate) {
        delegates.add(tracer: traceDelegate)
        noteDelegateOfCall()
    }

    /// A reader of a pool keeps a delegate until the end of the call that has added it, a snapshot until its end.
    private func noteDelegateOfCall() {
        guard isPooled, isReadonly, !handle.refusesChanges else { return }
        handle.changes.insert(.delegates)
    }

    /// Removes a trace delegate, if it was added.
    public func remove(traceDelegate: any ConnectionTraceDelegate) {
        delegates.remove(tracer: traceDelegate)
    }
}

/// The delegates and hooks of a connection that is being replaced by another connection, and the closures that wait for
/// its next transaction.
package struct ConnectionDelegates {
    let observers: WeakList<WeakConnectionDelegate>
    let tracers: WeakList<WeakTraceDelegate>
    package var closures: [_TransactionClosures]
    let registrations: [ObserverRegistration]
    let hooks: HookLists

    package var isEmpty: Bool {
        observers.isEmpty && tracers.isEmpty && closures.isEmpty && registrations.isEmpty
            && hooks.isEmpty
    }
}

extension Connection {
    /// Removes and returns all delegates.
    package func takeDelegates() -> ConnectionDelegates { delegates.takeAll() }

    /// Ends the open transaction, if there is one, and removes and returns the closures that wait for the next.
    package func takeTransactionClosures() -> [_TransactionClosures] {
        guard !delegates.closures.isEmpty else { return [] }
        _ = endStatementsAndTransaction()
        return delegates.closures.takeWaiting()
    }

    /// Adds the delegates of another connection.
    package func add(_ others: ConnectionDelegates) {
        for delegate in others.observers.alive { add(delegate: delegate) }
        for delegate in others.tracers.alive { add(traceDelegate: delegate) }
        for closures in others.closures { try? delegates.add(closures) }
        for registration in others.registrations { try? delegates.add(registration) }
        delegates.add(others.hooks)
    }
}

// MARK: - SQLiteAction

/// A change to one row.
public enum SQLiteAction: Equatable, Sendable {
    /// A row was inserted into a table of a schema: `main`, `temp`, or an attached database.
    case insert(db: String, table: String, rowID: Int64)
    /// A row was changed. `rowID` is the rowid after the change.
    case update(db: String, table: String, rowID: Int64)
    /// A row was deleted.
    case delete(db: String, table: String, rowID: Int64)

    /// The action that the update hook reports.
    init?(
        _ operation: Int32, database: UnsafePointer<CChar>?, table: UnsafePointer<CChar>?,
        rowID: Int64
    ) {
        let database = String(repairing: database) ?? ""
        let table = String(repairing: table) ?? ""
        switch operation {
        case SQLITE_INSERT: self = .insert(db: database, table: table, rowID: rowID)
        case SQLITE_UPDATE: self = .update(db: database, table: table, rowID: rowID)
        case SQLITE_DELETE: self = .delete(db: database, table: table, rowID: rowID)
        default: return nil
        }
    }
}

/// A change of a row that SQLite is about to make, for ``ConnectionProtocol/onPreupdate(of:values:_:)``.
public struct PendingChange: Equatable, Sendable {
    /// What happens to the row.
    public enum Kind: Equatable, Sendable {
        /// The row is inserted.
        case insert
        /// The row is changed.
        case update
        /// The row is deleted.
        case delete
        /// A BLOB in this column of the row is written in parts. The new value is not known yet.
        case blobWrite(column: Int)
    }

    /// What happens to the row.
    public let kind: Kind

    /// `main`, `temp`, or the name of an attached database.
    public let schema: String

    /// The name of the table, as in the schema.
    public let table: String

    /// The rowid before the change; `nil` for an inserted row. Without meaning in a `WITHOUT ROWID` table.
    public let oldRowID: Int64?

    /// The rowid after the change; `nil` for a deleted row. Without meaning in a `WITHOUT ROWID` table.
    public let newRowID: Int64?

    /// The values before the change, in the order of the table's columns; `nil` for an inserted row, and if values were
    /// not requested. A column that was added to the table after the row was written may be NULL instead of its default
    /// value.
    public let old: [SQLiteValue]?

    /// The values after the change; `nil` for a deleted row and a written BLOB, and if values were not requested.
    public let new: [SQLiteValue]?

    /// 0 for a change by a statement itself, 1 for one by a trigger that it fires, 2 for one by a trigger of that
    /// change, and so on. C: `sqlite3_preupdate_depth`.
    public let triggerDepth: Int

    /// A change, for mocks and tests.
    package init(
        _ kind: Kind, schema: String = "main", table: String, oldRowID: Int64? = nil,
        newRowID: Int64? = nil, old: [SQLiteValue]? = nil, new: [SQLiteValue]? = nil,
        triggerDepth: Int = 0
    ) {
        (self.kind, self.schema, self.table) = (kind, schema, table)
        (self.oldRowID, self.newRowID, self.old, self.new) = (oldRowID, newRowID, old, new)
        self.triggerDepth = triggerDepth
    }
}

/// A closure that is called before changes, and for which ones.
struct PreupdateListener {
    /// `nil` for all tables.
    let tables: Set<SchemaName>?
    let readsValues: Bool
    let body: (PendingChange) -> Void
}
