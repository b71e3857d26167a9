// Hooks of changes and transactions. Each has a closure, and ends with the returned object.

extension ConnectionProtocol {
    /// Calls a closure for each row that is inserted, updated or deleted.
    ///
    /// ```swift
    /// let hook = try connection.onUpdate { change in
    ///     if case .insert(_, let table, let rowID) = change { print(table, rowID) }
    /// }
    /// ```
    ///
    /// The change may be undone later, and not all changes are reported: see
    /// ``ConnectionDelegate/connection(_:didUpdate:)``. C: `sqlite3_update_hook`.
    ///
    /// - Throws: `SQLITE_MISUSE` if the connection is closed, or is not an SQLite connection, such as a stub.
    public func onUpdate(
        _ body: @escaping (SQLiteAction) -> Void
    ) throws(SQLiteError) -> Connection.Hook {
        try delegateList().add(body, to: \.updates)
    }

    /// Calls a closure before each commit.
    ///
    /// If it throws an error, the commit becomes a rollback: the statement fails with `SQLITE_CONSTRAINT_COMMITHOOK`,
    /// and the error is its `underlyingError`. Later hooks are then not called. For a closure after the commit, see
    /// `afterCommit`. C: `sqlite3_commit_hook`.
    ///
    /// - Throws: `SQLITE_MISUSE` if the connection is closed, or is not an SQLite connection, such as a stub.
    public func onCommit(_ body: @escaping () throws -> Void) throws(SQLiteError) -> Connection.Hook
    {
        try delegateList().add(body, to: \.commits)
    }

    /// Calls a closure after each rollback of a transaction, but not of a savepoint, and not if the connection is
    /// closed. C: `sqlite3_rollback_hook`.
    ///
    /// - Throws: `SQLITE_MISUSE` if the connection is closed, or is not an SQLite connection, such as a stub.
    public func onRollback(_ body: @escaping () -> Void) throws(SQLiteError) -> Connection.Hook {
        try delegateList().add(body, to: \.rollbacks)
    }

    /// Calls a closure before each change of a row, with the values before and after it.
    ///
    /// ```swift
    /// let hook = try connection.onPreupdate(of: ["people"]) { change in
    ///     print(change.kind, change.old ?? [], change.new ?? [])
    /// }
    /// ```
    ///
    /// Unlike ``onUpdate(_:)``, it is also called for `WITHOUT ROWID` tables, for rows that `ON CONFLICT REPLACE`
    /// deletes, for each row of a `DELETE` without `WHERE`, and for writes of BLOBs. It is not called for virtual
    /// tables and SQLite's own tables. The change may be undone later. A statement that is running when the first such
    /// hook is added is not observed completely. C: `sqlite3_preupdate_hook`.
    ///
    /// - Parameters:
    ///   - tables: The names of tables of any schema, in any letter case; `nil` for all.
    ///   - values: Whether the values are read. Without them, the hook is faster.
    /// - Throws: `SQLITE_ERROR` if the running SQLite was built without `SQLITE_ENABLE_PREUPDATE_HOOK`; `SQLITE_MISUSE`
    ///   if the connection is closed, or is not an SQLite connection, such as a stub.
    public func onPreupdate(
        of tables: Set<String>? = nil, values: Bool = true,
        _ body: @escaping (PendingChange) -> Void
    ) throws(SQLiteError) -> Connection.Hook {
        let list = try delegateList()
        try list.requirePreupdateHook()
        let listener = PreupdateListener(
            tables: tables.map { Set($0.map(SchemaName.init)) }, readsValues: values, body: body)
        let isFirst = list.hooks.preupdates.isEmpty
        let hook = try list.add(listener, to: \.preupdates)
        if isFirst { list.preupdateHookWasAdded() }
        return hook
    }

    /// Calls a closure after each commit to a database in WAL mode.
    ///
    /// ```swift
    /// let hook = try connection.onWALCommit { commit in
    ///     if commit.pages > 10_000 { _ = try? commit.checkpoint(.restart) }
    /// }
    /// ```
    ///
    /// The closure is called once per database that was written, before the statement that commits returns. If
    /// resetting a statement or closing a BLOB commits, it is called when the next statement has run to its end. The
    /// closure cannot make the statement fail, because the commit was made. It may run a checkpoint, but no SQL.
    ///
    /// Automatic checkpoints continue: SQLite uses the same callback for them, so the library runs them after the
    /// closures, with the number of pages that was set when the first hook was added, or later with `PRAGMA
    /// wal_autocheckpoint = ...`. While there is a hook, reading this pragma returns 0. Set it to 0 if only the closure
    /// runs checkpoints. A `Database` runs its own checkpoints instead. C: `sqlite3_wal_hook`.
    ///
    /// - Throws: `SQLITE_MISUSE` inside a hook, and if the connection is closed, or is not an SQLite connection, such
    ///   as a stub.
    public func onWALCommit(
        _ body: @escaping (WALCommit) -> Void
    ) throws(SQLiteError) -> Connection.Hook {
        let list = try delegateList()
        try list.readAutomaticCheckpoint()
        return try list.add(body, to: \.walCommits)
    }

    /// Calls a closure before each commit to a database with `PRAGMA auto_vacuum = FULL` that has free pages, to decide
    /// how many of them are removed from the file.
    ///
    /// ```swift
    /// let hook = try connection.onAutovacuum { state in
    ///     state.freePages < 100 ? 0 : state.freePages / 2
    /// }
    /// ```
    ///
    /// Without a hook, all are removed. A negative number counts as 0, and a number above ``Autovacuum/freePages`` as
    /// that number. If there are several hooks, the smallest number applies. The closure cannot use the connection: every
    /// use throws `SQLITE_MISUSE`. C: `sqlite3_autovacuum_pages`.
    ///
    /// - Throws: `SQLITE_MISUSE` if the connection is closed, or is not an SQLite connection, such as a stub.
    public func onAutovacuum(
        _ body: @escaping (Autovacuum) -> Int
    ) throws(SQLiteError) -> Connection.Hook {
        try delegateList().add(body, to: \.autovacuums)
    }

    /// Calls a closure when SQL or the schema names a collation that does not exist, to add it.
    ///
    /// ```swift
    /// let hook = try connection.onCollationNeeded { name in
    ///     guard name.hasPrefix("locale_") else { return nil }
    ///     let locale = Locale(identifier: String(name.dropFirst(7)))
    ///     return Collation(name) { $0.compare($1, locale: locale) }
    /// }
    /// ```
    ///
    /// The closure is called with the name as written, in the middle of compiling a statement, and must not use the
    /// connection. The first collation that a hook returns is added under this name, and stays after the hook ends. If
    /// all return `nil`, or one throws an error, the statement fails with "no such collation sequence", and a thrown
    /// error is its `underlyingError`. C: `sqlite3_collation_needed`.
    ///
    /// - Throws: `SQLITE_MISUSE` if the connection is closed, or is not an SQLite connection, such as a stub.
    public func onCollationNeeded(
        _ body: @escaping (_ name: String) throws -> Collation?
    ) throws(SQLiteError) -> Connection.Hook {
        try delegateList().add(body, to: \.collations)
    }

    /// The hooks of a connection of SQLite.
    func delegateList() throws(SQLiteError) -> DelegateList {
        guard let connection = sqliteConnection?.takeUnretainedValue() else {
            throw SQLiteError.misuse("\(type(of: self)) does not support hooks")
        }
        return connection.delegates
    }
}

/// A commit to a database in WAL mode, for ``ConnectionProtocol/onWALCommit(_:)``.
public struct WALCommit {
    /// `main`, or the name of an attached database.
    public let schema: String

    /// The number of pages in the WAL, including those of this commit.
    public let pages: Int

    private let connection: Connection

    init(schema: String, pages: Int, _ connection: Connection) {
        self.schema = schema
        self.pages = pages
        self.connection = connection
    }

    /// Copies the WAL of this database into its file. C: `sqlite3_wal_checkpoint_v2`.
    ///
    /// - Returns: The result of the checkpoint, even if another connection blocked part of it.
    /// - Throws: `SQLiteError` if the checkpoint fails, such as `SQLITE_LOCKED` while a statement of this connection
    ///   reads the database.
    @discardableResult
    public func checkpoint(
        _ mode: CheckpointMode = .passive
    ) throws(SQLiteError) -> CheckpointResult {
        try connection.checkpoint(mode, of: schema)
    }
}

/// The state of a database that SQLite is about to shrink, for ``ConnectionProtocol/onAutovacuum(_:)``.
public struct Autovacuum: Sendable {
    /// `main`, or the name of an attached database.
    public let schema: String

    /// The number of pages of the database.
    public let pages: Int

    /// The number of pages that are not used.
    public let freePages: Int

    /// The size of a page in bytes.
    public let pageSize: Int

    /// A state, for mocks and tests.
    package init(schema: String = "main", pages: Int, freePages: Int, pageSize: Int) {
        (self.schema, self.pages) = (schema, pages)
        (self.freePages, self.pageSize) = (freePages, pageSize)
    }
}
