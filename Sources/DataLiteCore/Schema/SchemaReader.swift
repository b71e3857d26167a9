import DataLiteSyntax

/// Reads the schema of a database with plain statements, on any connection.
struct SchemaReader {
    let connection: any ConnectionProtocol

    /// `main`, `temp`, or the name of an attached database.
    let schema: String

    /// - Throws: `SQLITE_ERROR` if there is no such database; an `SQLiteError` if the schema cannot be read. A table
    ///   whose columns cannot be read is not an error: see ``DatabaseSchema/Table/problem``.
    func read() throws(SQLiteError) -> DatabaseSchema {
        let objects = try connection.rows(
            """
            SELECT type, name, tbl_name, sql FROM \(identifier: schema).sqlite_master
            WHERE type IN ('table', 'view', 'trigger') ORDER BY rowid
            """)
        let kinds = try kinds()
        let statements = try indexStatements()
        let triggers = Dictionary(grouping: objects.compactMap(Self.trigger)) {
            SchemaName($0.table)
        }
        var tables: [DatabaseSchema.Table] = []
        for object in objects where object.lenientValue(at: 0) != "trigger" {
            let name: String = object.lenientValue(at: 1) ?? ""
            guard !name.lowercasedASCII.hasPrefix("sqlite_") else { continue }
            var table = Self.table(object, kinds[SchemaName(name)])
            table.triggers = triggers[SchemaName(name)] ?? []
            tables.append(try complete(table, statements))
        }
        return DatabaseSchema(tables: tables.withParentKeys())
    }

    /// Reads one table or view, without its triggers. A foreign key that names no columns has no `parentColumns`.
    func read(_ name: String) throws(SQLiteError) -> DatabaseSchema.Table? {
        let object = try connection.row(
            """
            SELECT type, name, tbl_name, sql FROM \(identifier: schema).sqlite_master
            WHERE type IN ('table', 'view') AND name = \(name) COLLATE NOCASE
            """)
        guard let object else { return nil }
        return try complete(
            Self.table(object, try kinds(of: name)[SchemaName(name)]),
            try indexStatements(of: name))
    }

    /// A table without its columns, from its row in `sqlite_master`.
    private static func table(_ object: SQLiteRow, _ stored: ListedTable?) -> DatabaseSchema.Table {
        let sql: String = object.lenientValue(at: 3) ?? ""
        var table = DatabaseSchema.Table(
            name: object.lenientValue(at: 1) ?? "",
            kind: kind(object.lenientValue(at: 0), stored?.type, sql), sql: sql)
        table.isStrict = stored?.isStrict ?? false
        table.hasRowID = table.kind != .view && !(stored?.isWithoutRowID ?? false)
        return table
    }

    private func kinds(of table: String? = nil) throws(SQLiteError) -> [SchemaName: ListedTable] {
        let tables = try connection.listedTables(named: table).filter {
            SchemaName($0.schema) == SchemaName(schema)
        }
        return Dictionary(tables.map { (SchemaName($0.name), $0) }) { _, last in last }
    }

    private static func trigger(_ row: SQLiteRow) -> DatabaseSchema.Trigger? {
        guard row.lenientValue(at: 0) == "trigger" else { return nil }
        return DatabaseSchema.Trigger(
            name: row.lenientValue(at: 1) ?? "", table: row.lenientValue(at: 2) ?? "",
            sql: row.lenientValue(at: 3) ?? "")
    }

    /// The kind of a table or view, with the module from `CREATE VIRTUAL TABLE name USING module(...)`.
    private static func kind(
        _ type: String?, _ stored: String?, _ sql: String
    ) -> DatabaseSchema.Table.Kind {
        if type == "view" { return .view }
        if stored == "shadow" { return .shadow }
        let tokens = SQLTokens(sql).prefix { !$0.isPunctuation("(") }
        guard tokens.dropFirst().first?.keyword == "VIRTUAL" else { return .table }
        return .virtual(module: tokens.last?.name?.lowercasedASCII ?? "")
    }

    private func complete(
        _ table: DatabaseSchema.Table, _ indexStatements: [SchemaName: String]
    ) throws(SQLiteError) -> DatabaseSchema.Table {
        var table = table
        do throws(SQLiteError) {
            table.columns = try columns(of: table.name)
            guard table.kind == .table || table.kind == .shadow else { return table }
            table.indexes = try indexes(of: table.name, indexStatements)
            table.foreignKeys = try foreignKeys(of: table.name)
        } catch {
            guard error.resultCode.primary == .error else { throw error }
            table.columns = []
            table.problem = error.message
            return table
        }
        table.readDeclaration()
        table.markRowID()
        return table
    }

    /// The columns of a table in the order of their positions, with hidden and generated ones.
    func columns(of table: String) throws(SQLiteError) -> [DatabaseSchema.Column] {
        let rows = try connection.rows(
            """
            SELECT name, type, "notnull", dflt_value, pk, hidden
            FROM pragma_table_xinfo(\(table), \(schema)) ORDER BY cid
            """)
        return rows.map { row in
            let hidden: Int = row.lenientValue(at: 5) ?? 0
            return DatabaseSchema.Column(
                name: row.lenientValue(at: 0) ?? "", type: row.lenientValue(at: 1) ?? "",
                isNullable: row.lenientValue(at: 2) == 0, defaultSQL: row.lenientValue(at: 3),
                keyPosition: row.lenientValue(at: 4) ?? 0,
                storage: hidden == 0
                    ? .ordinary : hidden == 2 ? .virtual : hidden == 3 ? .stored : .hidden)
        }
    }

    /// The statements that created indexes, by the names of the indexes. They are read once, because `sqlite_master` has
    /// no index itself.
    private func indexStatements(
        of table: String? = nil
    ) throws(SQLiteError) -> [SchemaName: String] {
        let condition: SQL = table.map { "AND tbl_name = \($0) COLLATE NOCASE" } ?? ""
        let rows = try connection.rows(
            """
            SELECT name, sql FROM \(identifier: schema).sqlite_master
            WHERE type = 'index' AND sql IS NOT NULL \(condition)
            """)
        var statements: [SchemaName: String] = [:]
        for row in rows {
            statements[SchemaName(row.lenientValue(at: 0) ?? "")] = row.lenientValue(at: 1)
        }
        return statements
    }

    private func indexes(
        of table: String, _ statements: [SchemaName: String]
    ) throws(SQLiteError) -> [DatabaseSchema.Index] {
        let rows = try connection.rows(
            """
            SELECT name, origin, "unique", partial
            FROM pragma_index_list(\(table), \(schema)) ORDER BY seq DESC
            """)
        var indexes: [DatabaseSchema.Index] = []
        for row in rows {
            let name: String = row.lenientValue(at: 0) ?? ""
            let origin: String? = row.lenientValue(at: 1)
            var index = DatabaseSchema.Index(
                name: name, table: table,
                origin: origin.flatMap(DatabaseSchema.Index.Origin.init) ?? .createIndex,
                isUnique: row.lenientValue(at: 2) ?? false,
                isPartial: row.lenientValue(at: 3) ?? false, sql: statements[SchemaName(name)])
            index.terms = try terms(of: index.name)
            index.readDeclaration()
            indexes.append(index)
        }
        return indexes
    }

    /// The columns of the index of a primary key; empty if the primary key is the rowid, or if there is none.
    func primaryKeyTerms(of table: String) throws(SQLiteError) -> [DatabaseSchema.Index.Term] {
        let index = try connection.value(
            "SELECT name FROM pragma_index_list(\(table), \(schema)) WHERE origin = 'pk'",
            as: String.self)
        return try index.map(terms) ?? []
    }

    private func terms(of index: String) throws(SQLiteError) -> [DatabaseSchema.Index.Term] {
        try connection.rows(
            """
            SELECT name, "desc", coll FROM pragma_index_xinfo(\(index), \(schema))
            WHERE key ORDER BY seqno
            """
        ).map { row in
            DatabaseSchema.Index.Term(
                column: row.lenientValue(at: 0), isDescending: row.lenientValue(at: 1) ?? false,
                collation: row.lenientValue(at: 2) ?? "BINARY")
        }
    }

    private func foreignKeys(of table: String) throws(SQLiteError) -> [DatabaseSchema.ForeignKey] {
        let rows = try connection.rows(
            """
            SELECT id, "table", "from", "to", on_delete, on_update
            FROM pragma_foreign_key_list(\(table), \(schema)) ORDER BY id DESC, seq
            """)
        var keys: [(id: Int?, key: DatabaseSchema.ForeignKey)] = []
        for row in rows {
            let id: Int? = row.lenientValue(at: 0)
            if keys.isEmpty || keys[keys.count - 1].id != id {
                let key = DatabaseSchema.ForeignKey(
                    columns: [], parent: row.lenientValue(at: 1) ?? "", parentColumns: [],
                    onDelete: Self.action(row.lenientValue(at: 4)),
                    onUpdate: Self.action(row.lenientValue(at: 5)))
                keys.append((id, key))
            }
            keys[keys.count - 1].key.columns.append(row.lenientValue(at: 2) ?? "")
            let referenced: String? = row.lenientValue(at: 3)
            keys[keys.count - 1].key.parentColumns += referenced.map { [$0] } ?? []
        }
        return keys.map(\.key)
    }

    private static func action(_ text: String?) -> ForeignKeyAction {
        text.flatMap(ForeignKeyAction.init) ?? .noAction
    }
}

extension [DatabaseSchema.Table] {
    /// The tables with the columns of foreign keys that name none.
    fileprivate func withParentKeys() -> [DatabaseSchema.Table] {
        let keys = Dictionary(
            map { (SchemaName($0.name), $0.primaryKey) }, uniquingKeysWith: { first, _ in first })
        return map { table in
            var table = table
            for position in table.foreignKeys.indices
            where table.foreignKeys[position].parentColumns.isEmpty {
                let parent = SchemaName(table.foreignKeys[position].parent)
                table.foreignKeys[position].parentColumns = keys[parent] ?? []
            }
            return table
        }
    }
}

// MARK: - Text

// The parts of a schema that no pragma reports, from the statements that created it.

extension DatabaseSchema.Table {
    mutating func readDeclaration() {
        let text = CreateTableText(sql)
        isAutoincrement = text.isAutoincrement
        checks = text.checks.map { check in
            DatabaseSchema.Check(name: check.name, sql: text.written(check.range, check.condition))
        }
        for (position, isDeferred) in zip(foreignKeys.indices, text.foreignKeysAreDeferred) {
            foreignKeys[position].isDeferred = isDeferred
        }
        let positions = columnPositions
        for definition in text.columns {
            guard let position = positions[SchemaName(definition.name)] else { continue }
            columns[position].collation = definition.collation
            columns[position].generatedSQL = definition.generated
        }
    }

    /// Marks the primary key as the rowid if it has no index.
    mutating func markRowID() {
        guard hasRowID, !indexes.contains(where: { $0.origin == .primaryKey }),
            let position = columns.firstIndex(where: { $0.keyPosition == 1 })
        else { return }
        columns[position].isRowID = true
        columns[position].isNullable = false
    }
}

extension DatabaseSchema.Index {
    /// Reads the expressions and the condition, which no pragma reports.
    mutating func readDeclaration() {
        guard let sql, isPartial || terms.contains(where: { $0.column == nil }) else { return }
        let text = CreateIndexText(sql)
        condition = text.condition
        for (position, expression) in zip(terms.indices, text.terms)
        where terms[position].column == nil {
            terms[position].expression = expression
        }
    }
}
