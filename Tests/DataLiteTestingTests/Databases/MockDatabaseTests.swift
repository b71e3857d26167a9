import DataLiteFetching
import DataLiteTestSupport
import DataLiteTesting
import Dispatch
import Testing

@Suite("A mock database", .timeLimit(.minutes(20)))
struct MockDatabaseTests {
    @Test("A mock database follows a script without transactions")
    func script() async throws {
        let database = try MockDatabase { mock in
            mock.expectExecute("INSERT INTO items VALUES (?)").with("Ada").returning(changes: 1)
            mock.expectQuery("SELECT count(*) FROM items").returning(["count": 1])
        }
        try await database.write { db in try db.execute("INSERT INTO items VALUES (\("Ada"))") }
        let count = try await database.read { db in
            try db.value("SELECT count(*) FROM items", as: Int.self)
        }
        #expect(count == 1)
        #expect(database.record.problems == [])
        #expect(
            database.record.log.statements == [
                "BEGIN IMMEDIATE TRANSACTION", "INSERT INTO items VALUES (?)", "COMMIT TRANSACTION",
                "BEGIN DEFERRED TRANSACTION", "SELECT count(*) FROM items", "COMMIT TRANSACTION",
            ])
    }

    @Test("A mock database follows a script with transactions")
    func transactions() throws {
        let database = try MockDatabase { mock in
            mock.expectBegin(.immediate)
            mock.expectExecute("DELETE FROM items").throwing(.constraintForeignKey)
            mock.expectRollback()
        }
        let error = try #require(throws: SQLiteError.self) {
            try database.write { db in try db.execute("DELETE FROM items") }
        }
        #expect(error.resultCode == .constraintForeignKey)
        #expect(database.verify())
    }

    @Test("A mock database reports an unexpected call and commits nothing")
    func unexpected() throws {
        let database = try MockDatabase { mock in
            mock.expectExecute("DELETE FROM items")
        }
        #expect(throws: SQLiteError.self) {
            try database.write { db in try db.execute("DELETE FROM other") }
        }
        #expect(database.record.problems.count == 1)
        #expect(database.record.problems[0].hasPrefix("unexpected call: DELETE FROM other"))
        #expect(database.record.log.statements.last == "ROLLBACK TRANSACTION")
    }

    @Test("A mock database reports unmet expectations")
    func unmet() throws {
        let database = try MockDatabase { mock in
            mock.expectExecute("DELETE FROM items")
            mock.expectExecute("DELETE FROM other")
        }
        try database.write { db in try db.execute("DELETE FROM items") }
        let problems = database.record.problems
        #expect(problems.count == 1)
        #expect(problems[0].hasPrefix("missing call: execute DELETE FROM other"))
        withKnownIssue {
            database.verify()
        } matching: { issue in
            "\(issue)".contains("missing call: execute DELETE FROM other")
        }
    }

    @Test("A released mock database reports unmet expectations")
    func released() throws {
        try withKnownIssue {
            _ = try MockDatabase { mock in mock.expectExecute("DELETE FROM items") }
        } matching: { issue in
            "\(issue)".contains("missing call: execute DELETE FROM items")
        }
    }

    @Test("`withMock` adds expectations and faults to a mock database")
    func configure() throws {
        let database = try MockDatabase.spy(schema: "CREATE TABLE items(name)")
        try database.withMock { mock in mock.fail(.step, .prefix("COMMIT"), with: .full) }
        let error = try #require(throws: SQLiteError.self) {
            try database.write { db in try db.execute("INSERT INTO items VALUES (1)") }
        }
        #expect(error.resultCode == .full)
        let count = try database.read { db in
            try db.value("SELECT count(*) FROM items", as: Int.self)
        }
        #expect(count == 0)
        #expect(throws: SQLiteError.self) {
            try database.read { _ in try database.withMock { _ in } }
        }
        database.record.verifyRan("INSERT INTO items VALUES (1)", times: 1)
    }

    @Test("A mock database interrupts the statement of a cancelled task")
    func cancellation() async throws {
        let database = try MockDatabase.spy(schema: "CREATE TABLE items(name)")
        try database.withMock { mock in mock.stall(.step, .prefix("DELETE"), for: .seconds(3600)) }
        let began = DispatchSemaphore(value: 0)
        let task = Task {
            try await database.write { db in
                try db.execute("INSERT INTO items VALUES (1)")
                began.signal()
                try db.execute("DELETE FROM items")
                Issue.record("the statement was not interrupted")
            }
        }
        await Task.detached { began.wait() }.value
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let count = try await database.read { db in
            try db.value("SELECT count(*) FROM items", as: Int.self)
        }
        #expect(count == 0)
    }

    @Test("A mock database runs no statement after a cancellation")
    func laterStatements() async throws {
        let database = try MockDatabase.spy(schema: "CREATE TABLE items(name)")
        let (began, cancelled) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let task = Task {
            try await database.writeWithoutTransaction { db in
                began.signal()
                cancelled.wait()
                try db.execute("INSERT INTO items VALUES (1)")
            }
        }
        await Task.detached { began.wait() }.value
        task.cancel()
        cancelled.signal()
        await #expect(throws: CancellationError.self) { try await task.value }
        database.record.verifyRan("INSERT INTO items VALUES (1)", times: 0)
    }

    @Test("A mock database is closed as its script expects")
    func closing() throws {
        let database = try MockDatabase { mock in
            mock.expectExecute("DELETE FROM items")
            mock.expectClose()
        }
        try database.write { db in try db.execute("DELETE FROM items") }
        try database.close()
        #expect(database.verify())
    }

    @Test("A mock database serves many tasks, one at a time")
    func manyTasks() async throws {
        let database = try MockDatabase.spy(schema: "CREATE TABLE items(name)")
        try await withThrowingTaskGroup { group in
            for number in 1...20 {
                group.addTask {
                    try await database.write { db in
                        _ = try db.execute("INSERT INTO items VALUES (\(number))")
                    }
                }
                group.addTask { _ = try await database.read { db in try db.rows("SELECT 1") } }
            }
            try await group.waitForAll()
        }
        let count = try await database.read { db in
            try db.value("SELECT count(*) FROM items", as: Int.self)
        }
        #expect(count == 20)
        #expect(database.verify())
    }

    @Test("A mock database delivers scripted values after each write")
    func values() async throws {
        let database = try MockDatabase { mock in
            mock.expectQuery("SELECT name FROM items").returning(["name": "Ada"])
            mock.expectExecute("DELETE FROM items")
            mock.expectQuery("SELECT name FROM items")
        }
        var names = database.values { db in
            try db.rows("SELECT name FROM items").map { $0.lenientValue(at: 0) ?? "" }
        }.makeAsyncIterator()
        #expect(try await names.next(within: .seconds(600)) == ["Ada"])
        try await database.write { db in try db.execute("DELETE FROM items") }
        #expect(try await names.next(within: .seconds(600)) == [])
        #expect(database.verify())
    }

    private struct Names: FetchRequest {
        func fetch(_ db: any ConnectionProtocol) throws -> [String] {
            try db.rows("SELECT name FROM items").map { $0.lenientValue(at: 0) ?? "" }
        }
    }

    @Test("A fetch property of a mock database has its value at the first read")
    func firstRead() async throws {
        let database = try MockDatabase { mock in
            mock.expectQuery("SELECT name FROM items").returning(["name": "Ada"])
            mock.expectQuery("SELECT name FROM items").returning(["name": "Bob"])
        }
        var property: Fetch? = Fetch(Names(), database: database, firstReadLimit: .seconds(600))
        #expect(property?.value == ["Ada"])
        property = nil
        let inside = Fetch(Names(), database: database, firstReadLimit: .seconds(600))
        #expect(try await database.read { _ in inside.value } == nil)
        while inside.isLoading { await Task.yield() }
        #expect(inside.value == ["Bob"])
        #expect(database.verify())
    }

    @Test("A fetch property of a stalled mock database gets its value later")
    func stalledRead() async throws {
        let database = try MockDatabase.spy(
            schema: "CREATE TABLE items(name); INSERT INTO items VALUES ('Ada')")
        try database.withMock { mock in
            // On a busy machine, the fetch on the other thread may be the waiting one.
            mock.stall(.step, "SELECT name FROM items", for: .seconds(2))
        }
        let property = Fetch(Names(), database: database, firstReadLimit: .milliseconds(200))
        let first = property.value
        // The fetch on the other thread may have been fast.
        #expect(first == nil || first == ["Ada"])
        while property.value == nil { await Task.yield() }
        #expect(property.value == ["Ada"])
    }

    @Test("A released mock database ends its values")
    func releasedValues() async throws {
        var database: MockDatabase? = try MockDatabase.spy()
        var values = try #require(database).values { db in
            try db.value("SELECT 1", as: Int.self)
        }.makeAsyncIterator()
        #expect(try await values.next(within: .seconds(600)) == 1)
        database = nil
        #expect(try await values.next() == nil)
    }
}
