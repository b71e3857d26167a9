import DataLiteCore
import Testing

@testable import DataLiteDatabase

@Suite("Shared values")
struct SharedValuesTests {
    private struct Counted: Sendable {
        let fetches = Shared(0)

        func values(of database: Database) -> ObservedValues<Int> {
            database.values(ObservationOptions(pollInterval: nil)) { db in
                fetches.change { $0 += 1 }
                return try db.value("SELECT count(*) FROM items", as: Int.self) ?? 0
            }
        }
    }

    @Test("Several listeners share one fetch", arguments: TestStorage.allCases)
    func oneFetch(storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        let counted = Counted()
        let shared = counted.values(of: database).shared()
        var (one, two) = (shared.makeAsyncIterator(), shared.makeAsyncIterator())
        #expect(try await one.next() == 0)
        #expect(try await two.next() == 0)
        #expect(counted.fetches.current == 1)
        try await database.write { db in try db.addItem() }
        #expect(try await two.next() == 1)
        #expect(try await one.next() == 1)
        #expect(counted.fetches.current == 2)
        var late = shared.makeAsyncIterator()
        #expect(try await late.next() == 1)
        #expect(counted.fetches.current == 2)
    }

    @Test("The observation ends with its last listener, and begins again")
    func restart() async throws {
        let database = try Database.inMemoryWithItems()
        let counted = Counted()
        let shared = counted.values(of: database).shared()
        for round in 1...3 {
            // The latest value of an ended observation is not delivered: it may be old.
            let before = counted.fetches.current
            var iterator = shared.makeAsyncIterator()
            #expect(try await iterator.next() == round - 1)
            #expect(counted.fetches.current > before)
            try await database.write { db in try db.addItem() }
        }
    }

    @Test("A slow listener gets the latest value")
    func latest() async throws {
        let database = try Database.inMemoryWithItems()
        let shared = Counted().values(of: database).shared()
        var (slow, fast) = (shared.makeAsyncIterator(), shared.makeAsyncIterator())
        #expect(try await fast.next() == 0)
        for count in 1...5 {
            try await database.write { db in try db.addItem() }
            #expect(try await fast.next() == count)
        }
        #expect(try await slow.next() == 5)
    }

    @Test("An error is thrown to each listener, and the next value follows")
    func errors() async throws {
        let database = try Database.inMemoryWithItems()
        let shared = database.values(ObservationOptions(pollInterval: nil)) { db in
            let count = try db.value("SELECT count(*) FROM items", as: Int.self) ?? 0
            guard count != 1 else { throw Refused() }
            return count
        }.shared()
        var (one, two) = (shared.makeAsyncIterator(), shared.makeAsyncIterator())
        #expect(try await one.next() == 0)
        #expect(try await two.next() == 0)
        try await database.write { db in try db.addItem() }
        await #expect(throws: Refused.self) { _ = try await one.next() }
        await #expect(throws: Refused.self) { _ = try await two.next() }
        try await database.write { db in try db.addItem() }
        #expect(try await one.next() == 2)
        #expect(try await two.next() == 2)
    }

    @Test("A cancelled listener ends, and the others continue")
    func cancellation() async throws {
        let database = try Database.inMemoryWithItems()
        let shared = Counted().values(of: database).shared()
        var other = shared.makeAsyncIterator()
        #expect(try await other.next() == 0)
        let received = Shared(0)
        let task = Task {
            for try await _ in shared { received.change { $0 += 1 } }
        }
        await reached { received.current == 1 }
        task.cancel()
        try await task.value
        try await database.write { db in try db.addItem() }
        #expect(try await other.next() == 1)
        #expect(received.current == 1)
    }

    @Test("Closing the database ends all listeners")
    func closing() async throws {
        let database = try Database.inMemoryWithItems()
        let shared = Counted().values(of: database).shared()
        var (one, two) = (shared.makeAsyncIterator(), shared.makeAsyncIterator())
        #expect(try await one.next() == 0)
        #expect(try await two.next() == 0)
        try await database.close()
        #expect(try await one.next() == nil)
        #expect(try await two.next() == nil)
        var late = shared.makeAsyncIterator()
        #expect(try await late.next() == 0)
        #expect(try await late.next() == nil)
    }

    @Test("Many tasks begin and end in any order, and each sees the last value")
    func concurrency() async throws {
        let database = try Database.inMemoryWithItems()
        let shared = Counted().values(of: database).shared()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for listener in 0..<20 {
                group.addTask {
                    for try await count in shared where count == 50 || count > listener * 2 {
                        if count == 50 || listener.isMultiple(of: 3) { return }
                    }
                }
            }
            for _ in 0..<50 { try await database.write { db in try db.addItem() } }
            try await group.waitForAll()
        }
    }

    @Test("Duplicates are recognized by a closure")
    func duplicates() async throws {
        let database = try Database.inMemoryWithItems()
        let parity = Counted().values(of: database).removeDuplicates { $0 % 2 == $1 % 2 }
        var iterator = parity.makeAsyncIterator()
        #expect(try await iterator.next() == 0)
        try await database.write { db in for _ in 0..<2 { try db.addItem() } }
        try await database.write { db in try db.addItem() }
        #expect(try await iterator.next() == 3)
        var all = parity.removeDuplicates { _, _ in false }.makeAsyncIterator()
        #expect(try await all.next() == 3)
        try await database.write { db in try db.execute("UPDATE items SET rowid = rowid + 100") }
        #expect(try await all.next() == 3)
    }
}

extension Database {
    fileprivate static func inMemoryWithItems() throws -> Database {
        try TestStorage.memory.openWithItems()
    }
}
