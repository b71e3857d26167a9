import DataLiteCore
import DataLiteDatabase
import Foundation
import Testing

@Suite("Closures after a write of a database")
struct TransactionClosureCallTests {
    private let database: Database
    private let events = Locked<[String]>([])

    init() throws {
        database = try Database.inMemory()
        try database.write { db in try db.execute("CREATE TABLE t(x)") }
    }

    private struct Failure: Error {}

    @Test("A write calls the closures after its commit or rollback")
    func write() throws {
        try database.write { db in
            try db.afterCommit { db in
                let count = try? db.value("SELECT count(*) FROM t", as: Int.self)
                events.withLock { $0.append("\(count ?? -1)") }
            }
            try db.execute("INSERT INTO t VALUES (1)")
        }
        try? database.write { db in
            try db.afterRollback { events.withLock { $0.append("rollback") } }
            throw Failure()
        }
        #expect(events.withLock { $0 } == ["1", "rollback"])
    }

    @Test("A cancelled write calls the closures for rollbacks")
    func cancelled() async throws {
        let isRunning = Locked(false)
        let task = Task { [database, events] in
            try await database.write { db in
                try db.afterCommit { events.withLock { $0.append("commit") } }
                try db.afterRollback { events.withLock { $0.append("rollback") } }
                isRunning.withLock { $0 = true }
                try db.execute(
                    """
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
                    INSERT INTO t SELECT i FROM n
                    """)
            }
        }
        await reached { isRunning.withLock { $0 } }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(events.withLock { $0 } == ["rollback"])
    }

    @Test(
        "A closure for rollbacks can run SQL after a cancellation",
        arguments: [true, false])
    func sqlAfterCancellation(inTransaction: Bool) async throws {
        let codes = Locked<[ResultCode]>([])
        let write: @Sendable (any ConnectionProtocol) throws -> Void = { db in
            try db.afterRollback { db in
                do throws(SQLiteError) {
                    try db.execute("INSERT INTO t VALUES (7)")
                } catch {
                    codes.withLock { $0.append(error.resultCode) }
                }
            }
            try db.execute("INSERT INTO t VALUES (1)")
            withUnsafeCurrentTask { $0?.cancel() }
            try db.execute("INSERT INTO t VALUES (2)")
        }
        let task = Task { [database] in
            if inTransaction {
                try await database.write(write)
            } else {
                try await database.writeWithoutTransaction { db in
                    try db.transaction { try write(db) }
                }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(codes.withLock { $0 } == [])
        let rows = try await database.read { try $0.rows("SELECT x FROM t", as: Int.self) }
        #expect(rows == [7])
    }

    @Test("A transaction left open calls the closures for rollbacks")
    func leftOpen() throws {
        #expect(throws: SQLiteError.self) {
            try database.writeWithoutTransaction { db in
                try db.beginTransaction()
                try db.afterRollback { events.withLock { $0.append("rollback") } }
            }
        }
        #expect(events.withLock { $0 } == ["rollback"])
    }

    @Test("Closures wait for the next write, even if the writer is replaced before it")
    func next() throws {
        try database.writeWithoutTransaction { db in
            try db.afterCommit { events.withLock { $0.append("commit") } }
            // The pool replaces a connection whose functions have changed.
            try db.add(function: "f", argc: 0) { _ in 1 }
        }
        try database.write { db in try db.execute("INSERT INTO t VALUES (1)") }
        #expect(events.withLock { $0 } == ["commit"])
    }

    @Test("A read refuses closures")
    func read() throws {
        #expect(throws: SQLiteError.self) {
            try database.read { db in try db.afterCommit {} }
        }
    }
}
