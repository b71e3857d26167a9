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
            let text = changes.isComplete ? keys.joined(separator: ", ") : "unknown"
            events.withLock { $0.append(text) }
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

    /// Removes itself when it is called.
    private final class Once: TransactionObserver, Sendable {
        let tables = Locked<[String]>([])

        func transactionDidCommit(
            _ changes: CommittedChanges, on connection: any ConnectionProtocol
        ) {
            tables.withLock { $0 += changes.rows.map(\.table) }
            #expect(throws: Never.self) { try connection.remove(transactionObserver: self) }
        }
    }

    @Test("An observer can be added and removed with the connection of a closure")
    func connection() throws {
        let database = try Database.temporary()
        let (journal, once) = (Journal(), Once())
        try database.write { db in
            try db.execute("CREATE TABLE t(id INTEGER PRIMARY KEY)")
        }
        try database.write { db in
            try db.execute("INSERT INTO t VALUES (1)")
            try db.add(transactionObserver: journal, extent: .databaseLifetime)
            try db.add(transactionObserver: once)
            try db.execute("INSERT INTO t VALUES (2)")
            // The pool replaces a connection whose functions have changed.
            try db.add(function: "f", argc: 0) { _ in 1 }
        }
        try database.write { db in try db.execute("INSERT INTO t VALUES (3)") }
        #expect(journal.events.withLock { $0 } == ["t 2", "t 3"])
        #expect(once.tables.withLock { $0 } == ["t"])
        try database.write { db in
            try db.execute("INSERT INTO t VALUES (4)")
            try db.remove(transactionObserver: journal)
        }
        #expect(journal.events.withLock { $0.count } == 2)
        try database.read { db in
            let error = #expect(throws: SQLiteError.self) {
                try db.add(transactionObserver: journal)
            }
            #expect(error?.resultCode == .misuse)
        }
    }

    @Test("A backup that replaces the contents is a commit of unknown changes")
    func replaced() async throws {
        let (database, source) = (try Database.temporary(), try Database.temporary())
        for database in [database, source] {
            try await database.write { db in
                try db.execute("CREATE TABLE t(id INTEGER PRIMARY KEY)")
            }
        }
        let journal = Journal()
        try database.add(transactionObserver: journal)
        try await source.backup(to: database)
        try await database.write { db in try db.execute("INSERT INTO t VALUES (1)") }
        #expect(journal.events.withLock { $0 } == ["unknown", "t 1"])
        try await withTemporaryDirectory { directory in
            try await source.backup(to: directory + "/copy.sqlite")
            try await database.restore(from: directory + "/copy.sqlite")
        }
        try await database.write { db in try db.execute("INSERT INTO t VALUES (2)") }
        #expect(journal.events.withLock { $0 } == ["unknown", "t 1", "unknown", "t 2"])
    }

    @Test("Deserializing is a commit of unknown changes, and delegates are told of it")
    func deserialized() throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute("CREATE TABLE t(id INTEGER PRIMARY KEY)")
        let bytes = try connection.serialize()
        let (journal, counter) = (Journal(), CommitCounter())
        try connection.add(transactionObserver: journal)
        connection.add(delegate: counter)
        try connection.deserialize(bytes)
        #expect(journal.events.withLock { $0 } == ["unknown"] && counter.count == 1)
        try connection.execute("INSERT INTO t VALUES (1)")
        #expect(journal.events.withLock { $0 } == ["unknown", "t 1"] && counter.count == 2)
        let target = try Connection(location: .inMemory)
        try target.add(transactionObserver: journal)
        target.add(delegate: counter)
        try connection.backup(to: target)
        #expect(journal.events.withLock { $0.last } == "unknown" && counter.count == 3)
    }

    private final class CommitCounter: ConnectionDelegate {
        var count = 0
        func connectionDidCommit(_ connection: any ConnectionProtocol) { count += 1 }
    }
}
