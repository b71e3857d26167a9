import DataLiteCore
import Foundation
import Testing

@testable import DataLiteDatabase

@Suite("A barrier")
struct BarrierTests {
    @Test("It waits for the running reads, and new reads wait for it")
    func exclusion() throws {
        let database = try TestStorage.file.openWithItems()
        let (isReading, mayEnd) = (Gate(), Gate())
        let events = Shared<[String]>([])
        let threads = ThreadGroup()
        threads.run {
            try? database.read { _ in
                isReading.open()
                mayEnd.wait()
                events.change { $0.append("read") }
            }
        }
        isReading.wait()
        threads.run {
            try? database.barrierWriteWithoutTransaction { db in
                events.change { $0.append("barrier") }
                let mode: String? = try db.value("PRAGMA journal_mode")
                #expect(mode == "wal")
                threads.run {
                    try? database.read { _ in events.change { $0.append("later read") } }
                }
                eventually { database.statistics.waits >= 1 }
                events.change { $0.append("end") }
            }
        }
        eventually { database.pool.state.withLock { $0.queues[1].isPaused } }
        mayEnd.open()
        threads.wait()
        #expect(events.current == ["read", "barrier", "end", "later read"])
    }

    @Test(
        "Its closure runs without a transaction, and an error ends it",
        arguments: TestStorage.allCases)
    func errors(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        #expect(throws: Refused.self) {
            try database.barrierWriteWithoutTransaction { db in
                #expect(db.isAutocommit)
                try db.addItem()
                throw Refused()
            }
        }
        #expect(try database.itemCount() == 1)
        let error = try failure(of: {
            try database.read { _ in try database.barrierWriteWithoutTransaction { _ in } }
        })
        #expect(error.message.hasPrefix("nested call on the same database"))
        let waits = try database.read { _ in
            database.pool.state.withLock { $0.queues.last?.isPaused }
        }
        #expect(waits == false)
    }

    private static func journalMode(of database: Database) async throws -> JournalMode {
        try await database.read { db in try db.journalMode }
    }

    @Test("It cannot change the journal mode", arguments: [JournalMode.wal, .delete])
    func journalMode(mode: JournalMode) async throws {
        let database = try Database.temporary(configuration: .init { $0.journalMode = mode })
        try await database.write { db in
            try db.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT)")
        }
        let other = mode == .wal ? JournalMode.delete : .wal
        let error = try await failure {
            try await database.barrierWriteWithoutTransaction { try $0.setJournalMode(other) }
        }
        #expect(error.resultCode == .misuse)
        #expect(error.message.hasPrefix("the closure changed the journal mode to"))
        await #expect(throws: Refused.self) {
            try await database.barrierWriteWithoutTransaction { db in
                try db.setJournalMode(other)
                throw Refused()
            }
        }
        #expect(try await Self.journalMode(of: database) == mode)
        try await database.write { try $0.addItem() }
    }

    @Test("The journal mode is set back although a transaction is left open or fails")
    func journalModeInTransaction() async throws {
        let database = try Database.temporary(
            configuration: .init {
                $0.journalMode = .delete
                $0.busyTimeout = .milliseconds(100)
            })
        try await database.write { db in
            try db.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT)")
        }
        let error = try await failure {
            try await database.barrierWriteWithoutTransaction { db in
                try db.setJournalMode(.wal)
                try db.execute("BEGIN IMMEDIATE")
                try db.addItem()
            }
        }
        #expect(error.message.hasPrefix("the closure changed the journal mode to WAL"))
        await #expect(throws: Refused.self) {
            try await database.barrierWriteWithoutTransaction { db in
                try db.setJournalMode(.wal)
                try db.transaction { throw Refused() }
            }
        }
        try await database.write { try $0.addItem() }
        #expect(try await Self.journalMode(of: database) == .delete)
        #expect(try await database.itemCount() == 1)
    }

    @Test("The asynchronous form runs on a database thread", arguments: TestStorage.allCases)
    func asynchronous(storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        let count: Int? = try await database.barrierWriteWithoutTransaction { db in
            try db.addItem()
            return try db.value("SELECT count(*) FROM items")
        }
        #expect(count == 1)
    }

    @Test("The limit of waiting ends it, and reads continue")
    func waitLimit() throws {
        let database = try TestStorage.file.openWithItems { $0.waitLimit = .milliseconds(30) }
        let read = LongRead(of: database)
        defer { read.end() }
        let error = try failure(of: { try database.barrierWriteWithoutTransaction { _ in } })
        #expect(error.resultCode == .busy)
        #expect(error.message.contains("a read has been running"))
        #expect(try database.itemCount() == 0)
    }

    @Test("An interruption or a cancellation ends its wait")
    func interruption() async throws {
        let database = try TestStorage.file.openWithItems()
        let read = LongRead(of: database)
        defer { read.end() }
        let result = Shared<ResultCode?>(nil)
        let threads = ThreadGroup()
        threads.run {
            let error = try? failure(of: { try database.barrierWriteWithoutTransaction { _ in } })
            result.change { $0 = error?.resultCode }
        }
        eventually { database.pool.state.withLock { $0.queues[1].isPaused } }
        eventually {
            database.interrupt()
            return result.current != nil
        }
        #expect(result.current == .interrupt)
        let task = Task { try await database.barrierWriteWithoutTransaction { _ in } }
        await reached { database.pool.state.withLock { $0.queues[1].isPaused } }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        threads.wait()
    }
}

/// A read on another thread, which runs until it is ended.
private struct LongRead {
    private let mayEnd = Gate()
    private let threads = ThreadGroup()

    init(of database: Database) {
        let isReading = Gate()
        threads.run { [mayEnd] in
            try? database.read { _ in
                isReading.open()
                mayEnd.wait()
            }
        }
        isReading.wait()
    }

    func end() {
        mayEnd.open()
        threads.wait()
    }
}
