import Foundation

/// The migrations that a database has recorded, in the order in which they were applied.
///
/// SQL names the table with its schema, because a temporary table with the same name would hide it.
package struct MigrationHistory {
    /// The table of the main database with the records.
    let table: String

    /// The record of one migration.
    struct Record: RowDecodable {
        let position: Int64?
        let name: String
        /// The date as stored.
        let date: SQLiteValue
        let sql: String?

        static let columnCount = 4

        init(position: Int64?, name: String, date: SQLiteValue, sql: String?) {
            self.position = position
            self.name = name
            self.date = date
            self.sql = sql
        }

        /// Values of unexpected types are treated as missing.
        init(row: inout RowReader) throws(SQLiteError) {
            position = Int64(try row.next() as SQLiteValue)
            name = String(try row.next() as SQLiteValue) ?? ""
            date = try row.next()
            sql = String(try row.next() as SQLiteValue)
        }
    }

    private(set) var records: [Record] = []

    init(table: String) { self.table = table }

    /// The rowid of the latest record; `nil` if there is no record.
    var lastPosition: Int64? { records.last?.position }

    /// The names of all records, cached on first use.
    private var names: Set<String>?

    mutating func contains(_ name: String) -> Bool {
        let names = names ?? Set(records.map(\.name))
        self.names = names
        return names.contains(name)
    }

    /// All records, in their public form.
    var applied: [AppliedMigration] {
        records.map { AppliedMigration(name: $0.name, date: Date($0.date), sql: $0.sql) }
    }

    // MARK: - The table

    /// Reads the records; there are none in a database without the table.
    init(of connection: any ConnectionProtocol, table: String) throws {
        self.init(table: table)
        do {
            try read(connection)
        } catch let error as SQLiteError where error.resultCode.primary == .error {
            let type: String? = try connection.value(
                """
                SELECT type FROM main.sqlite_schema
                WHERE type IN ('table', 'view') AND name = \(table) COLLATE NOCASE
                """)
            guard let type else { return }
            do {
                // Another connection may have created the table in the meantime.
                try read(connection)
            } catch let error as SQLiteError where error.resultCode.primary == .error {
                throw Self.otherTable(table, type, error)
            }
        }
    }

    private static func otherTable(
        _ table: String, _ type: String, _ error: SQLiteError
    ) -> SQLiteError {
        SQLiteError(
            error.resultCode,
            message: "the \(type) \"\(MessageText.name(table))\" is not a table of migrations "
                + "(\(error.message)); use another name with Migrator(table:)",
            underlyingError: error)
    }

    private mutating func read(_ connection: any ConnectionProtocol) throws {
        records = try connection.rows(
            """
            SELECT position, name, applied_at, sql FROM main.\(identifier: table) ORDER BY position
            """, as: Record.self)
    }

    package func createTable(on connection: any ConnectionProtocol) throws {
        try connection.execute(
            """
            CREATE TABLE IF NOT EXISTS main.\(identifier: table)(
                position INTEGER PRIMARY KEY,
                name TEXT NOT NULL UNIQUE,
                applied_at TEXT NOT NULL,
                sql TEXT
            )
            """)
    }

    /// Reads the records again if another connection has changed them. The table must exist.
    ///
    /// - Returns: Whether another connection has changed the records.
    mutating func refresh(from connection: any ConnectionProtocol) throws -> Bool {
        let position: Int64? = try connection.value(
            "SELECT max(position) FROM main.\(identifier: table)")
        guard position != lastPosition else { return false }
        self = try MigrationHistory(of: connection, table: table)
        return true
    }

    /// Records a migration. The time comes from SQLite, in the format of `datetime()` with milliseconds.
    package func record(_ migration: Migration, on connection: any ConnectionProtocol) throws {
        try connection.execute(
            """
            INSERT INTO main.\(identifier: table)(name, applied_at, sql)
            VALUES (\(migration.name), strftime('%Y-%m-%d %H:%M:%f', 'now'), \(migration.sql))
            """)
    }

    /// Adds the record of a migration that was recorded and committed.
    mutating func didRecord(_ migration: Migration, position: Int64) {
        records.append(
            Record(position: position, name: migration.name, date: .null, sql: migration.sql))
        names?.insert(migration.name)
    }
}
