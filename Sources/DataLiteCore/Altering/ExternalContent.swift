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

// MARK: - FullTextCheck

/// The full-text tables of a database whose text is in other tables. SQLite does not check that these tables still fit.
package struct FullTextCheck {
    private let connection: any ConnectionProtocol
    private let database: String

    /// The full-text tables that worked before the change.
    private var before: [ExternalContent: ExternalContent.Key] = [:]

    /// - Parameter schema: The schema before the change.
    package init(
        before connection: any ConnectionProtocol, database: String, schema: DatabaseSchema
    ) throws(SQLiteError) {
        self.connection = connection
        self.database = database
        for content in schema.tables.compactMap(ExternalContent.init) {
            guard try problem(of: content) == nil else { continue }
            before[content] = content.key(in: schema)
        }
    }

    /// - Throws: An error that names a full-text table that no longer works.
    package func requireUnchanged() throws(SQLiteError) {
        guard !before.isEmpty else { return }
        let schema = try connection.schema(of: database)
        for (content, key) in before {
            if let problem = try problem(of: content) { throw Self.error(content, problem) }
            guard content.key(in: schema).rawValue < key.rawValue else { continue }
            throw Self.error(
                content,
                "column \(MessageText.names([content.rowID])) of "
                    + "\(MessageText.names([content.table])) would not contain its rowids")
        }
    }

    private func problem(of content: ExternalContent) throws(SQLiteError) -> String? {
        try ObjectCheck(connection: connection, database: database)
            .problem(of: content.query(in: database))
    }

    package static func error(_ content: ExternalContent, _ problem: String) -> SQLiteError {
        ObjectCheck.error("full-text table", content.fullTextTable, problem)
    }
}
