import DataLiteCore
import Foundation
import Testing

@testable import DataLiteTool

@Suite("The hints of the built tool")
struct ToolHintTests {
    @Test("The query command does not trust the schema of a file")
    func untrustedSchema() throws {
        let view = "CREATE VIEW v AS SELECT 'a' REGEXP 'a' AS matches; "
        let outcome = try queryPeople(
            [view + "SELECT matches FROM v"], options: ["--format", "csv"])
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
        #expect(outcome.errors.lowercased().contains("unsafe use of regexp()"))
        #expect(outcome.errors.contains("trust it with --trust-schema"))
        #expect(
            try queryPeople(["SELECT 'a' REGEXP 'a' AS x"], options: ["--format", "csv"]).output
                == "x\r\n1\r\n")
    }

    /// JSON functions are not innocuous in some versions of SQLite; `REGEXP` is not innocuous in any version.
    @Test(
        "An untrusted schema has a hint for --trust-schema, which allows it",
        arguments: ["INSERT INTO t(x) VALUES ('a')", "SELECT * FROM t"])
    func trustedSchema(sql: String) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/a.db"
            let connection = try Connection(path: path)
            try connection.addToolFunctions()
            try connection.execute(
                sql: "CREATE TABLE t(x CHECK (x REGEXP 'a'), y AS (x REGEXP 'b'))")
            try connection.close()
            let outcome = try BuiltTool.run(["query", path, sql])
            #expect(outcome.status == 1)
            let hint = """
                hint: SQL in the schema of this database uses regexp(), which an untrusted schema must \
                not; if you know who made the database, trust it with --trust-schema.

                """
            #expect(outcome.errors.lowercased().contains("unsafe use of regexp()"))
            #expect(outcome.errors.lowercased().hasSuffix(hint.lowercased()), "\(outcome.errors)")
            #expect(try BuiltTool.run(["query", "--trust-schema", path, sql]).status == 0)
            for arguments in [
                ["watch", "--count", "1", path, "SELECT * FROM t"], ["generate", path],
            ] {
                let refused = try BuiltTool.run(arguments)
                #expect(
                    refused.errors.lowercased().hasSuffix(hint.lowercased()), "\(refused.errors)")
                let trusted = try BuiltTool.run(
                    [arguments[0], "--trust-schema"] + arguments.dropFirst())
                #expect(trusted.status == 0, "\(trusted.errors)")
            }
        }
    }

    @Test("Strings in double quotes have a hint for the option that allows them")
    func doubleQuotedStrings() throws {
        try withTemporaryDirectory { directory in
            let (path, copy) = (directory + "/a.db", directory + "/b.db")
            let allowing = Connection.Configuration { $0.doubleQuotedStrings = [.dml, .ddl] }
            let connection = try Connection(path: path, configuration: allowing)
            try connection.execute(
                script: """
                    CREATE TABLE t(a CHECK (a <> "abc")); CREATE VIEW v AS SELECT "b c" AS x;
                    """)
            try connection.close()
            let view = try BuiltTool.run(["query", path, "SELECT * FROM v"])
            #expect(
                view.errors.hasSuffix(
                    "hint: b c is in the schema; if it is a string in double quotes, "
                        + "use --double-quoted-strings.\n"), "\(view.errors)")
            let option = "--double-quoted-strings"
            #expect(try BuiltTool.run(["query", option, path, "SELECT * FROM v"]).status == 0)
            let table = try BuiltTool.run(["query", path, "SELECT \"abc\" FROM t"])
            #expect(
                table.errors.hasSuffix(
                    "hint: \"abc\" is a name; for a string, write 'abc', or use \(option).\n"))
            #expect(!(try BuiltTool.run(["query", path, "SELECT abc"]).errors.contains(option)))
            let script = try BuiltTool.run(["dump", path]).output
            #expect(try BuiltTool.run(["query", option, "--create", copy, script]).status == 0)
            #expect(try BuiltTool.run(["generate", path]).output.contains("struct V"))
        }
    }

    @Test(
        "A shell command has a hint with the equivalent query",
        arguments: [
            (".tables", "SELECT name FROM sqlite_schema"),
            (".schema", "SELECT sql FROM sqlite_schema"),
            (" .indexes people", "SELECT name, tbl_name FROM sqlite_schema"),
            (".databases", "SELECT name, file FROM pragma_database_list"),
        ])
    func shellCommands(command: String, expected: String) throws {
        let outcome = try queryPeople([command])
        #expect(outcome.status == 1)
        let hint = try #require(outcome.errors.split(separator: "\n").last)
        #expect(hint.hasPrefix("hint: .") && hint.hasSuffix("."))
        #expect(hint.contains("is a command of SQLite's shell; the query is: \(expected)"))
        let sql = hint.dropLast().split(separator: "the query is: ")[1]
        #expect(try queryPeople([String(sql)]).status == 0)
        // `schema` without its dot is a command of the tool.
        let name = command.split(separator: " ")[0].dropFirst(command == ".schema" ? 0 : 1)
        let missing = try BuiltTool.run([String(name), "a.db"])
        #expect(missing.status == 64)
        #expect(
            missing.errors.hasPrefix("Error: no command '\(name)'; the query is: datalite query"))
        #expect(missing.errors.contains(sql))
    }

    @Test("Other text is not taken for a shell command")
    func noShellCommand() throws {
        #expect(try queryPeople([".mode csv"]).errors.contains("runs SQL only"))
        #expect(try !queryPeople(["SELECT .tables"]).errors.contains("hint"))
        #expect(try !queryPeople(["SELECT * FROM people; nonsense"]).errors.contains("hint"))
    }
}
