import DataLiteCore

@testable import DataLiteTool

/// The Swift source for a schema, without the lines before the first table.
func generated(
    _ sql: String, tables: [String] = [], access: AccessLevel = .internal
) throws -> String {
    let source = try generatedFile(sql, tables: tables, access: access)
    let sections = source.split(separator: "\n\n", omittingEmptySubsequences: false)
    return sections.dropFirst(2).joined(separator: "\n\n")
}

/// The complete Swift source for a schema.
func generatedFile(
    _ sql: String, name: String = "test.db", tables: [String] = [], access: AccessLevel = .internal
) throws -> String {
    let connection = try Connection(location: .inMemory)
    try connection.execute(script: sql)
    return try GeneratedSource(
        schema: SchemaReader(connection: connection).read(), databaseName: name, access: access
    ).text(tables: tables)
}

/// Whether the linked SQLite has a module for virtual tables.
func hasModule(_ name: String) -> Bool {
    let connection = try? Connection(location: .inMemory)
    let count: Int? = try? connection?.value(
        "SELECT count(*) FROM pragma_module_list WHERE name = \(name)")
    return count == 1
}
