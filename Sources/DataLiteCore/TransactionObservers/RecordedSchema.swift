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
