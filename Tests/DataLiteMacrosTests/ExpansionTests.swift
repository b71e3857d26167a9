import DataLiteTestSupport
import Foundation
import Testing

@Suite("An expansion")
struct ExpansionTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Expansions")

    @Test("Each expansion matches Library.expanded")
    func text() throws {
        let source = Self.folder.appendingPathComponent("Library.swift").path
        let outcome = try SwiftCompiler.typeCheck(
            source, ["-Xfrontend", "-dump-macro-expansions", "-module-name", "Library"])
        #expect(outcome.status == 0)
        let expected = try String(
            contentsOf: Self.folder.appendingPathComponent("Library.expanded"), encoding: .utf8)
        #expect(expansions(in: outcome.errors) == expansions(in: expected))
    }

    /// The sorted expansions, which begin with the names of their macro and declaration. An expansion of
    /// `#sql` has a source position instead of a declaration. The order of the compiler varies.
    private func expansions(in dump: String) -> [String] {
        dump.components(separatedBy: "@__swiftmacro_").map {
            $0.replacing(/^\S*3sqlfMf_\.swift/, with: "sql").trimmingCharacters(
                in: .whitespacesAndNewlines)
        }.sorted()
    }
}
