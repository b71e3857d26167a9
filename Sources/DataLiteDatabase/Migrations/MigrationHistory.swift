public import Foundation

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

// MARK: - Comparing

extension MigrationHistory {
    /// The state of every migration: first the given migrations in order, then the recorded migrations that are not
    /// among them.
    ///
    /// - Parameter replaced: The names of migrations that a baseline replaces, which are known if they are recorded.
    func statuses(of migrations: [Migration], replaced: Set<String> = []) -> [MigrationStatus] {
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
        let names = replaced.union(migrations.map(\.name))
        let unknown = applied.filter { !names.contains($0.name) }.map {
            MigrationStatus(name: $0.name, state: .unknown, applied: $0, sql: nil)
        }
        return known + unknown
    }

    /// Whether exactly the first of the given migrations are recorded, unchanged and in order. This is the usual case.
    func isStart(of migrations: [Migration]) -> Bool {
        records.count <= migrations.count
            && zip(records, migrations).allSatisfy { record, migration in
                record.name == migration.name && !migration.isChanged(from: record.sql)
            }
    }

    /// The given migrations that are not recorded.
    package func pending(of migrations: ArraySlice<Migration>) -> [Migration] {
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
    package func conflict(with history: MigrationHistory) -> MigrationError? {
        if baselines.isEmpty, history.isStart(of: migrations) { return nil }
        let plan = MigrationPlan(of: self, for: history)
        if let error = plan.error { return error }
        let statuses = history.statuses(of: plan.migrations, replaced: plan.replaced)
        func names(in state: MigrationStatus.State) -> [String] {
            statuses.filter { $0.state == state }.map(\.name)
        }
        if !allowsUnknown, case let unknown = names(in: .unknown), !unknown.isEmpty {
            return .newerDatabase(unknown)
        }
        if case let changed = names(in: .changed), !changed.isEmpty { return .changed(changed) }
        if !allowsOutOfOrder, case let late = names(in: .outOfOrder), !late.isEmpty {
            return .outOfOrder(late, before: names(in: .applied).last ?? "")
        }
        return nil
    }
}

// MARK: - AppliedMigration

/// A migration that a database has recorded as applied.
public struct AppliedMigration: Equatable, Sendable {
    /// The name of the migration.
    public let name: String

    /// The date at which the migration was applied; `nil` if the recorded text is not a date.
    public let date: Date?

    /// The script that was run; `nil` for a migration written in Swift.
    public let sql: String?
}

// MARK: - MigrationStatus

/// The state of a migration in a database.
public struct MigrationStatus: Equatable, Sendable {
    /// Whether a migration was applied, and whether it is still the same.
    public enum State: String, Hashable, Sendable {
        /// The migration has been applied.
        case applied
        /// The migration has been applied, but its script was changed afterwards.
        case changed
        /// The migration has been applied but is not in the migrator: a newer version of the program applied it.
        case unknown
        /// The migration has not been applied.
        case pending
        /// The migration has not been applied, although a later one has.
        case outOfOrder = "out of order"
    }

    /// The name of the migration.
    public let name: String

    /// The state of the migration.
    public let state: State

    /// The record in the database; `nil` if the migration has not been applied.
    public let applied: AppliedMigration?

    /// The script in the migrator; `nil` for a migration that is written in Swift or is unknown.
    public let sql: String?
}
