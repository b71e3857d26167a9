import Foundation
import Testing

@Suite("The list of SQLite's functions")
struct CoverageTests {
    /// A function, and what the list says about it.
    struct Row: Sendable, CustomTestStringConvertible {
        let function: String
        let text: String

        var isUsed: Bool { text.contains("`") }
        var testDescription: String { function }
    }

    private static let rows: [Row] = {
        let path = "Tests/DocumentationTests/Data/SQLiteFunctions.txt"
        let text = (try? Repository.text(of: path)) ?? ""
        return text.matches(of: /(?m)^(sqlite3\w+): (.+)$/).map {
            Row(function: String($0.1), text: String($0.2))
        }
    }()

    /// The sources without comments.
    private static let sources: String = {
        let files = Repository.files(in: "Sources", suffix: ".swift") + ["Sources/DataLiteC/shim.h"]
        return files.compactMap { try? Repository.text(of: $0) }
            .flatMap { $0.split(separator: "\n") }
            .filter { !$0.drop(while: { $0 == " " }).hasPrefix("//") }
            .joined(separator: "\n")
    }()

    /// The names in the sources, and those that are declared there.
    private static let (names, declared): (Set<String>, Set<String>) = {
        let keywords: Set = ["func", "var", "let", "struct", "class", "enum", "protocol", "case"]
        var (names, declared): (Set<String>, Set<String>) = ([], [])
        var previous = ""
        let words = sources.utf8.split { byte in
            !(byte == UInt8(ascii: "_") || byte >= 128
                || UnicodeScalar(byte).properties.isAlphabetic
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte))
        }
        for word in words {
            let name = String(Substring(word))
            names.insert(name)
            if keywords.contains(previous) { declared.insert(name) }
            previous = name
        }
        return (names, declared)
    }()

    @Test("It names each function of the header once")
    func header() throws {
        let path = "/usr/include/sqlite3.h"
        guard var text = try? String(contentsOfFile: path, encoding: .utf8) else {
            print("SKIPPED: there is no \(path)")
            return
        }
        text.replace(/\/\*[\s\S]*?\*\//, with: "")
        let functions = text.matches(of: /SQLITE_API[^;{]*?\b(sqlite3\w*)\s*\(/).map {
            String($0.1)
        }
        let listed = Self.rows.map(\.function)
        #expect(Set(listed).count == listed.count)
        // Another version of the header may declare other functions.
        guard text.contains("#define SQLITE_VERSION        \"3.40.1\"") else { return }
        #expect(Set(functions).symmetricDifference(listed).sorted() == [])
    }

    @Test("It says which functions are used, and Library.md counts them")
    func usage() {
        #expect(
            Self.rows.filter { $0.isUsed != Self.names.contains($0.function) }.map(\.function) == []
        )
        let used = Self.rows.filter(\.isUsed).count
        let text = Document(path: "Docs/Library.md").lines.joined(separator: " ")
        #expect(text.contains("\(used) of its \(Self.rows.count) functions"))
    }

    @Test("The Swift names in it exist")
    func swiftNames() {
        var missing: Set<Substring> = []
        for row in Self.rows where row.isUsed {
            for code in row.text.matches(of: /`([^`]+)`/) {
                let path = code.1.prefix { $0 != "(" }.split(separator: ".")
                missing.formUnion(path.filter { !Self.declared.contains(String($0)) })
            }
        }
        #expect(missing == [])
    }
}
