import DataLiteCore

/// Collects what the connection that writes commits.
//
// It is used by the one who has the seat of the writer.
struct WriterHook {
    private let collector: ChangeCollector
    let schemas: [String]
    private let schemaVersionQueries: [SQL]
    private let dataVersionQueries: [SQL]
    private var schemaVersions: [Int64]
    private var dataVersions: [Int64]

    /// The tables of which somebody observes single rows.
    private var lookedUp: Set<TableName> = []

    /// Whether the write that runs is collected from its beginning.
    var isCollecting = false

    /// - Returns: `nil` if SQLite was built without the hook.
    init?(on connection: Connection) throws {
        guard let collector = try ChangeCollector(on: connection) else { return nil }
        self.collector = collector
        schemas = try connection.observedSchemas()
        schemaVersionQueries = SQL.versionQueries("schema_version", of: schemas)
        dataVersionQueries = SQL.versionQueries("data_version", of: schemas)
        schemaVersions = try connection.versions(schemaVersionQueries)
        dataVersions = try connection.versions(dataVersionQueries)
    }

    func collects(_ connection: Connection) -> Bool { collector.collects(connection) }

    /// - Parameters:
    ///   - streamed: The tables of which somebody wants to know all rows that change.
    ///   - lookedUp: Those of which somebody observes single rows.
    mutating func begin(streamed: Set<TableName>, lookedUp: Set<TableName>) {
        isCollecting = true
        self.lookedUp = lookedUp
        collector.tablesOfRows = streamed.union(lookedUp)
        collector.separatedTables = streamed
    }

    /// What was committed since the beginning.
    mutating func end(on connection: Connection) -> [Commit] {
        isCollecting = false
        let changes = collector.takeCommits()
        // The schema is not stored in tables of which changes are reported.
        let versions = (try? connection.versions(schemaVersionQueries)) ?? []
        guard versions == schemaVersions, !versions.isEmpty else {
            schemaVersions = versions
            return [.unknown]
        }
        return changes.map { Commit($0, rowsOf: lookedUp) }
    }

    /// Whether another connection has committed since the last call. The version of a connection does not
    /// change with its own commits.
    mutating func othersHaveCommitted(_ connection: Connection) -> Bool {
        let versions = (try? connection.versions(dataVersionQueries)) ?? []
        defer { dataVersions = versions }
        return versions != dataVersions || versions.isEmpty
    }
}

extension Connection {
    /// The schemas that others may write to.
    func observedSchemas() throws -> [String] {
        try rows("SELECT name FROM pragma_database_list WHERE name <> 'temp'").map { row in
            row.value(at: 0) ?? ""
        }
    }

    func versions(_ queries: [SQL]) throws -> [Int64] {
        try queries.map { query in try value(query, as: Int64.self) ?? 0 }
    }
}

extension SQL {
    static func versionQueries(_ pragma: String, of schemas: [String]) -> [SQL] {
        schemas.map { schema in "PRAGMA \(identifier: schema).\(raw: pragma)" }
    }
}
