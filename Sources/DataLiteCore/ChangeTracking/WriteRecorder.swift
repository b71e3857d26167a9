import DataLiteC

/// Records the changes that each statement may make, as SQLite's authorizer reports them during compilation.
///
/// C: `sqlite3_set_authorizer`. Setting it expires all prepared statements.
final class WriteRecorder {
    /// The changes that the statement being compiled, or compiled last, may make; `nil` if they are not
    /// known.
    private(set) var compiled: WriteSet? = WriteSet()

    private var isCompiling = false

    /// The number of times SQLite has recompiled a statement during a step while no collector was set. Writes
    /// stored with statements before that may be outdated: a trigger may have been added.
    private(set) var recompilations = 0

    /// The collector to notify when SQLite recompiles a statement, before it generates code.
    // SAFETY: never dangling, because the collector sets this to nil before it is released.
    unowned(unsafe) var collector: ChangeCollector?

    /// Call this before a statement is compiled.
    ///
    /// - Returns: Whether this is the outermost statement: a virtual table may compile others while it is
    ///   compiled.
    func beginCompiling() -> Bool {
        guard !isCompiling else { return false }
        isCompiling = true
        compiled = WriteSet()
        return true
    }

    /// Call this after the outermost statement is compiled.
    func endCompiling() { isCompiling = false }

    private func noteRecompiling() {
        if let collector { collector.didBeginRecompiling() } else { recompilations += 1 }
    }

    /// Call this for each action of the authorizer.
    func note(
        _ action: Int32, _ table: UnsafePointer<CChar>?, _ column: UnsafePointer<CChar>?,
        _ schema: UnsafePointer<CChar>?
    ) {
        if !isCompiling { noteRecompiling() }
        switch action {
        case SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE: return
        case SQLITE_INSERT, SQLITE_DELETE, SQLITE_UPDATE:
            guard let table = String(repairing: table), let schema = String(repairing: schema)
            else { return compiled = nil }
            let name = TableName(schema: schema, table)
            if action == SQLITE_UPDATE {
                compiled?.insert(name, column: String(repairing: column) ?? "")
            } else {
                compiled?.insertRows(name)
            }
        // Anything else may change more than rows of tables.
        default: compiled = nil
        }
    }

    /// Sets the authorizer, which allows everything.
    func install(on pointer: OpaquePointer) {
        sqlite3_set_authorizer(
            pointer,
            { context, action, table, column, schema, _ in
                guard let context else { return SQLITE_OK }
                // SAFETY: the handle removes the authorizer before it releases the recorder.
                Unmanaged<WriteRecorder>.fromOpaque(context)._withUnsafeGuaranteedRef {
                    $0.note(action, table, column, schema)
                }
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}

extension Connection {
    /// Begins to record the changes that each statement may make. This has no effect if the connection already has an
    /// authorizer, or may have one because the C interface was used.
    ///
    /// The changes of statements compiled earlier are unknown.
    func enableWriteRecording() throws(SQLiteError) {
        guard handle.writeRecorder == nil, handle.readRecorder == nil, !handle.wasUsedUnsafely
        else { return }
        let recorder = WriteRecorder()
        recorder.install(on: try handle.open())
        handle.writeRecorder = recorder
        if handle.authorizer != nil { handle.updateAuthorizer() }
    }
}

/// The changes that a statement may make, including those made by triggers and foreign key actions.
struct WriteSet {
    struct Table {
        /// Whether rows may be inserted or deleted.
        var changesRows = false
        /// The columns that may be updated, in lower case.
        var columns: Set<ExactName> = []
    }

    private(set) var tables: [TableName: Table] = [:]

    mutating func insertRows(_ table: TableName) {
        tables[table, default: Table()].changesRows = true
    }

    mutating func insert(_ table: TableName, column: String) {
        tables[table, default: Table()].columns.insert(ExactName(name: column.lowercasedASCII))
    }
}

/// The possible changes of a statement, stored with it.
final class StatementWrites {
    let tables: [TableName: WriteSet.Table]

    /// Whether the SQL of the statement may resolve a conflict by deleting other rows, which SQLite's
    /// authorizer does not report.
    let mayReplace: Bool

    /// Whether the statement has a `RETURNING` clause: other statements may run between its steps.
    let returnsRows: Bool

    /// ``WriteRecorder/recompilations`` when the statement was compiled.
    let recompilations: Int

    /// Whether no change that the statement may make is observed.
    var isHarmless = false

    /// Whether the statement changes only ordinary tables.
    var isOrdinary = false

    /// ``ChangeCollector/Observed/version`` when ``isHarmless`` and ``isOrdinary`` were determined.
    var version = -1

    init(_ set: WriteSet, sql: String, returnsRows: Bool, recompilations: Int) {
        tables = set.tables
        self.returnsRows = returnsRows
        mayReplace = ObservedSchema.mayReplace(sql)
        self.recompilations = recompilations
    }
}

/// The table information that is needed to determine what a statement cannot change.
package struct ObservedSchema: Sendable {
    /// The ordinary tables. Virtual tables and triggers of views may write to other tables.
    package var tables: Set<TableName> = []

    /// Whether a table or a trigger may resolve a conflict by deleting other rows.
    package var mayReplace = false

    /// The positions of the columns outside the primary key, by name in lower case, of the observed tables without
    /// generated columns.
    package var positions: [TableName: [ExactName: Int]] = [:]

    package init() {}

    /// Whether SQL contains `replace` in any letter case, even within a longer word.
    package static func mayReplace(_ sql: String) -> Bool {
        sql.lowercasedASCII.contains("replace")
    }
}

// MARK: - Pausing the hook

// Preparing the values of a row for the hook takes SQLite longer than writing the row. So the hook is removed
// for a whole step if the statement cannot change anything that is observed, and for the rest of a step once
// all changes that it can still make are already known.

extension ChangeCollector {
    /// The changes to collect. Other changes are ignored.
    package struct Observed {
        /// The tables and columns; `nil` for all.
        package var columns: [TableName: ObservedColumns]?
        /// The tables whose changed rows are collected by rowid.
        package var tablesOfRows: Set<TableName> = []
        /// The tables whose changed rows are collected by primary key.
        package var tablesOfKeys: Set<TableName> = []
        /// The schema, or `nil` if it is not known. Without it, the hook is never removed.
        package var schema: ObservedSchema?
        /// A number that changes whenever another property changes.
        package var version = 0

        package init() {}

        func ignores(_ name: TableName) -> Bool {
            columns.map { $0[name] == nil } ?? false && !tablesOfRows.contains(name)
                && !tablesOfKeys.contains(name)
        }
    }

    /// Called before each step, including nested steps.
    func willStep(_ statement: Statement) {
        resume()
        stepped = statement
        running = nil
        if mayWriteLater, !handle.hasWritten { mayWriteLater = false }
        guard let writes = knownWrites(of: statement) else {
            if !statement.isReadonly, !statement.isBegin { mayWriteLater = true }
            return
        }
        if writes.version != observed.version { compare(writes) }
        if !writes.isOrdinary { mayWriteLater = true }
        guard !mayWriteLater, !writes.returnsRows else { return }
        if writes.isHarmless { return pause() }
        running = writes
        if hasChanges { pauseIfDecided() }
    }

    private func knownWrites(of statement: Statement) -> StatementWrites? {
        guard let writes = statement.writes, let recorder = handle.writeRecorder,
            writes.recompilations == recorder.recompilations, observed.schema != nil
        else { return nil }
        return writes
    }

    /// Compares the changes that a statement may make with the currently observed ones.
    private func compare(_ writes: StatementWrites) {
        writes.isHarmless = isDecided(writes, ignoringChanges: true)
        writes.isOrdinary = writes.tables.keys.allSatisfy {
            observed.schema?.tables.contains($0) == true
        }
        writes.version = observed.version
    }

    /// Called when a run ends.
    func didEndRun() {
        stepped = nil
        running = nil
        resume()
    }

    /// Called when SQLite starts to recompile a statement: the schema may have changed.
    func didBeginRecompiling() {
        stepped?.writes = nil
        running = nil
        mayWriteLater = true
        resume()
    }

    /// Removes the hook if the changes that the statement can still make are already known. Called when the
    /// first change of a kind is collected.
    func pauseIfDecided() {
        if let running, isDecided(running, ignoringChanges: false) { pause() }
    }

    private func pause() {
        guard handle.pointer != nil else { return }
        isPaused = true
        setHook(false)
    }

    /// Sets the hook again.
    func resume() {
        guard isPaused, handle.pointer != nil else { return }
        isPaused = false
        setHook(true)
    }

    /// Whether no change that a statement may make needs to be collected, because it is not observed or
    /// already known.
    private func isDecided(_ writes: StatementWrites, ignoringChanges: Bool) -> Bool {
        writes.tables.allSatisfy { name, written in
            guard observed.schema?.tables.contains(name) == true else { return false }
            if observed.ignores(name) { return true }
            guard !observed.tablesOfRows.contains(name), !observed.tablesOfKeys.contains(name)
            else {
                return false
            }
            let change = ignoringChanges ? ChangeSet.Table() : self.change(of: name)
            return change.rows || isDecided(written, change, writes, name)
        }
    }

    /// Whether none of the columns that a statement may update needs to be collected.
    private func isDecided(
        _ written: WriteSet.Table, _ change: ChangeSet.Table, _ writes: StatementWrites,
        _ name: TableName
    ) -> Bool {
        guard !written.changesRows, !writes.mayReplace, let schema = observed.schema,
            !schema.mayReplace, let positions = schema.positions[name]
        else { return false }
        let columns = observed.columns.map { $0[name] ?? .some([]) } ?? .all
        return written.columns.allSatisfy { column in
            guard let position = positions[column] else { return false }
            return change.columns.contains(position) || !columns.isTouched(by: [position])
        }
    }
}
