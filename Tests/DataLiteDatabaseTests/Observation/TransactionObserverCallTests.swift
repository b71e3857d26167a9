import DataLiteCore
import Testing

@testable import DataLiteDatabase

@Suite("A transaction observer of a database", .disabled(if: ChangeCollector.isMissing))
struct TransactionObserverCallTests {
    private final class Journal: TransactionObserver, Sendable {
        let events = Locked<[String]>([])

        func transactionDidCommit(
            _ changes: CommittedChanges, on connection: any ConnectionProtocol
        ) {
            let keys = changes.rows.map { "\($0.table) \($0.key)" }
            #expect(changes.isComplete)
            events.withLock { $0.append(keys.joined(separator: ", ")) }
        }

        func transactionDidRollback(on connection: any ConnectionProtocol) {
            events.withLock { $0.append("rollback") }
        }
    }

    @Test("An observer is called with values observed too, and by the next writer")
    func writer() async throws {
        let database = try Database.inMemory()
        try await database.write { db in try db.execute("CREATE TABLE t(id INTEGER PRIMARY KEY)") }
        let journal = Journal()
        try database.add(transactionObserver: journal)
        try await database.write { db in try db.execute("INSERT INTO t VALUES (1), (2)") }
        var counts = database.values { db in
            try db.value("SELECT count(*) FROM t", as: Int.self) ?? -1
        }.makeAsyncIterator()
        #expect(try await counts.next() == 2)
        try await database.writeWithoutTransaction { db in
            try db.execute("DELETE FROM t")
            // The pool replaces a connection whose functions have changed.
            try db.add(function: "f", argc: 0) { _ in 1 }
        }
        #expect(try await counts.next() == 0)
        try await database.write { db in try db.execute("INSERT INTO t VALUES (3)") }
        #expect(try await counts.next() == 1)
        try? await database.write { _ in throw CancellationError() }
        #expect(journal.events.withLock { $0 } == ["t 1, t 2", "t 1, t 2", "t 3", "rollback"])
        try database.remove(transactionObserver: journal)
        try await database.write { db in try db.execute("DELETE FROM t") }
        #expect(journal.events.withLock { $0.count } == 4)
    }
}
