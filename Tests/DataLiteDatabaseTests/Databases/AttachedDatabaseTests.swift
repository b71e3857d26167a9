import Foundation
import Testing

@testable import DataLiteDatabase

@Suite("An attached database")
struct AttachedDatabaseTests {
    /// A database with the table `a`, and an attached one in WAL mode with the table `b`.
    private func withDatabases(_ body: (Database, _ walSize: () -> Int) throws -> Void) throws {
        try withTemporaryDirectory { directory in
            let attached = directory + "/attached.sqlite"
            let other = try Connection(path: attached)
            try other.setJournalMode(.wal)
            try other.execute("CREATE TABLE b(id INTEGER PRIMARY KEY, x)")
            let database = try Database(
                path: directory + "/main.sqlite",
                configuration: .init {
                    $0.onOpen = { db in try db.execute("ATTACH \(attached) AS \"my other\"") }
                })
            try database.write { db in try db.execute("CREATE TABLE a(id INTEGER PRIMARY KEY)") }
            try body(database) {
                let file = try? FileManager.default.attributesOfItem(atPath: attached + "-wal")
                return file?[.size] as? Int ?? 0
            }
            try database.close()
        }
    }

    @Test("Commits copy its WAL, so that it does not grow")
    func automaticCheckpoints() throws {
        try withDatabases { database, walSize in
            for id in 1...200 {
                try database.write { db in
                    try db.execute("REPLACE INTO b VALUES (\(id % 4), zeroblob(100000))")
                }
            }
            #expect(walSize() < 8_000_000)
        }
    }

    @Test("A checkpoint copies its WAL")
    func checkpoint() throws {
        try withDatabases { database, walSize in
            try database.write { db in try db.execute("INSERT INTO b VALUES (1, 2)") }
            #expect(walSize() > 0)
            try database.checkpoint(.truncate)
            #expect(walSize() == 0)
        }
    }

    @Test("Readers and the writer use a new table of the main database", arguments: [true, false])
    func newTable(isOtherProcess: Bool) throws {
        try withDatabases { database, _ in
            let count = { (db: any ConnectionProtocol) in
                try db.value("SELECT count(*) FROM b", as: Int.self)
            }
            #expect(try database.read(count) == 0)
            #expect(try database.write(count) == 0)
            let script = "CREATE TABLE main.b(id); INSERT INTO main.b VALUES (1)"
            if isOtherProcess {
                try Connection(path: #require(database.path)).execute(script: script)
            } else {
                try database.write { db in try db.execute(script: script) }
            }
            #expect(try database.read(count) == 1)
            #expect(try database.write(count) == 1)
        }
    }

    @Test("An observation reads a new table of the main database")
    func observedNewTable() async throws {
        try await withTemporaryDirectory { directory in
            let attached = directory + "/attached.sqlite"
            try Connection(path: attached).execute(script: "CREATE TABLE b(id)")
            let database = try Database(
                path: directory + "/main.sqlite",
                configuration: .init {
                    $0.onOpen = { db in try db.execute("ATTACH \(attached) AS other") }
                })
            let values = database.values { db in
                try db.value("SELECT count(*) FROM b", as: Int.self)
            }
            var iterator = values.makeAsyncIterator()
            #expect(try await iterator.next() == 0)
            try await database.write { db in
                try db.execute(script: "CREATE TABLE main.b(id); INSERT INTO main.b VALUES (1)")
            }
            #expect(try await iterator.next() == 1)
            try await database.close()
        }
    }

    @Test("A read and a snapshot see one state of both databases", arguments: [true, false])
    func oneState(isSnapshot: Bool) throws {
        try withDatabases { database, _ in
            let counts = { (db: any ConnectionProtocol) in
                try ["a", "b"].map { table in
                    try db.value("SELECT count(*) FROM \(identifier: table)", as: Int.self)
                }
            }
            let insert: @Sendable () -> Void = {
                #expect(throws: Never.self) {
                    try database.write { db in
                        try db.execute("INSERT INTO a DEFAULT VALUES")
                        try db.execute("INSERT INTO b DEFAULT VALUES")
                    }
                }
            }
            if isSnapshot {
                let snapshot = try database.snapshot()
                insert()
                #expect(try snapshot.read(counts) == [0, 0])
                snapshot.close()
            } else {
                let first = try database.read { db in
                    let threads = ThreadGroup()
                    threads.run(insert)
                    threads.wait()
                    return try counts(db)
                }
                #expect(first == [0, 0])
            }
            #expect(try database.read(counts) == [1, 1])
        }
    }

    @Test("A read does not lock an attached database with a rollback journal")
    func rollbackJournal() throws {
        try withTemporaryDirectory { directory in
            let other = try Connection(path: directory + "/attached.sqlite")
            try other.execute("CREATE TABLE b(x)")
            let database = try Database(
                path: directory + "/main.sqlite",
                configuration: .init { [path = directory + "/attached.sqlite"] in
                    $0.onOpen = { db in try db.execute("ATTACH \(path) AS other") }
                })
            _ = try database.read { _ in try other.execute("INSERT INTO b VALUES (1)") }
            try database.close()
        }
    }
}
