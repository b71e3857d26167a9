import DataLiteCore
import Testing

@testable import DataLiteDatabase

@Suite("A first value that is fetched at once", .waitsForFirstReads) @MainActor
struct ImmediateValueTests {
    @Test(
        "It is delivered before observe returns, and later values follow",
        arguments: TestStorage.allCases)
    func immediate(storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        var received: [Int] = []
        let observation = database.observe(scheduling: .immediate) { db in
            try db.value("SELECT count(*) FROM items", as: Int.self) ?? 0
        } onError: { error in
            Issue.record(error)
        } onChange: { count in
            received.append(count)
        }
        #expect(received == [0])
        try await database.write { db in try db.addItem() }
        await reached { received.count == 2 }
        #expect(received == [0, 1])
        observation.cancel()
        try await database.write { db in try db.addItem() }
        #expect(received == [0, 1])
    }

    @Test("Its error is delivered before observe returns")
    func error() async throws {
        let database = try TestStorage.memory.openWithItems()
        var errors = 0
        var received: [Int] = []
        let observation = database.observe(scheduling: .immediate) { db in
            let count = try db.value("SELECT count(*) FROM items", as: Int.self) ?? 0
            guard count > 0 else { throw Refused() }
            return count
        } onError: { _ in
            errors += 1
        } onChange: { count in
            received.append(count)
        }
        #expect(errors == 1)
        try await database.write { db in try db.addItem() }
        await reached { received == [1] }
        observation.cancel()
    }

    @Test("An error ends the observation if the options say so")
    func endsOnError() async throws {
        let database = try TestStorage.memory.openWithItems()
        var errors = 0
        let observation = database.observe(
            ObservationOptions(endsOnError: true), scheduling: .immediate
        ) { (db: any ConnectionProtocol) -> Int in
            throw Refused()
        } onError: { _ in
            errors += 1
        } onChange: { _ in
            Issue.record("no value is fetched")
        }
        try await database.write { db in try db.addItem() }
        #expect(errors == 1)
        var iterator = database.values(ObservationOptions(endsOnError: true)) {
            (_: any ConnectionProtocol) -> Int in
            throw Refused()
        }.makeAsyncIterator()
        #expect(throws: Refused.self) { try iterator.fetchFirst() }
        #expect(try await iterator.next() == nil)
        observation.cancel()
    }

    @Test("In the closure of another call, it is delivered later")
    func nested() async throws {
        let database = try TestStorage.file.openWithItems()
        var received: [Int] = []
        let observation = try observeInWrite(database) { received.append($0) }
        #expect(received.isEmpty)
        await reached { received == [0] }
        observation.cancel()
    }

    private func observeInWrite(
        _ database: Database, _ onChange: @escaping @MainActor (Int) -> Void
    ) throws -> DatabaseObservation {
        try database.write { _ in
            database.observe(scheduling: .immediate(within: .seconds(60))) { db in
                try db.value("SELECT count(*) FROM items", as: Int.self) ?? 0
            } onError: { error in
                Issue.record(error)
            } onChange: { count in
                onChange(count)
            }
        }
    }

    @Test("An iterator fetches it on the calling thread")
    func iterator() async throws {
        let database = try TestStorage.file.openWithItems()
        var counts = database.values { db in
            try db.value("SELECT count(*) FROM items", as: Int.self) ?? 0
        }.makeAsyncIterator()
        #expect(try counts.fetchFirst() == 0)
        #expect(try counts.fetchFirst() == nil)
        try await database.write { db in try db.addItem() }
        #expect(try await counts.next() == 1)
        var skipping = database.values(ObservationOptions(skipsFirstValue: true)) { db in
            try db.value("SELECT count(*) FROM items", as: Int.self) ?? 0
        }.makeAsyncIterator()
        #expect(try skipping.fetchFirst() == nil)
        try await database.write { db in try db.addItem() }
        #expect(try await skipping.next() == 2)
    }
}
