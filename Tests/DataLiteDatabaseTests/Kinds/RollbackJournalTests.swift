import DataLiteDatabase
import Foundation
import Testing

@Suite("A database with a rollback journal", .timeLimit(.minutes(20)))
struct RollbackJournalTests {
    private func withFile(
        _ mode: JournalMode = .delete, busyTimeout: Duration = .seconds(60),
        _ body: (Database) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { directory in
            let database = try Database(
                path: directory + "/x.sqlite",
                configuration: .init {
                    $0.journalMode = mode
                    $0.busyTimeout = busyTimeout
                })
            try await database.write { db in
                try db.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT)")
            }
            try await body(database)
        }
    }

    @Test("The file has no WAL", arguments: [JournalMode.delete, .truncate, .persist])
    func mode(mode: JournalMode) async throws {
        try await withFile(mode) { database in
            #expect(try await database.writeWithoutTransaction { try $0.journalMode } == mode)
            #expect(try await database.writeWithoutTransaction { try $0.synchronous } == .full)
            let path = try #require(database.path)
            #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
            let result = try await database.checkpoint(.truncate)
            #expect(result.walPages == 0 && !result.wasBlocked)
        }
    }

    @Test("A file in WAL mode is changed to a rollback journal, and back")
    func change() async throws {
        try await withFile { database in
            let path = try #require(database.path)
            try await database.close()
            for mode in [JournalMode.wal, .delete] {
                let reopened = try Database(
                    path: path, configuration: .init { $0.journalMode = mode })
                #expect(try await reopened.writeWithoutTransaction { try $0.journalMode } == mode)
                try await reopened.close()
            }
        }
    }

    @Test("A commit waits for the running reads")
    func commitWaits() async throws {
        try await withFile { database in
            let (isReading, isWritten, threads) = (Gate(), Gate(), ThreadGroup())
            threads.run {
                try? database.read { db in
                    let before: Int? = try db.value("SELECT count(*) FROM items")
                    isReading.open()
                    isWritten.wait()
                    // The commit has begun to wait, or will.
                    let after: Int? = try db.value("SELECT count(*) FROM items")
                    #expect(before == 0 && after == 0)
                }
            }
            isReading.wait()
            try await database.write { db in
                try db.addItem()
                isWritten.open()
            }
            threads.wait()
            #expect(try await database.itemCount() == 1)
        }
    }

    @Test("A commit fails after the busy timeout and is rolled back")
    func commitFails() async throws {
        try await withFile(busyTimeout: .milliseconds(20)) { database in
            let (isReading, isWritten, threads) = (Gate(), Gate(), ThreadGroup())
            threads.run {
                try? database.read { db in
                    _ = try db.value("SELECT count(*) FROM items", as: Int.self)
                    isReading.open()
                    isWritten.wait()
                }
            }
            isReading.wait()
            let error = try failure { try database.write { try $0.addItem() } }
            #expect(error.resultCode.primary == .busy)
            isWritten.open()
            threads.wait()
            #expect(try await database.itemCount() == 0)
            try await database.write { try $0.addItem() }
            #expect(try await database.itemCount() == 1)
        }
    }

    @Test("Readers and writers that run at the same time lose nothing")
    func load() async throws {
        try await withFile { database in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...20 {
                    group.addTask {
                        if number % 2 == 0 { return try await database.write { try $0.addItem() } }
                        _ = try await database.itemCount()
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await database.itemCount() == 10)
        }
    }
}
