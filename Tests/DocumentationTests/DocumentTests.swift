import DataLiteCore
import Foundation
import Testing

@Suite("The documents")
struct DocumentTests {
    private static let blocks = Repository.documents.flatMap(\.blocks)

    @Test("are those of the repository")
    func paths() {
        let paths = Repository.documents.map(\.path)
        let guides = [
            "Architecture", "Benchmarks", "Changes", "Clauses", "Codable", "ComingFrom",
            "Concurrency",
            "Connections", "Database", "Dates", "Encryption", "Errors", "Fetching", "FullText",
            "Functions", "Generate", "JSON", "Migrations", "Mite3", "Mocks", "Observation",
            "Queries",
            "RawSQL", "Renamed", "SQL", "Schema",
            "Statements", "Tables", "Testing", "Threading",
            "Transactions", "TypeChecking", "Values",
        ]
        let top = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"]
        #expect(paths == top + guides.map { "Docs/\($0).md" })
    }

    @Test("show Swift that the tests compile and run", arguments: blocks(in: "swift"))
    func swift(block: CodeBlock) {
        #expect(SampleSource.all.contains { $0.code == block.code })
    }

    @Test("show every sample that the tests run", arguments: SampleSource.all)
    func sample(_ sample: CodeBlock) {
        #expect(Self.blocks(in: "swift").contains { $0.code == sample.code })
    }

    @Test("show the output of queries as the tests see it", arguments: queryOutputs)
    func output(block: CodeBlock) {
        #expect(SampleSource.outputs.contains { $0.code == block.code })
    }

    @Test("show all output of queries that the tests check", arguments: SampleSource.outputs)
    func shownOutput(_ output: CodeBlock) {
        #expect(Self.queryOutputs.contains { $0.code == output.code })
    }

    @Test("show forms for users of other libraries that the tests compile", arguments: forms)
    func form(_ form: String) {
        #expect(SampleSource.lines.contains { $0.contains(form) })
    }

    @Test("show SQL that runs", arguments: blocks(in: "sql"))
    func sql(block: CodeBlock) throws {
        try Connection(location: .inMemory).execute(sql: block.code)
    }

    @Test("contain no other language", arguments: blocks)
    func language(block: CodeBlock) {
        // `swift package` is a manifest, `text` is output.
        #expect(["swift", "sql", "sh", "text", "swift package"].contains(block.language))
    }

    @Test("have the two commands in the README")
    func commands() {
        let shell = Self.blocks(in: "sh").filter { $0.place.hasPrefix("README.md") }
        let lines = shell.flatMap { $0.code.split(separator: "\n") }
        #expect(lines.contains("apt-get install -y libsqlite3-dev && swift run datalite tour"))
        #expect(lines.contains("swift test"))
    }

    @Test("name a product that the package has", arguments: blocks(in: "swift package"))
    func manifest(block: CodeBlock) throws {
        let manifest = try Repository.text(of: "Package.swift")
        #expect(block.code.contains(#".product(name: "DataLite", package: "DataLite")"#))
        #expect(manifest.contains(#".library(name: "DataLite", targets: ["DataLite"])"#))
        #expect(manifest.contains(#"name: "DataLite","#))
        let tools = try #require(manifest.split(separator: "\n").first)
        #expect(block.code.hasPrefix(tools))
    }

    /// The code in the right columns of the tables in the guide for users of other libraries.
    private static let forms = Document(path: "Docs/ComingFrom.md").prose
        .filter { $0.hasPrefix("| `") }
        .map { row in
            (row.components(separatedBy: " | ").last ?? "")
                .trimmingCharacters(in: CharacterSet(charactersIn: "`| "))
        }

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
