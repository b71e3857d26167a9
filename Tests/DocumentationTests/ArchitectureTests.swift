import Foundation
import Testing

@Suite("The architecture that the document describes")
struct ArchitectureTests {
    private static let core = Repository.files(
        in: "Sources/DataLiteCore", suffix: ".swift")
    private static let links = Set(
        Document(path: "Docs/Architecture.md").links.map {
            $0.replacingOccurrences(of: "../", with: "")
        })

    @Test("Architecture.md names every core file that uses raw pointers", arguments: core)
    func pointers(path: String) throws {
        let text = try Repository.text(of: path)
        let touches = ["OpaquePointer", "RawPointer", "Unmanaged<"].contains(where: text.contains)
        #expect(touches == Self.links.contains(path))
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

    @Test("Architecture.md lists every public name with an underscore, and no other")
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
        let document = Document(path: "Docs/Architecture.md").lines
        let start = try #require(document.firstIndex(of: "## Names with an underscore"))
        let section = document[(start + 1)...].prefix { !$0.hasPrefix("## ") }
        let listed = section.joined(separator: "\n").matches(of: /`(_[A-Za-z]+)`/).map(\.1)
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
