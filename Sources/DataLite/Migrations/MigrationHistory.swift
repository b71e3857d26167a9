#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The migrations that a database has recorded, in the order in which they were applied.
///
/// The table is named with its schema, because a temporary table of the same name would hide it.
struct MigrationHistory {
    static let table = "datalite_migrations"

    private(set) var applied: [AppliedMigration] = []

    /// The row id of the latest record; `nil` if there is none.
    private(set) var lastPosition: Int64?

    private var names: Set<String> = []

    func contains(_ name: String) -> Bool { names.contains(name) }
}

// MARK: - The table

extension MigrationHistory {
    /// Reads the records; there are none in a database without the table.
    init(of connection: any ConnectionProtocol) throws {
        // One state for both statements.
        self =
            connection.isAutocommit
            ? try connection.transaction(.deferred) { try Self.read(connection) }
            : try Self.read(connection)
    }

    private static func read(_ connection: any ConnectionProtocol) throws -> MigrationHistory {
        var history = MigrationHistory()
        let isRecorded: Bool? = try connection.value(
            "SELECT 1 FROM main.sqlite_schema WHERE type = 'table' AND name = \(table)")
        guard isRecorded == true else { return history }
        let rows = try connection.rows(
            "SELECT position, name, applied_at, sql FROM main.datalite_migrations ORDER BY position"
        )
        for row in rows {
            let name: String = row.value(at: 1) ?? ""
            history.applied.append(
                AppliedMigration(name: name, date: row.value(at: 2), sql: row.value(at: 3)))
            history.names.insert(name)
            history.lastPosition = row.value(at: 0)
        }
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
    /// - Returns: whether it has.
    mutating func refresh(from connection: any ConnectionProtocol) throws -> Bool {
        let position: Int64? = try connection.value(
            "SELECT max(position) FROM main.datalite_migrations")
        guard position != lastPosition else { return false }
        self = try MigrationHistory(of: connection)
        return true
    }

    /// Records a migration. The time comes from SQLite, in the form of its `datetime()`.
    static func record(_ migration: Migration, on connection: any ConnectionProtocol) throws {
        try connection.execute(
            """
            INSERT INTO main.datalite_migrations(name, applied_at, sql)
            VALUES (\(migration.name), strftime('%Y-%m-%d %H:%M:%f', 'now'), \(migration.sql))
            """)
    }

    /// Adds a migration that was recorded and committed.
    mutating func didRecord(_ migration: Migration, position: Int64) {
        applied.append(AppliedMigration(name: migration.name, date: nil, sql: migration.sql))
        names.insert(migration.name)
        lastPosition = position
    }
}

// MARK: - Compared with the program

extension MigrationHistory {
    /// The state of every migration: those of the program in its order, then those it does not know.
    func statuses(of migrations: [Migration]) -> [MigrationStatus] {
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

extension Migrator {
    /// Why the records do not match the migrations of the program; `nil` if they do.
    func conflict(with history: MigrationHistory) -> MigrationError? {
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
