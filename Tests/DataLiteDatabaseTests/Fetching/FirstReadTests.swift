import Dispatch
import Foundation
import Observation
import Testing

@testable import DataLiteDatabase

/// A request that counts its fetches.
private struct Counted: FetchRequest {
    let runs = Shared(0)

    func fetch(_ db: any ConnectionProtocol) throws -> Int {
        runs.change { $0 += 1 }
        return try Item.count().fetchOne(db) ?? 0
    }
}

/// A request that, only on the thread that created it, runs until it is interrupted.
private struct SlowHere: FetchRequest {
    private let thread = ThreadID.current

    func fetch(_ db: any ConnectionProtocol) throws -> Int {
        thread == ThreadID.current ? try db.value(endlessQuery) ?? 0 : 7
    }
}

@Suite("The first read of a fetch property", .timeLimit(.minutes(20)))
struct FirstReadTests {
    private let database: Database
    /// Longer than any read takes on a busy machine.
    private let limit = Duration.seconds(600)

    init() throws {
        database = try TestStorage.file.openWithItems()
        try database.write { db in for name in ["Ada", "Bob"] { try db.addItem(name) } }
    }

    @Test("A property has the first read limit of the task that creates it")
    func taskLimit() async throws {
        let slow = Slow()
        let never = DefaultDatabase.$firstReadLimit.withValue(.zero) {
            Fetch(slow, database: database)
        }
        #expect(never.wrappedValue == nil)
        slow.gate.open()
        let patient = DefaultDatabase.$firstReadLimit.withValue(limit) {
            FetchOne(wrappedValue: -1, Item.count(), database: database)
        }
        #expect(patient.wrappedValue == 2)
        #expect(DefaultDatabase.firstReadLimit == .seconds(1))
    }

    @Test("The first read of a fetch property returns the value", arguments: TestStorage.allCases)
    func value(_ storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        try await database.write { db in try db.addItem("Ada") }
        @FetchAll(Item.all, database: database, firstReadLimit: limit) var items
        @FetchOne(Item.count(), database: database, firstReadLimit: limit) var count = -1
        @FetchOne(Item.find(1), database: database, firstReadLimit: limit) var first
        @Fetch(Summary(), database: database, firstReadLimit: limit) var summary
        #expect(items == [Item(id: 1, name: "Ada")])
        #expect(count == 1)
        #expect(first?.name == "Ada")
        #expect(summary?.count == 1)
        #expect(!$items.isLoading && $items.error == nil)
        let (all, number) = ($items, $count)
        try await database.write { db in try db.addItem("Bob") }
        await reached { all.value.count == 2 && number.value == 2 }
    }

    @Test("Reading isLoading first fetches the value")
    func otherMembers() throws {
        let property = FetchAll(Item.all, database: database, firstReadLimit: limit)
        #expect(!property.isLoading)
        #expect(property.value.count == 2)
    }

    @Test("A first read fetches once, and so does a load without a read")
    func once() async throws {
        let (read, loaded) = (Counted(), Counted())
        let property = Fetch(read, database: database, firstReadLimit: limit)
        #expect(property.value == 2)
        let other = Fetch(loaded, database: database, firstReadLimit: limit)
        try await other.load()
        #expect(other.value == 2)
        #expect(read.runs.current == 1)
        #expect(loaded.runs.current == 1)
        try await database.write { db in try db.addItem() }
        await reached { property.value == 3 && other.value == 3 }
    }

    @Test("A first read does not wait if its limit is zero")
    func zero() async {
        let property = FetchAll(
            wrappedValue: [Item(id: 9, name: "none")], Item.all, database: database,
            firstReadLimit: .zero)
        let names = property.value.map(\.name)
        #expect([["none"], ["Ada", "Bob"]].contains(names))
        await reached { property.value.count == 2 }
    }

    @Test("A first read inside a closure of the same database returns the initial value")
    func nested() async throws {
        let (inRead, inWrite) = (
            FetchOne(wrappedValue: -1, Item.count(), database: database, firstReadLimit: limit),
            FetchOne(wrappedValue: -1, Item.count(), database: database, firstReadLimit: limit)
        )
        let read = try await database.read { _ in inRead.value }
        let written = try await database.write { db in
            try db.addItem()
            return inWrite.value
        }
        // Another connection may already have fetched, and does not see the uncommitted rows.
        #expect([-1, 2].contains(read) && [-1, 2].contains(written))
        await reached { inRead.value == 3 && inWrite.value == 3 }
        #expect(inRead.error == nil && inWrite.error == nil)
    }

    @Test("A first read by the property's own fetch returns the initial value")
    func reentrant() async throws {
        struct Reading: FetchRequest {
            let property: Shared<Fetch<Int?>?>
            let seen = Shared([Int?]())
            func fetch(_ db: any ConnectionProtocol) throws -> Int {
                let value = property.current?.value
                seen.change { $0.append(value ?? nil) }
                return 1
            }
        }
        let holder = Shared(Fetch<Int?>?.none)
        let request = Reading(property: holder)
        let property = Fetch(request, database: database, firstReadLimit: limit)
        holder.change { $0 = property }
        #expect(property.value == 1)
        #expect(request.seen.current == [nil])
        holder.change { $0 = nil }
    }

    @Test("A first read interrupts a long fetch, which is repeated on another thread")
    func tooLong() async {
        let (property, value) = slowRead()
        // The other thread may already have fetched.
        #expect(value == nil || value == 7)
        await reached { property.value == 7 }
        #expect(property.error == nil)
    }

    /// A synchronous function, which stays on its thread.
    private func slowRead() -> (Fetch<Int?>, Int?) {
        let property = Fetch(SlowHere(), database: database, firstReadLimit: .milliseconds(200))
        return (property, property.value)
    }

    @Test("A first read waits no longer than its limit for a connection")
    func noTurn() async throws {
        let database = try TestStorage.memory.openWithItems()
        let gate = Gate()
        let began = Shared(false)
        let write = Task {
            try await database.write { db in
                began.change { $0 = true }
                gate.wait()
                try db.addItem()
            }
        }
        await reached { began.current }
        let property = FetchOne(
            wrappedValue: -1, Item.count(), database: database, firstReadLimit: .milliseconds(20))
        #expect(property.value == -1)
        gate.open()
        try await write.value
        await reached { property.value == 1 }
    }

    @Test("A first read reports an error until a commit removes its cause")
    func error() async throws {
        let database = try TestStorage.file.open()
        let property = FetchOne(
            wrappedValue: -1, Item.count(), database: database, firstReadLimit: limit)
        #expect((property.error as? SQLiteError)?.message == "no such table: items")
        #expect(property.value == -1)
        try await database.write { db in
            try db.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT)")
        }
        await reached { property.value == 0 }
        #expect(property.error == nil)
    }

    @Test("A first read of a closed database reports that it is closed")
    func closed() async throws {
        let property = FetchAll(Item.all, database: database, firstReadLimit: limit)
        try await database.close()
        #expect(property.value == [])
        await reached { property.error != nil }
        #expect((property.error as? SQLiteError)?.message == "the database is closed")
    }

    @Test("A first read notifies other threads that read the property while it fetched")
    func otherThread() async {
        let slow = Slow(search: Search(text: "Bob"))
        let property = Fetch(slow, database: database, firstReadLimit: limit)
        let group = ThreadGroup()
        group.run { _ = property.value }
        await reached { slow.began.current }
        let (changes, continuation) = AsyncStream<Void>.makeStream()
        withObservationTracking {
            #expect(property.value == nil)
        } onChange: {
            continuation.finish()
        }
        slow.gate.open()
        for await _ in changes {}
        #expect(property.value?.map(\.name) == ["Bob"])
        group.wait()
    }

    @Test("A first read reports no change to the reader itself")
    func silent() async throws {
        let property = FetchAll(Item.all, database: database, firstReadLimit: limit)
        let reports = Shared(0)
        withObservationTracking {
            _ = (property.value, property.error, property.isLoading)
        } onChange: {
            reports.change { $0 += 1 }
        }
        for _ in 1...1000 { await Task.yield() }
        #expect(reports.current == 0)
    }
}
