/// A table, index, view or trigger in SQLite's own table of the schema
/// (<https://sqlite.org/schematab.html>).
///
/// ```swift
/// try SQLiteSchema.where { $0.type == "table" }.order(by: \.name).select(\.name).fetchAll(db)
/// try SQLiteSchema.all(in: "archive").fetchAll(db)
/// ```
///
/// The SQL has the name `sqlite_master`, because SQLite resolves columns with that name only.
public struct SQLiteSchema: Hashable, Sendable {
    /// `table`, `index`, `view` or `trigger`.
    public let type: String
    /// The name.
    public let name: String
    /// The table or view that it belongs to; for a table or view, its own name.
    public let table: String
    /// The root page in the file; 0 or `nil` for a view, a trigger and a virtual table.
    public let rootPage: Int?
    /// The statement that creates it; `nil` for an index of a constraint.
    public let sql: String?

    /// The schema of an attached database: `FROM "archive"."sqlite_master"`; for `temp`, ``temporary``.
    public static func all(in schema: String) -> Where<SQLiteSchema> {
        if schema.lowercased() == "temp" { return temporary }
        return Where(SQLiteSchema.self, from: schemaTable("sqlite_master", schema: schema))
    }

    /// The temporary tables, indexes, views and triggers of the connection: `FROM "sqlite_temp_master"`.
    public static var temporary: Where<SQLiteSchema> {
        Where(SQLiteSchema.self, from: schemaTable("sqlite_temp_master", schema: nil))
    }

    private static func schemaTable(_ name: String, schema: String?) -> TableDefinition {
        TableDefinition(name, schema: schema) { columns in
            columns.add("type", String.self)
            columns.add("name", String.self)
            columns.add("tbl_name", String.self)
            columns.add("rootpage", Int?.self)
            columns.add("sql", String?.self)
        }
    }
}

extension SQLiteSchema: Table {
    public static let tableDefinition = schemaTable("sqlite_master", schema: nil)

    public init(row: inout RowReader) throws(SQLiteError) {
        type = try row.next()
        name = try row.next()
        table = try row.next()
        rootPage = try row.next()
        sql = try row.next()
    }

    public func encode(to values: inout RowWriter) {
        values.append(type)
        values.append(name)
        values.append(table)
        values.append(rootPage)
        values.append(sql)
    }

    /// The columns.
    public struct Columns: ColumnSet {
        public typealias Model = SQLiteSchema
        public typealias Output = SQLiteSchema

        public let _source: ColumnSource

        public init(_source: ColumnSource) { self._source = _source }

        /// `table`, `index`, `view` or `trigger`.
        public var type: SQLExpression<String> { _source.column("type") }
        /// The name.
        public var name: SQLExpression<String> { _source.column("name") }
        /// The table or view that it belongs to; for a table or view, its own name.
        public var table: SQLExpression<String> { _source.column("tbl_name") }
        /// The root page in the file; 0 or `nil` for a view, a trigger and a virtual table.
        public var rootPage: SQLExpression<Int?> { _source.column("rootpage") }
        /// The statement that creates it; `nil` for an index of a constraint.
        public var sql: SQLExpression<String?> { _source.column("sql") }
    }
}

extension Select where Columns == SQLiteSchema.Columns, Output == SQLiteSchema {
    /// All rows of a table with the columns of the schema.
    fileprivate init(_ model: SQLiteSchema.Type, from table: TableDefinition) {
        let item = FromItem(table)
        self.init(
            core: SelectCore(from: item), columns: Columns(_source: ColumnSource(of: item)),
            decoder: _QueryDecoder(direct: table.columns.list.count))
    }
}
