import Foundation
import Testing

@testable import DataLiteDatabase

@Suite("Closing a database asynchronously")
struct AsyncClosingTests {
    @Test("Asynchronous closing closes the connections and leaves only the file")
    func files() async throws {
        try await withTemporaryDirectory { directory in
            let database = try Database(path: directory + "/library.sqlite")
            try await database.write { try $0.execute("CREATE TABLE items(x)") }
            try await database.close()
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: directory) == ["library.sqlite"]
            )
            let error = try await failure { try await database.read { _ in } }
            #expect(error.message == "the database is closed")
            try await database.close()
            try await database.close(within: .zero)
        }
    }

    /// A database, a task that writes until the gate is open, and the gate.
    private func databaseWithWriter() async throws -> (Database, Task<Void, any Error>, Gate) {
        let database = try TestStorage.file.openWithItems()
        let (isWriting, end) = (Shared(false), Gate())
        let writer = Task {
            try await database.write { db in
                isWriting.change { $0 = true }
                end.wait()
                try db.addItem()
            }
        }
        await reached { isWriting.current }
        return (database, writer, end)
    }

    @Test("Asynchronous closing suspends tasks without blocking their threads")
    func suspends() async throws {
        let (database, writer, end) = try await databaseWithWriter()
        // More tasks than threads: if the threads were blocked, no task could open the gate.
        let closers = (1...100).map { _ in Task { try await database.close() } }
        await reached { database.pool.state.withLock { $0.closeWaiters.count } == 100 }
        let opener = Task { end.open() }
        await opener.value
        try await writer.value
        for closer in closers { try await closer.value }
        #expect(database.pool.state.withLock { $0.phase } == .closed)
    }

    @Test("A snapshot that is being closed does not keep the WAL", arguments: [true, false])
    func snapshots(isReading: Bool) async throws {
        try await withTemporaryDirectory { directory in
            for _ in 1...50 {
                let database = try Database(path: directory + "/library.sqlite")
                try await database.write { try $0.execute("CREATE TABLE IF NOT EXISTS t(x)") }
                let snapshot = try await database.snapshot()
                let mayEnd = Gate()
                let closing = ThreadGroup()
                closing.run {
                    mayEnd.wait()
                    if isReading { try? snapshot.read { _ in snapshot.close() } }
                    snapshot.close()
                }
                mayEnd.open()
                try await database.close()
                #expect(
                    try FileManager.default.contentsOfDirectory(atPath: directory)
                        == ["library.sqlite"])
                closing.wait()
            }
        }
    }

    @Test("What waits with a limit is released when it ends")
    func releases() throws {
        weak var reference: Gate?
        do {
            let gate = Gate()
            reference = gate
            let waiter = CloseWaiter {}
            try waiter.wait(atMost: .seconds(3600)) { gate.open() }
            waiter.wake()
            try waiter.wait(atMost: .seconds(3600)) { gate.open() }
        }
        #expect(reference == nil)
    }

    @Test("What waited longer than its limit is released")
    func releasesExpired() throws {
        weak var reference: Gate?
        do {
            let gate = Gate()
            reference = gate
            let waiter = CloseWaiter { gate.open() }
            try waiter.wait(atMost: .zero) {
                withExtendedLifetime(waiter) { gate.open() }
            }
            gate.wait()
        }
        eventually { reference == nil }
    }

    @Test("Asynchronous closing with a limit reports the running calls and completes later")
    func limit() async throws {
        let (database, writer, end) = try await databaseWithWriter()
        let error = try await failure { try await database.close(within: .milliseconds(5)) }
        #expect(error.resultCode == .busy)
        #expect(error.message.contains("a write has been running for"))
        #expect(database.pool.state.withLock { $0.closeWaiters.isEmpty })
        await #expect(throws: SQLiteError.self) { try await database.read { _ in } }
        end.open()
        try await writer.value
        try await database.close(within: .seconds(600))
    }

    @Test("Asynchronous closing with a zero limit can end before the task waits")
    func noTime() async throws {
        let (database, writer, end) = try await databaseWithWriter()
        for _ in 1...50 {
            let error = try await failure { try await database.close(within: .zero) }
            #expect(error.message.contains("could not be closed within"))
        }
        end.open()
        try await writer.value
        try await database.close()
    }

    @Test("Asynchronous closing completes although its task is cancelled")
    func cancelled() async throws {
        let (database, writer, end) = try await databaseWithWriter()
        let closer = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await database.close()
        }
        await reached { database.pool.state.withLock { $0.closeWaiters.count } == 1 }
        end.open()
        try await closer.value
        try await writer.value
        #expect(database.pool.state.withLock { $0.phase } == .closed)
    }

    @Test("Concurrent sync and async closes wait for the same closures")
    func both() async throws {
        let (database, writer, end) = try await databaseWithWriter()
        let threads = ThreadGroup()
        let isClosed = Shared(false)
        threads.run {
            try? database.close()
            isClosed.change { $0 = true }
        }
        let closer = Task { try await database.close() }
        await reached { database.pool.state.withLock { $0.closeWaiters.count } == 2 }
        #expect(!isClosed.current)
        end.open()
        try await closer.value
        try await writer.value
        await reached { isClosed.current }
    }

    @Test("DatabaseProtocol can close a database asynchronously")
    func protocolMember() async throws {
        let database: any DatabaseProtocol = try Database.inMemory()
        try await database.close()
        await #expect(throws: SQLiteError.self) { try await database.read { _ in } }
    }
}
