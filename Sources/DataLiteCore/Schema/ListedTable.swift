/// A table or view as `PRAGMA table_list` describes it.
package struct ListedTable {
    package let schema: String
    package let name: String
    /// `table`, `view`, `shadow` or `virtual`.
    package let type: String
    package let isWithoutRowID: Bool
    let isStrict: Bool
}

extension ConnectionProtocol {
    /// The tables and views of all databases of the connection, or those with a name.
    package func listedTables(named name: String?) throws(SQLiteError) -> [ListedTable] {
        let source: SQL = name.map { "pragma_table_list(\($0))" } ?? "pragma_table_list"
        return try rows("SELECT schema, name, type, wr, strict FROM \(source)").map { row in
            ListedTable(
                schema: row.lenientValue(at: 0) ?? "", name: row.lenientValue(at: 1) ?? "",
                type: row.lenientValue(at: 2) ?? "",
                isWithoutRowID: row.lenientValue(at: 3) ?? false,
                isStrict: row.lenientValue(at: 4) ?? false)
        }
    }

    /// The description of a table or view; `nil` if there is none.
    package func listedTable(_ table: TableName) throws(SQLiteError) -> ListedTable? {
        try listedTables(named: table.table).first {
            SchemaName($0.schema) == SchemaName(table.schema)
        }
    }

    /// The columns of a table in the order of their positions, with hidden and generated ones; empty if there is no such
    /// table.
    package func columns(of table: TableName) throws(SQLiteError) -> [DatabaseSchema.Column] {
        try SchemaReader(connection: self, schema: table.schema).columns(of: table.table)
    }

    /// The columns of the index of a primary key; empty if the primary key is the rowid, or if there is none.
    package func primaryKeyTerms(
        of table: TableName
    ) throws(SQLiteError) -> [DatabaseSchema.Index.Term] {
        try SchemaReader(connection: self, schema: table.schema).primaryKeyTerms(of: table.table)
    }
}
