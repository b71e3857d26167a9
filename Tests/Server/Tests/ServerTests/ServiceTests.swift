import DataLiteServer
import Foundation
import ServiceLifecycle
import ServiceLifecycleTestKit
import Testing

@Suite("The service of a database")
struct ServiceTests {
    private let directory: TemporaryDirectory
    private let log = TestLog()

    init() throws { directory = try TemporaryDirectory() }

    private var migrator: Migrator {
        var migrator = Migrator()
        migrator.add("create items", sql: "CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT)")
        migrator.add("index items", sql: "CREATE INDEX items_name ON items(name)")
        return migrator
    }

    private func open(
        calls: Duration = .seconds(10), interruptedCalls: Duration = .seconds(10),
        _ change: (inout Database.Configuration) -> Void = { _ in }
    ) async throws -> DatabaseService {
        try await DatabaseService.open(
            path: directory.file(), configuration: Database.Configuration(change),
            migrator: migrator,
            shutdownLimits: .init(calls: calls, interruptedCalls: interruptedCalls),
            logger: log.logger)
    }

    @Test("Opening applies pending migrations and logs each")
    func migrating() async throws {
        let service = try await open()
        try await service.database.addItem("a")
        #expect(log.metadata("migration") == ["create items", "index items"])
        try await service.database.close()
        let again = try await open()
        #expect(log.messages.count == 2)
        try await again.database.close()
    }

    @Test("Pending migrations prevent the start if they are refused")
    func refusing() async throws {
        let error = await failure {
            _ = try await DatabaseService.open(
                path: directory.file(), migrator: migrator, pending: .refuse, logger: log.logger)
        }
        #expect(error?.resultCode == .misuse)
        #expect(error?.message.contains("create items, index items") == true)
        try await open().database.close()
        let service = try await DatabaseService.open(
            path: directory.file(), migrator: migrator, pending: .refuse, logger: log.logger)
        try await service.database.addItem("a")
    }

    @Test("The WAL of a process that ended without closing is logged")
    func recovering() async throws {
        let path = directory.file()
        let database = try await Database.withItems(path: path)
        let copy = try TemporaryDirectory()
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: path + suffix, toPath: copy.file() + suffix)
        }
        let service = try await DatabaseService.open(path: copy.file(), logger: log.logger)
        try await service.database.addItem("a")
        #expect(log.messages.count == 1)
        #expect(log.messages.first?.contains("recovered the WAL") == true)
        try await database.close()
    }

    @Test("A graceful shutdown closes the database and empties the WAL")
    func shutdown() async throws {
        let service = try await open()
        await #expect(throws: SQLiteError.self) { try await service.readiness() }
        try await testGracefulShutdown { trigger in
            async let run: Void = service.run()
            while await failure({ try await service.readiness() }) != nil {}
            try await service.health()
            try await service.database.addItem("a")
            trigger.triggerGracefulShutdown()
            try await run
        }
        await #expect(throws: SQLiteError.self) { try await service.health() }
        await #expect(throws: SQLiteError.self) { try await service.readiness() }
        #expect(try directory.names == ["test.sqlite"])
        #expect(log.messages.last == "info: closed the database")
    }

    @Test("A running call may end during the shutdown, and a new one is refused")
    func running() async throws {
        let service = try await open()
        let database = service.database
        let gate = Gate()
        let isWriting = Shared(false)
        let writing = Task {
            try await database.write { db in
                try db.execute("INSERT INTO items(name) VALUES ('a')")
                isWriting.change { $0 = true }
                gate.wait()
                try db.execute("INSERT INTO items(name) VALUES ('b')")
            }
        }
        try await reached { isWriting.current }
        try await testGracefulShutdown { trigger in
            async let run: Void = service.run()
            trigger.triggerGracefulShutdown()
            while await failure({ try await database.read { _ in } }) == nil {}
            #expect(await failure { try await service.readiness() } != nil)
            gate.open()
            try await run
        }
        try await writing.value
        let reopened = try await open().database
        #expect(try await reopened.read { try $0.value("SELECT count(*) FROM items") } == 2)
    }

    @Test("A call that exceeds the limit is interrupted, and the shutdown succeeds")
    func interrupting() async throws {
        let service = try await open(calls: .milliseconds(20))
        let database = service.database
        let isReading = Shared(0)
        let reading = Task {
            try await database.read { db in
                // The second statement begins after the first was interrupted.
                for _ in 0..<2 {
                    isReading.change { $0 += 1 }
                    do {
                        _ = try db.value(
                            """
                            WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
                            SELECT count(*) FROM n
                            """, as: Int.self)
                    } catch let error as SQLiteError where isReading.current < 2 {
                        #expect(error.resultCode == .interrupt)
                    }
                }
            }
        }
        try await reached { isReading.current == 1 }
        try await testGracefulShutdown { trigger in
            async let run: Void = service.run()
            trigger.triggerGracefulShutdown()
            try await run
        }
        #expect(isReading.current == 2)
        #expect(await failure { try await reading.value }?.resultCode == .interrupt)
        #expect(log.messages.contains("warning: interrupting the calls that are still running"))
    }

    @Test("A closure that runs no SQL and does not return makes the shutdown fail")
    func stuck() async throws {
        let service = try await open(
            calls: .milliseconds(10), interruptedCalls: .milliseconds(10))
        let gate = Gate()
        let holder = try await service.database.holdWriter(until: gate)
        await testGracefulShutdown { trigger in
            async let run = failure { try await service.run() }
            trigger.triggerGracefulShutdown()
            #expect(await run?.resultCode == .busy)
        }
        gate.open()
        try await holder.value
    }

    @Test("A database that does not answer is not healthy")
    func health() async throws {
        let service = try await open { $0.readerLimit = 1 }
        let gate = Gate()
        let isReading = Shared(false)
        let holder = Task {
            try await service.database.read { _ in
                isReading.change { $0 = true }
                gate.wait()
            }
        }
        try await reached { isReading.current }
        let error = await failure { try await service.health(within: .milliseconds(10)) }
        #expect(error?.resultCode == .busy)
        gate.open()
        try await holder.value
        try await service.health()
    }
}
