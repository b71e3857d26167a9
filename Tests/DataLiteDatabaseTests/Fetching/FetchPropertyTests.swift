import DataLiteFetching
import Dispatch
import Observation
import Testing

@Suite("A fetch property", .waitsForFirstReads, .timeLimit(.minutes(20)))
@MainActor
struct FetchPropertyTests {
    private let database: Database

    init() throws {
        database = try TestStorage.file.openWithItems()
    }

    private func model() -> ItemModel {
        DefaultDatabase.$current.withValue(database) { ItemModel() }
    }

    @Test("A fetch property has the contents of the database")
    func values() async throws {
        try await database.write { db in
            try db.addItem("Ada")
            try db.addItem("Bob")
        }
        let model = model()
        await observed { model.items == [Item(id: 1, name: "Ada"), Item(id: 2, name: "Bob")] }
        await observed { model.count == 2 }
        await observed { model.countOrMinusOne == 2 }
        await observed { model.first == Item(id: 1, name: "Ada") }
        await observed { model.firstName == "Ada" }
        await observed { model.summary == Summary.Value(count: 2, names: ["Ada", "Bob"]) }
        await observed { model.summaryOrEmpty == Summary.Value(count: 2, names: ["Ada", "Bob"]) }
        await observed { !model.$items.isLoading }
    }

    @Test("A fetch property follows the database")
    func following() async throws {
        let model = model()
        await observed { model.count == 0 }
        for number in 1...5 {
            try await database.write { db in try db.addItem("item \(number)") }
            await observed { model.items.count == number && model.count == number }
        }
        try await database.write { db in try db.execute("DELETE FROM items") }
        await observed { model.items.isEmpty && model.count == 0 }
    }

    @Test("A fetch property has its default when its row is deleted")
    func noRow() async throws {
        @FetchOne(Item.find(1), database: database) var item = Item(id: 0, name: "none")
        #expect($item.value == Item(id: 0, name: "none"))
        try await database.write { db in try db.addItem("Ada") }
        try await $item.load()
        #expect(item.name == "Ada")
        try await database.write { db in try db.execute("DELETE FROM items") }
        await observed { $item.value.name == "none" }
    }

    @Test("A fetch property that begins with nil, or with another optional row, has no row later")
    func explicitNil() async throws {
        @FetchOne(Item.all, database: database) var item: Item? = nil
        @FetchOne(Item.select(\.id), database: database) var id: Int? = 7
        let first = FetchOne(wrappedValue: nil, Item.find(1), database: database)
        let count = FetchOne(wrappedValue: 5, Item.count(), database: database)
        #expect(type(of: count.wrappedValue) == Int.self)
        #expect($item.value == nil && $id.value == nil && first.value == nil)
        try await database.write { db in try db.addItem("Ada") }
        try await $item.load()
        try await $id.load()
        try await first.load()
        #expect(item?.name == "Ada" && id == 1 && first.wrappedValue?.name == "Ada")
        try await database.write { db in try db.execute("DELETE FROM items") }
        try await $item.load()
        try await $id.load()
        try await first.load()
        #expect(item == nil && id == nil && first.wrappedValue == nil)
    }

    @Test("A fetch property reports changes on the actor on which it was created")
    func isolation() async throws {
        let actor = QueueActor()
        #expect(await actor.isOnQueue)
        for await isOnQueue in await actor.follow(database) { #expect(isOnQueue) }
    }

    @Test("A property of a class on the main actor reports changes on the main actor")
    func mainActor() async throws {
        let model = model()
        await observed { model.count == 0 }
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        defer { DispatchQueue.main.setSpecific(key: key, value: nil) }
        let (changes, continuation) = AsyncStream<Bool>.makeStream()
        withObservationTracking {
            _ = model.count
        } onChange: {
            continuation.yield(DispatchQueue.getSpecific(key: key) != nil)
            continuation.finish()
        }
        try await database.write { db in try db.addItem("Ada") }
        for await isMain in changes { #expect(isMain) }
        #expect(model.count == 1)
    }

    @Test("A commit that does not change the value is not reported")
    func equalValues() async throws {
        try await database.write { db in try db.addItem("Ada") }
        let model = model()
        await observed { model.items.count == 1 && model.count == 1 }
        let reports = Shared(0)
        withObservationTracking {
            _ = (model.$count.value, model.$count.error, model.$count.isLoading)
        } onChange: {
            reports.change { $0 += 1 }
        }
        try await database.write { db in try db.execute("UPDATE items SET name = 'Bob'") }
        await observed { model.items.first?.name == "Bob" }
        try await model.$items.load()
        #expect(reports.current == 0)
    }

    @Test("Two models can use the same query")
    func twice() async throws {
        let (one, two) = (model(), model())
        await observed { one.count == 0 && two.count == 0 }
        try await database.write { db in try db.addItem("Ada") }
        await observed { one.items.count == 1 && two.items.count == 1 }
    }

    @Test("An empty query can be replaced by a load")
    func none() async throws {
        try await database.write { db in try db.addItem("Ada") }
        @FetchAll(Item.none, database: database) var items
        try await $items.load()
        #expect(items == [])
        try await $items.load(Item.all)
        #expect(items.count == 1)
    }
}

@Suite("A fetch property outside of actors", .waitsForFirstReads, .timeLimit(.minutes(20)))
struct UnisolatedFetchPropertyTests {
    @Test("A fetch property outside of actors follows the database")
    func following() async throws {
        let database = try TestStorage.file.openWithItems()
        @FetchAll(Item.order(by: \.id), database: database) var items
        let state = $items
        try await state.load()
        try await database.write { db in try db.addItem("Ada") }
        await reached { state.value.count == 1 }
    }

    @Test("A fetch property of an actor reports changes on that actor")
    func actor() async throws {
        actor Store {
            @FetchAll var items: [Item]
            init(_ database: Database) {
                _items = FetchAll(Item.order(by: \.id), database: database)
            }
            func load() async throws -> [Item] {
                try await $items.load()
                return items
            }
        }
        let database = try TestStorage.file.openWithItems()
        try await database.write { db in try db.addItem("Ada") }
        #expect(try await Store(database).load().map(\.name) == ["Ada"])
    }

    @Test("Many tasks can use a fetch property at the same time")
    func manyTasks() async throws {
        let database = try TestStorage.file.openWithItems()
        @FetchAll(Item.all, database: database) var items
        let state = $items
        await withTaskGroup { group in
            for number in 1...20 {
                group.addTask {
                    try? await database.write { db in try db.addItem("\(number)") }
                    _ = try? await state.load(Item.where { $0.id > 0 })
                    _ = (state.value, state.isLoading, state.error == nil)
                }
            }
        }
        try await state.load()
        #expect(state.value.count == 20)
        #expect(!state.isLoading)
    }
}

/// An actor whose code runs on its own queue, so that a test can check where code runs.
private actor QueueActor {
    private final class Executor: SerialExecutor {
        static let key = DispatchSpecificKey<Bool>()
        private let queue = DispatchQueue(label: "actor")

        init() { queue.setSpecific(key: Self.key, value: true) }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }
    }

    private let executor = Executor()
    private var property: FetchOne<Int?>?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    var isOnQueue: Bool { DispatchQueue.getSpecific(key: Executor.key) ?? false }

    /// Follows a query, and returns whether its first value is reported on this actor.
    func follow(_ database: Database) -> AsyncStream<Bool> {
        let (changes, continuation) = AsyncStream<Bool>.makeStream()
        let property = FetchOne(Item.count(), database: database, firstReadLimit: .zero)
        self.property = property
        withObservationTracking {
            _ = property.wrappedValue
        } onChange: {
            continuation.yield(DispatchQueue.getSpecific(key: Executor.key) ?? false)
            continuation.finish()
        }
        return changes
    }
}
