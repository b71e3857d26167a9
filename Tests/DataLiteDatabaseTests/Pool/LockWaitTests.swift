import DataLiteDatabase
import Foundation
import Testing

/// Reports when a write begins on a connection: its `BEGIN` is traced before it takes the lock.
private final class BeginTrace: ConnectionTraceDelegate, Sendable {
    let hasBegun = Shared(false)

    func connection(_ connection: any ConnectionProtocol, trace: SQLTrace) {
        hasBegun.change { $0 = true }
    }
}

@Suite("Waiting for the lock of another connection")
struct LockWaitTests {
    private func withLockedFile(
        _ change: (inout Database.Configuration) -> Void,
        _ body: (Database, _ other: Connection) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { directory in
            let path = directory + "/library.sqlite"
            // Does not use the database, whose calls may have a time limit.
            let other = try Connection(path: path)
            try other.setJournalMode(.wal)
            try other.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT)")
            let database = try Database(path: path, configuration: .init(change))
            try other.beginTransaction(.immediate)
            try await body(database, other)
        }
    }

    @Test("Cancelling the task ends a lock wait before the busy timeout")
    func cancelled() async throws {
        let trace = BeginTrace()
        try await withLockedFile {
            $0.busyTimeout = .seconds(600)
            $0.onOpen = { $0.add(traceDelegate: trace) }
        } _: { database, other in
            trace.hasBegun.change { $0 = false }
            let task = Task { try await database.write { db in try db.addItem() } }
            await reached { trace.hasBegun.current }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            try other.rollbackTransaction()
            try await database.write { db in try db.addItem() }
            #expect(try await database.itemCount() == 1)
        }
    }

    @Test("Interrupting the database ends a lock wait before the busy timeout")
    func interrupted() async throws {
        let trace = BeginTrace()
        try await withLockedFile {
            $0.busyTimeout = .seconds(600)
            $0.onOpen = { $0.add(traceDelegate: trace) }
        } _: { database, other in
            trace.hasBegun.change { $0 = false }
            let isOver = Shared(false)
            let task = Task {
                defer { isOver.change { $0 = true } }
                try await database.write { db in try db.addItem() }
            }
            await reached { trace.hasBegun.current }
            // The wait begins a moment later.
            await reached {
                database.interrupt()
                return isOver.current
            }
            let error = try await failure { try await task.value }
            #expect(error.resultCode == .interrupt)
            #expect(error.message.contains("waiting for the lock"))
            try other.rollbackTransaction()
            try await database.write { db in try db.addItem() }
            #expect(try await database.itemCount() == 1)
        }
    }

    @Test("The time limit of the call ends a lock wait")
    func timeLimit() async throws {
        try await withLockedFile {
            $0.busyTimeout = .seconds(600)
            $0.timeLimit = .milliseconds(50)
        } _: { database, other in
            let error = try failure { try database.write { db in try db.addItem() } }
            #expect(error.resultCode == .interrupt)
            #expect(error.message.contains("longer than 0.05 seconds"))
            let asynchronous = try await failure {
                try await database.write { db in try db.addItem() }
            }
            #expect(asynchronous.resultCode == .interrupt)
            try other.rollbackTransaction()
            let count: Int? = try other.value("SELECT count(*) FROM items")
            #expect(count == 0)
        }
    }

    @Test("A lock wait ends with SQLITE_BUSY after the busy timeout", arguments: [0, 1, 30])
    func timeout(milliseconds: Int) async throws {
        try await withLockedFile {
            $0.busyTimeout = .milliseconds(milliseconds)
        } _: { database, other in
            let error = try await failure {
                try await database.write { db in try db.addItem() }
            }
            #expect(error.resultCode == .busy)
            #expect(error.message == "database is locked")
            try other.rollbackTransaction()
            try await database.write { db in try db.addItem() }
        }
    }

    @Test("A lock wait ends when the lock becomes free")
    func released() async throws {
        let trace = BeginTrace()
        try await withLockedFile {
            $0.busyTimeout = .seconds(600)
            $0.onOpen = { $0.add(traceDelegate: trace) }
        } _: { database, other in
            trace.hasBegun.change { $0 = false }
            let task = Task { try await database.write { db in try db.addItem() } }
            await reached { trace.hasBegun.current }
            try other.execute("INSERT INTO items(name) VALUES ('other')")
            try other.commitTransaction()
            try await task.value
            #expect(try await database.itemCount() == 2)
        }
    }

    @Test("A busy handler of the configuration decides for every connection")
    func handler() async throws {
        let attempts = Shared<[Int]>([])
        try await withLockedFile {
            $0.busyTimeout = .seconds(600)
            $0.busyHandler = { attempt in
                attempts.change { $0.append(attempt) }
                return attempt < 2
            }
        } _: { database, other in
            attempts.change { $0 = [] }
            let error = try await failure {
                try await database.write { db in try db.addItem() }
            }
            #expect(error.resultCode == .busy)
            #expect(attempts.current == [0, 1, 2])
            try other.rollbackTransaction()
            try await database.write { db in try db.addItem() }
            #expect(try await database.itemCount() == 1)
            #expect(attempts.current == [0, 1, 2])
        }
    }

    @Test("A handler that is set in a call ends with the call")
    func handlerOfCall() async throws {
        let calls = Shared(0)
        try await withLockedFile {
            $0.busyTimeout = .milliseconds(5)
        } _: { database, other in
            for _ in 1...2 {
                try await database.writeWithoutTransaction { db in
                    try db.setBusyHandler { _ in
                        calls.change { $0 += 1 }
                        return false
                    }
                    #expect(try db.busyTimeout == .zero)
                    #expect(try failure { try db.addItem() }.resultCode == .busy)
                }
            }
            #expect(calls.current == 2)
            try await database.writeWithoutTransaction { db in
                let timeout = try db.busyTimeout
                #expect(timeout == .milliseconds(5))
                #expect(try failure { try db.addItem() }.resultCode == .busy)
            }
            #expect(calls.current == 2)
            // The connection was not replaced.
            #expect(database.statistics.openedConnections == 1)
            try other.rollbackTransaction()
        }
    }

    @Test("Cancelling the task ends the wait of a handler that always waits")
    func cancelledHandler() async throws {
        let calls = Shared(0)
        try await withLockedFile {
            $0.busyHandler = { _ in
                calls.change { $0 += 1 }
                usleep(500)
                return true
            }
        } _: { database, other in
            calls.change { $0 = 0 }
            let task = Task { try await database.write { db in try db.addItem() } }
            await reached { calls.current > 2 }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            try other.rollbackTransaction()
            try await database.write { db in try db.addItem() }
            #expect(try await database.itemCount() == 1)
        }
    }

    @Test("A handler that calls its database is refused")
    func handlerCallsDatabase() async throws {
        let holder = Shared<Database?>(nil)
        let code = Shared<ResultCode?>(nil)
        try await withLockedFile {
            $0.busyHandler = { _ in
                if let database = holder.current {
                    let read = Result {
                        try database.read { db in try db.value("SELECT 1", as: Int.self) }
                    }
                    if case .failure(let error as SQLiteError) = read {
                        code.change { $0 = error.resultCode }
                    }
                }
                return false
            }
        } _: { database, other in
            holder.change { $0 = database }
            let error = try failure { try database.write { db in try db.addItem() } }
            holder.change { $0 = nil }
            #expect(error.resultCode == .busy)
            #expect(code.current == .misuse)
            try other.rollbackTransaction()
        }
    }

    @Test("A lock wait lasts for the busy timeout, however that was set")
    func settings() throws {
        let database = try TestStorage.file.openWithItems {
            $0.busyTimeout = .seconds(600)
            $0.onOpen = { try $0.execute("PRAGMA busy_timeout = 1234") }
        }
        try database.read { db in
            let timeout = try db.busyTimeout
            #expect(timeout == .milliseconds(1234))
        }
        let other = try Connection(path: try #require(database.path))
        try other.beginTransaction(.immediate)
        try database.writeWithoutTransaction { db in
            for timeout in [Duration.zero, .milliseconds(7)] {
                try db.setBusyTimeout(timeout)
                let current = try db.busyTimeout
                #expect(current == timeout)
                #expect(try failure { try db.addItem() }.resultCode == .busy)
            }
            try db.execute("PRAGMA busy_timeout = 8")
            let timeout = try db.busyTimeout
            #expect(timeout == .milliseconds(8))
            #expect(try failure { try db.addItem() }.resultCode == .busy)
        }
    }
}
