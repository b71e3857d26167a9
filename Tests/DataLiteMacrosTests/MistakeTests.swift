import DataLiteTestSupport
import Foundation
import Testing

@Suite("An error in a declaration with a macro")
struct MistakeTests {
    /// Each file contains errors and comments with the expected diagnostics and fix-its.
    @Test(
        "Errors are reported at their positions, with fix-its",
        arguments: ["Types", "Properties", "Attributes", "Enums", "Functions"])
    func diagnostics(file: String) throws {
        let outcome = try SwiftCompiler.verify(Self.path(of: file))
        #expect(outcome.errors == "")
        #expect(outcome.status == 0)
    }

    @Test("A column name for a group is an error")
    func namedGroups() throws {
        let outcome = try SwiftCompiler.typeCheck(Self.path(of: "NamedGroups"))
        let message = "error: '_requireColumn' is unavailable: a group has several columns"
        let lines = outcome.errors.split(separator: "\n").filter {
            $0.hasPrefix("macro expansion") && $0.contains(message)
        }
        #expect(lines.count == 3)
        #expect(outcome.status != 0)
    }

    @Test("A collation for a group is an error")
    func collatedGroups() throws {
        let outcome = try SwiftCompiler.typeCheck(Self.path(of: "NamedGroups"))
        let message =
            "error: '_requireCollated' is unavailable: a group has several columns: write 'collate:'"
        let lines = outcome.errors.split(separator: "\n").filter {
            $0.hasPrefix("macro expansion") && $0.contains(message)
        }
        #expect(lines.count == 3)
        #expect(outcome.status != 0)
    }

    private static func path(of file: String) -> String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Mistakes/\(file).swift").path
    }
}
