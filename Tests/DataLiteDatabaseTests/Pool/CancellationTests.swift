import DataLiteC
import DatabaseStress
import Testing

@testable import DataLiteDatabase

@Suite("Cancelling a task")
struct CancellationTests {
    /// Starts a write that holds the writer until `end` is open.
    private func hold(_ database: Database, until end: Gate) async throws -> Task<Void, any Error> {
        let isRunning = Shared(false)
        let task = Task {
            try await database.write { _ in
                isRunning.change { $0 = true }
                end.wait()
            }
        }
        await reached { isRunning.current }
        return task
    }

    @Test("Cancelling immediately ends a waiting call", arguments: TestStorage.allCases)
    func queued(storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        let end = Gate()
        let holder = try await hold(database, until: end)
        let waiting = Task { try await database.write { db in try db.addItem() } }
        await reached { database.statistics.waits == 1 }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        end.open()
        try await holder.value
        #expect(try await database.itemCount() == 0)
    }

    @Test(
        "Cancelling before a call prevents its closure from running",
        arguments: TestStorage.allCases)
    func before(storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await database.writeWithoutTransaction { db in try db.addItem() }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await database.itemCount() == 0)
    }

    @Test("A cancelled call that ignores the error of its COMMIT throws the cancellation")
    func ignoredCommit() async throws {
        let database = try TestStorage.file.openWithItems()
        let task = Task {
            try await database.writeWithoutTransaction { db in
                try db.execute("BEGIN IMMEDIATE")
                try db.addItem()
                withUnsafeCurrentTask { $0?.cancel() }
                _ = try? db.execute("COMMIT")
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await database.itemCount() == 0)
    }

    @Test("Cancelling interrupts a running statement", arguments: TestStorage.allCases)
    func running(storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        let isRunning = Shared(0)
        let reading = Task {
            try await database.read { db in
                isRunning.change { $0 += 1 }
                try db.execute(endlessQuery)
            }
        }
        await reached { isRunning.current == 1 }
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
        let writing = Task {
            try await database.write { db in
                try db.addItem()
                isRunning.change { $0 += 1 }
                try db.execute(endlessQuery)
            }
        }
        await reached { isRunning.current == 2 }
        writing.cancel()
        await #expect(throws: CancellationError.self) { try await writing.value }
        #expect(try await database.itemCount() == 0)
    }

    @Test("Cancelling makes later statements fail", arguments: TestStorage.allCases)
    func laterStatements(storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        let isRunning = Shared(false)
        let task = Task {
            try await database.write { db in
                while true {
                    try db.addItem()
                    isRunning.change { $0 = true }
                }
            }
        }
        await reached { isRunning.current }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await database.itemCount() == 0)
    }

    @Test("Cancelling rolls back nested savepoints", arguments: TestStorage.allCases)
    func savepoints(storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        let isRunning = Shared(false)
        let task = Task {
            try await database.write { db in
                try db.savepoint {
                    try db.addItem()
                    try db.savepoint {
                        isRunning.change { $0 = true }
                        while true { try db.addItem() }
                    }
                }
            }
        }
        await reached { isRunning.current }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await database.write { db in try db.savepoint { try db.addItem() } }
        #expect(try await database.itemCount() == 1)
        #expect(database.statistics.openedConnections == 2)
    }

    @Test(
        "Cancelling saves nothing if the closure ignores the errors",
        arguments: TestStorage.allCases)
    func ignored(storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        let isRunning = Shared(false)
        let task = Task {
            try await database.write { db in
                try db.addItem()
                isRunning.change { $0 = true }
                _ = try? db.execute(endlessQuery)
                try? db.addItem()
            }
        }
        await reached { isRunning.current }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await database.itemCount() == 0)
    }

    @Test("Cancelling replaces a writer that a statement of the C interface keeps interrupted")
    func foreignStatement() async throws {
        let database = try TestStorage.file.openWithItems()
        let statement = Shared<UInt>(0)
        let isRunning = Shared(false)
        let task = Task {
            try await database.write { db in
                try db.addItem()
                try (db as? Connection)?.withUnsafeHandle { pointer in
                    var prepared: OpaquePointer?
                    sqlite3_prepare_v2(pointer, "SELECT id FROM items", -1, &prepared, nil)
                    sqlite3_step(prepared)
                    statement.change { $0 = UInt(bitPattern: prepared) }
                }
                isRunning.change { $0 = true }
                try db.execute(endlessQuery)
            }
        }
        await reached { isRunning.current }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await database.write { db in try db.addItem() }
        #expect(try await database.itemCount() == 1)
        sqlite3_finalize(OpaquePointer(bitPattern: statement.current))
        try await database.close()
    }

    @Test("Cancelling keeps the closure's own error")
    func ownError() async throws {
        let database = try TestStorage.file.openWithItems()
        let isRunning = Shared(false)
        let task = Task {
            try await database.write { db in
                isRunning.change { $0 = true }
                do { try db.execute(endlessQuery) } catch { throw Refused() }
            }
        }
        await reached { isRunning.current }
        task.cancel()
        await #expect(throws: Refused.self) { try await task.value }
    }

    /// Cancels a task while its transaction is being committed.
    private final class Canceller: ConnectionDelegate, Sendable {
        let task = Shared<Task<Int64, any Error>?>(nil)

        func connection(_ connection: any ConnectionProtocol, didUpdate action: SQLiteAction) {}

        func connectionWillCommit(_ connection: any ConnectionProtocol) throws {
            task.current?.cancel()
        }

        func connectionDidRollback(_ connection: any ConnectionProtocol) {}
    }

    @Test("Cancelling during the commit has no effect", arguments: TestStorage.allCases)
    func committing(storage: TestStorage) async throws {
        let canceller = Canceller()
        let database = try storage.openWithItems {
            $0.onOpen = { connection in
                if !connection.isReadonly { connection.add(delegate: canceller) }
            }
        }
        let begin = Gate()
        let task = Task {
            try await database.write { db in
                begin.wait()
                try db.addItem()
                return db.lastInsertRowID
            }
        }
        canceller.task.change { $0 = task }
        begin.open()
        #expect(try await task.value == 1)
        #expect(task.isCancelled)
        #expect(try await database.itemCount() == 1)
    }

    @Test("An interrupt by the program is not a cancellation", arguments: TestStorage.allCases)
    func ownInterrupt(storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        let isRunning = Shared(false)
        let isDone = Shared(false)
        let task = Task {
            defer { isDone.change { $0 = true } }
            try await database.read { db in
                isRunning.change { $0 = true }
                try db.execute(endlessQuery)
            }
        }
        await reached { isRunning.current }
        // The interrupt has no effect before the statement begins.
        await reached {
            database.interrupt()
            return isDone.current
        }
        let error = try await failure { try await task.value }
        #expect(error.resultCode == .interrupt)
        #expect(try await database.itemCount() == 0)
    }

    @Test(
        "Cancelling at ten thousand random points leaves whole transactions",
        arguments: TestStorage.allCases)
    func random(storage: TestStorage) async throws {
        let database = try storage.open { $0.readerLimit = 2 }
        try CancellationLoad.createTable(in: database)
        let count = storage == .file ? 10_000 : 2000
        let report = await CancellationLoad(database: database, count: count).run()
        #expect(report.problems == [])
        #expect(report.cancelled + report.completed == count)
        #expect(report.cancelled > 0 && report.completed > 0)
        #expect(try await database.itemCount() == report.rows)
        // Each slot is free again, and no call waits for one.
        let (reserved, used, waiting) = database.pool.state.withLock { state in
            (
                state.reservedSlots, state.slots.count { $0.runningCall != nil },
                state.queues.reduce(0) { $0 + $1.waiters.count }
            )
        }
        #expect((reserved, used, waiting) == (0, 0, 0))
        #expect(database.pool.workers.count <= database.pool.workers.limit)
        try await database.close(within: .seconds(600))
    }
}
