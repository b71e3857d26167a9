import DataLiteServer
import Foundation
import ServiceLifecycleTestKit
import Testing

@Suite("A task of a database")
struct TaskTests {
    private let directory: TemporaryDirectory
    private let log = TestLog()

    init() throws { directory = try TemporaryDirectory() }

    @Test("It repeats, an error is logged, and the graceful shutdown ends it")
    func repeating() async throws {
        let count = Shared(0)
        let task = DatabaseTask("count", every: .milliseconds(1), logger: log.logger) { _ in
            count.change { $0 += 1 }
            throw SQLiteError(.busy, message: "try later")
        }
        try await testGracefulShutdown { trigger in
            async let run: Void = task.run()
            try await reached { count.current > 2 }
            trigger.triggerGracefulShutdown()
            await run
        }
        #expect(log.messages.first == "error: a task failed")
        #expect(log.metadata("task").first == "count")
    }

    @Test("The error of a call in a task is logged once, without values")
    func loggedOnce() async throws {
        let database = try await Database.withItems {
            $0.instruments = [DatabaseLogger(log.logger)]
        }
        let task = DatabaseTask("fail", every: .milliseconds(1), logger: log.logger) { _ in
            try await database.read { db in
                _ = try db.rows("SELECT * FROM missing WHERE x = 'private'")
            }
        }
        try await testGracefulShutdown { trigger in
            async let run: Void = task.run()
            try await reached { !log.messages.isEmpty }
            trigger.triggerGracefulShutdown()
            await run
        }
        #expect(Set(log.messages) == ["error: a task failed"])
        #expect(log.metadata("db.response.status_code").first == "SQLITE_ERROR")
        #expect(log.metadata("db.query.text").first == "SELECT * FROM missing WHERE x = ?")
        #expect(!log.text.contains("private"))
    }

    @Test("The statistics of the query planner are updated")
    func optimize() async throws {
        let database = try await Database.withItems()
        try await database.write { db in
            try db.execute("ANALYZE")
            try db.execute(
                """
                WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 5000)
                INSERT INTO items(name) SELECT x FROM n
                """)
        }
        try await DatabaseTask.optimize(database).runOnce()
        let rows = try await database.read { db in
            try db.value("SELECT count(*) FROM sqlite_stat1", as: Int.self)
        }
        #expect(rows != nil)
    }

    @Test("Free pages are returned in steps")
    func vacuum() async throws {
        let database = try await Database.withItems(path: directory.file()) {
            $0.connection.onOpen = {
                if !$0.isReadonly { try $0.execute("PRAGMA auto_vacuum = INCREMENTAL") }
            }
        }
        try await database.write { db in
            try db.execute("CREATE TABLE large(x)")
            try db.execute("INSERT INTO large VALUES (zeroblob(1000000))")
            try db.execute("DROP TABLE large")
        }
        let writes = database.statistics.writes
        try await DatabaseTask.vacuum(database, pages: 50).runOnce()
        let free = try await database.read { db in
            try db.value("PRAGMA freelist_count", as: Int.self)
        }
        #expect(free == 0)
        #expect(database.statistics.writes - writes >= 4)
        try await database.close()
    }

    @Test("A checkpoint runs when no call has run since the last look")
    func quietCheckpoint() async throws {
        let database = try await Database.withItems(path: directory.file())
        let task = DatabaseTask.checkpoints(of: database, pages: 1)
        try await database.addItem("a")
        let before = try Data(contentsOf: URL(fileURLWithPath: directory.file()))
        try await task.runOnce()
        try await database.addItem("b")
        try await task.runOnce()
        #expect(try Data(contentsOf: URL(fileURLWithPath: directory.file())) == before)
        try await task.runOnce()
        #expect(try Data(contentsOf: URL(fileURLWithPath: directory.file())) != before)
        try await database.close()
    }

    @Test("A damaged table is found by the checks of one table each")
    func integrity() async throws {
        let connection = try Connection(path: directory.file())
        try connection.execute(
            script: """
                CREATE TABLE other(x);
                CREATE TABLE items(x);
                INSERT INTO items VALUES (NULL);
                PRAGMA writable_schema = ON;
                UPDATE sqlite_schema SET sql = 'CREATE TABLE items(x NOT NULL)' WHERE name = 'items';
                """)
        try connection.close()
        let database = try Database(path: directory.file())
        let task = DatabaseTask.integrityChecks(of: database, logger: log.logger)
        var counts: [Int] = []
        for _ in 0..<3 {
            try await task.runOnce()
            counts.append(log.messages.count)
        }
        // The tables are items, other, and items again.
        #expect(counts == [1, 1, 2])
        #expect(log.messages.allSatisfy { $0 == "critical: the database is damaged" })
        try await database.close()
    }

    @Test("A large WAL is a warning")
    func largeWAL() async throws {
        let database = try await Database.withItems(path: directory.file())
        try await DatabaseTask.walWarnings(of: database, above: 1000, logger: log.logger).runOnce()
        #expect(log.messages.isEmpty)
        let gate = Gate()
        let holder = try await database.holdWriter(until: gate)
        try await DatabaseTask.walWarnings(of: database, above: 1, logger: log.logger).runOnce()
        #expect(log.messages == ["warning: the WAL is large"])
        #expect(log.metadata("calls").first?.contains("a write has been running") == true)
        gate.open()
        try await holder.value
        try await database.close()
    }

    @Test("A backup has the state of the database and leaves one file")
    func backup() async throws {
        let database = try await Database.withItems(path: directory.file())
        try await database.addItem("a")
        let target = try TemporaryDirectory()
        let task = DatabaseTask.backups(
            of: database, every: .seconds(60), to: target.path, keep: 2, logger: log.logger)
        try await task.runOnce()
        let names = try target.names
        #expect(names.count == 1)
        let name = try #require(names.first)
        #expect(name.wholeMatch(of: /test-\d{8}T\d{6}Z\.sqlite/) != nil)
        #expect(log.metadata("path") == [target.file(name)])
        let copy = try Database(path: target.file(name))
        #expect(try await copy.read { try $0.value("SELECT name FROM items") } == "a")
        try await copy.close()
        try await database.close()
    }

    @Test("Only the newest backups are kept, and other files stay")
    func retention() async throws {
        let database = try await Database.withItems(path: directory.file())
        let target = try TemporaryDirectory()
        let old = ["test-20200101T000000Z.sqlite", "test-20200102T000000Z.sqlite"]
        let others = ["other-20200101T000000Z.sqlite", "test-20200101T000000Z.sqlite.txt", "x"]
        for name in old + others {
            try Data().write(to: URL(fileURLWithPath: target.file(name)))
        }
        try await DatabaseTask.backups(
            of: database, every: .seconds(60), to: target.path, keep: 2, logger: log.logger
        ).runOnce()
        let names = try target.names
        #expect(!names.contains(old[0]))
        #expect(names.contains(old[1]))
        #expect(others.allSatisfy(names.contains))
        #expect(names.count == 5)
        try await database.close()
    }

    @Test("A backup that cannot be made keeps the older ones")
    func failedBackup() async throws {
        let database = try await Database.withItems(path: directory.file())
        let target = try TemporaryDirectory()
        let old = "test-20200101T000000Z.sqlite"
        try Data().write(to: URL(fileURLWithPath: target.file(old)))
        try await database.close()
        let task = DatabaseTask.backups(
            of: database, every: .seconds(60), to: target.path, keep: 1, logger: log.logger)
        #expect(await failure { try await task.runOnce() } != nil)
        #expect(try target.names == [old])
    }

    @Test("Writes continue during a backup")
    func concurrentBackup() async throws {
        let database = try await Database.withItems(path: directory.file())
        try await database.write { db in
            try db.execute(
                """
                WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 20000)
                INSERT INTO items(name) SELECT hex(randomblob(50)) FROM n
                """)
        }
        let target = try TemporaryDirectory()
        let isDone = Shared(false)
        let backup = Task {
            try await DatabaseTask.backups(
                of: database, every: .seconds(60), to: target.path, keep: 1
            ).runOnce()
            isDone.change { $0 = true }
        }
        var writes = 0
        while !isDone.current {
            try await database.addItem("during \(writes)")
            writes += 1
        }
        try await backup.value
        #expect(writes > 1)
        try await database.close()
    }
}
