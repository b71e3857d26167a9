import DataLiteDatabase
import DataLiteCore
import DataLiteSyntax

/// Reads the tables and views of a database.
struct SchemaReader {
    let connection: Connection

    /// The tables and views, without SQLite's internal tables, the shadow tables of virtual tables, and the
    /// table of migrations.
    ///
    /// - Throws: An `SQLiteError` if the schema cannot be read. A table whose columns cannot be read is not
    ///   an error: see ``TableSchema/problem``.
    func read() throws -> DatabaseSchema {
        // In a transaction, so that no other process changes the schema while it is read.
        try connection.transaction {
            let kinds = try kindsByName()
            let triggers = try namesByTable(ofType: "trigger")
            var tables: [TableSchema] = []
            let rows = try connection.rows(
                """
                SELECT name, type, sql FROM sqlite_schema WHERE type IN ('table', 'view') \
                ORDER BY rowid
                """)
            for row in rows {
                let name = try row["name", as: String.self]
                guard !Self.isInternal(name), kinds[name.bytes]?.type != "shadow" else { continue }
                let sql = row.lenientValue("sql", as: String.self) ?? ""
                var table = TableSchema(name: name, kind: kind(row.lenientValue("type"), sql))
                table.isStrict = kinds[name.bytes]?.isStrict ?? false
                table.hasRowID = kinds[name.bytes]?.hasRowID ?? true
                table.triggers = triggers[name.bytes] ?? []
                tables.append(try complete(table, sql))
            }
            return DatabaseSchema(tables: tables).withInheritedForms()
        }
    }

    private static func isInternal(_ name: String) -> Bool {
        let name = name.foldedASCII
        return name.hasPrefix("sqlite_") || name == Migrator.defaultTable
    }

    private typealias TableKind = (type: String, hasRowID: Bool, isStrict: Bool)

    private func kindsByName() throws -> [[UInt8]: TableKind] {
        let rows = try connection.rows(
            "SELECT name, type, wr, strict FROM pragma_table_list WHERE schema = 'main'")
        return try rows.reduce(into: [:]) { kinds, row in
            kinds[try row["name", as: String.self].bytes] = (
                try row["type", as: String.self], try !row["wr", as: Bool.self],
                try row["strict", as: Bool.self]
            )
        }
    }

    private func namesByTable(ofType type: String) throws -> [[UInt8]: [String]] {
        let rows = try connection.rows(
            "SELECT tbl_name, name FROM sqlite_schema WHERE type = \(type) ORDER BY rowid")
        return try rows.reduce(into: [:]) { names, row in
            names[try row["tbl_name", as: String.self].bytes, default: []]
                .append(try row["name", as: String.self])
        }
    }

    /// The kind of a table or view, with the module from `CREATE VIRTUAL TABLE name USING module(...)`.
    private func kind(_ type: String?, _ sql: String) -> TableSchema.Kind {
        if type == "view" { return .view }
        let tokens = SQLTokens(sql).prefix { !$0.isPunctuation("(") }
        guard tokens.dropFirst().first?.keyword == "VIRTUAL" else { return .table }
        return .virtual(module: tokens.last?.name?.foldedASCII ?? "")
    }

    private func complete(_ table: TableSchema, _ sql: String) throws -> TableSchema {
        var table = table
        do {
            table.columns = try columns(of: table.name)
            guard table.kind == .table else { return table }
            table.indexes = try indexes(of: table.name)
            table.foreignKeys = try foreignKeys(of: table.name)
        } catch let error as SQLiteError where error.resultCode.primary == .error {
            let isUnsafe = ErrorHint.unsafeName(in: error) != nil
            table.problem = error.message + (isUnsafe ? ", unless with --trust-schema" : "")
            table.columns = []
            return table
        }
        table.declarations = TableDeclaration(createTable: sql)
        let areDeferred = table.declarations.foreignKeysAreDeferred
        for (index, isDeferred) in zip(table.foreignKeys.indices, areDeferred) {
            table.foreignKeys[index].isDeferred = isDeferred
        }
        for index in table.columns.indices {
            let name = table.columns[index].name.foldedASCII.bytes
            table.columns[index].collation = table.declarations.collations[name]
        }
        markRowID(in: &table)
        return table.withForms(from: connection)
    }

    /// Marks the primary key as the rowid if it has no index.
    private func markRowID(in table: inout TableSchema) {
        guard table.hasRowID, !table.indexes.contains(where: { $0.origin == .primaryKey }),
            let column = table.columns.firstIndex(where: { $0.primaryKeyPosition == 1 })
        else { return }
        table.columns[column].isRowID = true
    }

    private func columns(of table: String) throws -> [ColumnSchema] {
        let rows = try connection.rows(
            """
            SELECT name, type, "notnull", dflt_value, pk, hidden \
            FROM pragma_table_xinfo(\(table), 'main') ORDER BY cid
            """)
        return try rows.compactMap { row in
            var column = ColumnSchema(
                name: try row["name", as: String.self],
                declaredType: row.lenientValue("type") ?? "",
                isNotNull: try row["notnull", as: Bool.self],
                defaultSQL: row.lenientValue("dflt_value"),
                primaryKeyPosition: try row["pk", as: Int.self])
            switch try row["hidden", as: Int.self] {
            case 0: break
            case 2: column.storage = .virtual
            case 3: column.storage = .stored
            // A hidden column of a virtual table, such as the rank of a full-text table.
            default: return nil
            }
            return column
        }
    }

    private func indexes(of table: String) throws -> [IndexSchema] {
        let rows = try connection.rows(
            """
            SELECT name, "unique", origin, partial FROM pragma_index_list(\(table), 'main') \
            ORDER BY seq DESC
            """)
        return try rows.map { row in
            let name = try row["name", as: String.self]
            return IndexSchema(
                name: name,
                origin: row.lenientValue("origin").flatMap(IndexSchema.Origin.init) ?? .createIndex,
                isUnique: try row["unique", as: Bool.self],
                isPartial: try row["partial", as: Bool.self],
                columns: try connection.rows(
                    "SELECT name FROM pragma_index_info(\(name), 'main') ORDER BY seqno"
                ).map { $0.lenientValue("name") })
        }
    }

    private func foreignKeys(of table: String) throws -> [ForeignKeySchema] {
        let rows = try connection.rows(
            """
            SELECT id, "table", "from", "to", on_update, on_delete \
            FROM pragma_foreign_key_list(\(table), 'main') ORDER BY id DESC, seq
            """)
        var keys: [(id: Int, key: ForeignKeySchema)] = []
        for row in rows {
            let id = try row["id", as: Int.self]
            if keys.last?.id != id {
                let key = ForeignKeySchema(
                    table: try row["table", as: String.self], columns: [], referencedColumns: [],
                    onUpdate: try row["on_update", as: String.self],
                    onDelete: try row["on_delete", as: String.self])
                keys.append((id, key))
            }
            let last = keys.count - 1
            keys[last].key.columns.append(try row["from", as: String.self])
            keys[last].key.referencedColumns +=
                row.lenientValue("to", as: String.self).map { [$0] } ?? []
        }
        return keys.map(\.key)
    }
}
