import Foundation

/// Swift source with the tables of a database.
struct GeneratedSource {
    let schema: SourceSchema
    /// The name of the database in the first line.
    let databaseName: String
    let access: AccessLevel

    /// The source.
    ///
    /// - Parameter requested: The names of tables and views to write, in any order, or an empty array for all.
    /// - Throws: ``GenerationError`` if no table or view has one of the names.
    func text(tables requested: [String] = []) throws -> String {
        let tables = try selected(requested)
        let names = SwiftNames(schema)
        let references = ReferenceBuilder(
            schema: schema, names: names, writtenTables: Set(tables.map(\.name.bytes)))
        var sections = [
            """
            // Written by "datalite generate" from \(SwiftText.literal(databaseName)).
            // swift-format-ignore-file

            import DataLite
            import Foundation
            """
        ]
        for table in tables {
            let builder = TableBuilder(table: table, names: names, references: references)
            sections.append(builder.lines(access: access).joined(separator: "\n"))
        }
        return sections.joined(separator: "\n\n") + "\n"
    }

    private func selected(_ requested: [String]) throws -> [TableSchema] {
        guard !requested.isEmpty else { return schema.tables }
        let names = try requested.map { name in
            guard let table = schema.table(named: name) else {
                throw GenerationError(
                    """
                    no table or view \(name.sqlName); tables that belong to SQLite, to a virtual \
                    table or to datalite migrate are omitted
                    """)
            }
            return table.name.bytes
        }
        let wanted = Set(names)
        return schema.tables.filter { wanted.contains($0.name.bytes) }
    }
}
