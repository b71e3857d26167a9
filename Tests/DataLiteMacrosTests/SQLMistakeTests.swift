import DataLiteTestSupport
import Foundation
import Testing

@Suite("An error in the text of #sql")
struct SQLMistakeTests {
    @Test("SQL errors are reported at their positions with SQLite's messages")
    func places() throws {
        let expected = try DiagnosticPlace.expected(in: "SQL")
        let reported = try DiagnosticPlace.reported(in: "SQL")
        #expect(expected.count >= 40)
        #expect(reported.count == expected.count)
        for (expected, reported) in zip(expected, reported) {
            #expect(expected.matches(reported), "expected \(expected), reported \(reported)")
        }
    }

    @Test("Misleading SQL is a warning with a fix-it")
    func warnings() throws {
        let outcome = try SwiftCompiler.verify(DiagnosticPlace.path("SQLWarnings"))
        #expect(outcome.errors == "")
        #expect(outcome.status == 0)
    }

    @Test("Without SQLite, the tokenizer finds errors, and one note reports it")
    func withoutSQLite() throws {
        let plugin = try #require(SwiftCompiler.plugin)
        // The compiler starts plug-ins with an empty environment.
        let script = """
            #!/bin/sh
            DATALITE_SQLITE_LIBRARY=/nowhere exec '\(plugin)'
            """
        let outcome = try withTemporaryDirectory { directory in
            let path = "\(directory)/plugin"
            // A separate process writes the file: a process that another test starts at the same time could
            // inherit the open file, and a file that is open for writing cannot be executed.
            _ = try ShellCommand.run(#"cat >"$1" && chmod +x "$1""#, [path], input: script)
            return try SwiftCompiler.typeCheck(
                DiagnosticPlace.path("SQLWithoutSQLite"), plugin: path)
        }
        let lines = outcome.errors.split(separator: "\n").filter { $0.contains(".swift:") }
        #expect(lines.count { $0.contains("note: SQLite was not found on this machine") } == 1)
        let errors = lines.filter { $0.contains("error:") }
        #expect(errors.count == 2)
        #expect(errors.first?.contains(#":6:25: error: unrecognized token: "'a""#) == true)
        #expect(errors.last?.contains(":7:25: error: more than one statement") == true)
    }
}
