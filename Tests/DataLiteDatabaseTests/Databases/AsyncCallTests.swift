import Foundation
import Testing

@testable import DataLiteDatabase

@Suite("An asynchronous call")
struct AsyncCallTests {
    @Test("An asynchronous call returns the value of its closure", arguments: TestStorage.allCases)
    func values(storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        let id = try await database.write { db in
            try db.addItem("Ada")
            return db.lastInsertRowID
        }
        try await database.writeWithoutTransaction { db in try db.addItem("Bob") }
        let names = try await database.read { db in
            try db.rows("SELECT name FROM items").map { $0.lenientValue(at: 0) ?? "" }
        }
        #expect(id == 1)
        #expect(names == ["Ada", "Bob"])
    }

    @Test(
        "An asynchronous call rethrows the error of its closure and rolls back",
        arguments: TestStorage.allCases)
    func errors(storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        await #expect(throws: Refused.self) {
            try await database.write { db in
                try db.addItem()
                throw Refused()
            }
        }
        await #expect(throws: Refused.self) { try await database.read { _ in throw Refused() } }
        #expect(try await database.itemCount() == 0)
    }

    @Test("An asynchronous read cannot write", arguments: TestStorage.allCases)
    func readonly(storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        let error = try await failure { try await database.read { db in try db.addItem() } }
        #expect(error.resultCode == .readonly)
    }

    @Test(
        "An asynchronous call throws if it leaves a transaction open",
        arguments: TestStorage.allCases)
    func transactionLeftOpen(storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        let error = try await failure {
            try await database.writeWithoutTransaction { db in try db.beginTransaction() }
        }
        #expect(error.message.contains("left a transaction open"))
        #expect(try await database.itemCount() == 0)
    }

    @Test("An asynchronous call runs on a database thread")
    func thread() async throws {
        let database = try Database.temporary(configuration: .init { $0.label = "library" })
        let name = try await database.read { _ in Thread.current.name }
        #expect(name == "library")
    }

    @Test("A waiting asynchronous call uses no thread")
    func threads() async throws {
        let database = try TestStorage.file.openWithItems { $0.readerLimit = 2 }
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 1...200 {
                group.addTask {
                    try await database.write { db in try db.addItem() }
                    return try await database.itemCount() ?? 0
                }
            }
            return try await group.reduce(0) { $0 + ($1 > 0 ? 1 : 0) }
        }
        #expect(sum == 200)
        #expect(database.pool.workers.count <= 3)
        #expect(try await database.itemCount() == 200)
        #expect(database.statistics.openedConnections <= 3)
    }

    @Test("Asynchronous reads of several tasks run at the same time")
    func concurrency() async throws {
        let database = try TestStorage.file.open { $0.readerLimit = 2 }
        let (first, second) = (Gate(), Gate())
        async let one: Void = database.read { _ in
            first.open()
            second.wait()
        }
        async let other: Void = database.read { _ in
            second.open()
            first.wait()
        }
        _ = try await (one, other)
    }
}
