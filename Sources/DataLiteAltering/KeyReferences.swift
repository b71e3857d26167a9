import DataLiteDatabase

/// The columns that contain primary keys of some tables: the keys themselves, and the references to them.
struct KeyReferences {
    struct Column: Hashable {
        let table: SchemaName
        let column: SchemaName
    }

    /// The table whose keys each column contains.
    private(set) var columns: [Column: SchemaName] = [:]

    /// The tables with such columns.
    private(set) var tables: [String] = []

    /// - Parameter names: The tables; `nil` for all whose primary key is one integer column.
    init(_ names: [String]?, in schema: DatabaseSchema) throws(SQLiteError) {
        var keys: [Column: SchemaName] = [:]
        let migrated =
            if let names { try Self.tables(names, in: schema) } else {
                schema.tables.filter { $0.hasIntegerKey && !$0.recordsMigrations }
            }
        for table in migrated {
            let name = SchemaName(table.name)
            keys[Column(table: name, column: SchemaName(table.primaryKey[0]))] = name
        }
        columns = try Self.columns(of: keys, in: schema)
        let found = Set(columns.keys.map(\.table))
        tables = schema.tables.map(\.name).filter { found.contains(SchemaName($0)) }
    }

    /// Whether the column of a table contains new keys that are not those of another table.
    func isOwnKey(_ column: String, of table: String) -> Bool {
        let table = SchemaName(table)
        return columns[Column(table: table, column: SchemaName(column))] == table
    }

    /// Checks that no full-text table indexes these columns, or the rows of a table with a new key: triggers add the
    /// key as its rowid, which must be an integer.
    func requireNoFullText(in schema: DatabaseSchema) throws(SQLiteError) {
        for content in schema.tables.compactMap(ExternalContent.init) {
            guard let table = schema.table(content.table) else { continue }
            let used = content.columns + [content.rowID] + table.primaryKey
            for column in used {
                let key = Column(table: SchemaName(table.name), column: SchemaName(column))
                guard columns[key] != nil else { continue }
                let title = "\(MessageText.names([column])) of \(MessageText.names([table.name]))"
                throw FullTextCheck.error(content, "column \(title) would get new keys")
            }
        }
    }

    private static func tables(
        _ names: [String], in schema: DatabaseSchema
    ) throws(SQLiteError) -> [DatabaseSchema.Table] {
        var tables: [DatabaseSchema.Table] = []
        for name in names {
            guard let table = schema.table(name) else {
                throw SQLiteError(.error, message: "no such table: \(MessageText.name(name))")
            }
            let problem: String? =
                switch table.primaryKey.count {
                case _ where table.kind != .table: "is not an ordinary table"
                case 0: "has no primary key; add one before: \"id INTEGER PRIMARY KEY\""
                case 1 where table.hasIntegerKey: nil
                case 1: "has a primary key that is not an integer"
                default: "has a primary key of several columns"
                }
            if let problem {
                throw SQLiteError.misuse("table \(MessageText.names([name])) \(problem)")
            }
            tables.append(table)
        }
        return tables
    }

    /// Follows foreign keys from parents to children until no further column is found.
    private static func columns(
        of keys: [Column: SchemaName], in schema: DatabaseSchema
    ) throws(SQLiteError) -> [Column: SchemaName] {
        let references = schema.tables.flatMap(Self.references).filter { $0.child != $0.parent }
        var columns = keys
        for _ in 0...references.count + 1 {
            var found: [Column: SchemaName] = [:]
            for (child, parent) in references where found[child] == nil {
                found[child] = columns[parent]
            }
            // A key that is a reference contains the keys of another table.
            let next = keys.merging(found) { _, root in root }
            guard next == columns else {
                columns = next
                continue
            }
            for (child, parent) in references where columns[child] != columns[parent] {
                throw conflict(child)
            }
            return columns
        }
        throw SQLiteError.misuse(
            "primary keys refer to each other in a cycle, so none can get a new key")
    }

    private static func conflict(_ column: Column) -> SQLiteError {
        SQLiteError.misuse(
            "column \(MessageText.names([column.column.text])) of table "
                + "\(MessageText.names([column.table.text])) refers to a table that does not get the same "
                + "keys")
    }

    private static func references(
        of table: DatabaseSchema.Table
    ) -> [(child: Column, parent: Column)] {
        table.foreignKeys.flatMap { key in
            zip(key.columns, key.parentColumns).map { column, parent in
                (
                    Column(table: SchemaName(table.name), column: SchemaName(column)),
                    Column(table: SchemaName(key.parent), column: SchemaName(parent))
                )
            }
        }
    }
}

extension DatabaseSchema.Table {
    /// Whether the primary key is one column of integers.
    fileprivate var hasIntegerKey: Bool {
        let key = primaryKey
        return kind == .table && key.count == 1
            && column(key[0])?.type.lowercasedASCII.contains("int") == true
    }
}
