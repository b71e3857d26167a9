import DataLiteDatabase
import Testing

@Suite("Observed values", .timeLimit(.minutes(20)))
struct ObservedValuesTests {
    @Test(
        "Values begin with the current one and follow each commit", arguments: TestStorage.allCases)
    func follow(storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        var counts = database.itemCounts().makeAsyncIterator()
        #expect(try await counts.next() == 0)
        try await database.write { db in try db.addItem() }
        #expect(try await counts.next() == 1)
        try await database.write { db in
            try db.addItem()
            try db.addItem()
        }
        #expect(try await counts.next() == 3)
    }

    @Test("A waiting iterator receives the value", arguments: TestStorage.allCases)
    func wait(storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        let delivered = Shared<[Int]>([])
        let task = Task {
            for try await count in database.itemCounts() {
                delivered.change { $0.append(count) }
                if count == 2 { break }
            }
        }
        await reached { delivered.current == [0] }
        try await database.write { db in try db.addItem() }
        await reached { delivered.current == [0, 1] }
        try await database.write { db in try db.addItem() }
        try await task.value
        #expect(delivered.current == [0, 1, 2])
    }

    @Test("The first value can be skipped")
    func skipFirst() async throws {
        let database = try TestStorage.file.openWithItems()
        let values = database.itemCounts(ObservationOptions(skipsFirstValue: true))
        let first = Shared<Int?>(nil)
        let task = Task {
            for try await count in values {
                first.change { $0 = count }
                break
            }
        }
        await reached { database.statistics.reads == 1 }
        try await database.write { db in try db.addItem() }
        try await task.value
        #expect(first.current == 1)
    }

    @Test("Consecutive equal values are skipped")
    func duplicates() async throws {
        let database = try TestStorage.file.openWithItems()
        var counts = database.itemCounts().makeAsyncIterator()
        #expect(try await counts.next() == 0)
        let next = Task { [counts] in
            var counts = counts
            return try await counts.next()
        }
        try await database.write { db in
            try db.addItem()
            try db.execute("DELETE FROM items")
        }
        await reached { database.statistics.reads >= 2 }
        try await database.write { db in try db.addItem() }
        #expect(try await next.value == 1)
    }

    @Test("Values that are not Equatable are all delivered")
    func incomparable() async throws {
        struct Box: Sendable { let count: Int? }
        let database = try TestStorage.file.openWithItems()
        var boxes = database.values { db in
            Box(count: try db.value("SELECT count(*) FROM items"))
        }.makeAsyncIterator()
        #expect(try await boxes.next()?.count == 0)
        try await database.write { db in try db.execute("UPDATE items SET name = 'x'; ") }
        try await database.write { db in
            try db.addItem()
            try db.execute("DELETE FROM items")
        }
        #expect(try await boxes.next()?.count == 0)
    }

    @Test("A slow consumer receives only the latest value")
    func backPressure() async throws {
        let database = try TestStorage.file.openWithItems()
        var counts = database.itemCounts().makeAsyncIterator()
        #expect(try await counts.next() == 0)
        for _ in 1...50 { try await database.write { db in try db.addItem() } }
        let reads = database.statistics.reads
        #expect(try await counts.next() == 50)
        #expect(database.statistics.reads == reads + 1)
    }

    @Test("A value of an optional type can be nil")
    func optional() async throws {
        let database = try TestStorage.file.openWithItems()
        var names = database.values { db in
            try db.value("SELECT max(name) FROM items", as: String.self)
        }.makeAsyncIterator()
        #expect(try await names.next() == .some(nil))
        try await database.write { db in try db.addItem("a") }
        #expect(try await names.next() == "a")
    }

    @Test("Values can be iterated several times, even concurrently")
    func several() async throws {
        let database = try TestStorage.file.openWithItems()
        let values = database.itemCounts()
        var first = values.makeAsyncIterator()
        var second = values.makeAsyncIterator()
        #expect(try await first.next() == 0)
        #expect(try await second.next() == 0)
        try await database.write { db in try db.addItem() }
        #expect(try await first.next() == 1)
        #expect(try await second.next() == 1)
    }
}

extension Database {
    func itemCounts(_ options: ObservationOptions = ObservationOptions()) -> ObservedValues<Int> {
        values(options) { db in try db.value("SELECT count(*) FROM items") ?? -1 }
    }
}
