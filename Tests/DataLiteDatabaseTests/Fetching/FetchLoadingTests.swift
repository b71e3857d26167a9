import DataLiteFetching
import Testing

@Suite("Loading a fetch property", .waitsForFirstReads, .timeLimit(.minutes(20)))
struct FetchLoadingTests {
    private let database: Database
    private let state: FetchAll<Item>

    init() async throws {
        database = try TestStorage.file.openWithItems()
        try await database.write { db in
            for name in ["Ada", "Bob", "slow"] { try db.addItem(name) }
        }
        @FetchAll(Item.find(1), database: database) var items
        state = $items
    }

    private var names: [String?] { state.value.map(\.name) }

    @Test("A load replaces the request of its property")
    func replacing() async throws {
        try await state.load()
        #expect(names == ["Ada"])
        try await state.load(Search(text: "Bob"))
        #expect(names == ["Bob"])
        try await database.write { db in
            try db.addItem("Ada")
            try db.addItem("Bob")
        }
        await reached { names == ["Bob", "Bob"] }
        try await state.load(Item.where { $0.name == "Ada" }.order(by: \.id))
        #expect(names == ["Ada", "Ada"])
        try await state.load()
        #expect(names == ["Ada", "Ada"])
    }

    @Test("A property is loading until its load completes")
    func isLoading() async throws {
        try await state.load()
        #expect(!state.isLoading)
        let slow = Slow()
        let load = Task { _ = try await state.load(slow) }
        await reached { slow.began.current }
        #expect(state.isLoading)
        #expect(names == ["Ada"])
        slow.gate.open()
        try await load.value
        #expect(!state.isLoading)
        #expect(names == ["slow"])
    }

    @Test("A property keeps following its old request during a load")
    func meanwhile() async throws {
        try await state.load()
        let slow = Slow()
        let load = Task { _ = try await state.load(slow) }
        await reached { slow.began.current }
        try await database.write { db in
            try db.execute("UPDATE items SET name = 'Eva' WHERE id = 1")
        }
        await reached { names == ["Eva"] }
        #expect(state.isLoading)
        slow.gate.open()
        try await load.value
        #expect(names == ["slow"])
    }

    @Test("A later load cancels an earlier one")
    func superseded() async throws {
        let slow = Slow()
        let older = Task { _ = try await state.load(slow) }
        await reached { slow.began.current }
        try await state.load(Search(text: "Bob"))
        #expect(names == ["Bob"])
        await #expect(throws: CancellationError.self) { try await older.value }
        slow.gate.open()
        try await database.write { db in try db.addItem("Bob") }
        await reached { names == ["Bob", "Bob"] }
        #expect(state.error == nil)
        #expect(!state.isLoading)
    }

    @Test("A load whose task is cancelled keeps the old request")
    func cancelled() async throws {
        try await state.load()
        let slow = Slow()
        let load = Task { _ = try await state.load(slow) }
        await reached { slow.began.current }
        load.cancel()
        await #expect(throws: CancellationError.self) { try await load.value }
        #expect(!state.isLoading)
        #expect(state.error == nil)
        slow.gate.open()
        try await database.write { db in
            try db.execute("UPDATE items SET name = 'Eva' WHERE id = 1")
        }
        await reached { names == ["Eva"] }
    }

    @Test("A failed load throws, stores its error and keeps the old request")
    func failing() async throws {
        try await state.load()
        await #expect(throws: Refused.self) { try await state.load(Search(text: nil)) }
        #expect(state.error is Refused)
        #expect(names == ["Ada"])
        #expect(!state.isLoading)
        try await database.write { db in
            try db.execute("UPDATE items SET name = 'Eva' WHERE id = 1")
        }
        await reached { names == ["Eva"] }
        #expect(state.error == nil)
    }

    @Test("Any commit clears the error of a failed load")
    func failingWithoutChange() async throws {
        try await state.load()
        await #expect(throws: Refused.self) { try await state.load(Search(text: nil)) }
        #expect(state.error is Refused)
        try await database.write { db in
            for name in ["Eva", "Ada"] {
                try db.execute("UPDATE items SET name = \(name) WHERE id = 1")
            }
        }
        await reached { state.error == nil }
        #expect(names == ["Ada"])
    }

    @Test("An optional property loads a request whose value is not optional")
    func optional() async throws {
        @Fetch(Summary(), database: database) var summary
        try await $summary.load()
        #expect(summary?.count == 3)
        try await $summary.load(Summary())
        #expect(summary?.count == 3)
        @FetchOne(Item.find(1), database: database) var item
        try await $item.load(Item.find(2))
        #expect(item?.name == "Bob")
        try await $item.load(Item.find(9))
        #expect(item == nil)
    }
}

@Suite("A fetch property that cannot fetch", .waitsForFirstReads, .timeLimit(.minutes(20)))
struct FetchFailureTests {
    @Test("A property has an error until a commit removes its cause")
    func recovering() async throws {
        let database = try TestStorage.file.open()
        @FetchOne(Item.count(), database: database) var count = -1
        let state = $count
        await reached { state.error != nil }
        #expect((state.error as? SQLiteError)?.message == "no such table: items")
        #expect(state.value == -1)
        #expect(!state.isLoading)
        try await database.write { db in
            try db.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT)")
        }
        await reached { state.value == 0 }
        #expect(state.error == nil)
    }

    @Test("A property keeps its value when a later fetch fails")
    func failingLater() async throws {
        let database = try TestStorage.file.openWithItems()
        @FetchOne(Item.count(), database: database) var count = -1
        let state = $count
        try await state.load()
        try await database.write { db in try db.execute("ALTER TABLE items RENAME TO things") }
        await reached { state.error != nil }
        #expect(state.value == 0)
        try await database.write { db in try db.execute("ALTER TABLE things RENAME TO items") }
        await reached { state.error == nil }
    }

    @Test("A property reports that its database is closed")
    func closed() async throws {
        let database = try TestStorage.file.openWithItems()
        @FetchAll(Item.all, database: database) var items
        let state = $items
        try await state.load()
        try await database.close()
        await reached { state.error != nil }
        #expect((state.error as? SQLiteError)?.message == "the database is closed")
        let error = try await failure { try await state.load() }
        #expect(error.message == "the database is closed")
        #expect(!state.isLoading)
    }

    @Test("Releasing a property ends its fetch")
    func released() async throws {
        /// A request that runs until it is interrupted.
        struct Endless: FetchRequest {
            let began = Shared(false)
            let ended = Shared(false)

            func fetch(_ db: any ConnectionProtocol) throws -> Int {
                began.change { $0 = true }
                defer { ended.change { $0 = true } }
                return try db.value(endlessQuery) ?? 0
            }
        }
        let database = try TestStorage.file.open()
        let request = Endless()
        var property: Fetch<Int?>? = Fetch(request, database: database, firstReadLimit: .zero)
        #expect(property?.wrappedValue == nil)
        await reached { request.began.current }
        weak let state = property?._state
        property = nil
        #expect(state == nil)
        await reached { request.ended.current }
        try await database.close(within: .seconds(600))
    }

    @Test("A released property follows nothing")
    func releasedLater() async throws {
        final class Token: Sendable {}
        struct Counted: FetchRequest {
            let token: Token
            func fetch(_ db: any ConnectionProtocol) throws -> Int? {
                try Item.count().fetchOne(db)
            }
        }
        let database = try TestStorage.file.openWithItems()
        var token: Token? = Token()
        weak let weakToken = token
        var property = token.map {
            Fetch(wrappedValue: nil, Counted(token: $0), database: database)
        }
        token = nil
        try await property?.projectedValue.load()
        #expect(weakToken != nil)
        property = nil
        await reached { weakToken == nil }
    }
}
