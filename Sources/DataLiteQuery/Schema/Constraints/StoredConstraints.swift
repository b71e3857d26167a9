import DataLiteSyntax

/// The constraints of a table that a database reports.
struct StoredConstraints {
    /// The conditions of the `CHECK` constraints.
    private(set) var checks: [CheckText] = []

    /// The columns of each unique constraint, unique index or primary key.
    private(set) var unique: [UniqueColumns]

    /// The foreign keys.
    private(set) var foreignKeys: [StoredForeignKey]

    init(
        _ name: String, schema: String, in db: any ConnectionProtocol
    ) throws(SQLiteError) {
        let text = CreateTableText(try Self.statement(name, schema: schema, in: db) ?? "")
        checks = text.checks.map { CheckText($0.condition, of: name) }
        unique = try Self.uniqueColumns(name, schema: schema, text, in: db)
        foreignKeys = try Self.foreignKeys(
            name, schema: schema, text.foreignKeysAreDeferred, in: db)
    }

    /// The text of `CREATE TABLE`, or `nil` for a view.
    static func statement(
        _ name: String, schema: String, in db: any ConnectionProtocol
    ) throws(SQLiteError) -> String? {
        var query = _SQLWriter()
        query.write("SELECT \"sql\" FROM ")
        query.writeTable("sqlite_master", schema: schema)
        query.write(" WHERE \"type\" = 'table' AND \"name\" = ")
        query.write(parameter: .text(name))
        query.write(" COLLATE NOCASE")
        return try db.value(query.finish())
    }

    private static func uniqueColumns(
        _ name: String, schema: String, _ text: CreateTableText, in db: any ConnectionProtocol
    ) throws(SQLiteError) -> [UniqueColumns] {
        let rows = try db.rows(
            """
            SELECT "list"."name", "list"."origin" = 'u', "info"."name", "info"."coll"
            FROM pragma_index_list(\(name), \(schema)) AS "list",
                pragma_index_xinfo("list"."name", \(schema)) AS "info"
            WHERE "list"."unique" AND NOT "list"."partial" AND "info"."key"
            ORDER BY "list"."seq" DESC, "info"."seqno"
            """, as: IndexColumn.self)
        let collations = Dictionary(
            text.columns.map { ($0.name.lowercasedASCII, $0.collation ?? "BINARY") },
            uniquingKeysWith: { first, _ in first })
        var unique: [(index: String, columns: UniqueColumns)] = []
        for row in rows {
            if unique.last?.index != row.index {
                unique.append((row.index, UniqueColumns(isConstraint: row.isConstraint)))
            }
            let own = row.column.flatMap { collations[$0.lowercasedASCII] } ?? "BINARY"
            let collation = SQLName.matches(row.collation, own) ? nil : row.collation
            unique[unique.count - 1].columns.names.append(row.column)
            unique[unique.count - 1].columns.collations.append(collation)
        }
        return unique.map(\.columns)
    }

    private static func foreignKeys(
        _ name: String, schema: String, _ areDeferred: [Bool], in db: any ConnectionProtocol
    ) throws(SQLiteError) -> [StoredForeignKey] {
        let rows = try db.rows(
            """
            SELECT "id", "table", "from", "to", "on_delete", "on_update"
            FROM pragma_foreign_key_list(\(name), \(schema)) ORDER BY "id" DESC, "seq"
            """, as: ForeignKeyColumn.self)
        var keys: [(id: Int, key: StoredForeignKey)] = []
        for row in rows {
            if keys.last?.id != row.id {
                let position = keys.count
                let isDeferred = areDeferred.indices.contains(position) && areDeferred[position]
                keys.append((row.id, StoredForeignKey(row, isDeferred: isDeferred)))
            }
            keys[keys.count - 1].key.columns.append((row.column, row.referenced))
        }
        return keys.map(\.key)
    }
}

/// The columns of a unique constraint or index.
struct UniqueColumns {
    /// Whether it is a `UNIQUE` constraint, not a primary key or an index that was created on its own.
    let isConstraint: Bool

    /// The names of the columns; `nil` for an expression.
    var names: [String?] = []

    /// For each column, the collation that compares its values, if it is not the collation of the column.
    var collations: [String?] = []

    /// Whether it has the same columns, in any order, and compares them with their collations: then the same rows
    /// conflict.
    func hasColumns(_ others: [String?]) -> Bool {
        guard names.allSatisfy({ $0 != nil }), collations.allSatisfy({ $0 == nil }) else {
            return false
        }
        return Set(names.compactMap { $0?.lowercasedASCII })
            == Set(others.compactMap { $0?.lowercasedASCII })
    }

    /// The constraint in SQL.
    var sql: String {
        let columns = zip(names, collations).map { name, collation in
            (name ?? "").quotedName + (collation.map { " COLLATE \($0.quotedName)" } ?? "")
        }
        return "UNIQUE (\(columns.joined(separator: ", ")))"
    }
}

/// A foreign key that a database reports.
struct StoredForeignKey {
    let table: String
    let onDelete: String
    let onUpdate: String
    let isDeferred: Bool
    /// The columns, and the columns that they refer to; `nil` for the primary key.
    var columns: [(name: String, referenced: String?)] = []

    fileprivate init(_ row: ForeignKeyColumn, isDeferred: Bool) {
        table = row.table
        onDelete = row.onDelete
        onUpdate = row.onUpdate
        self.isDeferred = isDeferred
    }

    func matches(_ key: ForeignKeyDefinition) -> Bool {
        let definition = key.table.tableDefinition
        let noAction = ForeignKeyAction.noAction
        guard SQLName.matches(table, definition.name), isDeferred == key.isDeferred,
            SQLName.matches(onDelete, (key.onDelete ?? noAction).rawValue),
            SQLName.matches(onUpdate, (key.onUpdate ?? noAction).rawValue)
        else { return false }
        let primaryKey = definition.columns.list.filter(\.isPrimaryKey).map(\.name)
        let found = columns.indices.map { index in
            let referenced = columns[index].referenced
            let key = primaryKey.indices.contains(index) ? primaryKey[index] : ""
            return "\(columns[index].name)\0\(referenced ?? key)".lowercasedASCII
        }
        let expected = zip(key.columns, key.referenced).map { name, referenced in
            "\(name ?? "")\0\(referenced ?? "")".lowercasedASCII
        }
        return found.sorted() == expected.sorted()
    }

    /// The constraint in SQL.
    var sql: String {
        let names = columns.map(\.name.quotedName).joined(separator: ", ")
        let referenced = columns.compactMap { $0.referenced?.quotedName }.joined(separator: ", ")
        var sql = "FOREIGN KEY (\(names)) REFERENCES \(table.quotedName)"
        if !referenced.isEmpty { sql += " (\(referenced))" }
        if onDelete != "NO ACTION" { sql += " ON DELETE \(onDelete)" }
        if onUpdate != "NO ACTION" { sql += " ON UPDATE \(onUpdate)" }
        return sql + (isDeferred ? " DEFERRABLE INITIALLY DEFERRED" : "")
    }
}

/// A column of a unique index.
private struct IndexColumn: RowDecodable {
    let index: String
    let isConstraint: Bool
    let column: String?
    let collation: String

    static let columnCount = 4

    init(row: inout RowReader) throws(SQLiteError) {
        index = try row.next()
        isConstraint = try row.next()
        column = try row.next()
        collation = try row.next()
    }
}

/// A column of a foreign key.
private struct ForeignKeyColumn: RowDecodable {
    let id: Int
    let table: String
    let column: String
    let referenced: String?
    let onDelete: String
    let onUpdate: String

    static let columnCount = 6

    init(row: inout RowReader) throws(SQLiteError) {
        id = try row.next()
        table = try row.next()
        column = try row.next()
        referenced = try row.next()
        onDelete = try row.next()
        onUpdate = try row.next()
    }
}

extension String {
    fileprivate var quotedName: String { "\"" + replacing("\"", with: "\"\"") + "\"" }
}
