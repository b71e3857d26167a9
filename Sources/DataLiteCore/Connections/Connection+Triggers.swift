import Foundation

/// The temporary triggers of a pool's writer connection, and the Swift functions that its triggers call.
package struct WriterTriggers: Sendable {
    fileprivate var statements: [String] = []
    fileprivate var functions: [@Sendable (Connection) throws(SQLiteError) -> Void] = []

    package var isEmpty: Bool { statements.isEmpty && functions.isEmpty }
}

extension Connection {
    /// What the connection that replaces this one needs: the temporary triggers on permanent tables, and the functions
    /// that queries have added for triggers.
    package func writerTriggers() -> WriterTriggers {
        WriterTriggers(
            statements: ignoringStop { (try? temporaryTriggers()) ?? [] },
            functions: handle.functionOrigins.additionsForSchema)
    }

    // A trigger on a temporary table ends with it. The stored text has neither TEMP nor the schema of the trigger.
    private func temporaryTriggers() throws(SQLiteError) -> [String] {
        try rows(
            """
            SELECT 'CREATE TEMP' || substr(sql, length('CREATE') + 1) FROM sqlite_temp_schema AS "trigger"
            WHERE type = 'trigger' AND NOT EXISTS (
                SELECT 1 FROM sqlite_temp_schema AS "table"
                WHERE "table".type IN ('table', 'view') AND "table".name = "trigger".tbl_name COLLATE NOCASE)
            ORDER BY rowid
            """, as: String.self)
    }

    /// Adds the triggers and functions of the connection that this one replaces. A trigger whose table no longer exists
    /// is omitted, as SQLite drops the triggers of a table with it.
    package func add(_ triggers: WriterTriggers) throws(SQLiteError) {
        for add in triggers.functions { try add(self) }
        for statement in triggers.statements {
            do {
                try execute(SQL(raw: statement))
            } catch {
                guard error.resultCode.primary == .error else { throw error }
            }
        }
    }
}
