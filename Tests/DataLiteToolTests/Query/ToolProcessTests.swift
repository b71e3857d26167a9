import DataLiteCore
import Foundation
import Testing

@testable import DataLiteTool

@Suite("The built tool")
struct ToolProcessTests {
    @Test(
        "The query command prints a result in each format",
        arguments: [
            ("table", "name  age\n────  ───\nAda    36\n"),
            ("csv", "name,age\r\nAda,36\r\n"),
            ("json", "[{\"name\":\"Ada\",\"age\":36}]\n"),
            ("markdown", "| name | age |\n| ---- | --: |\n| Ada  |  36 |\n"),
        ])
    func formats(format: String, expected: String) throws {
        let sql = "SELECT * FROM people LIMIT 1"
        #expect(
            try queryPeople([sql], options: ["--format", format])
                == .init(status: 0, output: expected, errors: ""))
        #expect(try queryPeople([sql, "--format", format]).output == expected)
    }

    @Test("The query command reads SQL from standard input", arguments: [[], ["-"]])
    func standardInput(arguments: [String]) throws {
        let outcome = try queryPeople(
            arguments, input: "SELECT name FROM people;\n-- the end\n",
            options: ["--format", "csv"])
        #expect(outcome == .init(status: 0, output: "name\r\nAda\r\nGrace\r\n", errors: ""))
    }

    @Test("The query command binds parameters")
    func parameters() throws {
        let types = "SELECT ?1 AS a, typeof(?1) AS ta, ?2 AS b, typeof(?2) AS tb, typeof(?3) AS tc"
        let outcome = try queryPeople(
            ["-", "-5", "'1'", "NULL"], input: types, options: ["--format", "csv"])
        #expect(
            outcome
                == .init(
                    status: 0, output: "a,ta,b,tb,tc\r\n-5,integer,1,text,null\r\n", errors: ""))
    }

    @Test("The --text option binds parameters as text")
    func textParameters() throws {
        let outcome = try queryPeople(
            ["SELECT quote(?) AS a, quote(?) AS b, quote(?) AS c", "12", "NULL", "'x'"],
            options: ["--text", "--format", "csv"])
        #expect(outcome.output == "a,b,c\r\n'12','NULL','''x'''\r\n")
    }

    @Test("The query command provides the listed functions")
    func functions() throws {
        let sql = """
            SELECT median(age) AS a, mode(age) AS b, round(stddev(age), 3) AS c, \
            slugify('É x') AS d, haversine(0, 0, 0, 0) AS e, 'ab' REGEXP 'a.' AS f FROM people
            """
        let outcome = try queryPeople([sql], options: ["--format", "csv"])
        #expect(
            outcome
                == .init(
                    status: 0, output: "a,b,c,d,e,f\r\n60.5,36,34.648,e-x,0.0,1\r\n", errors: ""))
    }

    @Test("An error is printed with a caret after the rows before it")
    func errorInScript() throws {
        let outcome = try queryPeople(
            ["SELECT 1 AS a;\nSELECT nme FROM people"], options: ["--format", "csv"])
        #expect(outcome.status == 1)
        #expect(outcome.output == "a\r\n1\r\n")
        #expect(
            outcome.errors == """
                datalite: no such column: nme
                    line 2: SELECT nme FROM people
                                   ^

                """)
    }

    @Test("An error that a function throws is printed after the rows before it")
    func errorInFunction() throws {
        let sql = "SELECT haversine(column1, 0, 0, 0) AS km FROM (VALUES (0), (100))"
        let outcome = try queryPeople([sql], options: ["--format", "csv"])
        #expect(outcome.status == 1)
        #expect(outcome.output == "km\r\n0.0\r\n")
        #expect(
            outcome.errors == """
                datalite: haversine: latitude 100.0 is outside -90...90
                    \(sql)

                """)
    }

    @Test(
        "An invalid call is reported and runs nothing",
        arguments: [
            (["DELETE FROM people; SELECT ?", "1"], "parameters need a single statement"),
            (["DELETE FROM people WHERE name = ?"], "has 1 parameter and was given 0 values"),
            (["DELETE FROM people", "1"], "has 0 parameters and was given 1 value"),
            ([" ; -- nothing"], "there is no SQL statement to run"),
            ([""], "there is no SQL statement to run"),
        ])
    func refusals(arguments: [String], message: String) throws {
        let outcome = try queryPeople(arguments)
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
        #expect(outcome.errors.hasPrefix("datalite: "))
        #expect(outcome.errors.contains(message))
    }

    @Test(
        "The query command exits with 64 after a usage error",
        arguments: [
            [], ["--readonly", "--create", "f", "SELECT 1"], ["f", "SELECT 1", "--formt", "csv"],
            ["f", "SELECT 1", "--format", "xml"],
        ])
    func usageErrors(arguments: [String]) throws {
        let outcome = try BuiltTool.run(["query"] + arguments)
        #expect(outcome.status == 64)
        #expect(outcome.output == "")
        #expect(outcome.errors.contains("Usage: datalite query"))
    }

    @Test("The query command does not write with --readonly")
    func readonly() throws {
        let outcome = try queryPeople(
            ["SELECT count(*) AS n FROM people; DELETE FROM people"],
            options: ["--readonly", "--format", "csv"])
        #expect(outcome.status == 1)
        #expect(outcome.output == "n\r\n2\r\n")
        #expect(outcome.errors.hasPrefix("datalite: attempt to write a readonly database\n"))
        #expect(
            outcome.errors.hasSuffix(
                "\nhint: --readonly opens the database for reading only; omit it to write.\n"))
    }

    @Test("The changes that a script made before an error are kept")
    func partOfScript() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/new.db"
            let script = "CREATE TABLE t(x); INSERT INTO t VALUES (1); SELECT nope; DROP TABLE t"
            #expect(try BuiltTool.run(["query", "--create", path, script]).status == 1)
            let count: Int? = try Connection(path: path).value("SELECT count(*) FROM t")
            #expect(count == 1)
        }
    }

    @Test(
        "A transaction that is open at the end is rolled back and reported",
        arguments: [
            "BEGIN; DELETE FROM people", "SAVEPOINT s; DELETE FROM people",
            "BEGIN; SELECT 1 AS one; DELETE FROM people; SAVEPOINT s; RELEASE s",
        ])
    func openTransaction(script: String) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/people.db"
            let setUp = "CREATE TABLE people(name); INSERT INTO people VALUES ('Ada')"
            #expect(try BuiltTool.run(["query", "--create", path, setUp]).status == 0)
            let outcome = try BuiltTool.run(["query", path, script])
            #expect(outcome.status == 1)
            #expect(
                outcome.errors
                    == "datalite: the SQL ended inside a transaction, which was rolled back; "
                    + "end it with COMMIT\n")
            #expect(try BuiltTool.run(["query", path, script + "; COMMIT"]).status == 0)
            #expect(try Connection(path: path).value("SELECT count(*) FROM people") == 0)
        }
    }

    @Test("The tool prints its version and SQLite's version")
    func version() throws {
        let outcome = try BuiltTool.run(["--version"])
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("datalite \(Release.version) (SQLite 3."))
    }

    @Test("The functions command lists the tool's functions")
    func functionList() throws {
        let list = try text(of: FunctionList.write)
        #expect(
            try BuiltTool.run(["functions"]) == .init(status: 0, output: list, errors: ""))
    }

    @Test("The tool exits without a message when its output is closed")
    func brokenPipe() throws {
        let rows = "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) SELECT i FROM c"
        let outcome = try ShellCommand.run(
            #"{ "$@"; echo "status $?" >&2; } | head -n 3"#,
            [BuiltTool.path, "query", ":memory:", rows, "--format", "csv"])
        #expect(outcome == .init(status: 0, output: "i\r\n1\r\n2\r\n", errors: "status 141\n"))
    }

    @Test(
        "An error that cannot be printed only sets the status",
        arguments: [["query", ":memory:", "SELECT x"], ["doctor", "/nowhere"]])
    func closedErrors(arguments: [String]) throws {
        let outcome = try ShellCommand.run(
            #""$@" >/dev/null 2>&-"#, [BuiltTool.path] + arguments)
        #expect(outcome.status == 1)
    }

    #if os(Linux)
        @Test("The tool reports that its output cannot be written")
        func fullDevice() throws {
            let outcome = try ShellCommand.run(
                #""$@" >/dev/full"#, [BuiltTool.path, "query", ":memory:", "SELECT 1"])
            #expect(outcome.status == 1)
            #expect(
                outcome.errors == "datalite: cannot write the output: No space left on device\n")
        }
    #endif
}
