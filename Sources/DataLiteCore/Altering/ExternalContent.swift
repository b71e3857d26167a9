import DataLiteSyntax

/// Where the text of a full-text table is, if it is in a table or view of the same database:
/// <https://sqlite.org/fts5.html#external_content_tables>.
package struct ExternalContent: Hashable {
    /// The full-text table.
    package let fullTextTable: String

    /// `fts4` or `fts5`.
    package let module: String

    /// The table or view with the text.
    package let table: String

    /// The column of that table with the rowids of the full-text table.
    package let rowID: String

    /// The columns of that table with the text.
    package let columns: [String]

    /// - Returns: `nil` if the table is not a full-text table, or stores its own text or none.
    package init?(_ table: DatabaseSchema.Table) {
        guard case .virtual(let module) = table.kind, ["fts4", "fts5"].contains(module) else {
            return nil
        }
        let options = Self.options(table.sql)
        guard let content = options["content"], !content.isEmpty else { return nil }
        fullTextTable = table.name
        self.module = module
        self.table = content
        rowID = module == "fts5" ? options["content_rowid"] ?? "rowid" : "rowid"
        let language = module == "fts4" ? options["languageid"] : nil
        columns =
            table.columns.filter { $0.storage == .ordinary }.map(\.name)
            + (language.map { [$0] } ?? [])
    }

    /// The options `name=value` among the arguments of a module.
    private static func options(_ sql: String) -> [String: String] {
        var options: [String: String] = [:]
        for argument in CreateTableText(sql).definitions.map(Array.init)
        where argument.count == 3 && argument[1].isPunctuation("=") {
            options[argument[0].text.lowercasedASCII] = argument[2].name
        }
        return options
    }

    /// Whether a database has full-text tables whose text is elsewhere. Reads only the statements of its virtual tables.
    static func exists(
        in database: String, of connection: any ConnectionProtocol
    ) throws(SQLiteError) -> Bool {
        // https://sqlite.org/fileformat2.html#storage_of_the_sql_database_schema: only a table has a root page.
        let statements = try connection.rows(
            """
            SELECT sql FROM \(identifier: database).sqlite_master
            WHERE type = 'table' AND coalesce(rootpage, 0) = 0
            """, as: String?.self)
        return statements.contains { sql in
            sql.map { !(options($0)["content"] ?? "").isEmpty } ?? false
        }
    }

    /// The quality of the rowids: a change must not make it worse.
    enum Key: Int {
        /// The full-text table cannot use it, or only SQLite knows.
        case unknown
        case integer
        case rowID
    }

    func key(in schema: DatabaseSchema) -> Key {
        guard let table = schema.table(table) else { return .unknown }
        guard let column = table.column(rowID) else { return table.hasRowID ? .rowID : .unknown }
        if column.isRowID { return .rowID }
        return column.type.lowercasedASCII.contains("int") ? .integer : .unknown
    }

    /// A statement that reads the text as SQLite does.
    func query(in database: String) -> SQL {
        let names: [SQL] = ([rowID] + columns).map { "content.\(identifier: $0)" }
        return """
            SELECT \(names.joined(separator: ", ")) \
            FROM \(identifier: database).\(identifier: table) AS content
            """
    }
}
