import DataLiteTestSupport
import Foundation
import Testing

@Suite("A mistake in the text of #sql")
struct SQLMistakeTests {
    @Test("is reported at its place in the literal, in SQLite's words")
    func places() throws {
        let expected = try DiagnosticPlace.expected(in: "SQL")
        let reported = try DiagnosticPlace.reported(in: "SQL")
        #expect(expected.count >= 40)
        #expect(reported.count == expected.count)
        for (expected, reported) in zip(expected, reported) {
            #expect(expected.matches(reported), "expected \(expected), reported \(reported)")
        }
    }

    @Test("is a warning with a fix-it where the text does not do what it looks like")
    func warnings() throws {
        let outcome = try SwiftCompiler.verify(DiagnosticPlace.path("SQLWarnings"))
        #expect(outcome.errors == "")
        #expect(outcome.status == 0)
    }

    @Test("is found by the tokenizer where the machine has no SQLite, which is said once")
    func withoutSQLite() throws {
        let plugin = try #require(SwiftCompiler.plugin)
        // The compiler gives a plug-in no environment.
        let script = """
            #!/bin/sh
            DATALITE_SQLITE_LIBRARY=/nowhere exec '\(plugin)'
            """
        let outcome = try withTemporaryDirectory { directory in
            let path = "\(directory)/plugin"
            // Written by a process of its own: one that another test starts meanwhile could inherit the
            // open file, and a file that is open for writing cannot be executed.
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
