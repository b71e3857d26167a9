import DataLite
import DataLiteTesting
import Testing

@Suite("The samples of the guide to testing with databases", .timeLimit(.minutes(20)))
struct TestDatabaseSamples {
    // sample: databaseUnderTest
    struct JobQueue {
        static let migrator: Migrator = {
            var migrator = Migrator()
            migrator.add(
                "create jobs", sql: "CREATE TABLE jobs(id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
            return migrator
        }()

        let database: any DatabaseProtocol

        func add(_ name: String) async throws {
            try await database.write { db in
                try db.execute("INSERT INTO jobs(name) VALUES (\(name))")
            }
        }

        func names() async throws -> [String] {
            try await database.read { db in
                try db.rows("SELECT name FROM jobs ORDER BY id").map { row in
                    try row["name", as: String.self]
                }
            }
        }
    }
    // end

    // sample: testDatabase
    @Test("Jobs are listed in the order in which they were added")
    func order() async throws {
        let queue = try JobQueue(database: TestDatabase(JobQueue.migrator))
        try await queue.add("report")
        try await queue.add("backup")
        #expect(try await queue.names() == ["report", "backup"])
    }
    // end

    @Test("A job without a name is refused")
    func noName() async throws {
        try await withTestDatabase(JobQueue.migrator) { database in
            await #expect(throws: SQLiteError.self) {
                try await database.write { db in
                    try db.execute("INSERT INTO jobs(name) VALUES (NULL)")
                }
            }
        }
    }

    // sample: mockDatabase
    @Test("A job is added in one transaction")
    func scripted() async throws {
        let database = try MockDatabase { mock in
            mock.expectBegin(.immediate)
            mock.expectExecute("INSERT INTO jobs(name) VALUES (?)").with("report")
            mock.expectCommit()
        }
        try await JobQueue(database: database).add("report")
        database.verify()
    }
    // end

    @Test("A full disk is reported, and the next job is added")
    func fullDisk() async throws {
        let database = try MockDatabase.spy(
            schema: "CREATE TABLE jobs(id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
        try database.withMock { mock in mock.fail(.step, .prefix("COMMIT"), with: .full) }
        let queue = JobQueue(database: database)
        await #expect(throws: SQLiteError.self) { try await queue.add("report") }
        try await queue.add("backup")
        #expect(try await queue.names() == ["backup"])
        database.verify()
    }

    @Test("The number of jobs is observed")
    func observed() async throws {
        let database = try TestDatabase(JobQueue.migrator)
        var counts = database.values { db in
            try db.value("SELECT count(*) FROM jobs", as: Int.self)
        }.makeAsyncIterator()
        #expect(try await counts.next(within: .seconds(60)) == 0)
        try await JobQueue(database: database).add("report")
        #expect(try await counts.next(within: .seconds(60)) == 1)
    }
}
