import Testing

@Suite("What the compiler says to users of other libraries")
struct CompilerMessageTests {
    private static let rows = ["GRDB", "SQLiteData", "SQLiteSwift"]
        .flatMap { Document(path: "Docs/From\($0).md").tables }
        .filter { $0[0][0] == "You write" }
        .flatMap { $0.dropFirst() }

    @Test("A guide names calls that the tests compile", arguments: rows)
    func calls(row: [String]) throws {
        let folder = "Tests/DataLiteMacrosTests/Mistakes"
        let mistakes = try Repository.files(in: folder, suffix: "Renamed.swift")
            .map { try Repository.text(of: $0) }.joined()
        #expect(mistakes.contains(row[0].filter { $0 != "`" }))
    }

    @Test("A guide quotes messages of the library", arguments: rows)
    func messages(row: [String]) throws {
        let sources = try ["Renamed.swift", "Mistakes.swift"]
            .flatMap { Repository.files(in: "Sources", suffix: $0) }
            .map { try Repository.text(of: $0) }.joined()
        if let renamed = row[1].wholeMatch(of: /'.+' has been renamed to '(.+)'/) {
            #expect(sources.contains("renamed: \"\(renamed.1)\""))
        } else {
            let message = row[1].replacing("\"", with: "\\\"")
            #expect(sources.contains("message: \"\(message)\""))
        }
    }
}
