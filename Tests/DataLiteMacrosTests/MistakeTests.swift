import DataLiteTestSupport
import Foundation
import Testing

@Suite("A mistake")
struct MistakeTests {
    /// Each file contains mistakes beside comments with the expected diagnostics and fix-its.
    @Test(
        "is reported at its place, with a fix-it where there is a right answer",
        arguments: ["Types", "Properties", "Attributes", "Enums", "Functions"])
    func diagnostics(file: String) throws {
        let outcome = try SwiftCompiler.verify(Self.path(of: file))
        #expect(outcome.errors == "")
        #expect(outcome.status == 0)
    }

    @Test("is a name for a group, which has several columns")
    func namedGroups() throws {
        let outcome = try SwiftCompiler.typeCheck(Self.path(of: "NamedGroups"))
        let message = "error: '_requireColumn' is unavailable: a group has several columns"
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
