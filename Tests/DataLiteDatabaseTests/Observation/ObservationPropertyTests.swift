import Testing

@testable import DataLiteDatabase

/// Random commits of every kind, and observers of every kind of table. If a change is missed, the last delivered
/// values differ from the values fetched at the end.
@Suite("Observed values after random commits", .timeLimit(.minutes(20)))
struct ObservationPropertyTests {
    private static let queries = [
        "SELECT name FROM people", "SELECT count(*) FROM people", "SELECT age FROM people",
        "SELECT * FROM people", "SELECT total(age) FROM people WHERE name > 'B'",
        "SELECT * FROM pets", "SELECT message FROM log", "SELECT * FROM keyed",
        "SELECT k FROM keyed",
        "SELECT twice FROM computed", "SELECT y FROM computed", "SELECT name FROM adults",
        "SELECT text FROM notes WHERE notes MATCH 'a'", "SELECT count(*) FROM notes",
        "SELECT term, doc FROM terms", "SELECT * FROM boxes", "SELECT x FROM other.items",
        "SELECT count(*) FROM other.items", "SELECT * FROM changing", "SELECT x FROM changing",
        "SELECT name FROM sqlite_schema", "SELECT name, seq FROM sqlite_sequence",
        "WITH c AS (SELECT name FROM people) SELECT count(*) FROM c",
        "SELECT people.name, pets.name FROM people JOIN pets ON owner = people.id",
    ]

    /// Queries of single rows, with the rowids that a fetch looks up.
    private static let lookups: [(query: String, rowIDs: [Int])] = [
        ("SELECT * FROM people WHERE id = ?", [1]), ("SELECT name FROM people WHERE id = ?", [2]),
        ("SELECT name FROM people WHERE id = ?", [3]),
        ("SELECT * FROM people WHERE id = ?", [4, 5, 8]),
        ("SELECT count(age) FROM people WHERE id = ?", [0]),
        ("SELECT * FROM pets WHERE id = ?", [3]), ("SELECT message FROM log WHERE rowid = ?", [2]),
        ("SELECT twice FROM computed WHERE rowid = ?", [2]),
        ("SELECT id FROM boxes WHERE id = ?", [1]),
        ("SELECT x FROM other.items WHERE rowid = ?", [1, 2]),
        ("SELECT x FROM changing WHERE rowid = ?", [1]),
        ("SELECT name FROM adults WHERE id = ?", [1]),
        ("SELECT text FROM notes WHERE rowid = ?", [1]),
    ]

    private static let fetches: [(name: String, queries: [SQL])] =
        queries.map { query in (query, [SQL(raw: query)]) }
        + lookups.map { lookup in
            (
                "\(lookup)",
                lookup.rowIDs.map { SQL(raw: lookup.query, parameters: [.int(Int64($0))]) }
            )
        }

    private static let statements = [
        "INSERT INTO people(name, age) VALUES (char(65 + abs(random()) % 5), abs(random()) % 60)",
        "REPLACE INTO people(id, name) VALUES (abs(random()) % 9, 'a')",
        "UPDATE people SET age = abs(random()) % 60 WHERE id % 3 = 1",
        "UPDATE people SET name = name || 'x' WHERE id % 3 = 2",
        "UPDATE people SET name = 'one' || abs(random()) % 9 WHERE id = abs(random()) % 9",
        "DELETE FROM people WHERE id = abs(random()) % 9",
        "UPDATE OR REPLACE people SET id = abs(random()) % 9 WHERE id = abs(random()) % 9",
        "UPDATE people SET id = 1000 + (SELECT max(id) FROM people) WHERE id = 2",
        "DELETE FROM people WHERE id % 4 = 1", "DELETE FROM people", "DELETE FROM log",
        "INSERT INTO pets(name, owner) SELECT 'Rex', id FROM people LIMIT 2",
        "INSERT OR REPLACE INTO keyed VALUES (char(65 + abs(random()) % 5), abs(random()) % 9)",
        "UPDATE keyed SET v = v + 1", "UPDATE keyed SET k = k || 'x'", "DELETE FROM keyed",
        "UPDATE computed SET x = x + 1", "INSERT INTO computed(x) VALUES (abs(random()) % 9)",
        "UPDATE computed SET y = abs(random()) % 9",
        "INSERT INTO notes VALUES ('a ' || abs(random()) % 9)", "DELETE FROM notes",
        "UPDATE notes SET text = 'b' WHERE rowid % 2 = 0",
        "INSERT OR REPLACE INTO boxes VALUES (abs(random()) % 5, 0, abs(random()) % 9)",
        "INSERT INTO other.items VALUES (abs(random()) % 9)", "DELETE FROM other.items",
        "INSERT INTO changing DEFAULT VALUES",
        "SAVEPOINT s; INSERT INTO people(name) VALUES ('s'); ROLLBACK TO s; RELEASE s",
        "SAVEPOINT s; DELETE FROM people; ROLLBACK TO s; UPDATE keyed SET v = 0; RELEASE s",
        "ALTER TABLE changing ADD COLUMN added", "DROP TABLE IF EXISTS changing",
        "CREATE TABLE IF NOT EXISTS changing(x DEFAULT 1)",
        "UPDATE changing SET x = abs(random()) % 9", "INSERT INTO changing DEFAULT VALUES",
        "DROP TABLE IF EXISTS changing; CREATE TABLE changing(other, x DEFAULT 2)",
        "DROP VIEW adults; CREATE VIEW adults AS SELECT id, name FROM people WHERE age >= 30",
        "DROP VIEW adults; CREATE VIEW adults AS SELECT id, message AS name, id FROM log, people",
        "CREATE INDEX IF NOT EXISTS by_age ON people(age)", "DROP INDEX IF EXISTS by_age",
    ]

    @Test(
        "Values observed during random commits equal a new fetch", arguments: TestStorage.allCases,
        [1, 2, 3] as [UInt64])
    func property(storage: TestStorage, seed: UInt64) async throws {
        try await withTemporaryDirectory { directory in
            let database = try ObservedRegionTests.open(in: directory, storage)
            try await database.write { db in try db.execute("CREATE TABLE changing(x DEFAULT 1)") }
            // No other process can open an in-memory database.
            let other =
                storage == .file
                ? try Connection(
                    path: directory + "/main.sqlite",
                    configuration: .init {
                        $0.onOpen = { db in
                            try db.execute("ATTACH \(directory + "/other.sqlite") AS other")
                        }
                    }) : nil
            let latest = Self.fetches.map { _ in Shared<String?>(nil) }
            let observations = zip(Self.fetches, latest).map { fetch, latest in
                database.observe(ObservationOptions(pollInterval: .milliseconds(2))) { db in
                    Self.text(fetch.queries, db)
                } onError: { error in
                    latest.change { $0 = "\(error)" }
                } onChange: { text in
                    latest.change { $0 = text }
                }
            }
            var generator = SeededGenerator(seed: seed)
            for round in 1...40 {
                for _ in 0...Int.random(in: 0..<4, using: &generator) {
                    try await step(database, other, &generator)
                }
                for (fetch, latest) in zip(Self.fetches, latest) {
                    let expected = try await database.read { db in Self.text(fetch.queries, db) }
                    await reached { latest.current == expected }
                    try #require(latest.current == expected, "round \(round): \(fetch.name)")
                }
            }
            for observation in observations { observation.cancel() }
        }
    }

    private static func text(_ queries: [SQL], _ db: any ConnectionProtocol) -> String {
        do {
            return "\(try queries.map { query in try db.rows(query) })"
        } catch {
            return "\(error)"
        }
    }

    /// A number of commits or rollbacks, at least one. Statements may fail: a table may be missing, for example.
    private func step(
        _ database: Database, _ other: Connection?, _ generator: inout SeededGenerator
    ) async throws {
        let scripts = (0...Int.random(in: 0..<3, using: &generator)).map { _ in
            Self.statements.randomElement(using: &generator) ?? ""
        }
        switch Int.random(in: 0..<6, using: &generator) {
        case 0:
            await #expect(throws: Refused.self) {
                try await database.write { db in
                    for script in scripts { try? db.execute(script: script) }
                    throw Refused()
                }
            }
        case 1:
            // A script that fails halfway leaves a savepoint open, which is an error of the call.
            try? await database.writeWithoutTransaction { db in
                for script in scripts {
                    try? db.execute(script: script)
                    try? db.transaction {
                        try db.execute(script: script)
                        if script.utf8.count % 2 == 0 { throw Refused() }
                    }
                }
            }
        case 2 where other != nil:
            for script in scripts { try? other?.execute(script: script) }
            if other?.isAutocommit == false { try other?.rollbackTransaction() }
        default:
            try await database.write { db in
                for script in scripts { try? db.execute(script: script) }
            }
        }
    }
}
