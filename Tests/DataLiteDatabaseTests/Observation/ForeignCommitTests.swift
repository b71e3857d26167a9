import DataLiteTestSupport
import Foundation
import Testing

@testable import DataLiteDatabase

@Suite("A commit of another connection", .timeLimit(.minutes(20)))
struct ForeignCommitTests {
    private let options = ObservationOptions(pollInterval: .milliseconds(1))

    private func withFile(
        _ body: (Database, Connection) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { directory in
            let database = try Database(path: directory + "/main.sqlite")
            try await database.write { db in
                try db.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT)")
            }
            try await body(database, Connection(path: directory + "/main.sqlite"))
        }
    }

    @Test("A foreign commit is detected before and after commits of the database")
    func noticed() async throws {
        try await withFile { database, other in
            var counts = database.itemCounts(options).makeAsyncIterator()
            #expect(try await counts.next() == 0)
            try other.addItem()
            #expect(try await counts.next() == 1)
            try await database.write { db in try db.addItem() }
            #expect(try await counts.next() == 2)
            try other.addItem()
            #expect(try await counts.next() == 3)
        }
    }

    @Test("A foreign commit is detected after a change of the key has failed")
    func failedRekey() async throws {
        try await withFile { database, other in
            var counts = database.itemCounts(options).makeAsyncIterator()
            #expect(try await counts.next() == 0)
            // The file is not encrypted.
            _ = try await failure { try await database.rekey(.passphrase("new")) }
            try other.addItem()
            var latest = 0
            while latest < 1 { latest = try await #require(counts.next()) }
            #expect(latest == 1)
        }
    }

    @Test("Each commit of another process is detected")
    func otherProcess() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/main.sqlite"
            let database = try Database(path: path)
            try await database.write { db in
                try db.execute("CREATE TABLE a(n INTEGER PRIMARY KEY, filling TEXT)")
            }
            let count: @Sendable (any ConnectionProtocol) throws -> Int = { db in
                try db.value("SELECT count(*) FROM a") ?? 0
            }
            var counts = database.values(options, count).makeAsyncIterator()
            #expect(try await counts.next() == 0)
            let writer = try ChildProcess("DatabaseStress", ["write", path])
            var latest = 0
            while latest < 20 { latest = try await #require(counts.next()) }
            _ = writer.kill()
            let last = try await database.read(count)
            while latest < last { latest = try await #require(counts.next()) }
            #expect(latest == last)
        }
    }

    @Test("A foreign commit is detected among commits to unobserved tables")
    func amongOthers() async throws {
        try await withFile { database, other in
            try await database.write { db in try db.execute("CREATE TABLE a(x)") }
            var counts = database.itemCounts(options).makeAsyncIterator()
            #expect(try await counts.next() == 0)
            for k in 1...20 {
                try await database.write { db in try db.execute("INSERT INTO a VALUES (1)") }
                try other.addItem()
                try await database.write { db in try db.execute("INSERT INTO a VALUES (1)") }
                #expect(try await counts.next() == k)
            }
        }
    }

    @Test("The next write detects a foreign commit that polling missed")
    func beforeWrite() async throws {
        try await withFile { database, other in
            try await database.write { db in try db.execute("CREATE TABLE a(x)") }
            var counts = database.itemCounts(ObservationOptions(pollInterval: .seconds(3600)))
                .makeAsyncIterator()
            #expect(try await counts.next() == 0)
            try other.addItem()
            // The writer begins to collect here, without a record of earlier commits.
            try await database.write { db in try db.execute("INSERT INTO a VALUES (1)") }
            #expect(database.staleObservers == 1)
            #expect(try await counts.next() == 1)
        }
    }

    @Test("A foreign commit is detected while a write is running")
    func duringWrite() async throws {
        try await withFile { database, other in
            var counts = database.itemCounts(options).makeAsyncIterator()
            #expect(try await counts.next() == 0)
            let begun = Gate()
            let ended = Gate()
            let thread = ThreadGroup()
            thread.run {
                try? database.writeWithoutTransaction { _ in
                    begun.open()
                    ended.wait()
                }
            }
            begun.wait()
            try other.addItem()
            #expect(try await counts.next() == 1)
            ended.open()
            thread.wait()
        }
    }

    @Test("A foreign commit that changes the schema is detected")
    func schema() async throws {
        try await withFile { database, other in
            var columns = database.values(options) { db in
                try db.rows("SELECT * FROM items").first?.map(\.column) ?? []
            }.makeAsyncIterator()
            try other.addItem()
            #expect(try await columns.next() == ["id", "name"])
            try other.execute("ALTER TABLE items ADD COLUMN age")
            #expect(try await columns.next() == ["id", "name", "age"])
        }
    }

    @Test("A foreign commit to an attached database is detected")
    func attached() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/other.sqlite"
            let other = try Connection(path: path)
            try other.setJournalMode(.wal)
            try other.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT)")
            let database = try Database(
                path: directory + "/main.sqlite",
                configuration: .init {
                    $0.onOpen = { try $0.execute("ATTACH \(path) AS other") }
                })
            var counts = database.itemCounts(options).makeAsyncIterator()
            #expect(try await counts.next() == 0)
            try other.addItem()
            #expect(try await counts.next() == 1)
            try await database.write { db in try db.addItem() }
            #expect(try await counts.next() == 2)
            try other.addItem()
            #expect(try await counts.next() == 3)
        }
    }

    @Test("Foreign commits are polled only while there are observers")
    func ends() async throws {
        try await withFile { database, _ in
            do {
                var counts = database.itemCounts(options).makeAsyncIterator()
                _ = try await counts.next()
                #expect(database.isWatching)
            }
            await reached { !database.isWatching }
            var counts = database.itemCounts(options).makeAsyncIterator()
            _ = try await counts.next()
            #expect(database.isWatching)
        }
    }

    @Test("Polling does not keep the WAL when the database is closed")
    func closed() async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/main.sqlite"
            let database = try Database(path: path)
            var values = database.values(options) { db in try db.rows("SELECT 1").count }
                .makeAsyncIterator()
            _ = try await values.next()
            try await database.write { db in try db.execute("CREATE TABLE items(x)") }
            try await database.close()
            #expect(!database.isWatching)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: directory) == ["main.sqlite"])
        }
    }
}

extension Database {
    var isWatching: Bool { pool.observers.foreign.monitor.isRunning }
}
