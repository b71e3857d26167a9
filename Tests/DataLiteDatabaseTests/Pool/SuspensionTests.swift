import DataLiteTestSupport
import Foundation
import Testing

@testable import DataLiteDatabase

@Suite("A suspended database", .timeLimit(.minutes(20)))
struct SuspensionTests {
    @Test("Calls fail until the database is resumed", arguments: TestStorage.allCases)
    func calls(storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        database.suspend()
        database.suspend()
        #expect(database.isSuspended)
        let errors = [
            try failure { try database.read { _ in } },
            try failure { try database.write { _ in } },
            try await failure { try await database.read { _ in } },
            try await failure { try await database.writeWithoutTransaction { _ in } },
            try failure { try database.snapshot() },
        ]
        for error in errors {
            #expect(error.resultCode == .abort)
            #expect(error.message.contains("resume()"))
        }
        database.resume()
        database.resume()
        #expect(!database.isSuspended)
        try await database.write { try $0.addItem() }
        let count: Int? = try await database.itemCount()
        #expect(count == 1)
    }

    @Test("A running closure is interrupted and rolled back", arguments: TestStorage.allCases)
    func running(storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        for isAsync in [true, false] {
            let hasBegun = Gate()
            let task = Task {
                if isAsync {
                    try await database.write { db in
                        try db.addItem()
                        hasBegun.open()
                        _ = try db.value(endlessQuery, as: Int.self)
                    }
                } else {
                    try await Self.sync(database) { db in
                        try db.addItem()
                        hasBegun.open()
                        _ = try? db.value(endlessQuery, as: Int.self)
                        // The connection stays stopped until the closure ends.
                        try db.addItem()
                    }
                }
            }
            await Self.wait(hasBegun)
            try await database.suspend(within: .seconds(60))
            let error = try await failure { try await task.value }
            #expect(error.resultCode.primary == .interrupt)
            let isIdle = database.pool.state.withLock { $0.reservedSlots == 0 }
            #expect(isIdle)
            database.resume()
            let count: Int? = try await database.itemCount()
            #expect(count == 0)
        }
        try await database.write { try $0.addItem() }
    }

    /// Writes on a thread of its own, because the closure blocks it.
    private static func sync(
        _ database: Database, _ body: @escaping @Sendable (any ConnectionProtocol) throws -> Void
    ) async throws {
        try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result { try database.write(body) }) }.start()
        }
    }

    private static func wait(_ gate: Gate) async {
        await withCheckedContinuation { continuation in
            Thread {
                gate.wait(); continuation.resume()
            }.start()
        }
    }

    @Test("Waiting calls fail", arguments: TestStorage.allCases)
    func waiting(storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        let (hasBegun, end) = (Gate(), Gate())
        let threads = ThreadGroup()
        threads.run {
            _ = try? database.write { _ in
                hasBegun.open()
                end.wait()
            }
        }
        await Self.wait(hasBegun)
        let waiting = Task { try await database.write { try $0.addItem() } }
        await reached { database.statistics.waits == 1 }
        database.suspend()
        let error = try await failure { try await waiting.value }
        #expect(error.resultCode == .abort)
        let late = try await failure { try await database.suspend(within: .milliseconds(1)) }
        #expect(late.resultCode == .busy)
        #expect(late.message.contains("a write has been running"))
        let sync = try failure { try Self.suspend(database, .milliseconds(1)) }
        #expect(sync.resultCode == .busy)
        end.open()
        threads.wait()
        try await database.suspend(within: .seconds(60))
        try Self.suspend(database, .seconds(60))
        database.resume()
        let count: Int? = try await database.itemCount()
        #expect(count == 0)
    }

    private static func suspend(_ database: Database, _ limit: Duration) throws {
        try database.suspend(within: limit)
    }

    @Test("Suspending in a closure ends it, and waiting there is refused")
    func nested() throws {
        let database = try TestStorage.file.openWithItems()
        let error = try failure {
            try database.write { db in
                let nested = try failure { try database.suspend(within: .seconds(1)) }
                #expect(nested.resultCode == .misuse)
                #expect(!database.isSuspended)
                try db.addItem()
                database.suspend()
                try db.addItem()
            }
        }
        #expect(error.resultCode.primary == .interrupt)
        database.resume()
        #expect(try database.itemCount() == 0)
        // A closure that runs no further SQL cannot be committed either.
        #expect(throws: SQLiteError.self) {
            try database.write { db in
                try db.addItem()
                database.suspend()
            }
        }
        database.resume()
        #expect(try database.itemCount() == 0)
    }

    @Test("Snapshots end, and release their lock", arguments: TestStorage.allCases)
    func snapshots(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        let (first, second) = (try database.snapshot(), try database.snapshot())
        first.close()
        _ = try second.read { try $0.value("SELECT 1", as: Int.self) }
        try database.suspend(within: .seconds(60))
        database.resume()
        let error = try failure { try second.read { _ in } }
        #expect(error.message.contains("suspended"))
        let third = try database.snapshot()
        #expect(try third.read { try $0.value("SELECT count(*) FROM items") } == 0)
        second.close()
        #expect(try third.read { try $0.value("SELECT count(*) FROM items") } == 0)
        let count = database.pool.state.withLock { $0.snapshotCount }
        #expect(count == 1)
    }

    @Test("Another process can lock the file of a suspended database")
    func locks() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.sqlite"
            let database = try Database(
                path: path, configuration: .init { $0.journalMode = .delete })
            try database.write {
                try $0.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name)")
            }
            let (hasBegun, threads) = (Gate(), ThreadGroup())
            threads.run {
                try? database.write { db in
                    try db.addItem()
                    hasBegun.open()
                    _ = try db.value(endlessQuery, as: Int.self)
                }
            }
            hasBegun.wait()
            try database.suspend(within: .seconds(60))
            let child = try ChildProcess(
                "DatabaseStress", ["run", path, "BEGIN EXCLUSIVE; DELETE FROM items; COMMIT"])
            #expect(child.wait().status == 0)
            threads.wait()
            database.resume()
            #expect(try database.itemCount() == 0)
        }
    }

    @Test("Observations wait, and deliver the value after the database is resumed")
    func observation() async throws {
        let database = try TestStorage.file.openWithItems()
        let options = ObservationOptions(pollInterval: .milliseconds(1))
        var counts = database.itemCounts(options).makeAsyncIterator()
        let first = try await counts.next()
        #expect(first == 0)
        database.suspend()
        let other = try Connection(path: #require(database.path))
        try other.addItem()
        var late = database.itemCounts(options).makeAsyncIterator()
        let task = Task { try await late.next() }
        await reached { database.pool.observers.delivery.count == 2 }
        try other.addItem()
        database.resume()
        let (second, third) = (try await counts.next(), try await task.value)
        #expect(second == 2 && third == 2)
    }

    @Test("An observation of a suspended database can be cancelled, and ends with the database")
    func cancelledObservation() async throws {
        let database = try TestStorage.file.openWithItems()
        database.suspend()
        for cancels in [true, false] {
            let counts = database.itemCounts()
            let task = Task {
                var iterator = counts.makeAsyncIterator()
                return try await iterator.next()
            }
            await reached { database.pool.observers.delivery.count == 1 }
            if cancels { task.cancel() } else { try await database.close() }
            let value = try await task.value
            #expect(value == nil)
        }
        database.suspend()
        database.resume()
    }

    @Test("Memory of idle connections is released", arguments: TestStorage.allCases)
    func memory(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        try database.write { db in
            for _ in 1...50 { try db.addItem(String(repeating: "x", count: 3000)) }
        }
        _ = try database.read { try $0.rows("SELECT * FROM items") }
        let snapshot = try database.snapshot()
        try database.write { db in
            try db.addItem()
            // Only idle connections are affected.
            database.releaseMemory()
            try db.addItem()
        }
        let opened = database.statistics.openedConnections
        database.releaseMemory()
        let misses = database.statistics.cacheMisses
        _ = try database.read { try $0.rows("SELECT * FROM items") }
        let statistics = database.statistics
        #expect(statistics.cacheMisses > misses + 10)
        #expect(statistics.openedConnections == opened)
        #expect(try snapshot.read { try $0.value("SELECT count(*) FROM items") } == 50)
        try database.close()
        database.releaseMemory()
    }
}
