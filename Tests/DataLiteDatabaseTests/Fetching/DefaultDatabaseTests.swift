import DataLiteFetching
import Testing

/// Serialized, because the process has only one shared default.
@Suite("The default database", .serialized, .waitsForFirstReads, .timeLimit(.minutes(20)))
struct DefaultDatabaseTests {
    private let one: Database
    private let two: Database

    init() throws {
        one = try TestStorage.memory.openWithItems()
        two = try TestStorage.memory.openWithItems()
        try two.write { db in
            for _ in 1...2 { try db.addItem() }
        }
    }

    private func count(_ state: FetchOne<Int>) async throws -> Int {
        try await state.load()
        return state.value
    }

    @Test("A property uses the default database of the task that creates it")
    func task() async throws {
        let state = DefaultDatabase.$current.withValue(two) {
            FetchOne(wrappedValue: -1, Item.count()).projectedValue
        }
        let counted = try await DefaultDatabase.$current.withValue(one) {
            try await count(state)
        }
        #expect(counted == 2)
    }

    @Test("A task without a default database uses the shared one")
    func shared() async throws {
        DefaultDatabase.shared = two
        defer { DefaultDatabase.shared = nil }
        #expect(DefaultDatabase.shared === two)
        @FetchOne(Item.count()) var count = -1
        #expect(try await self.count($count) == 2)
        let other = DefaultDatabase.$current.withValue(one) {
            FetchOne(wrappedValue: -1, Item.count()).projectedValue
        }
        #expect(try await self.count(other) == 0)
    }

    @Test("A property with its own database does not use the default one")
    func parameter() async throws {
        let state = DefaultDatabase.$current.withValue(one) {
            FetchOne(wrappedValue: -1, Item.count(), database: two).projectedValue
        }
        #expect(try await count(state) == 2)
    }

    @Test("A property without a database has an error until a default is set")
    func missing() async throws {
        @FetchOne(Item.count()) var count = -1
        let state = $count
        #expect(state.value == -1)
        let message = try #require(state.error as? SQLiteError).message
        #expect(message.hasPrefix("there is no database to fetch from: set DefaultDatabase.shared"))
        #expect(!state.isLoading)
        let error = try await failure { try await state.load() }
        #expect(error.resultCode == .misuse)
        #expect(error.message == message)
        let counted = try await DefaultDatabase.$current.withValue(two) {
            try await self.count(state)
        }
        #expect(counted == 2)
        #expect(state.error == nil)
    }
}
