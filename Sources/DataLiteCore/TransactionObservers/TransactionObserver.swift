/// A type that is told which rows each transaction has changed, after it is committed.
///
/// ```swift
/// final class Journal: TransactionObserver {
///     func transactionDidCommit(
///         _ changes: CommittedChanges, on connection: any ConnectionProtocol
///     ) {
///         for change in changes.rows { print(change.kind, change.table, change.key) }
///     }
/// }
/// ```
///
/// A ``ConnectionDelegate`` is told of each change when it is made, even if it is undone later. An observer is told
/// once per transaction, and only what was committed: changes that a savepoint or a failed statement has undone are not
/// included. All calls are made on the thread that uses the connection.
public protocol TransactionObserver: AnyObject {
    /// Whether the observer is told of changes in a table. Asked after each commit. Default: `true`.
    func observes(table: String, schema: String) -> Bool

    /// A transaction that writes is about to be committed. Throwing an error turns the commit into a rollback: the
    /// statement fails with `SQLITE_CONSTRAINT_COMMITHOOK`, and the thrown error is its `underlyingError`. Running SQL
    /// on the connection throws `SQLITE_MISUSE`. Default: does nothing.
    func transactionWillCommit(on connection: any ConnectionProtocol) throws

    /// A transaction that writes was committed. Called when the call that committed returns, in the order of the
    /// commits. The observer may run SQL, also statements that write. It is told of these changes, too, so an observer
    /// that writes at each call is called endlessly.
    func transactionDidCommit(_ changes: CommittedChanges, on connection: any ConnectionProtocol)

    /// A transaction was rolled back. The observer may run SQL. Default: does nothing.
    func transactionDidRollback(on connection: any ConnectionProtocol)
}

extension TransactionObserver {
    public func observes(table: String, schema: String) -> Bool { true }
    public func transactionWillCommit(on connection: any ConnectionProtocol) throws {}
    public func transactionDidRollback(on connection: any ConnectionProtocol) {}
}

/// How long a ``TransactionObserver`` is called.
public enum TransactionObserverExtent: Hashable, Sendable {
    /// Until it is removed or released: the connection holds it weakly.
    case observerLifetime
    /// Until the next transaction that writes is committed, or the next one is rolled back: the connection holds it
    /// until then.
    case nextTransaction
    /// Until it is removed or the connection or database is closed: the connection holds it until then.
    case databaseLifetime
}

/// The rows that a transaction has changed.
public struct CommittedChanges: Sendable {
    /// The changed rows, in the order in which the transaction first changed them, each once: a row that was inserted
    /// and then updated is inserted, and one that was inserted and then deleted is not included.
    ///
    /// A row whose key was changed is deleted under the old key and inserted under the new one. To apply the changes to
    /// a copy, apply the deletions first: several rows may have exchanged a unique value.
    public var rows: [CommittedChange]

    /// Whether all changed rows are known. Otherwise, ``rows`` is empty and any row may have changed: the schema of a
    /// database other than `temp` was changed, a savepoint was rolled back that may have changed it, a backup replaced
    /// the contents, `VACUUM` ran, which may change rowids, the rows could not be read, rows of a database that was
    /// attached in the transaction were changed, or more than 100,000 rows or 64 MiB were changed.
    public var isComplete: Bool

    /// Creates changes.
    public init(rows: [CommittedChange] = [], isComplete: Bool = true) {
        self.rows = rows
        self.isComplete = isComplete
    }
}

/// A row that a transaction has changed.
public struct CommittedChange: Equatable, Sendable {
    /// What a transaction has done to a row.
    public enum Kind: Hashable, Sendable {
        /// The row did not exist before the transaction.
        case inserted
        /// The row existed before and exists after it.
        case updated
        /// The row no longer exists.
        case deleted
    }

    /// `main`, or the name of an attached database.
    public var schema: String

    /// The name of the table, as in the schema.
    public var table: String

    /// The primary key of the row, or its rowid if the table declares no primary key.
    public var key: RowKey

    /// What the transaction has done to the row.
    public var kind: Kind

    /// The values before the transaction, if values were requested. `nil` for an inserted row and for tables with
    /// virtual generated columns. A column that was added to the table after the row was written may be NULL instead of
    /// its default value.
    public var old: SQLiteRow?

    /// The values after the transaction, if values were requested; `nil` for a deleted row.
    public var new: SQLiteRow?

    /// Creates a change.
    public init(
        schema: String = "main", table: String, key: RowKey, kind: Kind, old: SQLiteRow? = nil,
        new: SQLiteRow? = nil
    ) {
        (self.schema, self.table, self.key, self.kind) = (schema, table, key, kind)
        (self.old, self.new) = (old, new)
    }
}

extension ConnectionProtocol {
    /// Adds an observer of the rows that are changed with this connection. Adding it again replaces its settings.
    ///
    /// In a write of a database, the observer is added to the database: it is called until its extent ends, including in
    /// later writes. See `add(transactionObserver:extent:values:)` of a ``Connection``.
    ///
    /// - Parameters:
    ///   - extent: How long the observer is called, and whether the connection holds it.
    ///   - values: Whether the changes contain the values of the rows before and after the transaction.
    /// - Throws: `SQLITE_MISUSE` if the connection is closed, can only be read, or is not an SQLite connection, such as
    ///   a stub; `SQLITE_ERROR` if SQLite was built without `SQLITE_ENABLE_PREUPDATE_HOOK`.
    public func add(
        transactionObserver observer: any TransactionObserver,
        extent: TransactionObserverExtent = .observerLifetime, values: Bool = false
    ) throws(SQLiteError) {
        let connection = try observedConnection()
        guard !isReadonly else {
            throw SQLiteError.misuse("a read-only connection has no changes to observe")
        }
        try connection.add(transactionObserver: observer, extent: extent, values: values)
    }

    /// Removes an observer, if it was added. An observer may remove itself while it is called.
    ///
    /// - Throws: `SQLITE_MISUSE` if the connection is not an SQLite connection, such as a stub.
    public func remove(transactionObserver observer: any TransactionObserver) throws(SQLiteError) {
        try observedConnection().remove(transactionObserver: observer)
    }

    private func observedConnection() throws(SQLiteError) -> Connection {
        guard let connection = sqliteConnection?.takeUnretainedValue() else {
            throw SQLiteError.misuse("\(type(of: self)) does not support transaction observers")
        }
        return connection
    }
}
