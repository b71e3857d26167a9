import DataLiteCore
import Foundation
import Testing

@testable import DataLiteTool

@Suite("The watch command of the built tool")
struct WatchProcessTests {
    /// Starts watching the names of a file that already has one, and reads the first result.
    private func withWatch(
        _ options: [String] = [], _ body: (ChildProcess, Connection, String) throws -> Void
    ) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/a.db"
            let connection = try Connection(path: path)
            try connection.execute(
                script: "CREATE TABLE people(name); INSERT INTO people VALUES ('Ada')")
            let sql = "SELECT name FROM people ORDER BY name"
            let watch = try Self.watch(options + [path, sql])
            #expect(watch.readLine()?.hasPrefix("20") == true)
            #expect(watch.readLines(3) == ["name", "────", "Ada"])
            try body(watch, connection, path)
        }
    }

    /// Starts watching, with the errors in the output.
    private static func watch(_ arguments: [String]) throws -> ChildProcess {
        try ChildProcess(
            "/bin/sh",
            ["-c", #"exec "$@" 2>&1"#, "sh", BuiltTool.path, "watch", "--interval", "0.01"]
                + arguments)
    }

    @Test("The watch command prints each result that another connection changes")
    func changes() throws {
        try withWatch { watch, connection, _ in
            try connection.execute("INSERT INTO people VALUES ('Grace')")
            #expect(watch.readLine() == "")
            #expect(watch.readLine()?.hasSuffix("  1 added") == true)
            #expect(watch.readLines(4) == ["name", "─────", "Ada", "Grace"])
            try connection.execute("DELETE FROM people")
            #expect(watch.readLine() == "")
            #expect(watch.readLine()?.hasSuffix("  2 removed") == true)
            #expect(watch.readLines(3) == ["name", "────", "(no rows)"])
            watch.send(SIGINT)
            #expect(watch.outcome() == .init(status: 0, output: "", errors: ""))
        }
    }

    @Test("The watch command exits with 0 after a signal", arguments: [SIGINT, SIGTERM])
    func signals(number: Int32) throws {
        try withWatch(["--interval", "3600"]) { watch, _, _ in
            watch.send(number)
            #expect(watch.outcome() == .init(status: 0, output: "", errors: ""))
        }
    }

    @Test("The watch command exits with 0 after a signal during a query")
    func signalDuringQuery() throws {
        let endless = """
            SELECT (WITH c(i) AS (SELECT 1 UNION ALL SELECT i FROM c) SELECT max(i) FROM c)
            FROM people
            """
        try withTemporaryDirectory { directory in
            let path = directory + "/a.db"
            // The subquery does not run while there is no row.
            let connection = try Connection(path: path)
            try connection.execute("CREATE TABLE people(name)")
            let watch = try Self.watch([path, endless])
            while let line = watch.readLine(), line != "(no rows)" {}
            try connection.execute("INSERT INTO people VALUES (1)")
            watch.send(SIGINT)
            #expect(watch.outcome() == .init(status: 0, output: "", errors: ""))
        }
    }

    @Test("The watch command exits with 141 when its output is closed")
    func closedOutput() throws {
        try withWatch(["--interval", "3600"]) { watch, _, _ in
            watch.closeOutput()
            #expect(watch.outcome() == .init(status: 141, output: "", errors: ""))
        }
    }

    @Test("The watch command exits after a number of results")
    func count() throws {
        try withWatch(["--count", "2"]) { watch, connection, _ in
            try connection.execute("INSERT INTO people VALUES ('Grace')")
            let (status, lines) = watch.wait()
            #expect(status == 0)
            #expect(lines.suffix(2) == ["Ada", "Grace"])
        }
    }

    @Test("The watch command exits with an error when the file is deleted")
    func deletedFile() throws {
        try withWatch { watch, _, path in
            try FileManager.default.removeItem(atPath: path)
            let message = "datalite: \"\(path)\" was replaced or deleted while it was watched"
            #expect(watch.outcome() == .init(status: 1, output: message, errors: ""))
        }
    }

    @Test("The watch command does not change the file", arguments: ["DELETE", "WAL"])
    func unchangedFile(journalMode: String) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/a.db"
            let connection = try Connection(path: path)
            try connection.execute(SQL(raw: "PRAGMA journal_mode = \(journalMode)"))
            try connection.execute("CREATE TABLE people(name)")
            try connection.close()
            let before = try Data(contentsOf: URL(fileURLWithPath: path))
            let outcome = try BuiltTool.run(
                [
                    "watch", "--count", "1", path,
                    "SELECT count(*) AS n FROM people WHERE name = ?", "x",
                ])
            #expect(outcome.status == 0)
            #expect(outcome.output.hasSuffix("\nn\n─\n0\n"))
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        }
    }

    @Test(
        "Watching a statement that is not a single query is an error",
        arguments: [
            (["DELETE FROM people"], "the statement writes; only queries can be watched"),
            (["INSERT INTO people VALUES (1) RETURNING name"], "the statement writes"),
            (["BEGIN"], "the statement returns no rows"),
            (["SELECT 1; SELECT 2"], "only a single statement can be watched"),
            (["SELECT 1; nonsense"], "only a single statement can be watched"),
            ([" -- nothing"], "there is no SQL statement to watch"),
            ([""], "there is no SQL statement to watch"),
            (["SELECT ?"], "the statement has 1 parameter and was given 0 values"),
            (["SELECT 1", "2"], "the statement has 0 parameters and was given 1 value"),
            (["SELECT nme FROM people"], "no such column: nme"),
        ])
    func refusals(arguments: [String], message: String) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/a.db"
            try Connection(path: path).execute("CREATE TABLE people(name)")
            let outcome = try BuiltTool.run(["watch", path] + arguments)
            #expect(outcome.status == 1)
            #expect(outcome.output == "")
            #expect(outcome.errors.hasPrefix("datalite: "))
            #expect(outcome.errors.contains(message))
        }
    }

    @Test("Watching a missing, in-memory or invalid database is an error")
    func files() throws {
        try withTemporaryDirectory { directory in
            let missing = try BuiltTool.run(["watch", directory + "/none.db", "SELECT 1"])
            #expect(missing.status == 1)
            #expect(missing.errors.hasPrefix("datalite: no such file: \"\(directory)/none.db\""))
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == [])
            let memory = try BuiltTool.run(["watch", ":memory:", "SELECT 1"])
            #expect(memory.status == 1)
            #expect(memory.errors.hasPrefix("datalite: an in-memory database cannot be watched"))
            let text = directory + "/a.txt"
            try Data(String(repeating: "not a database", count: 99).utf8)
                .write(to: URL(fileURLWithPath: text))
            let other = try BuiltTool.run(["watch", text, "SELECT 1"])
            #expect(other.errors.contains("is not an SQLite database"))
        }
    }

    @Test(
        "The watch command exits with 64 after a usage error",
        arguments: [
            [], ["a.db"], ["a.db", "SELECT 1", "--interval", "0"],
            ["a.db", "SELECT 1", "--interval", "nan"], ["a.db", "SELECT 1", "--count", "0"],
        ])
    func usageErrors(arguments: [String]) throws {
        let outcome = try BuiltTool.run(["watch"] + arguments)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("Usage: datalite watch"))
    }
}

extension ChildProcess {
    fileprivate func readLines(_ count: Int) -> [String] {
        (0..<count).compactMap { _ in readLine() }
    }

    /// Waits for the end, with the lines that have not been read.
    fileprivate func outcome() -> ShellCommand.Outcome {
        let (status, lines) = wait()
        return .init(status: status, output: lines.joined(separator: "\n"), errors: "")
    }
}
