import DataLiteC

// The checks and operations that a connection pool needs after a connection was used.

extension Connection {
    /// Whether the connection may be used. A pool sets this to `false` when the closure that used the
    /// connection returns; then every statement fails with `SQLITE_MISUSE`.
    package var isActive: Bool {
        get { !handle.executionBlocks.contains(.retired) }
        set {
            if newValue {
                handle.executionBlocks.remove(.retired)
            } else {
                handle.executionBlocks.insert(.retired)
            }
        }
    }

    /// Makes the connection belong to a pool, which closes it.
    package func joinPool() {
        isPooled = true
        delegates.hooks.detach(joiningPool: true)
        delegates.keepDelegates()
        pooledWeakReferences = weakReferenceCount(of: self)
    }

    /// Whether the weak or unowned references to the connection have changed since it joined its pool. Code
    /// that keeps such a reference could use the connection later, while it serves another call.
    package var hasNewWeakReference: Bool { weakReferenceCount(of: self) != pooledWeakReferences }

    /// Calls a closure whose statements do not wait for locks of other connections.
    package func withoutLockWaits<R>(
        _ body: () throws(SQLiteError) -> R
    ) throws(SQLiteError) -> R {
        let wasSuspended = handle.lockWait?.isSuspended ?? false
        handle.lockWait?.isSuspended = true
        defer { handle.lockWait?.isSuspended = wasSuspended }
        return try body()
    }

    /// Ends the runs of all statements and the transaction, if one is open.
    ///
    /// - Returns: Whether no transaction is open afterwards, so that the connection can be used again.
    package func endStatementsAndTransaction() -> Bool {
        if !handle.executionBlocks.isDisjoint(with: .workDeferred) { handle.performDeferredWork() }
        if !isAutocommit {
            closeKeptBlob()
            handle.abortStatements()
            try? rollbackTransaction()
        }
        return isAutocommit && !isRollbackDeferred && !handle.hasLastingInterrupt
    }

    /// Runs statements even if another thread has stopped the connection.
    package func ignoringStop<R>(_ body: () throws -> R) rethrows -> R {
        let ignoresStop = handle.ignoresStop
        handle.ignoresStop = true
        defer { handle.ignoresStop = ignoresStop }
        return try body()
    }

    /// Whether a statement is running: it has returned a row, and was not reset.
    package var hasRunningStatement: Bool { handle.hasRunningStatement }

    /// Ends the runs of all statements. Their next steps fail.
    package func abortStatements() { handle.abortStatements() }

    /// Closes the connection even if objects refer to it or to its statements: the statements are finalized. Later uses
    /// of these objects throw errors. C: `sqlite3_close`.
    ///
    /// - Throws: `SQLITE_BUSY`, and the connection stays open, while a statement, BLOB or backup that was created
    ///   with the C interface exists.
    package func closeAbandoned() throws(SQLiteError) {
        let (wasPooled, wasActive) = (isPooled, isActive)
        (isPooled, isActive) = (false, true)
        defer { (isPooled, isActive) = (wasPooled, wasActive) }
        handle.finalizeStatements()
        do {
            try close()
        } catch {
            guard error.resultCode.primary == .busy else { throw error }
            throw SQLiteError(.busy, message: "\(foreignObjects) keeps a connection open")
        }
    }

    /// A description of the object that keeps the connection open after the library's statements are
    /// finalized.
    private var foreignObjects: String {
        guard let statement = handle.sqliteStatements.first(where: { _ in true }),
            let sql = String(repairing: sqlite3_sql(statement))
        else { return "a BLOB or a backup of the C interface" }
        let text = SQLExcerpt(sql: sql, offset: nil).lines.first ?? ""
        return "a statement of the C interface (\(text))"
    }

    /// Whether the open transaction has written to any database, including temporary ones.
    var hasWritten: Bool { handle.hasWritten }

    /// Returns the number of pages found in the page cache, and the number read into it, since the last call.
    /// C: `sqlite3_db_status`.
    package func takeCacheCounts() -> (hits: Int, misses: Int) {
        guard let pointer = handle.pointer else { return (0, 0) }
        func take(_ counter: Int32) -> Int {
            var (count, highest): (Int32, Int32) = (0, 0)
            sqlite3_db_status(pointer, counter, &count, &highest, 1)
            return Int(count)
        }
        return (take(SQLITE_DBSTATUS_CACHE_HIT), take(SQLITE_DBSTATUS_CACHE_MISS))
    }
}

// MARK: - Restoring

// The settings that a pool restores after one of its connections was used.

/// The settings of a connection that can be restored without reopening it.
struct ConnectionSettings {
    let limits: [Int32]
    let lockWait: LockWait.Policy?
}

extension Connection {
    /// The number of limits of a connection. C: `SQLITE_LIMIT_*`.
    private static let limitCount: Int32 = 12

    /// Saves the current settings for ``restoreSettings()``. C: `sqlite3_limit`.
    package func keepSettings() {
        handle.settings = ConnectionSettings(
            limits: (0..<Self.limitCount).map { limit($0, -1) }, lockWait: handle.lockWait?.policy)
    }

    private func limit(_ id: Int32, _ value: Int32) -> Int32 {
        handle.pointer.map { sqlite3_limit($0, id, value) } ?? -1
    }

    /// Whether anything was changed in the connection since its settings were saved or restored.
    @inline(__always)
    package var isChanged: Bool { !handle.changes.isEmpty }

    /// Restores the settings that were changed.
    ///
    /// - Parameter keepsTriggers: Whether temporary triggers stay.
    /// - Returns: `false` if something else was changed, so that the connection must be replaced.
    package func restoreSettings(keepsTriggers: Bool = false) -> Bool {
        let changes = handle.changes
        handle.changes = []
        guard changes.isDisjoint(with: [.settings, .functions]), let settings = handle.settings
        else {
            return false
        }
        if changes.contains(.temporarySchema), hasTemporarySchema(besidesTriggers: keepsTriggers) {
            return false
        }
        if changes.contains(.lockWait), let policy = settings.lockWait {
            handle.lockWait?.setPolicy(policy)
        }
        // Anything may have been changed: pragmas, hooks, functions. A snapshot's connection cannot be replaced.
        if changes.contains(.unsafeHandle), !handle.refusesChanges { return false }
        if !changes.isDisjoint(with: [.limits, .unsafeHandle]) {
            for (id, value) in zip(0..<Self.limitCount, settings.limits) { _ = limit(id, value) }
        }
        if changes.contains(.delegates) { delegates.removeDelegatesOfCall() }
        return true
    }

    /// Whether a temporary table, view, index or, unless they are excepted, trigger exists. A rollback removes those that
    /// its transaction created.
    private func hasTemporarySchema(besidesTriggers: Bool) -> Bool {
        do {
            let excepted = besidesTriggers ? "trigger" : ""
            return try row("SELECT 1 FROM sqlite_temp_schema WHERE type <> \(excepted) LIMIT 1")
                != nil
        } catch {
            return true
        }
    }

    /// Makes statements that change the connection fail, as well as adding and removing functions and
    /// collations.
    package func refuseChanges() { handle.refusesChanges = true }
}

extension ConnectionHandle {
    /// Records that a function or a collation is added or removed.
    func noteFunctionChange() throws(SQLiteError) {
        guard notesChanges else { return }
        guard !refusesChanges else {
            throw SQLiteError.misuse(
                "the functions and collations of a snapshot cannot be changed: add them in onOpen")
        }
        changes.insert(.functions)
    }
}

// MARK: - Triggers

/// The temporary triggers of a pool's writer connection, and the Swift functions that its triggers call.
package struct WriterTriggers: Sendable {
    fileprivate var triggers: [TemporaryTrigger] = []
    fileprivate var functions: [@Sendable (Connection) throws(SQLiteError) -> Void] = []

    package var isEmpty: Bool { triggers.isEmpty && functions.isEmpty }
}

/// A temporary trigger on a permanent table.
private struct TemporaryTrigger: RowDecodable {
    let name: String
    let table: String
    /// The statement that creates it.
    let statement: String

    static var columnCount: Int { 3 }

    init(row: inout RowReader) throws(SQLiteError) {
        name = try row.next()
        table = try row.next()
        statement = try row.next()
    }
}

extension Connection {
    /// What the connection that replaces this one needs: the temporary triggers on permanent tables, and the functions
    /// that queries have added for triggers.
    package func writerTriggers() -> WriterTriggers {
        WriterTriggers(
            triggers: ignoringStop { (try? temporaryTriggers()) ?? [] },
            functions: handle.functionOrigins.additionsForSchema)
    }

    // A trigger on a temporary table ends with it. The stored text has neither TEMP nor the schema of the trigger.
    private func temporaryTriggers() throws(SQLiteError) -> [TemporaryTrigger] {
        try rows(
            """
            SELECT name, tbl_name, 'CREATE TEMP' || substr(sql, length('CREATE') + 1)
            FROM sqlite_temp_schema AS "trigger"
            WHERE type = 'trigger' AND NOT EXISTS (
                SELECT 1 FROM sqlite_temp_schema AS "table"
                WHERE "table".type IN ('table', 'view') AND "table".name = "trigger".tbl_name COLLATE NOCASE)
            ORDER BY rowid
            """, as: TemporaryTrigger.self)
    }

    /// Adds the triggers and functions of the connection that this one replaces, except those that cannot run on it.
    package func add(_ triggers: WriterTriggers) throws(SQLiteError) {
        for add in triggers.functions { try add(self) }
        for trigger in triggers.triggers { try add(trigger) }
    }

    /// Adds a trigger, unless its table no longer exists, as SQLite drops the triggers of a table with it, or unless it
    /// uses what ended with the connection, such as a temporary table: it would make all changes of its table fail.
    private func add(_ trigger: TemporaryTrigger) throws(SQLiteError) {
        var changes: [SQL] = []
        for change in try self.changes(of: trigger.table) where try compiles(change) {
            changes.append(change)
        }
        guard try succeeds({ () throws(SQLiteError) in try execute(SQL(raw: trigger.statement)) })
        else { return }
        for change in changes where try !compiles(change) {
            try execute("DROP TRIGGER temp.\(identifier: trigger.name)")
            return
        }
    }

    /// Statements whose compilation compiles all triggers of a table.
    private func changes(of table: String) throws(SQLiteError) -> [SQL] {
        let columns = try rows("SELECT name FROM pragma_table_info(\(table))", as: String.self)
        guard !columns.isEmpty else { return [] }
        let assignments = columns.map { "\(SQLLiteral.identifier($0)) = NULL" }
        return [
            "INSERT INTO \(identifier: table) DEFAULT VALUES",
            "UPDATE \(identifier: table) SET \(raw: assignments.joined(separator: ", "))",
            "DELETE FROM \(identifier: table)",
        ]
    }

    private func compiles(_ sql: SQL) throws(SQLiteError) -> Bool {
        try succeeds { () throws(SQLiteError) in _ = try prepare(sql: sql.text) }
    }

    /// Whether an action does not throw the error of a statement that cannot be compiled, or that an authorizer denies.
    private func succeeds(
        _ action: () throws(SQLiteError) -> Void
    ) throws(SQLiteError) -> Bool {
        do {
            try action()
            return true
        } catch {
            guard [.error, .auth].contains(error.resultCode.primary) else { throw error }
            return false
        }
    }
}
