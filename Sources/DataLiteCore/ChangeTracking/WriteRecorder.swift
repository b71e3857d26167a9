import DataLiteC

/// Notes what each statement may change, as SQLite's authorizer reports it while the statement is compiled.
///
/// C: `sqlite3_set_authorizer`. Setting it expires all prepared statements.
final class WriteRecorder {
    /// What the statement may change that is being compiled, or was compiled last; `nil` if that is not known.
    private(set) var compiled: WriteSet? = WriteSet()

    private var isCompiling = false

    /// How often SQLite has compiled a statement again, in a step, without a collector that was told of it. What was
    /// noted with a statement before may be wrong since: a trigger may have been added.
    private(set) var recompilations = 0

    /// Is told that SQLite compiles a statement again, before it generates code.
    // SAFETY: never dangling, because the collector sets this to nil before it is released.
    unowned(unsafe) var collector: ChangeCollector?

    /// To be called before a statement is compiled.
    ///
    /// - Returns: whether this is the outermost statement: a virtual table may compile others meanwhile.
    func beginCompiling() -> Bool {
        guard !isCompiling else { return false }
        isCompiling = true
        compiled = WriteSet()
        return true
    }

    /// To be called when the outermost statement was compiled.
    func endCompiling() { isCompiling = false }

    private func noteRecompiling() {
        if let collector { collector.didBeginRecompiling() } else { recompilations += 1 }
    }

    private func note(
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
    /// Begins to note what each statement may change. It does nothing if the authorizer of the connection is used
    /// otherwise, or may be: the C interface was used.
    ///
    /// Statements that were compiled before count as unknown.
    func enableWriteRecording() throws(SQLiteError) {
        guard handle.writeRecorder == nil, handle.readRecorder == nil, !handle.wasUsedUnsafely
        else { return }
        let recorder = WriteRecorder()
        recorder.install(on: try handle.open())
        handle.writeRecorder = recorder
    }
}
