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
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Mistakes/\(file).swift").path
        let outcome = try SwiftCompiler.verify(path)
        #expect(outcome.errors == "")
        #expect(outcome.status == 0)
    }
}
