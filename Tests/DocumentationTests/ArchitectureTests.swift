import Foundation
import Testing

@Suite("The architecture that the document describes")
struct ArchitectureTests {
    private static let core = Repository.files(
        in: "Sources/DataLiteCore", suffix: ".swift")
    private static let pointerFiles = Set(
        data("PointerFiles").compactMap { $0.split(separator: ":").first }
            .map { "Sources/DataLiteCore/\($0)" })

    /// The lines of a file of `Data`, without comments.
    private static func data(_ name: String) -> [Substring] {
        let text = try? Repository.text(of: "Tests/DocumentationTests/Data/\(name).txt")
        return (text ?? "").split(separator: "\n").filter { !$0.hasPrefix("#") }
    }

    @Test("PointerFiles.txt lists every core file that uses raw pointers", arguments: core)
    func pointers(path: String) throws {
        let text = try Repository.text(of: path)
        let touches = ["OpaquePointer", "RawPointer", "Unmanaged<"].contains(where: text.contains)
        #expect(touches == Self.pointerFiles.contains(path))
    }

    @Test("PointerFiles.txt lists only existing files")
    func pointerPaths() {
        #expect(Self.pointerFiles.subtracting(Self.core).sorted() == [])
    }

    private static let allowed: Set<Substring> = [
        "DataLiteC", "DataLiteSyntax", "Foundation", "FoundationEssentials",
    ]

    @Test("The core imports only SQLite, the tokenizer and Foundation", arguments: core)
    func imports(path: String) throws {
        let modules = try Repository.text(of: path).split(separator: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.hasPrefix("import ") || $0.hasPrefix("public import ") }
            .compactMap { $0.split(separator: " ").last }
        #expect(Set(modules).isSubset(of: Self.allowed))
    }

    @Test("Architecture.md shows every folder of the core")
    func folders() {
        let text = Document(path: "Docs/Architecture.md").lines.joined(separator: "\n")
        let folders = Set(Self.core.compactMap { $0.split(separator: "/").dropLast().last })
        for folder in folders { #expect(text.contains("\(folder)/"), "\(folder)") }
    }

    @Test("UnderscoredNames.txt lists every public name with an underscore, and no other")
    func underscores() throws {
        // A requirement of a public protocol has no `public`.
        let declaration =
            /^ *(?:public .*?|(?:static )?)\b(?:func|var|let|struct|class|enum|protocol|typealias|associatedtype)\s+(_[A-Za-z]+)|^ *public init\((_[A-Za-z]+)/
        let modules = [
            "Core", "Coder", "Query", "Database", "Fetching", "Mite3", "Clauses", "Testing",
        ]
        var declared: Set<Substring> = []
        for module in modules {
            for path in Repository.files(in: "Sources/DataLite\(module)", suffix: ".swift") {
                let lines = try Repository.text(of: path).split(separator: "\n")
                for line in lines {
                    guard let match = line.firstMatch(of: declaration) else { continue }
                    declared.insert(match.1 ?? match.2 ?? "")
                }
            }
        }
        let listed = Self.data("UnderscoredNames").flatMap { $0.split(separator: " ") }
        #expect(Set(listed).count == listed.count)
        #expect(declared.subtracting(listed).sorted() == [])
        #expect(Set(listed).subtracting(declared).sorted() == [])
    }

    /// The files that a part of the document names, in the order of their first mention.
    private func files(from start: String, to end: String) throws -> [Substring] {
        let text = Document(path: "Docs/Architecture.md").lines.joined(separator: "\n")
        let first = try #require(text.range(of: start))
        let last = try #require(text.range(of: end, range: first.upperBound..<text.endIndex))
        var seen: Set<Substring> = []
        return text[first.upperBound..<last.lowerBound].matches(of: /`([A-Za-z+0-9]+\.swift)`/)
            .map(\.1).filter { seen.insert($0).inserted }
    }

    @Test(
        "The call paths in Architecture.md are short",
        arguments: [
            ("\nA read:", "\nA write:", 12), ("\nA write:", "\nA commit,", 12),
            ("\nA commit,", "\nA macro:", 15), ("\nA macro:", "\n## ", 15),
        ])
    func paths(start: String, end: String, limit: Int) throws {
        let files = try files(from: start, to: end)
        #expect(files.count > 8)
        #expect(files.count <= limit)
    }

    @Test("The call paths in Architecture.md name only existing files")
    func namedFiles() throws {
        let existing = Set(
            Repository.files(in: "Sources", suffix: ".swift").compactMap {
                $0.split(separator: "/").last
            })
        let named = try files(from: "## The path of a call", to: "## Names with an underscore")
        #expect(Set(named).subtracting(existing).sorted() == [])
    }
}
