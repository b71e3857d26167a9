import DataLiteCore
import Foundation
import Testing

@testable import DataLiteTool

@Suite("The migrate command of the built tool")
struct MigrateProcessTests {
    private typealias Outcome = BuiltTool.Outcome

    @Test("A database is created and migrated once")
    func migrate() throws {
        try withMigrations { folder in
            let applied = "applied 001 people\napplied 002 notes\n"
            #expect(
                try folder.migrate("--create") == Outcome(status: 0, output: applied, errors: ""))
            #expect(
                try folder.migrate()
                    == Outcome(status: 0, output: "nothing to apply\n", errors: ""))
            let connection = try Connection(path: folder.database)
            #expect(try connection.value("SELECT count(*) FROM datalite_migrations") == 2)
        }
    }

    @Test(
        "Migrating stops at a name with or without .sql",
        arguments: ["001 people", "001 people.sql"])
    func upTo(name: String) throws {
        try withMigrations { folder in
            let outcome = try folder.migrate("--create", "--to", name)
            #expect(outcome == Outcome(status: 0, output: "applied 001 people\n", errors: ""))
        }
    }

    @Test("An error is printed with its position after the applied migrations")
    func failure() throws {
        try withMigrations { folder in
            try folder.write("003 bad.sql", "CREATE TABLE bad(x);\nINSERT INTO bad VALUES (y);\n")
            let outcome = try folder.migrate("--create")
            #expect(outcome.status == 1)
            #expect(outcome.output == "applied 001 people\napplied 002 notes\n")
            #expect(
                outcome.errors == """
                    datalite: 003 bad.sql:2: no such column: y
                        line 2: INSERT INTO bad VALUES (y);
                                                        ^

                    """)
            #expect(try folder.migrate("--status").output.contains("003 bad     pending"))
        }
    }

    @Test("The status lists the state of each migration")
    func status() throws {
        try withMigrations { folder in
            _ = try folder.migrate("--create", "--to", "001 people")
            let before = try Data(contentsOf: URL(fileURLWithPath: folder.database))
            let outcome = try folder.migrate("--status")
            #expect(outcome.status == 0)
            let lines = outcome.output.split(separator: "\n")
            #expect(lines[0].hasPrefix("migration   state    applied"))
            #expect(lines[2].hasPrefix("001 people  applied  20"))
            #expect(lines[3].hasPrefix("002 notes   pending"))
            #expect(try Data(contentsOf: URL(fileURLWithPath: folder.database)) == before)
        }
    }

    @Test("The status shows the changed lines of a file and exits with 1")
    func changed() throws {
        try withMigrations { folder in
            _ = try folder.migrate("--create")
            try folder.write(
                "002 notes.sql", "-- Notes\nCREATE TABLE notes(\n  text NOT NULL\n);\n")
            let outcome = try folder.migrate("--status")
            #expect(outcome.status == 1)
            #expect(outcome.output.contains("002 notes   changed"))
            #expect(
                outcome.output.hasSuffix("\nchanged: 002 notes\n-   text\n+   text NOT NULL\n"))
            let message = """
                datalite: applied migrations were changed: "002 notes"; restore them, and make the \
                changes in another migration

                """
            #expect(outcome.errors == message)
            #expect(try folder.migrate() == Outcome(status: 1, output: "", errors: message))
        }
    }

    @Test("A rehearsal does not change the file")
    func rehearse() throws {
        try withMigrations { folder in
            _ = try folder.migrate("--create", "--to", "001 people")
            let before = try Data(contentsOf: URL(fileURLWithPath: folder.database))
            #expect(
                try folder.migrate("--rehearse")
                    == Outcome(status: 0, output: "rehearsed 002 notes\n", errors: ""))
            try folder.write("003 bad.sql", "INSERT INTO missing VALUES (1)")
            let outcome = try folder.migrate("--rehearse")
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("003 bad.sql:1: no such table: missing"))
            #expect(try Data(contentsOf: URL(fileURLWithPath: folder.database)) == before)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
                    == ["a.db", "scripts"])
        }
    }

    @Test("Two processes can migrate a file at the same time")
    func twoProcesses() throws {
        try withMigrations { folder in
            for number in 3...30 {
                try folder.write("\(number).sql", "INSERT INTO notes VALUES (\(number));")
            }
            let outcomes = concurrentOutcomes(2) { try folder.migrate("--create") }
            let results = try outcomes.map { try $0.get() }
            for outcome in results { #expect(outcome.status == 0, "\(outcome.errors)") }
            let connection = try Connection(path: folder.database)
            #expect(try connection.value("SELECT count(*) FROM notes") == 28)
            let applied = results.flatMap { $0.output.split(separator: "\n") }
                .filter { $0.hasPrefix("applied") }
            #expect(applied.count == 30)
        }
    }

    @Test("The migrate command reports invalid input")
    func refusals() throws {
        try withMigrations { folder in
            let missing = try folder.migrate()
            #expect(missing.status == 1)
            #expect(missing.errors.hasPrefix("datalite: no such file: "))
            let unknown = try folder.migrate("--create", "--to", "nope")
            #expect(
                unknown
                    == Outcome(
                        status: 1, output: "", errors: "datalite: no migration is named \"nope\"\n")
            )
            let path = folder.path + "/none"
            let noFolder = try BuiltTool.run(["migrate", folder.database, path])
            #expect(
                noFolder.errors == "datalite: cannot read \"\(path)\": there is no such folder\n")
        }
    }

    @Test(
        "The migrate command exits with 64 after a usage error",
        arguments: [
            [], ["a.db"], ["a.db", "f", "--status", "--rehearse"],
            ["a.db", "f", "--status", "--to", "x"],
        ])
    func usageErrors(arguments: [String]) throws {
        let outcome = try BuiltTool.run(["migrate"] + arguments)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("Usage: datalite migrate"))
    }
}

/// The results of a closure that several threads run at the same time.
private func concurrentOutcomes(
    _ count: Int, _ body: @Sendable () throws -> BuiltTool.Outcome
) -> [Result<BuiltTool.Outcome, any Error>] {
    let results = Outcomes()
    DispatchQueue.concurrentPerform(iterations: count) { _ in results.add(Result(catching: body)) }
    return results.all
}

// SAFETY: the storage is only used while the lock is held.
private final class Outcomes: @unchecked Sendable {
    private var storage: [Result<BuiltTool.Outcome, any Error>] = []
    private let lock = NSLock()

    var all: [Result<BuiltTool.Outcome, any Error>] { lock.withLock { storage } }

    func add(_ result: Result<BuiltTool.Outcome, any Error>) {
        lock.withLock { storage.append(result) }
    }
}
