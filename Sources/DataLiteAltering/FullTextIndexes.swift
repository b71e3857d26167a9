import DataLiteCore
import DataLiteSyntax

/// The full-text tables that index the text of a table that is rebuilt with other values. SQLite does not change their
/// indexes with the rows: <https://sqlite.org/fts5.html#external_content_table_pitfalls>.
struct FullTextIndexes {
    private let connection: any ConnectionProtocol
    private let database: String

    /// The names of those whose index contains the text of every row before the change.
    private var complete: [String] = []

    /// - Throws: An error that names a full-text table whose index contains the text of some rows only, so that it
    ///   cannot be filled again, if the values of an indexed column change.
    init(before rebuild: TableRebuild) throws(SQLiteError) {
        connection = rebuild.connection
        database = rebuild.database
        let changes = Changes(rebuild)
        guard !changes.columns.isEmpty else { return }
        let schema = try connection.schema(of: database)
        for content in schema.tables.compactMap(ExternalContent.init) {
            let isView = schema.table(content.table)?.kind == .view
            let text = isView ? nil : Set((content.columns + [content.rowID]).map(SchemaName.init))
            guard isView || SchemaName(content.table) == SchemaName(rebuild.table.name),
                changes.concern(text)
            else { continue }
            if try isComplete(content) {
                complete.append(content.fullTextTable)
            } else if changes.haveValues(for: text) {
                throw FullTextCheck.error(
                    content,
                    "it indexes changed values of table \(MessageText.names([rebuild.table.name])), "
                        + "and other text than the table contains")
            }
        }
    }

    /// Fills the indexes again that no longer fit the text.
    func update() throws(SQLiteError) {
        guard !complete.isEmpty else { return }
        let schema = try connection.schema(of: database)
        for content in schema.tables.compactMap(ExternalContent.init)
        where complete.contains(content.fullTextTable) {
            guard try !isComplete(content) else { continue }
            let table: SQL = "\(identifier: content.fullTextTable)"
            try connection.execute(
                "INSERT INTO \(identifier: database).\(table)(\(table)) VALUES ('rebuild')")
        }
    }

    /// Whether the index fits the text. A table that cannot be checked does not: it does not work.
    private func isComplete(_ content: ExternalContent) throws(SQLiteError) -> Bool {
        let table: SQL = "\(identifier: content.fullTextTable)"
        let name: SQL = "\(identifier: database).\(table)"
        do throws(SQLiteError) {
            // Since SQLite 3.42, FTS5 compares the index with the text only for rank 1.
            try connection.execute(
                content.module == "fts5"
                    ? "INSERT INTO \(name)(\(table), rank) VALUES ('integrity-check', 1)"
                    : "INSERT INTO \(name)(\(table)) VALUES ('integrity-check')")
            return true
        } catch {
            guard [.corrupt, .error].contains(error.resultCode.primary) else { throw error }
            return false
        }
    }

    /// The columns whose values a rebuild can change.
    private struct Changes {
        private(set) var columns: Set<SchemaName> = []

        /// The columns with new values.
        private var sources: Set<SchemaName>

        /// Whether the values of other columns, or the rowids, may change with them.
        private var concernAll = false

        init(_ rebuild: TableRebuild) {
            let old = Self.definitions(rebuild.table.sql)
            let new = Self.definitions(rebuild.definition)
            sources = Set(rebuild.sources.keys)
            columns = sources
            for (name, definition) in new where old[name] != definition { columns.insert(name) }
            concernAll =
                rebuild.table.columns.contains { $0.storage != .ordinary }
                || sources.contains { new[$0]?.contains("primary") ?? false }
        }

        /// Whether the values of some columns may change; `nil` for any columns.
        func concern(_ text: Set<SchemaName>?) -> Bool {
            guard let text, !concernAll else { return !columns.isEmpty }
            return !columns.isDisjoint(with: text)
        }

        func haveValues(for text: Set<SchemaName>?) -> Bool {
            guard let text, !concernAll else { return !sources.isEmpty }
            return !sources.isDisjoint(with: text)
        }

        /// The words of each column's definition.
        private static func definitions(_ sql: String) -> [SchemaName: [String]] {
            var definitions: [SchemaName: [String]] = [:]
            for tokens in CreateTableText(sql).definitions {
                guard let name = tokens.first?.name else { continue }
                definitions[SchemaName(name)] = tokens.map(\.text.lowercasedASCII)
            }
            return definitions
        }
    }
}
