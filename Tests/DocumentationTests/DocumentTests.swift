import DataLite
import Foundation
import Testing

@Suite("The documents")
struct DocumentTests {
    private static let blocks = (Repository.documents + Repository.articles).flatMap(\.blocks)

    @Test("The repository contains exactly the listed documents")
    func paths() {
        let paths = Repository.documents.map(\.path)
        let guides = [
            "AppGuide", "Architecture", "Associations", "Blobs", "Changes", "Clauses", "Cluster",
            "Codable", "CommandLineGuide", "Concurrency", "Connections", "Database", "Dates",
            "Deployment",
            "Dumps", "Encryption", "Errors", "Fetching", "FromGRDB", "FromOthers", "FromSQLiteData",
            "FromSQLiteSwift", "FullText", "Functions", "FunctionsGuide", "Generate", "Hooks",
            "JSON", "Library", "Maintenance", "MigrationGuide", "Migrations", "Mite3", "Mocks",
            "Observation", "Pages", "Performance", "Queries", "README", "RawSQL", "SQL", "Sandbox",
            "Schema", "SearchGuide", "ServerGuide", "Servers", "Statements", "Tables", "Testing",
            "TestingGuide", "Transactions", "Troubleshooting", "TypeChecking", "Values",
        ]
        let top = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]
        #expect(paths == top + guides.map { "Docs/\($0).md" })
    }

    @Test("The tests compile and run all Swift in the documents", arguments: blocks(in: "swift"))
    func swift(block: CodeBlock) {
        #expect((SampleSource.all + SampleSource.programs).contains { $0.code == block.code })
    }

    @Test("The documents show every sample that the tests run", arguments: SampleSource.all)
    func sample(_ sample: CodeBlock) {
        #expect(Self.blocks(in: "swift").contains { $0.code == sample.code })
    }

    @Test("The tests check the query output in the documents", arguments: queryOutputs)
    func output(block: CodeBlock) {
        #expect(SampleSource.outputs.contains { $0.code == block.code })
    }

    @Test("The documents show all output that the tests check", arguments: SampleSource.outputs)
    func shownOutput(_ output: CodeBlock) {
        #expect(Self.queryOutputs.contains { $0.code == output.code })
    }

    @Test("The tests compile the forms for users of other libraries", arguments: forms)
    func form(_ form: String) {
        #expect(SampleSource.lines.contains { $0.contains(form) })
    }

    @Test("SQL in the documents runs", arguments: blocks(in: "sql"))
    func sql(block: CodeBlock) throws {
        try Connection(location: .inMemory).execute(sql: block.code)
    }

    @Test("Code blocks have a known language", arguments: blocks)
    func language(block: CodeBlock) {
        // `swift package` is a manifest, `text` is output.
        #expect(["swift", "sql", "sh", "text", "swift package"].contains(block.language))
    }

    @Test("The README shows the commands for the tour and the tests")
    func commands() {
        let shell = Self.blocks(in: "sh").filter { $0.place.hasPrefix("README.md") }
        let lines = shell.flatMap { $0.code.split(separator: "\n") }
        #expect(lines.contains("apt-get install -y libsqlite3-dev && swift run datalite tour"))
        #expect(lines.contains("swift test"))
    }

    @Test("The changelog begins with the version of the library")
    func version() {
        let heading = Document(path: "CHANGELOG.md").lines.first { $0.hasPrefix("## ") }
        #expect(heading?.hasPrefix("## \(DataLite.version) ") == true)
    }

    @Test("The documents name an existing product", arguments: blocks(in: "swift package"))
    func manifest(block: CodeBlock) throws {
        let manifest = try Repository.text(of: "Package.swift")
        #expect(block.code.contains(#".product(name: "DataLite", package: "DataLite")"#))
        #expect(manifest.contains(#".library(name: "DataLite", targets: ["DataLite"])"#))
        #expect(manifest.contains(#"name: "DataLite","#))
        let tools = try #require(manifest.split(separator: "\n").first)
        #expect(block.code.hasPrefix(tools))
    }

    /// The code in the right columns of the tables in the guides for users of other libraries.
    private static let forms: [String] = movingGuides.flatMap { guide -> [String] in
        let tables = guide.tables.filter { $0[0][0] != "You write" && $0[0].last != "Here" }
        let cells = tables.flatMap { $0.dropFirst() }.compactMap(\.last)
        return cells.compactMap { cell in
            cell.wholeMatch(of: /`([^`]+)`/).map { String($0.1) }
        }
    }

    private static let movingGuides = ["GRDB", "SQLiteData", "SQLiteSwift", "Others"]
        .map { Document(path: "Docs/From\($0).md") }

    private static let queryOutputs = blocks(in: "text").filter { block in
        [
            "Tables", "Queries", "Changes", "FullText", "Functions", "RawSQL", "Schema", "Dates",
            "JSON", "Clauses",
        ].contains {
            block.place.hasPrefix("Docs/\($0).md")
        }
    }

    private static func blocks(in language: String) -> [CodeBlock] {
        blocks.filter { $0.language == language }
    }
}
