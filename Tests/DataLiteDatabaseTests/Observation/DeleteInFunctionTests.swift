import DataLiteTestSupport
import Testing

@testable import DataLiteDatabase

/// A `DELETE` without `WHERE` that is compiled without a hook empties the table without calling it later.
@Suite(
    "A DELETE in an SQL function", .enabled(if: !ChangeCollector.isMissing),
    .timeLimit(.minutes(20)))
struct DeleteInFunctionTests {
    @Test(
        "A DELETE that a function runs in a write to another table is observed",
        arguments: ["UPDATE others SET x = wipe()", "INSERT INTO others VALUES (wipe())"])
    func write(sql: String) async throws {
        let database = try Database.inMemory(
            configuration: .init {
                $0.onOpen = { connection in
                    try connection.add(function: "wipe", argc: 0) { arguments in
                        try arguments.connection.execute("DELETE FROM seen")
                        return 1
                    }
                }
            })
        try await database.write { db in
            try db.execute(
                script: """
                    CREATE TABLE seen(x); CREATE TABLE others(x);
                    INSERT INTO seen VALUES (1), (2); INSERT INTO others VALUES (1);
                    """)
        }
        var counts = database.values { db in
            try db.requiredValue("SELECT count(*) FROM seen", as: Int.self)
        }.makeAsyncIterator()
        #expect(try await counts.next() == 2)
        try await database.write { db in try db.execute(SQL(raw: sql)) }
        #expect(try await counts.next() == 0)
        // The statement that the function ran is cached, and calls the hook, too.
        try await database.write { db in try db.execute("INSERT INTO seen VALUES (3)") }
        #expect(try await counts.next() == 1)
        try await database.write { db in try db.execute("DELETE FROM seen") }
        #expect(try await counts.next() == 0)
    }
}
