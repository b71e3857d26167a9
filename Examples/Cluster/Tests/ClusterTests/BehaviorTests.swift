import DataLiteCluster
import DataLiteTesting
import Foundation
import Testing

/// A database of a kind, with a table.
final class Subject {
    enum Kind: String, CaseIterable { case file, memory, mock, cluster }

    let database: any DatabaseProtocol
    private let local: LocalCluster?

    init(_ kind: Kind) throws {
        local = kind == .cluster ? try LocalCluster() : nil
        database =
            switch kind {
            case .file: try Database.temporary()
            case .memory: try Database.inMemory()
            case .mock: try MockDatabase.spy()
            case .cluster: try local.map { try $0.database() } ?? Database.inMemory()
            }
        try database.write { db in
            try db.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)")
        }
    }

    var names: [String] {
        get throws {
            try database.read { db in try db.rows("SELECT name FROM t ORDER BY id", as: String.self)
            }
        }
    }
}

struct Stop: Error {}

extension ClusterSuite {
    @Suite("Every kind of database")
    struct Behavior {
        @Test("commits a write, and rolls back one that throws", arguments: Subject.Kind.allCases)
        func transactions(kind: Subject.Kind) throws {
            let subject = try Subject(kind)
            let count = try subject.database.write { db in
                try db.execute("INSERT INTO t(name) VALUES ('a'), ('b')")
            }
            #expect(count == 2)
            #expect(throws: Stop.self) {
                try subject.database.write { db in
                    try db.execute("DELETE FROM t")
                    throw Stop()
                }
            }
            #expect(try subject.names == ["a", "b"])
        }

        @Test("nests savepoints", arguments: Subject.Kind.allCases)
        func savepoints(kind: Subject.Kind) throws {
            let subject = try Subject(kind)
            try subject.database.write { db in
                try db.execute("INSERT INTO t(name) VALUES ('a')")
                try? db.savepoint {
                    try db.execute("INSERT INTO t(name) VALUES ('b')")
                    throw Stop()
                }
                try db.savepoint("named") {
                    try db.execute("INSERT INTO t(name) VALUES ('c')")
                    try db.execute("ROLLBACK TO named")
                    try db.execute("INSERT INTO t(name) VALUES ('d')")
                }
            }
            #expect(try subject.names == ["a", "d"])
        }

        @Test(
            "commits each statement without a transaction, and refuses to leave one open",
            arguments: Subject.Kind.allCases)
        func withoutTransaction(kind: Subject.Kind) throws {
            let subject = try Subject(kind)
            #expect(throws: Stop.self) {
                try subject.database.writeWithoutTransaction { db in
                    try db.execute("INSERT INTO t(name) VALUES ('a')")
                    throw Stop()
                }
            }
            let open = #expect(throws: SQLiteError.self) {
                try subject.database.writeWithoutTransaction { db in
                    try db.beginTransaction()
                    try db.execute("INSERT INTO t(name) VALUES ('b')")
                }
            }
            #expect(open?.resultCode == .misuse)
            #expect(try subject.names == ["a"])
        }

        @Test(
            "refuses a write in a read, a nested call, and a connection after its closure",
            arguments: Subject.Kind.allCases)
        func refusals(kind: Subject.Kind) throws {
            let subject = try Subject(kind)
            let database = subject.database
            defer { withExtendedLifetime(subject) {} }
            let write = #expect(throws: SQLiteError.self) {
                try database.read { db in try db.execute("INSERT INTO t(name) VALUES ('a')") }
            }
            #expect(write?.resultCode == .readonly)
            let nested = #expect(throws: SQLiteError.self) {
                try database.write { _ in try database.write { _ in } }
            }
            #expect(nested?.resultCode == .misuse)
            var kept: (any ConnectionProtocol)?
            try database.read { db in kept = db }
            if kind != .mock {
                let used = #expect(throws: SQLiteError.self) { try kept?.rows("SELECT 1") }
                #expect(used?.resultCode == .misuse)
            }
        }

        @Test("reports errors with the codes of SQLite", arguments: Subject.Kind.allCases)
        func errors(kind: Subject.Kind) throws {
            let subject = try Subject(kind)
            defer { withExtendedLifetime(subject) {} }
            try subject.database.write { db in
                try db.execute("INSERT INTO t(name) VALUES ('a')")
                func code(_ sql: SQL) -> ResultCode? {
                    #expect(throws: SQLiteError.self) { try db.execute(sql) }?.resultCode
                }
                #expect(code("INSERT INTO t(name) VALUES ('a')") == .constraintUnique)
                #expect(code("INSERT INTO t(name) VALUES ('a') RETURNING id") == .constraintUnique)
                #expect(code("INSERT INTO t(name) VALUES (NULL)") == .constraintNotNull)
                #expect(code("SELEC 1") == .error)
                #expect(code("SELECT missing FROM t") == .error)
                #expect(code("SELECT abs(-9223372036854775808)") == .error)
                let statement = try db.prepare(sql: "SELECT ?")
                let range = #expect(throws: SQLiteError.self) { try statement.bind(1, at: 2) }
                #expect(range?.resultCode == .range)
                #expect(throws: SQLiteError.self) { try db.prepare(sql: "SELECT 1; SELECT 2") }
                #expect(throws: SQLiteError.self) { try db.prepare(sql: "-- nothing") }
            }
        }

        @Test("runs a statement again with other values", arguments: Subject.Kind.allCases)
        func statements(kind: Subject.Kind) throws {
            let subject = try Subject(kind)
            try subject.database.write { db in
                let insert = try db.prepare(sql: "INSERT INTO t(name) VALUES (:name)")
                for name in ["a", "b", "c"] {
                    try insert.bind(name, by: ":name")
                    try insert.step()
                    try insert.reset()
                }
                let select = try db.prepare(sql: "SELECT id, name FROM t WHERE id >= ? ORDER BY id")
                #expect(select.columnNames() == ["id", "name"])
                for first in 1...3 {
                    try select.bind(first, at: 1)
                    var found: [String?] = []
                    while try select.step() { found.append(select.columnValue(at: 1)) }
                    #expect(found.count == 4 - first)
                    try select.reset()
                }
                #expect(db.lastInsertRowID == 3)
                #expect(try db.execute("UPDATE t SET name = name || '!' WHERE id > 1") == 2)
                #expect(db.changes == 2)
                let ids = try db.rows("DELETE FROM t WHERE id < 3 RETURNING id", as: Int.self)
                #expect(ids.sorted() == [1, 2])
                #expect(db.changes == 2)
            }
            #expect(try subject.names == ["c!"])
        }

        @Test("runs scripts and migrations", arguments: Subject.Kind.allCases)
        func scripts(kind: Subject.Kind) throws {
            let subject = try Subject(kind)
            try subject.database.write { db in
                try db.execute(
                    script:
                        "INSERT INTO t(name) VALUES ('a'); -- b\nINSERT INTO t(name) VALUES ('c');")
            }
            #expect(try subject.names == ["a", "c"])
            #expect(try orderMigrations.migrate(subject.database).count == 2)
            #expect(try orderMigrations.pending(in: subject.database) == [])
        }

        @Test("observes commits", arguments: Subject.Kind.allCases)
        func observation(kind: Subject.Kind) async throws {
            let subject = try Subject(kind)
            let database = subject.database
            var counts = database.values { db in
                try db.requiredValue("SELECT count(*) FROM t", as: Int.self)
            }.makeAsyncIterator()
            #expect(try await counts.next() == 0)
            try await database.write { db in try db.execute("INSERT INTO t(name) VALUES ('a')") }
            #expect(try await counts.next() == 1)
        }

        @Test("cancels a task and rolls it back", arguments: Subject.Kind.allCases)
        func cancellation(kind: Subject.Kind) async throws {
            let subject = try Subject(kind)
            let database = subject.database
            let started = AsyncStream<Void>.makeStream()
            let task = Task {
                try await database.write { db in
                    try db.execute("INSERT INTO t(name) VALUES ('a')")
                    started.continuation.yield()
                    while true { _ = try db.rows("SELECT * FROM t") }
                }
            }
            for await _ in started.stream { break }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try subject.names == [])
        }

        @Test("refuses calls when it is closed", arguments: Subject.Kind.allCases)
        func closing(kind: Subject.Kind) async throws {
            let subject = try Subject(kind)
            try await subject.database.close()
            try await subject.database.close()
            let error = #expect(throws: SQLiteError.self) { try subject.names }
            #expect(error?.resultCode == .misuse)
        }
    }
}
