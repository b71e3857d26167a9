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
