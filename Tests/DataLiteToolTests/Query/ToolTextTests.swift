import Foundation
import Testing

@testable import DataLiteTool

@Suite("The built tool with unusual text")
struct ToolTextTests {
    @Test("An error contains no control characters from the database")
    func controlCharacters() throws {
        let script = """
            CREATE TABLE t(x);
            CREATE TRIGGER refuse BEFORE INSERT ON t BEGIN
                SELECT RAISE(ABORT, 'no \u{1b}[2J\u{9b}31m\nentry');
            END;
            INSERT INTO t VALUES (1)
            """
        let outcome = try BuiltTool.run(["query", ":memory:", script])
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("datalite: no ␛[2J\\u{9b}31m␊entry\n"))
        let missing = try BuiltTool.run(["query", "/no/\u{1b}[31m.db", "SELECT 1"])
        #expect(missing.errors.hasPrefix("datalite: no such file: \"/no/␛[31m.db\""))
    }

    /// Otherwise, an argument with bytes that are not UTF-8 would name a different file.
    @Test(
        "An argument that is not valid UTF-8 is an error",
        arguments: [
            #""$1" query --create "$(printf 'bad\377.db')" 'CREATE TABLE t(x)'"#,
            #""$1" query --create good.db "$(printf "SELECT '\377'")""#,
        ])
    func invalidUTF8(command: String) throws {
        try withTemporaryDirectory { directory in
            let outcome = try ShellCommand.run(
                #"cd "$2" && "# + command, [BuiltTool.path, directory])
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains("is not valid UTF-8"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == [])
        }
    }

    @Test(
        "The tool prints no invisible characters from its input",
        arguments: ["\u{202e}", "\u{2066}", "\u{200b}", "\u{1b}[31m"])
    func invisibleCharacters(text: String) throws {
        let outcomes = try [
            BuiltTool.run([text]), BuiltTool.run(["query", "--\(text)"]),
            BuiltTool.run(["query", ":memory:", "SELECT * FROM \"\(text)\""]),
            BuiltTool.run(["query", ":memory:", "SELECT '\(text)' AS \"\(text)\""]),
            BuiltTool.run(
                ["query", "--format", "markdown", ":memory:", "SELECT '\(text)' AS \"\(text)\""]),
            BuiltTool.run(
                ["query", "--format", "json", ":memory:", "SELECT '\(text)' AS \"\(text)\""]),
            BuiltTool.run(["query", text + "/a.db", "SELECT 1"]),
            BuiltTool.run(["generate", text + "/a.db"]), BuiltTool.run(["migrate", text, text]),
            BuiltTool.run(["watch", text, "SELECT 1"]),
        ]
        for outcome in outcomes {
            #expect(!(outcome.output + outcome.errors).contains(text))
            #expect(outcome.output + outcome.errors != "")
        }
    }
}
