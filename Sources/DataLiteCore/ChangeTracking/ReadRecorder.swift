import DataLiteC

/// Records what statements read, as SQLite's authorizer reports it while they are compiled. Row ids that they
/// look up are recorded when they are bound: see ``RowLookup``.
///
/// C: `sqlite3_set_authorizer`. It is set once, because setting it expires all prepared statements.
final class ReadRecorder {
    /// What the closure has read that is being recorded.
    private var recorded: ReadSet?

    /// What the statement reads that is being compiled, or was compiled last.
    private(set) var compiled = ReadSet()

    /// How that statement finds its row, if it looks it up by its row id.
    private(set) var lookup: RowLookup?

    private var isCompiling = false

    /// Whether SQLite has compiled a statement again, because the schema has changed. It may read
    /// something else now than what is noted with it.
    var hasStaleStatements = false

    /// To be called before a statement is compiled.
    ///
    /// A virtual table may compile statements of its own meanwhile: they belong to the same set.
    ///
    /// - Returns: whether this is the outermost statement.
    func beginCompiling() -> Bool {
        guard !isCompiling else { return false }
        isCompiling = true
        compiled = ReadSet()
        lookup = nil
        return true
    }

    /// To be called when the outermost statement was compiled.
    ///
    /// - Parameter statement: The statement; `nil` if there is none.
    func endCompiling(_ statement: OpaquePointer?, on connection: Connection?) {
        // To explain a statement that writes would reset the number of changes.
        if compiled.tables.count == 1, let statement, sqlite3_stmt_readonly(statement) != 0,
            sqlite3_stmt_isexplain(statement) == 0, let connection,
            let sql = String(repairing: sqlite3_sql(statement))
        {
            lookup = try? RowLookup(of: sql, on: connection)
        }
        isCompiling = false
        switch lookup {
        case .rowID(let rowID): compiled = compiled.ofRows([rowID])
        // None yet: the values are recorded when they are bound.
        case .parameter: compiled = compiled.ofRows([])
        case nil: break
        }
        recorded?.formUnion(compiled)
    }

    /// Adds what a statement reads that was compiled earlier.
    func add(_ reads: ReadSet?) {
        if let reads { recorded?.formUnion(reads) }
    }

    /// Whether a closure is being recorded.
    var isRecording: Bool { recorded != nil }

    func begin() { recorded = ReadSet() }

    func end() -> ReadSet {
        defer { recorded = nil }
        return recorded ?? ReadSet()
    }

    fileprivate func didRead(_ table: TableName, column: String) {
        if isCompiling {
            compiled.insert(table, column: column)
        } else {
            hasStaleStatements = true
            recorded?.insert(table, column: column)
        }
    }

    /// Sets the authorizer, which allows everything.
    func install(on pointer: OpaquePointer) {
        sqlite3_set_authorizer(
            pointer,
            { context, action, table, column, schema, _ in
                guard action == SQLITE_READ, let context, let table else { return SQLITE_OK }
                // SAFETY: the handle retains the recorder until the connection is closed.
                let recorder = Unmanaged<ReadRecorder>.fromOpaque(context).takeUnretainedValue()
                recorder.didRead(
                    TableName(
                        schema: String(repairing: schema) ?? "main", String(repairing: table) ?? ""),
                    column: String(repairing: column) ?? "")
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}

extension Connection {
    /// Begins to note what each statement reads, for ``recordingReads(_:)``. It is called before the
    /// first statement is compiled, and replaces an authorizer that was set with the C interface.
    package func enableReadRecording() throws(SQLiteError) {
        let pointer = try handle.open()
        clearStatementCache()
        let recorder = ReadRecorder()
        recorder.install(on: pointer)
        handle.readRecorder = recorder
        // It has lost its authorizer.
        handle.writeRecorder = nil
    }

    /// Whether ``enableReadRecording()`` was called.
    package var isReadRecordingEnabled: Bool { handle.readRecorder != nil }

    /// Runs a closure and returns what its statements read. The connection must have
    /// ``enableReadRecording()``. Calls cannot be nested.
    package func recordingReads<R>(_ body: () throws -> R) rethrows -> (result: R, reads: ReadSet) {
        removeStaleStatements()
        handle.readRecorder?.begin()
        defer { removeStaleStatements() }
        let result: R
        do {
            result = try body()
        } catch {
            _ = handle.readRecorder?.end()
            throw error
        }
        return (result, handle.readRecorder?.end() ?? ReadSet())
    }

    private func removeStaleStatements() {
        guard handle.readRecorder?.hasStaleStatements == true else { return }
        handle.readRecorder?.hasStaleStatements = false
        clearStatementCache()
    }
}
