import Testing

@testable import DataLiteDatabase

@Suite("An observation", .timeLimit(.minutes(20)))
struct ObservationEndTests {
    @Test("Cancelling a waiting task ends its observation", arguments: TestStorage.allCases)
    func cancelled(storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        let count = Shared(0)
        let task = Task {
            for try await _ in database.itemCounts() { count.change { $0 += 1 } }
        }
        await reached { count.current == 1 }
        task.cancel()
        try await task.value
        #expect(count.current == 1)
    }

    @Test("Cancelling a fetching task ends its observation")
    func cancelledFetch() async throws {
        let database = try TestStorage.file.openWithItems()
        let task = Task {
            var values = database.values { db in try db.rows(endlessQuery).count }
                .makeAsyncIterator()
            return try await values.next()
        }
        await reached { database.runningReads == 1 }
        task.cancel()
        #expect(try await task.value == nil)
        #expect(try await database.itemCount() == 0)
    }

    @Test("Closing the database ends an observation", arguments: TestStorage.allCases)
    func closed(storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        let count = Shared(0)
        let task = Task { [values = database.itemCounts()] in
            for try await _ in values { count.change { $0 += 1 } }
        }
        await reached { count.current == 1 }
        try await database.close()
        try await task.value
        var later = database.itemCounts().makeAsyncIterator()
        #expect(try await later.next() == nil)
    }

    @Test("An observation does not keep the database open")
    func released() async throws {
        var database: Database? = try TestStorage.file.openWithItems()
        let values = try #require(database?.itemCounts())
        var iterator = values.makeAsyncIterator()
        #expect(try await iterator.next() == 0)
        weak let released = database
        database = nil
        #expect(released == nil)
        #expect(try await iterator.next() == nil)
    }

    @Test("Cancelling or releasing an observation with closures ends it", arguments: [true, false])
    func closures(isCancelled: Bool) async throws {
        let database = try TestStorage.file.openWithItems()
        let counts = Shared<[Int]>([])
        var observation: DatabaseObservation? = database.observe { db in
            try db.value("SELECT count(*) FROM items") ?? -1
        } onError: { error in
            Issue.record(error)
        } onChange: { count in
            counts.change { $0.append(count) }
        }
        await reached { counts.current == [0] }
        try await database.write { db in try db.addItem() }
        await reached { counts.current == [0, 1] }
        if isCancelled { observation?.cancel() }
        observation = nil
        await reached { database.observerCount == 0 }
        try await database.write { db in try db.addItem() }
        #expect(counts.current == [0, 1])
    }

    private final class Token: Sendable {}

    @Test("An observation that has ended releases its closures", arguments: [true, false])
    func releases(isCancelled: Bool) async throws {
        let database = try TestStorage.file.openWithItems()
        let count = Shared(0)
        var token: Token? = Token()
        weak let released = token
        let observation = database.observe { [token] db in
            withExtendedLifetime(token) {}
            return try db.value("SELECT count(*) FROM items", as: Int.self)
        } onError: { error in
            Issue.record(error)
        } onChange: { [token] _ in
            withExtendedLifetime(token) { count.change { $0 += 1 } }
        }
        token = nil
        await reached { count.current == 1 }
        #expect(released != nil)
        if isCancelled { observation.cancel() } else { try await database.close() }
        await reached { released == nil }
        withExtendedLifetime(observation) {}
    }

    private enum Request {
        @TaskLocal static var id = 0
    }

    @Test("The closures see the default database of the calling code, and no other local value")
    func taskValues() async throws {
        let (database, other) = (
            try TestStorage.file.openWithItems(), try TestStorage.memory.openWithItems()
        )
        let seen = Shared<[Bool]>([])
        @Sendable func look() -> Bool {
            Request.id == 0 && (DefaultDatabase.current as? Database) === other
        }
        let observation = DefaultDatabase.$current.withValue(other) {
            database.observe { db in
                (look(), try db.value("SELECT count(*) FROM items", as: Int.self))
            } onError: { error in
                Issue.record(error)
            } onChange: { isSeen, _ in
                seen.change { $0 += [isSeen, look()] }
            }
        }
        await reached { seen.current.count == 2 }
        try await Request.$id.withValue(7) {
            try await database.write { db in try db.addItem() }
        }
        await reached { seen.current.count == 4 }
        #expect(seen.current == [true, true, true, true])
        observation.cancel()
    }
}

extension Database {
    var observerCount: Int { pool.observers.delivery.count }

    /// The number of running reads.
    var runningReads: Int {
        pool.state.withLock { $0.slots.count { $0.runningCall?.role == .reader } }
    }
}
