import DataLiteCore
import DataLiteTestSupport
import Foundation
import Testing

@testable import DataLiteDatabase

@Suite("A write that ends with a read of what it has committed")
struct WriteThenReadTests {
    @Test("The read sees the write, but not later writes", arguments: TestStorage.allCases)
    func state(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        let count: Int? = try database.writeThenRead { db in
            try db.addItem()
            return 7
        } read: { db, value in
            #expect(value == 7)
            #expect(throws: SQLiteError.self) { try db.addItem() }
            return try db.value("SELECT count(*) FROM items")
        }
        #expect(count == 1)
        let (_, snapshot) = try database.writeThenSnapshot { db in try db.addItem() }
        try database.write { db in try db.addItem() }
        let later = try snapshot.read { db in
            try db.value("SELECT count(*) FROM items", as: Int.self)
        }
        #expect(later == 2)
        #expect(try database.itemCount() == 3)
    }

    @Test("Other writes run during the read", arguments: TestStorage.allCases)
    func concurrent(storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        let (_, snapshot) = try await database.writeThenSnapshot { db in try db.addItem() }
        let counts = try await snapshot.read { db in
            let isWritten = Gate()
            // A call on this thread would be refused.
            Thread {
                #expect(throws: Never.self) { try database.write { db in try db.addItem() } }
                isWritten.open()
            }.start()
            isWritten.wait()
            return try db.value("SELECT count(*) FROM items", as: Int.self)
        }
        #expect(counts == 1)
        let count: Int? = try await database.writeThenRead { db in
            try db.addItem()
        } read: { db, _ in
            try db.value("SELECT count(*) FROM items")
        }
        #expect(count == 3)
    }

    @Test(
        "Each read sees exactly its own commit among those of other threads",
        arguments: TestStorage.allCases)
    func ownCommit(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        let mistakes = Shared<[String]>([])
        let threads = ThreadGroup()
        for _ in 0..<4 {
            threads.run {
                do {
                    for _ in 0..<25 {
                        let (expected, found): (Int?, Int?) = try database.writeThenRead { db in
                            try db.addItem()
                            return try db.value("SELECT count(*) FROM items", as: Int.self)
                        } read: { db, count in
                            (count, try db.value("SELECT count(*) FROM items"))
                        }
                        if expected != found {
                            mistakes.change { $0.append("\(expected ?? 0) \(found ?? 0)") }
                        }
                    }
                } catch {
                    mistakes.change { $0.append("\(error)") }
                }
            }
        }
        threads.wait()
        #expect(mistakes.current == [])
        #expect(try database.itemCount() == 100)
    }

    @Test(
        "Random writes of several threads: each snapshot has the rows after its commit",
        arguments: TestStorage.allCases)
    func randomWrites(storage: TestStorage) throws {
        let seeds = RandomSeeds.range(count: 8)
        print("WriteThenReadTests: \(storage), seeds \(seeds)")
        let database = try storage.openWithItems()
        let mistakes = Shared<[String]>([])
        let threads = ThreadGroup()
        for seed in seeds {
            threads.run {
                do {
                    try Self.write(to: database, seed, mistakes)
                } catch {
                    mistakes.change { $0.append("seed \(seed): \(error)") }
                }
            }
        }
        threads.wait()
        #expect(mistakes.current == [])
    }

    /// Writes random rows, and compares each snapshot with the rows before the commit.
    private static func write(
        to database: Database, _ seed: Int, _ mistakes: Shared<[String]>
    ) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let query: SQL = "SELECT * FROM items ORDER BY id"
        for step in 0..<15 {
            let (written, snapshot) = try database.writeThenSnapshot { db in
                for _ in 0...Int.random(in: 0...3, using: &random) {
                    let id = Int.random(in: 1...20, using: &random)
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: try db.execute("DELETE FROM items WHERE id >= \(id)")
                    case 1: try db.execute("UPDATE items SET name = name || \(id) WHERE id < \(id)")
                    default: try db.addItem("\(seed), \(step)")
                    }
                }
                return try db.rows(query)
            }
            if Bool.random(using: &random) { try database.write { try $0.addItem("between") } }
            let found = try snapshot.read { db in try db.rows(query) }
            snapshot.close()
            if found != written { mistakes.change { $0.append("seed \(seed), step \(step)") } }
        }
    }

    @Test("A failed write is rolled back, and nothing is read")
    func failed() throws {
        let database = try TestStorage.allCases[0].openWithItems()
        #expect(throws: CancellationError.self) {
            try database.writeThenRead { db in
                try db.addItem()
                throw CancellationError()
            } read: { _, _ in
                Issue.record("read")
            }
        }
        #expect(try database.itemCount() == 0)
    }

    @Test("A failed read leaves the write committed")
    func failedRead() throws {
        let database = try TestStorage.allCases[0].openWithItems()
        #expect(throws: CancellationError.self) {
            try database.writeThenRead { db in
                try db.addItem()
            } read: { _, _ in
                throw CancellationError()
            }
        }
        #expect(try database.itemCount() == 1)
    }
}
