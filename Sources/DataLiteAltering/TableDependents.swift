import DataLiteCore

/// What SQLite deletes together with a table: its indexes and triggers, its entry in `sqlite_sequence`, and its
/// statistics.
struct TableDependents {
    let connection: any ConnectionProtocol
    let database: String

    /// The table before the change.
    let table: DatabaseSchema.Table

    struct Saved {
        fileprivate var objects: [Object] = []
        fileprivate var sequence: SQLiteValue?
        fileprivate var statistics: [SQLiteRow] = []
    }

    fileprivate struct Object: Hashable {
        let schema: String
        let type: String
        let name: ExactName
        let sql: String
    }

    func saved() throws(SQLiteError) -> Saved {
        var saved = Saved()
        saved.objects = try objects()
        if try hasTable("sqlite_sequence") {
            saved.sequence = try connection.row(
                """
                SELECT seq FROM \(identifier: database).sqlite_sequence WHERE name = \(table.name)
                """)?.values.first
        }
        if try hasTable("sqlite_stat1") {
            saved.statistics = try connection.rows(
                """
                SELECT tbl, idx, stat FROM \(identifier: database).sqlite_stat1
                WHERE tbl = \(table.name) COLLATE NOCASE
                """)
        }
        return saved
    }

    /// Creates again what was deleted.
    func restore(_ saved: Saved, _ created: DatabaseSchema.Table) throws(SQLiteError) {
        try restoreSequence(saved.sequence, created)
        let remaining = Set(try objects())
        let deleted = saved.objects.filter { !remaining.contains($0) }
        for object in deleted where object.type == "index" { try create(object) }
        try requireSameIndexes()
        for object in deleted where object.type == "trigger" { try create(object) }
        try restoreStatistics(saved.statistics)
    }

    private func objects() throws(SQLiteError) -> [Object] {
        var objects: [Object] = []
        let schemas = SQLName.matches(database, "temp") ? [database] : [database, "temp"]
        for schema in schemas {
            objects += try connection.rows(
                """
                SELECT type, name, sql FROM \(identifier: schema).sqlite_master
                WHERE type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY rowid
                """
            ).map { row in
                Object(
                    schema: schema, type: row.lenientValue(at: 0) ?? "",
                    name: ExactName(name: row.lenientValue(at: 1) ?? ""),
                    sql: row.lenientValue(at: 2) ?? "")
            }
        }
        return objects
    }

    private func create(_ object: Object) throws(SQLiteError) {
        do throws(SQLiteError) {
            let statement = CreateStatement(object.sql)
            try connection.execute(SQL(raw: statement.qualified(by: object.schema)))
        } catch {
            guard error.resultCode.primary == .error else {
                throw error.prefixed("\(object.type) \(MessageText.names([object.name.name])): ")
            }
            throw ObjectCheck.error(object.type, object.name.name, error.message)
        }
    }

    /// A double-quoted column that no longer exists would be a string, if the connection allows them.
    private func requireSameIndexes() throws(SQLiteError) {
        let created = try SchemaChange(connection: connection, database: database).table(table.name)
        for index in table.indexes where index.origin == .createIndex {
            let new = created.indexes.first { SchemaName($0.name) == SchemaName(index.name) }
            guard new?.terms.map(\.column) != index.terms.map(\.column) else { continue }
            throw ObjectCheck.error("index", index.name, "it would have other columns")
        }
    }

    private func restoreSequence(
        _ value: SQLiteValue?, _ created: DatabaseSchema.Table
    ) throws(SQLiteError) {
        guard created.isAutoincrement, table.isAutoincrement else { return }
        let sequence: SQL = "\(identifier: database).sqlite_sequence"
        try connection.execute("DELETE FROM \(sequence) WHERE name = \(table.name)")
        guard let value else { return }
        try connection.execute(
            "INSERT INTO \(sequence)(name, seq) VALUES (\(table.name), \(value))")
    }

    /// Only those of the table and of indexes that were created by statements: the names of others could be those of
    /// other constraints now.
    private func restoreStatistics(_ rows: [SQLiteRow]) throws(SQLiteError) {
        let names = Set(
            table.indexes.filter { $0.origin == .createIndex }.map { SchemaName($0.name) })
        var isChanged = false
        for row in rows {
            let index: String? = row.lenientValue(at: 1)
            guard index.map({ names.contains(SchemaName($0)) }) ?? true else { continue }
            try connection.execute(
                "INSERT INTO \(identifier: database).sqlite_stat1(tbl, idx, stat) VALUES (?, ?, ?)",
                SQLParameters(row.values))
            isChanged = true
        }
        // Loads them.
        if isChanged { try connection.execute("ANALYZE \(identifier: database).sqlite_schema") }
    }

    private func hasTable(_ name: String) throws(SQLiteError) -> Bool {
        try connection.value(
            """
            SELECT EXISTS (
                SELECT 1 FROM \(identifier: database).sqlite_master WHERE type = 'table' AND name = \(name)
            )
            """, as: Bool.self) ?? false
    }
}
