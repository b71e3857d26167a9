import DataLiteTestSupport
import Foundation
import Testing

@testable import DataLiteDatabase

@Suite("What runs while a database is suspended", .timeLimit(.minutes(20)))
struct SuspendedCallTests {
    /// A database that its own closures use.
    private final class Reference: Sendable {
        let database = Shared<Database?>(nil)
        let isArmed = Shared(false)

        func use(_ body: (Database) throws -> Void) rethrows {
            guard isArmed.current, let database = database.current else { return }
            try body(database)
        }
    }

    @Test(
        "A write that suspends the database is rolled back", arguments: TestStorage.allCases,
        [nil, Duration.seconds(600)])
    func rolledBack(storage: TestStorage, limit: Duration?) async throws {
        let database = try storage.openWithItems { $0.timeLimit = limit }
        let asynchronous = try await failure {
            try await database.write { db in
                try db.addItem()
                database.suspend()
            }
        }
        #expect(asynchronous.resultCode == .interrupt)
        database.resume()
        let synchronous = try failure {
            try Self.sync(database) { db in
                try db.addItem()
                database.suspend()
            }
        }
        #expect(synchronous.resultCode == .interrupt)
        database.resume()
        #expect(try await database.itemCount() == 0)
        try await database.write { try $0.addItem() }
        #expect(try await database.itemCount() == 1)
    }

    @Test("A cancelled call of a suspended database leaves its connection stopped until it ends")
    func cancelledToo() async throws {
        let database = try TestStorage.file.openWithItems()
        let hasBegun = Shared(false)
        let task = Task {
            try await database.write { db in
                try db.addItem()
                hasBegun.change { $0 = true }
                _ = try? db.value(endlessQuery, as: Int.self)
                try db.addItem()
            }
        }
        await reached { hasBegun.current }
        database.suspend()
        task.cancel()
        // Either may end the statement.
        await #expect(throws: (any Error).self) { try await task.value }
        database.resume()
        #expect(try await database.itemCount() == 0)
    }

    @Test("A snapshot that is opened while the database is being suspended fails")
    func snapshot() throws {
        let reference = Reference()
        let database = try TestStorage.file.openWithItems {
            $0.readerLimit = 1
            $0.onOpen = { _ in
                reference.use { database in
                    reference.isArmed.change { $0 = false }
                    database.suspend()
                }
            }
        }
        reference.database.change { $0 = database }
        _ = try database.read { try $0.value("SELECT 1", as: Int.self) }
        reference.isArmed.change { $0 = true }
        let error = try failure { try database.snapshot() }
        #expect(error.resultCode == .abort)
        #expect(database.isSuspended)
        database.resume()
        let snapshot = try database.snapshot()
        #expect(try snapshot.read { try $0.value("SELECT count(*) FROM items", as: Int.self) } == 0)
        reference.database.change { $0 = nil }
    }

    @Test("An observation continues after a suspension, with and without a time limit")
    func observation() async throws {
        for limit in [nil, Duration.seconds(600)] {
            let database = try TestStorage.file.openWithItems { $0.timeLimit = limit }
            let (isReading, mayEnd) = (Gate(), Gate())
            let isFirst = Shared(true)
            var counts = database.values(ObservationOptions(pollInterval: nil)) { db in
                let isFirst = isFirst.change { isFirst in
                    defer { isFirst = false }
                    return isFirst
                }
                if isFirst {
                    isReading.open()
                    mayEnd.wait()
                }
                return try db.value("SELECT count(*) FROM items", as: Int.self) ?? -1
            }.makeAsyncIterator()
            let thread = ThreadGroup()
            thread.run {
                isReading.wait()
                database.suspend()
                database.resume()
                mayEnd.open()
            }
            #expect(try await counts.next() == 0)
            thread.wait()
            try await database.write { try $0.addItem() }
            #expect(try await counts.next() == 1)
        }
    }

    @Test("The changes of a table are awaited while the database is suspended")
    func changes() async throws {
        let database = try TestStorage.file.openWithItems()
        database.suspend()
        let isResumed = Shared(false)
        let task = Task {
            for try await _ in database.changes(in: "items") { return isResumed.current }
            return false
        }
        await Task.yield()
        isResumed.change { $0 = true }
        database.resume()
        #expect(try await task.value)
    }

    @Test("A log of statements that writes does not stop the detection of foreign commits")
    func log() async throws {
        let reference = Reference()
        let errors = Shared<[String]>([])
        let database = try TestStorage.file.openWithItems {
            $0.logStatements { _ in
                reference.use { database in
                    do { try Self.sync(database) { try $0.addItem() } } catch {
                        errors.change { $0.append("\(error)") }
                    }
                }
            }
        }
        reference.database.change { $0 = database }
        var counts = database.itemCounts(ObservationOptions(pollInterval: .milliseconds(1)))
            .makeAsyncIterator()
        #expect(try await counts.next() == 0)
        reference.isArmed.change { $0 = true }
        let other = try Connection(location: .file(path: try #require(database.path)))
        try other.addItem()
        try other.close()
        var count = 0
        while count < 1, let next = try await counts.next() { count = next }
        reference.isArmed.change { $0 = false }
        try await database.write { try $0.addItem() }
        try await database.close(within: .seconds(60))
        reference.database.change { $0 = nil }
    }

    @Test("Suspending does not wait for the lock of another connection")
    func lock() async throws {
        let database = try TestStorage.file.openWithItems {
            $0.journalMode = .delete
            // Longer than the test may take.
            $0.busyTimeout = .seconds(3600)
        }
        var counts = database.itemCounts(ObservationOptions(pollInterval: .milliseconds(1)))
            .makeAsyncIterator()
        #expect(try await counts.next() == 0)
        let other = try Connection(location: .file(path: try #require(database.path)))
        try other.beginTransaction(.exclusive)
        try other.addItem()
        let write = Task { try await database.write { try $0.addItem() } }
        try await AlarmClock.shared.sleep(for: .milliseconds(20))
        write.cancel()
        await #expect(throws: CancellationError.self) { try await write.value }
        database.suspend()
        database.resume()
        try other.commitTransaction()
        #expect(try await counts.next() == 1)
    }

    @Test("Suspending and resuming on two threads does not end the detection of commits")
    func threads() async throws {
        let database = try TestStorage.file.openWithItems()
        var counts = database.itemCounts(ObservationOptions(pollInterval: .milliseconds(1)))
            .makeAsyncIterator()
        #expect(try await counts.next() == 0)
        let other = try Connection(location: .file(path: try #require(database.path)))
        for round in 1...30 {
            let threads = ThreadGroup()
            for _ in 1...20 {
                threads.run { database.suspend() }
                threads.run { database.resume() }
            }
            threads.wait()
            database.resume()
            try other.addItem()
            while try await counts.next() != round {}
        }
    }

    @Test("A snapshot after a write is refused before the write if the file has a rollback journal")
    func rollbackJournal() async throws {
        let database = try TestStorage.file.openWithItems { $0.journalMode = .delete }
        let error = try failure { try database.writeThenSnapshot { try $0.addItem() } }
        #expect(error.resultCode == .misuse)
        let asynchronous = try await failure {
            try await database.writeThenRead {
                try $0.addItem()
            } read: { _, _ in
            }
        }
        #expect(asynchronous.resultCode == .misuse)
        #expect(try await database.itemCount() == 0)
    }

    @Test("The scans of a report's own reads are not reported")
    func scans() async throws {
        let reference = Reference()
        let reports = Shared(0)
        let database = try TestStorage.file.openWithItems {
            $0.reportScans(ofMoreThan: 2) { _ in
                reports.change { $0 += 1 }
                reference.use { database in
                    _ = try? database.read { db in
                        try db.value("SELECT count(*) FROM items WHERE name = 'b'", as: Int.self)
                    }
                }
            }
        }
        reference.database.change { $0 = database }
        for _ in 1...5 { try await database.write { try $0.addItem() } }
        reference.isArmed.change { $0 = true }
        reports.change { $0 = 0 }
        _ = try await database.read { db in
            try db.value("SELECT count(*) FROM items WHERE name = 'a'", as: Int.self)
        }
        #expect(reports.current == 1)
        reference.database.change { $0 = nil }
    }

    /// The synchronous form, in an asynchronous function.
    private static func sync(
        _ database: Database, _ body: (any ConnectionProtocol) throws -> Void
    ) throws { try database.write(body) }
}
