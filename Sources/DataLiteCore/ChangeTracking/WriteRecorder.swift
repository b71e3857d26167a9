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
