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
