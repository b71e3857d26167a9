#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The migrations that a database has recorded, in the order in which they were applied.
///
/// SQL names the table with its schema, because a temporary table with the same name would hide it.
struct MigrationHistory {
    static let table = "datalite_migrations"

    /// The record of one migration.
    private struct Record: RowDecodable {
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

    private var records: [Record] = []

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
}

// MARK: - The table

extension MigrationHistory {
    /// Reads the records; there are none in a database without the table.
    init(of connection: any ConnectionProtocol) throws {
        do {
            self = try Self.read(connection)
        } catch let error as SQLiteError where error.resultCode.primary == .error {
            let isRecorded: Bool? = try connection.value(
                "SELECT 1 FROM main.sqlite_schema WHERE type = 'table' AND name = \(Self.table)")
            // Another connection may have created the table in the meantime.
            self = isRecorded == true ? try Self.read(connection) : MigrationHistory()
        }
    }

    private static func read(_ connection: any ConnectionProtocol) throws -> MigrationHistory {
        var history = MigrationHistory()
        history.records = try connection.rows(
            """
            SELECT position, name, applied_at, sql FROM main.datalite_migrations ORDER BY position
            """, as: Record.self)
        return history
    }

    static func createTable(on connection: any ConnectionProtocol) throws {
        try connection.execute(
            """
            CREATE TABLE IF NOT EXISTS main.datalite_migrations(
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
            "SELECT max(position) FROM main.datalite_migrations")
        guard position != lastPosition else { return false }
        self = try MigrationHistory(of: connection)
        return true
    }

    /// Records a migration. The time comes from SQLite, in the format of `datetime()` with milliseconds.
    static func record(_ migration: Migration, on connection: any ConnectionProtocol) throws {
        try connection.execute(
            """
            INSERT INTO main.datalite_migrations(name, applied_at, sql)
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

extension Migrator {
    /// The table of the main database that records the applied migrations.
    package static let tableName = MigrationHistory.table
}

// MARK: - Comparing with a migrator

extension MigrationHistory {
    /// The state of every migration: first the given migrations in order, then the recorded migrations that are not
    /// among them.
    func statuses(of migrations: [Migration]) -> [MigrationStatus] {
        let applied = applied
        let records = Dictionary(applied.map { ($0.name, $0) }) { first, _ in first }
        let lastApplied = migrations.lastIndex { records[$0.name] != nil } ?? -1
        let known = migrations.enumerated().map { index, migration in
            let record = records[migration.name]
            let state: MigrationStatus.State =
                if let record {
                    migration.isChanged(from: record.sql) ? .changed : .applied
                } else {
                    index < lastApplied ? .outOfOrder : .pending
                }
            return MigrationStatus(
                name: migration.name, state: state, applied: record, sql: migration.sql)
        }
        let names = Set(migrations.map(\.name))
        let unknown = applied.filter { !names.contains($0.name) }.map {
            MigrationStatus(name: $0.name, state: .unknown, applied: $0, sql: nil)
        }
        return known + unknown
    }
}

extension MigrationHistory {
    /// Whether exactly the first of the given migrations are recorded, unchanged and in order. This is the usual case.
    func isStart(of migrations: [Migration]) -> Bool {
        records.count <= migrations.count
            && zip(records, migrations).allSatisfy { record, migration in
                record.name == migration.name && !migration.isChanged(from: record.sql)
            }
    }

    /// The given migrations that are not recorded.
    func pending(of migrations: ArraySlice<Migration>) -> [Migration] {
        // Usually the first migrations are recorded, in order.
        if zip(records, migrations).allSatisfy({ $0.name == $1.name }) {
            return Array(migrations.dropFirst(records.count))
        }
        let names = Set(records.map(\.name))
        return migrations.filter { !names.contains($0.name) }
    }
}

extension Migrator {
    /// The error if the records do not match the migrations of this migrator; `nil` if they match.
    func conflict(with history: MigrationHistory) -> MigrationError? {
        if history.isStart(of: migrations) { return nil }
        let statuses = history.statuses(of: migrations)
        func names(in state: MigrationStatus.State) -> [String] {
            statuses.filter { $0.state == state }.map(\.name)
        }
        if case let unknown = names(in: .unknown), !unknown.isEmpty {
            return .newerDatabase(unknown)
        }
        if case let changed = names(in: .changed), !changed.isEmpty { return .changed(changed) }
        if !allowsOutOfOrder, case let late = names(in: .outOfOrder), !late.isEmpty {
            return .outOfOrder(late, before: names(in: .applied).last ?? "")
        }
        return nil
    }
}
