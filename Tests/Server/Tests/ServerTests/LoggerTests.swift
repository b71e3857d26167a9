import DataLiteServer
import InMemoryLogging
import Logging
import Testing

@Suite("A log of a database")
struct LoggerTests {
    private let log = TestLog(.debug)

    private func database(
        path: String? = nil, _ change: (inout DatabaseLogger.Options) -> Void
    ) async throws -> Database {
        try await Database.withItems(path: path) {
            $0.waitLimit = .milliseconds(10)
            $0.instruments = [DatabaseLogger(log.logger, options: .init(change))]
        }
    }

    @Test("Calls that succeed in time are not logged")
    func quiet() async throws {
        let database = try await database { $0.slowStatement = .seconds(60) }
        try await database.addItem("a")
        _ = try await database.read { db in try db.rows("SELECT * FROM items") }
        #expect(log.messages.isEmpty)
    }

    @Test("A slow statement is logged without values and literals, and once in an interval")
    func slow() async throws {
        let database = try await database { $0.slowStatement = .zero }
        log.handler.clear()
        for _ in 0..<3 {
            try await database.read { db in
                _ = try db.rows(
                    "SELECT name FROM items WHERE name = 'private' OR name = \("secret")")
            }
        }
        let text = "SELECT name FROM items WHERE name = ? OR name = ?"
        let entries = log.handler.entries.filter { $0.metadata["db.query.text"] == .string(text) }
        #expect(entries.count == 1)
        #expect(entries.first?.level == .warning)
        #expect(entries.first?.message == "a statement was slow")
        #expect(entries.first?.metadata["db.operation.name"] == "read")
        #expect(entries.first?.metadata["duration.ms"] != nil)
        #expect(!log.text.contains("private") && !log.text.contains("secret"))
    }

    @Test("The error of a grouped write is logged once, whether it is alone or in a group")
    func groupedWrites() async throws {
        let database = try await database { $0.repeatInterval = .zero }
        try await database.addItem("a")
        let write: @Sendable () async -> Void = {
            _ = await failure {
                try await database.write(.grouped) { db in
                    try db.execute("INSERT INTO items(name) VALUES ('a')")
                }
            }
        }
        await write()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { await write() } }
        }
        #expect(log.handler.entries.count == 21)
        for entry in log.handler.entries {
            #expect(entry.message == "a call failed")
            #expect(entry.metadata["db.operation.name"] == "groupedWrite")
            #expect(entry.metadata["db.response.status_code"] == "SQLITE_CONSTRAINT_UNIQUE")
        }
    }

    @Test("The number of messages that were not logged is part of the next one")
    func suppressed() async throws {
        let database = try await database {
            $0.slowStatement = .zero
            $0.repeatInterval = .milliseconds(100)
        }
        // Some of so many statements run within the interval, however busy the machine is.
        try await database.write { db in
            for number in 0..<100 { try db.execute("INSERT INTO items(name) VALUES (\(number))") }
        }
        try await Task.sleep(for: .milliseconds(110))
        try await database.addItem("b")
        #expect(log.metadata("suppressed").contains { (Int($0) ?? 0) > 0 })
    }

    @Test("A slow statement is logged with its plan on request")
    func plans() async throws {
        let directory = try TemporaryDirectory()
        var configuration = Database.Configuration()
        configuration.instruments = [
            DatabaseLogger(
                log.logger,
                options: .init {
                    $0.slowStatement = .zero
                    $0.includesPlans = true
                })
        ]
        var migrator = Migrator()
        migrator.add("create", sql: "CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT)")
        let service = try await DatabaseService.open(
            path: directory.file(), configuration: configuration, migrator: migrator,
            logger: log.logger)
        _ = try await service.database.read { db in
            try db.rows("SELECT * FROM items WHERE name = \("secret")")
        }
        try await reached { log.metadata("db.query.plan").contains { $0.contains("SCAN items") } }
        #expect(!log.text.contains("secret"))
        try await service.database.close()
    }

    @Test("An error is logged once, with its code and without values")
    func errors() async throws {
        let database = try await database { $0.slowStatement = nil }
        #expect(
            await failure {
                try await database.write { db in
                    try db.execute("INSERT INTO missing VALUES ('private', \("secret"))")
                }
            } != nil)
        #expect(log.messages == ["error: a call failed"])
        #expect(log.metadata("db.response.status_code") == ["SQLITE_ERROR"])
        #expect(log.metadata("db.operation.name") == ["write"])
        #expect(log.metadata("db.query.text") == ["INSERT INTO missing VALUES (?, ?)"])
        #expect(log.metadata("error.message").first?.contains("missing") == true)
        #expect(!log.text.contains("private") && !log.text.contains("secret"))
    }

    @Test("Errors of data and of the program are only logged for debugging")
    func debugging() async throws {
        struct Failure: Error {}
        let database = try await database { $0.slowStatement = nil }
        try await database.addItem("secret")
        #expect(await failure { try await database.addItem("secret") } != nil)
        #expect(
            await failure {
                try await database.read { db in
                    _ = try db.value("SELECT name FROM items", as: Int.self)
                }
            }?.resultCode.primary == .mismatch)
        #expect(
            await failure {
                try await database.read { db in
                    let _: Int = try db.requiredValue("SELECT id FROM items WHERE id = 7")
                }
            }?.resultCode == .notFound)
        await #expect(throws: Failure.self) { try await database.read { _ in throw Failure() } }
        #expect(log.handler.entries.map(\.level) == [.debug, .debug, .debug, .debug])
        #expect(!log.text.contains("secret"))
    }

    @Test("A call that waits too long is a warning")
    func waiting() async throws {
        let database = try await database {
            $0.slowStatement = nil
            $0.longWait = .zero
        }
        let gate = Gate()
        let holder = try await database.holdWriter(until: gate)
        #expect(await failure { try await database.addItem("a") }?.resultCode == .busy)
        gate.open()
        try await holder.value
        #expect(log.messages == ["warning: a call failed"])
        #expect(log.metadata("wait.ms").count == 1)
    }

    @Test("A reader that lets the WAL grow is a warning")
    func growingWAL() async throws {
        let directory = try TemporaryDirectory()
        let database = try await database(path: directory.file()) {
            $0.slowStatement = nil
            $0.growingWAL = 1
        }
        let gate = Gate()
        let isReading = Shared(false)
        let reader = Task {
            try await database.read { db in
                _ = try db.rows("SELECT * FROM items")
                isReading.change { $0 = true }
                gate.wait()
            }
        }
        try await reached { isReading.current }
        try await Task.sleep(for: .milliseconds(50))
        try await database.addItem("a")
        try await database.checkpoint()
        gate.open()
        try await reader.value
        #expect(log.messages == ["warning: a reader lets the WAL grow"])
        // The clock of the pool has a resolution of a few milliseconds.
        #expect(log.metadata("wait.ms").map { (Double($0) ?? 0) >= 40 } == [true])
        try await database.close()
    }
}
