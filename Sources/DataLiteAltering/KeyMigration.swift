import DataLiteCore
import DataLiteSyntax

/// Gives rows new primary keys, and their references the same ones, inside a transaction.
struct KeyMigration {
    let change: SchemaChange

    /// The schema before the change.
    let schema: DatabaseSchema

    let keys: KeyReferences

    /// The type of the new columns.
    let type: String

    /// The default of the key columns in SQL.
    let expression: String?

    /// A new key for a row, from the name of its table and its old key.
    typealias NewKey = (_ table: String, _ old: Int64) throws(SQLiteError) -> SQLiteValue

    private var connection: any ConnectionProtocol { change.connection }

    func run(_ newKey: NewKey) throws(SQLiteError) {
        let maps = try createMaps(newKey)
        for name in keys.tables {
            if let table = schema.table(name) { try rebuild(table, maps) }
        }
        for map in maps.values { try connection.execute("DROP TABLE \(map.name)") }
    }

    /// A table of old and new keys.
    private struct Map {
        /// The quoted name with the schema.
        let name: SQL
        /// The quoted name.
        let table: SQL
    }

    private func createMaps(_ newKey: NewKey) throws(SQLiteError) -> [SchemaName: Map] {
        var maps: [SchemaName: Map] = [:]
        let roots = Set(keys.columns.values)
        for table in schema.tables where roots.contains(SchemaName(table.name)) {
            maps[SchemaName(table.name)] = try createMap(of: table, newKey)
        }
        return maps
    }

    private func createMap(
        of table: DatabaseSchema.Table, _ newKey: NewKey
    ) throws(SQLiteError) -> Map {
        let unused = try change.unusedName("datalite keys")
        let map = Map(
            name: "\(identifier: change.database).\(identifier: unused)",
            table: "\(identifier: unused)")
        try connection.execute(
            "CREATE TABLE \(map.name)(old INTEGER PRIMARY KEY, new NOT NULL UNIQUE)")
        let source: SQL = "\(identifier: change.database).\(identifier: table.name)"
        let column: SQL = "\(identifier: table.name).\(identifier: table.primaryKey[0])"
        let others: Int? = try connection.value(
            "SELECT count(*) FROM \(source) WHERE typeof(\(column)) <> 'integer'")
        guard others == 0 else {
            throw SQLiteError.misuse(
                "table \(MessageText.names([table.name])) has keys that are not integers")
        }
        let old = try connection.rows("SELECT \(column) FROM \(source) ORDER BY 1", as: Int64.self)
        for key in old {
            let new = try newKey(table.name, key)
            do throws(SQLiteError) {
                try connection.execute("INSERT INTO \(map.name) VALUES (\(key), \(new))")
            } catch {
                throw error.prefixed(
                    "the new key of row \(key) of table \(MessageText.names([table.name])): ")
            }
        }
        return map
    }

    private func rebuild(
        _ table: DatabaseSchema.Table, _ maps: [SchemaName: Map]
    ) throws(SQLiteError) {
        var editor = CreateTableEditor(table.sql)
        var sources: [SchemaName: TableRebuild.Source] = [:]
        for column in table.columns {
            let name = SchemaName(column.name)
            let key = KeyReferences.Column(table: SchemaName(table.name), column: name)
            guard let map = keys.columns[key].flatMap({ maps[$0] }) else { continue }
            try requireKnown(column, of: table, map)
            try edit(&editor, column, of: table)
            sources[name] = .expression(
                """
                SELECT \(map.table).new FROM \(map.name) \
                WHERE \(map.table).old = \(identifier: table.name).\(identifier: column.name)
                """)
        }
        try TableRebuild(
            connection: connection, database: change.database, table: table, definition: editor.sql,
            sources: sources
        ).run()
    }

    /// Checks that every value of a column has a new key, so that no reference is lost.
    private func requireKnown(
        _ column: DatabaseSchema.Column, of table: DatabaseSchema.Table, _ map: Map
    ) throws(SQLiteError) {
        let title =
            "column \(MessageText.names([column.name])) of table \(MessageText.names([table.name]))"
        guard column.storage == .ordinary else {
            throw SQLiteError(.misuse, message: "\(title) is generated, so it cannot get new keys")
        }
        let hasDefault = column.defaultSQL.map { $0.lowercasedASCII != "null" } ?? false
        if hasDefault, column.keyPosition == 0 {
            throw SQLiteError.misuse(
                "\(title) has a default, which would not be a new key; change the column before")
        }
        let value: SQL = "\(identifier: table.name).\(identifier: column.name)"
        let missing: Int? = try connection.value(
            """
            SELECT count(*) FROM \(identifier: change.database).\(identifier: table.name)
            WHERE \(value) IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM \(map.name) WHERE \(map.table).old = \(value))
            """)
        guard missing == 0 else {
            throw SQLiteError.misuse("\(title) refers to missing rows in \(missing ?? 0) rows")
        }
    }

    private func edit(
        _ editor: inout CreateTableEditor, _ column: DatabaseSchema.Column,
        of table: DatabaseSchema.Table
    ) throws(SQLiteError) {
        do throws(CreateTableEditor.Failure) {
            guard table.primaryKey.count == 1, column.keyPosition == 1 else {
                return try editor.changeType(of: column.name, to: type)
            }
            editor.removeAutoincrement()
            try editor.removeConstraints("NOT", of: column.name)
            var constraints = "NOT NULL"
            if let expression, keys.isOwnKey(column.name, of: table.name) {
                try editor.removeConstraints("DEFAULT", of: column.name)
                constraints += " ON CONFLICT REPLACE DEFAULT (\(expression))"
            }
            try editor.changeType(of: column.name, to: type, constraints: constraints)
        } catch {
            throw SQLiteError.misuse(
                "table \(MessageText.names([table.name])) cannot be changed: "
                    + MessageText.sql(error.message))
        }
    }
}
