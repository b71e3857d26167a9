import Foundation
import Testing

@testable import DataLiteDatabase

@Suite("Each kind of database", .timeLimit(.minutes(20)))
struct DatabaseKindTests {
    private func names(_ database: any DatabaseProtocol) async throws -> [String] {
        try await database.read { try $0.rows("SELECT name FROM items ORDER BY id") }
    }

    @Test("Each kind of database reads on threads and in tasks", arguments: DatabaseKind.allCases)
    func reads(kind: DatabaseKind) async throws {
        try await kind.with { database in
            #expect(try await names(database) == ["a", "b"])
            let threads = ThreadGroup()
            for _ in 1...4 {
                threads.run {
                    let count: Int? = try? database.itemCount()
                    #expect(count == 2)
                }
            }
            threads.wait()
            let error = try failure { try database.read { try $0.addItem() } }
            #expect(error.resultCode.primary == .readonly)
            try await database.read { db in
                let (isReadonly, count) = (db.isReadonly, try db.value("SELECT 1", as: Int.self))
                #expect(isReadonly && count == 1)
            }
        }
    }

    @Test("Each writable kind of database commits and rolls back", arguments: DatabaseKind.writable)
    func writes(kind: DatabaseKind) async throws {
        try await kind.with { database in
            let id = try await database.write { db in
                try db.addItem("c")
                return db.lastInsertRowID
            }
            #expect(id == 3)
            await #expect(throws: Refused.self) {
                try await database.write { db in
                    try db.addItem("lost")
                    throw Refused()
                }
            }
            try await database.write { db in
                try db.addItem("d")
                try? db.savepoint {
                    try db.addItem("undone")
                    throw Refused()
                }
            }
            try await database.writeWithoutTransaction { db in
                try db.transaction { try db.addItem("e") }
            }
            #expect(try await names(database) == ["a", "b", "c", "d", "e"])
            let open = try failure {
                try database.writeWithoutTransaction { try $0.beginTransaction(.immediate) }
            }
            #expect(open.resultCode == .misuse)
            #expect(try await names(database).count == 5)
        }
    }

    @Test(
        "A read-only kind of database refuses to write and to migrate",
        arguments: DatabaseKind.readOnly)
    func refusesWrites(kind: DatabaseKind) async throws {
        try await kind.with { database in
            let hasRun = Shared(false)
            let errors = [
                try failure { try database.write { _ in hasRun.change { $0 = true } } },
                try failure {
                    try database.writeWithoutTransaction { _ in hasRun.change { $0 = true } }
                },
                try await failure {
                    try await database.write { _ in hasRun.change { $0 = true } }
                },
                try failure { try database.vacuum() },
                try failure { try database.checkpoint() },
            ]
            for error in errors {
                #expect(error.resultCode == .readonly)
                #expect(error.message.contains("can only be read"))
            }
            #expect(!hasRun.current)
            var migrator = Migrator()
            migrator.add("1", sql: "CREATE TABLE t(x)")
            #expect(throws: (any Error).self) { try migrator.migrate(database) }
            #expect(try await names(database) == ["a", "b"])
        }
    }

    @Test("Each writable kind of database is migrated once", arguments: DatabaseKind.writable)
    func migrates(kind: DatabaseKind) async throws {
        try await kind.with { database in
            var migrator = Migrator()
            migrator.add("1", sql: "CREATE TABLE t(x)")
            let (first, second) = (
                try await migrator.migrate(database), try await migrator.migrate(database)
            )
            #expect(first == ["1"] && second == [])
            migrator.add("2") { _ in throw Refused() }
            #expect(throws: (any Error).self) { try migrator.migrate(database) }
            let pending = try await migrator.pending(in: database)
            #expect(pending == ["2"])
        }
    }

    @Test("Each writable kind of database is observed", arguments: DatabaseKind.writable)
    func observes(kind: DatabaseKind) async throws {
        try await kind.with { database in
            var values = database.values { db in
                try db.value("SELECT count(*) FROM items", as: Int.self)
            }.makeAsyncIterator()
            #expect(try await values.next() == 2)
            try await database.write { try $0.addItem() }
            #expect(try await values.next() == 3)
        }
    }

    @Test(
        "A read-only database is observed",
        arguments: [DatabaseKind.readOnlyWAL, .readOnlyRollback])
    func observesOthers(kind: DatabaseKind) async throws {
        try await kind.with { database in
            let options = ObservationOptions(pollInterval: .milliseconds(1))
            var counts = database.itemCounts(options).makeAsyncIterator()
            #expect(try await counts.next() == 2)
            let other = try Connection(path: #require(database.path))
            try other.addItem()
            #expect(try await counts.next() == 3)
        }
    }

    @Test("An immutable database delivers one value", arguments: DatabaseKind.readOnly)
    func observesNothing(kind: DatabaseKind) async throws {
        try await kind.with { database in
            var counts = database.itemCounts().makeAsyncIterator()
            let count = try await counts.next()
            #expect(count == 2)
            let isPolled = database.pool.observers.foreign.monitor.isRunning
            #expect(isPolled == kind.rawValue.hasPrefix("readOnly"))
        }
    }

    @Test(
        "Each kind of database has snapshots, except with a rollback journal",
        arguments: DatabaseKind.allCases)
    func snapshots(kind: DatabaseKind) async throws {
        try await kind.with { database in
            guard kind.hasSnapshots else {
                let error = try await failure { try await database.snapshot() }
                #expect(error.resultCode == .misuse)
                #expect(error.message.contains("inMemoryCopy()"))
                return
            }
            let snapshot = try await database.snapshot()
            if !kind.isReadOnly { try await database.write { try $0.addItem() } }
            #expect(try await snapshot.read { try $0.value("SELECT count(*) FROM items") } == 2)
            let count: Int? = try await database.itemCount()
            #expect(count == (kind.isReadOnly ? 2 : 3))
            snapshot.close()
        }
    }

    @Test(
        "Each writable kind of database calls closures and observers when a transaction ends",
        arguments: DatabaseKind.writable)
    func transactionEnds(kind: DatabaseKind) async throws {
        try await kind.with { database in
            let events = Shared<[String]>([])
            let observer = EventObserver(events)
            if !ChangeCollector.isMissing { try database.add(transactionObserver: observer) }
            for isRefused in [false, true] {
                try? await database.write { db in
                    try db.afterCommit { events.change { $0.append("after commit") } }
                    try db.afterRollback { events.change { $0.append("after rollback") } }
                    try db.addItem()
                    if isRefused { throw Refused() }
                }
            }
            let closures = ["after commit", "after rollback"]
            #expect(events.current.filter(closures.contains) == closures)
            guard !ChangeCollector.isMissing else { return }
            #expect(
                events.current == ["inserted 3", "after commit", "rolled back", "after rollback"])
            withExtendedLifetime(observer) {}
        }
    }

    @Test("Each kind of database is suspended and resumed", arguments: DatabaseKind.allCases)
    func suspends(kind: DatabaseKind) async throws {
        try await kind.with { database in
            let (begun, hasBegun) = AsyncStream<Void>.makeStream()
            let query = Task {
                try await database.read { db in
                    hasBegun.finish()
                    return try db.value(endlessQuery, as: Int.self)
                }
            }
            for await _ in begun {}
            try await database.suspend(within: .seconds(60))
            let error = try await failure { try await query.value }
            #expect(error.resultCode == .interrupt)
            let refused = try await failure { try await names(database) }
            #expect(refused.resultCode == .abort)
            database.resume()
            #expect(try await names(database) == ["a", "b"])
        }
    }

    @Test("Each kind of database is backed up and copied", arguments: DatabaseKind.allCases)
    func copies(kind: DatabaseKind) async throws {
        try await kind.with { database in
            try await withTemporaryDirectory { directory in
                try await database.backup(to: directory + "/1")
                try await database.vacuum(into: directory + "/2")
                for name in ["/1", "/2"] {
                    #expect(try await names(Database(path: directory + name)) == ["a", "b"])
                }
            }
            for copy in try [syncCopies(of: database), await asyncCopies(of: database)].joined() {
                try await copy.write { try $0.addItem("c") }
                #expect(try await names(copy) == ["a", "b", "c"])
                let path = copy.path
                try await copy.close()
                #expect(path.map(FileManager.default.fileExists) != true)
            }
            #expect(try await names(database) == ["a", "b"])
        }
    }

    private func syncCopies(of database: Database) throws -> [Database] {
        [try database.inMemoryCopy(), try database.temporaryCopy()]
    }

    private func asyncCopies(of database: Database) async throws -> [Database] {
        [try await database.inMemoryCopy(), try await database.temporaryCopy()]
    }

    @Test("Each kind of database is interrupted", arguments: DatabaseKind.allCases)
    func interrupts(kind: DatabaseKind) async throws {
        try await kind.with { database in
            let task = Task {
                try await database.read { try $0.value(endlessQuery, as: Int.self) }
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            let count: Int? = try await database.itemCount()
            #expect(count == 2)
        }
    }

    @Test("Each kind of database refuses calls once it is closed", arguments: DatabaseKind.allCases)
    func closes(kind: DatabaseKind) async throws {
        try await kind.with { database in
            try await database.close()
            try await database.close()
            #expect(try failure { try database.itemCount() }.resultCode == .misuse)
            #expect(try failure { try database.write { _ in } }.resultCode == .misuse)
            #expect(try failure { try database.inMemoryCopy() }.resultCode == .misuse)
            #expect(try failure { try database.temporaryCopy() }.resultCode == .misuse)
        }
    }
}

/// Notes what it is told.
private final class EventObserver: TransactionObserver, Sendable {
    private let events: Shared<[String]>

    init(_ events: Shared<[String]>) { self.events = events }

    func transactionDidCommit(
        _ changes: CommittedChanges, on connection: any ConnectionProtocol
    ) {
        for change in changes.rows { events.change { $0.append("\(change.kind) \(change.key)") } }
    }

    func transactionDidRollback(on connection: any ConnectionProtocol) {
        events.change { $0.append("rolled back") }
    }
}
