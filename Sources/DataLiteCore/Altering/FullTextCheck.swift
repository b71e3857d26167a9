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
