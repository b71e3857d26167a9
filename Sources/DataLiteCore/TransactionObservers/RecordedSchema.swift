import DataLiteC

/// The tables whose changes are recorded, and the versions of the databases in which their keys were read.
struct RecordedSchema {
    private(set) var tables: [TableName: RecordedTable] = [:]

    /// The version of each database, except `temp`, whose tables are not recorded. `nil` if the tables are not known.
    private var versions: [String: Int64]?

    /// No tables.
    init() {}

    /// Reads the keys of all tables. If that fails, the tables are not known.
    ///
    /// - Parameter former: The tables before a change of the schema. Tables that have the same definition keep their
    ///   keys: reading all keys after each new table would take quadratic time.
    init(reading connection: Connection, keeping former: RecordedSchema = RecordedSchema()) {
        versions = [:]
        readDatabases(of: connection, keeping: former.tables)
    }

    var hasRows: Bool { tables.contains { !$0.value.isEmpty } }

    func forgetRows() {
        for table in tables.values { table.forget() }
    }

    /// Records the next change of each row again, for an observer that is not told of the earlier ones.
    func recordAgain() {
        for table in tables.values { table.recordAgain() }
    }

    /// Reads the tables of databases that were attached, and forgets those of databases that were detached.
    mutating func readDatabases(
        of connection: Connection, keeping former: [TableName: RecordedTable] = [:]
    ) {
        guard let known = versions else { return }
        do {
            let names = try Self.names(connection)
            keep(names)
            for name in names where known[name] == nil { try read(name, connection, former) }
        } catch {
            self = RecordedSchema()
        }
    }

    /// Forgets the tables of databases that were detached.
    mutating func forgetDetachedDatabases(of connection: Connection) {
        do {
            keep(try Self.names(connection))
        } catch {
            self = RecordedSchema()
        }
    }

    private mutating func keep(_ names: [String]) {
        tables = tables.filter { names.contains($0.key.schema) }
        versions = versions?.filter { names.contains($0.key) }
    }

    private mutating func read(
        _ schema: String, _ connection: Connection, _ former: [TableName: RecordedTable]
    ) throws {
        versions?[schema] = try Self.version(of: schema, connection)
        let names = try connection.rows(
            """
            SELECT name, sql FROM \(identifier: schema).sqlite_schema WHERE type = 'table'
            """)
        for row in names {
            let name: String = row.lenientValue(at: 0) ?? ""
            guard !name.isReservedBySQLite else { continue }
            let sql: String = row.lenientValue(at: 1) ?? ""
            let key = TableName(schema: schema, name)
            if let table = former[key], table.isDefined(as: name, sql) {
                tables[key] = table
            } else {
                tables[key] = try RecordedTable(name, sql, schema: schema, on: connection)
            }
        }
    }

    /// Whether no schema has changed since the tables were read.
    ///
    /// - Parameter checksDatabases: Whether a database may have been attached or detached since then.
    func isCurrent(on connection: Connection, checksDatabases: Bool) -> Bool {
        guard let versions else { return false }
        do {
            if checksDatabases, try Set(Self.names(connection)) != Set(versions.keys) {
                return false
            }
            return try versions.allSatisfy { name, version in
                try Self.version(of: name, connection) == version
            }
        } catch {
            return false
        }
    }

    private static func names(_ connection: Connection) throws -> [String] {
        try connection.databaseNames.map(\.lowercasedASCII).filter { $0 != "temp" }
    }

    private static func version(of schema: String, _ connection: Connection) throws -> Int64 {
        try connection.value("PRAGMA \(identifier: schema).schema_version") ?? 0
    }
}

// MARK: - RecordedTable

/// The rows of a table that a transaction has changed, with their values before it.
///
/// The first change of a row shows its state before the transaction, whatever is undone later, and the first one after
/// ``recordAgain()`` its state then. The state after the transaction is read when it is committed.
final class RecordedTable {
    private struct Before {
        let key: RowKey
        let existed: Bool
        let row: SQLiteRow?
    }

    let name: TableName
    /// The name as in the schema.
    private let table: String
    /// The statement that creates the table.
    private let sql: String
    let key: TableKey
    /// The names of the columns, if their old values can be recorded.
    private let columns: SQLiteRow.Columns?

    private var positions: [RowKey: Int] = [:]
    private var rows: [(order: Int, before: Before)] = []

    init?(
        _ table: String, _ sql: String, schema: String, on connection: Connection
    ) throws(SQLiteError) {
        name = TableName(schema: schema, table)
        self.table = table
        self.sql = sql
        guard let key = try TableKey(of: name, on: connection) else { return nil }
        self.key = key
        let all = try connection.columns(of: name)
        let hasVirtual = all.contains { $0.storage == .virtual }
        columns = hasVirtual ? nil : SQLiteRow.Columns(all.map(\.name))
    }

    var isEmpty: Bool { rows.isEmpty }

    /// Whether the table has this name and definition, which determine its key.
    func isDefined(as table: String, _ sql: String) -> Bool {
        self.table == table && self.sql == sql
    }

    func recordAgain() { positions = [:] }

    func forget() {
        positions = [:]
        rows = []
    }

    /// Records a change of a row.
    ///
    /// - Returns: The number of bytes that the row takes; `nil` if its key is not known.
    func record(
        _ rowID: Int64, _ pointer: OpaquePointer, _ functions: PreupdateFunctions, isOld: Bool,
        order: Int, values: Bool
    ) -> Int? {
        let found =
            key.columns.isEmpty
            ? RowKey(value: .int(rowID)) : functions.key(key.columns, pointer, isOld: isOld)
        guard let found else { return nil }
        guard positions[found] == nil else { return 0 }
        // Another row may have the same key, if it contains NULL.
        guard !found.hasNull else { return nil }
        var row: SQLiteRow?
        if isOld, values, let columns {
            guard let values = functions.values(pointer, count: columns.names.count) else {
                return nil
            }
            row = SQLiteRow(columns: columns, values: values)
        }
        positions[found] = rows.count
        rows.append((order, Before(key: found, existed: isOld, row: row)))
        return found.memorySize + (row.map { RowKey($0.values).memorySize } ?? 0)
    }

    /// Compares the recorded rows with the current ones.
    ///
    /// - Parameter first: The position of the first change that counts.
    /// - Returns: `nil` if the rows cannot be read.
    func changes(
        from first: Int, on connection: Connection, values: Bool
    ) -> [(order: Int, change: CommittedChange)]? {
        var changes: [(order: Int, change: CommittedChange)] = []
        // Without `recordAgain()`, each row is recorded once.
        var found: Set<RowKey>? = positions.count < rows.count ? [] : nil
        do {
            for (order, before) in rows where order >= first {
                guard found?.insert(before.key).inserted != false else { continue }
                guard let change = try change(before, on: connection, values: values) else {
                    continue
                }
                changes.append((order, change))
            }
        } catch {
            return nil
        }
        return changes
    }

    private func change(
        _ before: Before, on connection: Connection, values: Bool
    ) throws -> CommittedChange? {
        let exists = try key.current(before.key) != nil
        let kind: CommittedChange.Kind
        switch (before.existed, exists) {
        case (false, false): return nil
        case (false, true): kind = .inserted
        case (true, true): kind = .updated
        case (true, false): kind = .deleted
        }
        let new = exists && values ? try key.row(before.key, on: connection) : nil
        if kind == .updated, let old = before.row, old == new { return nil }
        return CommittedChange(
            schema: name.schema, table: table, key: before.key, kind: kind, old: before.row,
            new: new)
    }
}
