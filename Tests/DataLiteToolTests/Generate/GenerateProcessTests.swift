import DataLiteCore
import Foundation
import Testing

@testable import DataLiteTool

@Suite("The generate command of the built tool")
struct GenerateProcessTests {
    private static let source = """
        // Written by "datalite generate" from "people.db".
        // swift-format-ignore-file

        import DataLite
        import Foundation

        @Table("people")
        struct Person {
            var name: String?
        }

        """

    /// Calls a closure with a directory that contains a database `people.db`.
    private func withDatabase(_ body: (String) throws -> Void) throws {
        try withTemporaryDirectory { directory in
            let connection = try Connection(path: directory + "/people.db")
            try connection.execute(sql: "CREATE TABLE people(name TEXT)")
            try connection.close()
            try body(directory)
        }
    }

    @Test("The generate command prints the source and changes nothing")
    func standardOutput() throws {
        try withDatabase { directory in
            let path = directory + "/people.db"
            let before = try Data(contentsOf: URL(fileURLWithPath: path))
            #expect(
                try BuiltTool.run(["generate", path])
                    == .init(status: 0, output: Self.source, errors: ""))
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["people.db"])
        }
    }

    @Test("The output file is replaced, even through a symbolic link")
    func outputFile() throws {
        try withDatabase { directory in
            let output = directory + "/Tables.swift"
            let link = directory + "/Link.swift"
            try "old".write(toFile: output, atomically: false, encoding: .utf8)
            try FileManager.default.createSymbolicLink(
                atPath: link, withDestinationPath: "Tables.swift")
            for path in [output, link] {
                #expect(
                    try BuiltTool.run(["generate", directory + "/people.db", "--output", path])
                        == .init(status: 0, output: "", errors: ""))
                #expect(try String(contentsOfFile: output, encoding: .utf8) == Self.source)
                try "old".write(toFile: output, atomically: false, encoding: .utf8)
            }
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
                    == ["Link.swift", "Tables.swift", "people.db"])
            #expect(
                try FileManager.default.destinationOfSymbolicLink(atPath: link) == "Tables.swift")
        }
    }

    @Test("Options select tables and the access level")
    func options() throws {
        try withDatabase { directory in
            let outcome = try BuiltTool.run([
                "generate", directory + "/people.db", "--table", "People", "--access", "public",
            ])
            #expect(outcome.status == 0)
            #expect(
                outcome.output.hasSuffix(
                    "public struct Person {\n    public var name: String?\n}\n"))
        }
    }

    @Test("The generate command does not trust the schema of a file")
    func untrustedSchema() throws {
        try withDatabase { directory in
            let path = directory + "/people.db"
            let view = "CREATE VIEW v AS SELECT name REGEXP 'a' AS matches FROM people"
            #expect(try BuiltTool.run(["query", path, view]).status == 0)
            let outcome = try BuiltTool.run(["generate", path, "--table", "v"])
            #expect(outcome.status == 0)
            let last = outcome.output.split(separator: "\n").last?.lowercased()
            #expect(
                last
                    == "// view \"v\" cannot be read: unsafe use of regexp(), unless with --trust-schema."
            )
        }
    }

    @Test(
        "The generate command reports invalid input and writes nothing",
        arguments: [
            (["people.db", "--table", "nope\u{1b}[2J"], "no table or view \"nope␛[2J\""),
            (["missing.db"], "no such file: \"missing.db\""),
            (["notes.txt"], "\"notes.txt\" is not an SQLite database"),
            (["."], "\".\" is a directory"),
            (["people.db", "--output", "."], "cannot write \".\": it is a directory"),
            (["people.db", "--output", ""], "the path of the output is empty"),
            (
                ["people.db", "--output", "people.db"],
                "cannot write \"people.db\": it is the database"
            ),
            (
                ["people.db", "--output", "./link.db"],
                "cannot write \"./link.db\": it is the database"
            ),
            (
                ["people.db", "--output", "no/T.swift"],
                "cannot write \"no/T.swift\": its directory does not exist"
            ),
        ])
    func refusals(arguments: [String], message: String) throws {
        try withDatabase { directory in
            try String(repeating: "text ", count: 300)
                .write(toFile: directory + "/notes.txt", atomically: false, encoding: .utf8)
            try FileManager.default.linkItem(
                atPath: directory + "/people.db", toPath: directory + "/link.db")
            let before = try Data(contentsOf: URL(fileURLWithPath: directory + "/people.db"))
            let outcome = try ShellCommand.run(
                #"cd "$1" && shift && exec "$@""#,
                [directory, BuiltTool.path, "generate"] + arguments)
            #expect(outcome.status == 1)
            #expect(outcome.output == "")
            #expect(outcome.errors.hasPrefix("datalite: \(message)"))
            #expect(try Data(contentsOf: URL(fileURLWithPath: directory + "/people.db")) == before)
        }
    }

    @Test(
        "The generate command exits with 64 after a usage error",
        arguments: [[], ["a.db", "--access", "private"], ["a.db", "b.db"], ["a.db", "--table"]])
    func usageErrors(arguments: [String]) throws {
        let outcome = try BuiltTool.run(["generate"] + arguments)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("Usage: datalite generate"))
    }
}
