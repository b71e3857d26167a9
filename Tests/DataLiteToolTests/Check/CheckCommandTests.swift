import Foundation
import Testing

@Suite("The check command")
struct CheckCommandTests {
    /// Runs a copy of the tool in a folder, after other shell commands.
    private func run(_ commands: String, _ arguments: [String]) throws -> BuiltTool.Outcome {
        try withTemporaryDirectory { folder in
            try ShellCommand.run(
                #"cp "$1" "$2" && cd "$2" && shift 2 && \#(commands) && exec ./datalite check "$@""#,
                [BuiltTool.path, folder] + arguments)
        }
    }

    @Test("The check command runs datalite-check and returns its status")
    func passing() throws {
        let script = #"#!/bin/sh\nprintf "<%%s>" "$@"; exit 3\n"#
        let outcome = try run(
            "printf '\(script)' >datalite-check && chmod +x datalite-check",
            ["Sources", "--schema", "a b.sql", "--help", "--", "-1"])
        #expect(
            outcome
                == .init(
                    status: 3, output: "<Sources><--schema><a b.sql><--help><--><-1>", errors: ""))
    }

    @Test("The check command reports how to build a missing datalite-check")
    func missing() throws {
        let outcome = try run("true", ["Sources"])
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
        #expect(outcome.errors.hasPrefix("datalite: no such program: \""))
        #expect(outcome.errors.contains("swift build --product datalite-check builds it"))
    }
}
