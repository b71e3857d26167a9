import DataLiteC

/// Records the reads of statements, as SQLite's authorizer reports them during compilation. Rowids that a
/// statement looks up are recorded when they are bound: see ``RowLookup``.
///
/// C: `sqlite3_set_authorizer`. The authorizer is set once, because setting it expires all prepared
/// statements.
final class ReadRecorder {
    /// The reads recorded so far for the current closure.
    private var recorded: ReadSet?

    /// The reads of the statement being compiled, or compiled last.
    private(set) var compiled = ReadSet()

    /// The lookup of that statement, if it finds its only row by rowid.
    private(set) var lookup: RowLookup?

    private var isCompiling = false

    /// Whether SQLite has recompiled a statement because the schema changed. Its reads may differ from the
    /// reads stored with it.
    var hasStaleStatements = false

    /// Call this before a statement is compiled.
    ///
    /// A virtual table may compile its own statements in the meantime; their reads are added to the same set.
    ///
    /// - Returns: Whether this is the outermost statement.
    func beginCompiling() -> Bool {
        guard !isCompiling else { return false }
        isCompiling = true
        compiled = ReadSet()
        lookup = nil
        return true
    }

    /// Call this after the outermost statement is compiled.
    ///
    /// - Parameter statement: The statement; `nil` if there is none.
    func endCompiling(_ statement: OpaquePointer?, on connection: Connection?) {
        // Running `EXPLAIN` for a statement that writes would reset the number of changes.
        if compiled.tables.count == 1, let statement, sqlite3_stmt_readonly(statement) != 0,
            sqlite3_stmt_isexplain(statement) == 0, let connection,
            let sql = String(repairing: sqlite3_sql(statement))
        {
            lookup = try? RowLookup(of: sql, on: connection)
        }
        isCompiling = false
        switch lookup {
        case .rowID(let rowID): compiled = compiled.ofRows([rowID])
        // No row is known yet: the values are recorded when they are bound.
        case .parameter: compiled = compiled.ofRows([])
        case nil: break
        }
        recorded?.formUnion(compiled)
    }

    /// Adds the reads of a statement that was compiled earlier.
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

    /// Call this for each `SQLITE_READ` of the authorizer.
    func didRead(
        _ table: UnsafePointer<CChar>, _ column: UnsafePointer<CChar>?,
        _ schema: UnsafePointer<CChar>?
    ) {
        let name = TableName(
            schema: String(repairing: schema) ?? "main", String(repairing: table) ?? "")
        didRead(name, column: String(repairing: column) ?? "")
    }

    private func didRead(_ table: TableName, column: String) {
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
                recorder.didRead(table, column, schema)
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}

extension Connection {
    /// Begins to record the reads of each statement, for ``recordingReads(_:)``. Call this before the first
    /// statement is compiled. It replaces an authorizer that was set with the C interface.
    package func enableReadRecording() throws(SQLiteError) {
        let pointer = try handle.open()
        clearStatementCache()
        let recorder = ReadRecorder()
        recorder.install(on: pointer)
        handle.readRecorder = recorder
        // The write recorder has lost its authorizer.
        handle.writeRecorder = nil
        if handle.authorizer != nil { handle.updateAuthorizer() }
    }

    /// Whether ``enableReadRecording()`` was called.
    package var isReadRecordingEnabled: Bool { handle.readRecorder != nil }

    /// Runs a closure and returns its result and the reads of its statements. Call ``enableReadRecording()``
    /// first. Calls cannot be nested.
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

extension Statement {
    /// Stores the reads that were recorded while the statement was compiled.
    func noteReads(_ recorder: ReadRecorder) {
        reads = recorder.compiled
        if case .parameter(let index) = recorder.lookup { rowParameter = index }
    }

    /// Stores the writes that were recorded while the statement was compiled.
    func noteWrites(_ recorder: WriteRecorder) {
        guard let set = recorder.compiled, !set.tables.isEmpty else { return }
        writes = StatementWrites(
            set, sql: sql, returnsRows: columnCount() > 0,
            recompilations: recorder.recompilations)
    }

    /// Records the reads of the next run of a cached statement.
    func recordReads(_ recorder: ReadRecorder) {
        guard recorder.isRecording else { return }
        recorder.add(reads)
        // The rowid of the previous run is not recorded, so it is unbound: then the statement finds no row.
        if rowParameter != 0 { try? clearBindings() }
    }

    /// Records the row that is looked up by a bound value.
    @inline(never)
    func recordLookup(_ value: SQLiteValue) {
        guard let reads, let recorder = handle.readRecorder, recorder.isRecording else { return }
        switch value {
        case .int(let rowID): recorder.add(reads.ofRows([rowID]))
        // A rowid is never NULL.
        case .null: break
        // SQLite also compares strings and floating-point numbers with a rowid, after a conversion.
        case .real, .text, .blob: recorder.add(reads.ofRows(nil))
        }
    }
}

// MARK: - ReadSet

/// The tables, columns and rows that statements read.
package struct ReadSet: Equatable, Sendable {
    /// The maximum number of rowids recorded per table. If more are looked up, any row may have been read.
    package static let rowLimit = 100

    /// The columns read in each table, in lower case. A table without columns is read only for its rows, as
    /// by `count(*)`.
    package private(set) var columns: [TableName: Set<ExactName>] = [:]

    /// The looked-up rowids of each table that is read only by looking up rowids. The rows need not exist.
    /// For a table not listed here, any row may have been read.
    package private(set) var rowIDs: [TableName: Set<Int64>] = [:]

    package init() {}

    package var isEmpty: Bool { columns.isEmpty }

    package var tables: some Collection<TableName> { columns.keys }

    /// Adds a column of all rows.
    package mutating func insert(_ table: TableName, column: String = "") {
        rowIDs[table] = nil
        if column.isEmpty {
            if columns[table] == nil { columns[table] = [] }
        } else {
            columns[table, default: []].insert(ExactName(name: column.lowercasedASCII))
        }
    }

    package mutating func formUnion(_ other: ReadSet) {
        guard !isEmpty else { return self = other }
        for (table, names) in other.columns {
            rowIDs[table] = unitedRowIDs(of: table, other)
            columns[table, default: []].formUnion(names)
        }
    }

    /// Shares the memory of another set's columns, if they are equal.
    ///
    /// - Returns: Whether the columns are equal.
    package mutating func shareColumns(with other: ReadSet) -> Bool {
        guard columns == other.columns else { return false }
        columns = other.columns
        return true
    }

    private func unitedRowIDs(of table: TableName, _ other: ReadSet) -> Set<Int64>? {
        guard columns[table] != nil else { return other.rowIDs[table] }
        guard let some = rowIDs[table], let others = other.rowIDs[table] else { return nil }
        let united = some.union(others)
        return united.count <= Self.rowLimit ? united : nil
    }

    /// Returns the set restricted to the rows with these rowids; `nil` means all rows.
    package func ofRows(_ rowIDs: Set<Int64>?) -> ReadSet {
        var reads = self
        reads.rowIDs = rowIDs.map { rowIDs in columns.mapValues { _ in rowIDs } } ?? [:]
        return reads
    }
}

// MARK: - ObservedSchema

extension ObservedSchema {
    /// Reads the properties of all tables, but not their columns.
    ///
    /// - Parameter schemas: The observed schemas. Temporary tables exist for one call only and are not
    ///   observed.
    package init(of schemas: [String], on connection: Connection) throws {
        self.init()
        for schema in schemas + ["temp"] {
            let rows = try connection.rows(
                """
                SELECT name, sql, type = 'table' AND rootpage > 0 FROM \(identifier: schema).sqlite_schema
                """)
            for row in rows {
                if let sql: String = row.lenientValue(at: 1) {
                    mayReplace = mayReplace || Self.mayReplace(sql)
                }
                let isTable: Bool? = row.lenientValue(at: 2)
                let name = TableName(schema: schema, row.lenientValue(at: 0) ?? "")
                if isTable == true, schema != "temp", !name.isInternal { tables.insert(name) }
            }
        }
    }

    /// Reads the columns of observed tables, unless they are already known.
    package mutating func readColumns(
        of observed: some Sequence<TableName>, on connection: Connection
    ) throws {
        for name in observed where tables.contains(name) && positions[name] == nil {
            positions[name] = try Self.positions(in: name, on: connection)
        }
    }

    /// - Returns: `nil` if the table has generated columns, which change with other columns and shift the
    ///   positions.
    private static func positions(
        in name: TableName, on connection: Connection
    ) throws -> [ExactName: Int]? {
        var positions: [ExactName: Int] = [:]
        for (position, column) in try connection.columns(of: name).enumerated() {
            guard column.storage == .ordinary else { return nil }
            guard column.keyPosition == 0 else { continue }
            positions[ExactName(name: column.name.lowercasedASCII)] = position
        }
        return positions
    }
}
