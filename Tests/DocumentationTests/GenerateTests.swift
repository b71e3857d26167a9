import DataLiteCore
import Testing

@testable import DataLiteTool

@Suite("The guide to generated structs")
struct GenerateTests {
    @Test("Generate.md shows the source that its schema generates")
    func output() throws {
        let blocks = Document(path: "Docs/Generate.md").blocks
        let schema = try #require(blocks.first { $0.language == "sql" })
        let shown = try #require(blocks.first { $0.language == "text" })
        let connection = try Connection(location: .inMemory)
        try connection.execute(script: schema.code)
        let source = try GeneratedSource(
            schema: SchemaReader(connection: connection).read(), databaseName: "music.db",
            access: .internal
        ).text()
        #expect(source == shown.code + "\n")
    }
}
