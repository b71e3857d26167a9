import DataLiteDatabase
import DataLiteTesting
import Foundation
import Testing

@Suite("A test database", .timeLimit(.minutes(20)))
struct TestDatabaseTests {
    struct Refused: Error {}

    private let migrator: Migrator = {
        var migrator = Migrator()
        migrator.add("create items", sql: "CREATE TABLE items(name TEXT)")
        return migrator
    }()

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    @Test("Each test database is migrated and separate")
    func migrated() throws {
        let (one, two) = (try TestDatabase(migrator), try TestDatabase(migrator))
        try one.write { db in try db.execute("INSERT INTO items VALUES ('Ada')") }
        let count = try two.read { db in
            try db.value("SELECT count(*) FROM items", as: Int.self)
        }
        #expect(count == 0)
        #expect(one.path != two.path)
        #expect(try migrator.pending(in: one) == [])
    }

    @Test("A test database uses the given configuration and schema")
    func configured() throws {
        let configuration = Database.Configuration {
            $0.onOpen = { try $0.add(function: "twice") { (value: Int) in 2 * value } }
        }
        let database = try TestDatabase(
            schema: "CREATE TABLE items(x); INSERT INTO items VALUES (21);",
            configuration: configuration)
        let value = try database.read { db in
            try db.value("SELECT twice(x) FROM items", as: Int.self)
        }
        #expect(value == 42)
    }

    @Test("A released test database removes its files")
    func released() throws {
        var database: TestDatabase? = try TestDatabase(migrator)
        let path = try #require(database?.path)
        #expect(exists(path))
        var inner = database?.database
        database = nil
        #expect(exists(path))
        #expect(throws: Never.self) { try inner?.read { _ in } }
        inner = nil
        for suffix in ["", "-wal", "-shm"] { #expect(!exists(path + suffix)) }
    }

    @Test("A test database is removed at the end of its closure")
    func closure() throws {
        let path = try withTestDatabase(migrator) { database in
            try database.write { db in try db.execute("INSERT INTO items VALUES ('Ada')") }
            return try #require(database.path)
        }
        #expect(!exists(path))
    }

    @Test("A test database is removed at the end of its asynchronous closure")
    func asyncClosure() async throws {
        let asyncPath = try await withTestDatabase(migrator) { database in
            try await database.write { db in try db.execute("INSERT INTO items VALUES ('Ada')") }
            return try #require(database.path)
        }
        #expect(!exists(asyncPath))
    }

    @Test("A test database is removed if its closure throws")
    func throwingClosure() {
        var path = ""
        #expect(throws: Refused.self) {
            try withTestDatabase { database in
                path = database.path ?? ""
                throw Refused()
            }
        }
        #expect(path != "" && !exists(path))
    }

    @Test("A test database is removed if its asynchronous closure throws")
    func throwingAsyncClosure() async {
        var path = ""
        await #expect(throws: Refused.self) {
            try await withTestDatabase { database in
                path = database.path ?? ""
                await Task.yield()
                throw Refused()
            }
        }
        #expect(path != "" && !exists(path))
    }

    @Test("A test database reports a failed migration")
    func failingMigration() throws {
        var migrator = Migrator()
        migrator.add("fail") { _ in throw Refused() }
        #expect(throws: (any Error).self) { try TestDatabase(migrator) }
        #expect(throws: (any Error).self) { try withTestDatabase(migrator) { _ in } }
    }
}

@Suite("Waiting for the next value", .timeLimit(.minutes(20)))
struct NextValueTests {
    private let database: TestDatabase

    init() throws { database = try TestDatabase(schema: "CREATE TABLE items(name)") }

    private func counts() -> ObservedValues<Int?> {
        database.values { db in try db.value("SELECT count(*) FROM items", as: Int.self) }
    }

    @Test("`next(within:)` returns the next value")
    func value() async throws {
        var counts = counts().makeAsyncIterator()
        #expect(try await counts.next(within: .seconds(600)) == 0)
        for count in 1...3 {
            try await database.write { db in try db.execute("INSERT INTO items VALUES (1)") }
            #expect(try await counts.next(within: .seconds(600)) == count)
        }
    }

    @Test("`next(within:)` throws when the time limit is reached")
    func timeLimit() async throws {
        var counts = counts().makeAsyncIterator()
        #expect(try await counts.next(within: .seconds(600)) == 0)
        let error = try #require(
            await #expect(throws: NoValueError.self) {
                try await counts.next(within: .milliseconds(1))
            })
        #expect(error == .timeLimit(.milliseconds(1)))
        #expect("\(error)".hasPrefix("no value within 0.001 seconds"))
    }

    @Test("`next(within:)` throws when the sequence has ended")
    func ended() async throws {
        var counts = counts().makeAsyncIterator()
        #expect(try await counts.next(within: .seconds(600)) == 0)
        try await database.close()
        let error = try #require(
            await #expect(throws: NoValueError.self) {
                try await counts.next(within: .seconds(600))
            })
        #expect(error == .ended)
        #expect("\(error)".hasPrefix("no further value"))
    }

    @Test("`next(within:)` throws the error of a fetch and then continues")
    func failingFetch() async throws {
        var counts = counts().makeAsyncIterator()
        #expect(try await counts.next(within: .seconds(600)) == 0)
        try await database.write { db in try db.execute("ALTER TABLE items RENAME TO things") }
        await #expect(throws: SQLiteError.self) { try await counts.next(within: .seconds(600)) }
        try await database.write { db in try db.execute("ALTER TABLE things RENAME TO items") }
        #expect(try await counts.next(within: .seconds(600)) == 0)
    }

    @Test("`next(within:)` ends when its task is cancelled")
    func cancelled() async throws {
        let values = counts()
        let task = Task {
            var counts = values.makeAsyncIterator()
            _ = try await counts.next(within: .seconds(600))
            return try await counts.next(within: .seconds(600))
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
