import DataLiteFetching
import Observation
import Testing

/// A table without a primary key.
private struct Entry: Table, Equatable {
    static let tableDefinition = TableDefinition("entries") { $0.add("text", String.self) }

    var text: String

    init(text: String) { self.text = text }

    init(row: inout RowReader) throws(SQLiteError) { text = try row.next() }

    func encode(to values: inout RowWriter) { values.append(text) }

    struct Columns: ColumnSet {
        typealias Model = Entry
        typealias Output = Entry
        let _source: ColumnSource
    }

    struct OuterColumns: ColumnSet {
        typealias Model = Entry
        typealias Output = Entry?
        let _source: ColumnSource
    }
}

@Suite("A fetch property without a query", .waitsForFirstReads, .timeLimit(.minutes(20)))
@MainActor
struct FetchSourceTests {
    private let database: Database

    init() throws {
        database = try TestStorage.file.openWithItems()
        try database.write { db in
            for name in ["Ada", "Bob"] { try db.addItem(name) }
            try db.execute("CREATE TABLE entries(text TEXT)")
            try db.execute("INSERT INTO entries VALUES ('one'), ('two')")
        }
    }

    private final class Model {
        @FetchAll var items: [Item]
        @FetchAll var entries: [Entry] = [Entry(text: "none")]
        @FetchOne var second = Item(id: 2, name: "none")
        @FetchOne var third = Item(id: 3, name: "none")
        @FetchOne var first: Item?
        @FetchOne var firstOf: Item? = Item(id: 2, name: "none")
        @FetchOne var entry = Entry(text: "none")
    }

    @Test("A property without a query follows all rows, the row with its key, or the first row")
    func tables() async throws {
        let model = DefaultDatabase.$current.withValue(database) { Model() }
        try await model.$items.load()
        try await model.$entries.load()
        try await model.$second.load()
        try await model.$third.load()
        try await model.$first.load()
        try await model.$firstOf.load()
        try await model.$entry.load()
        #expect(model.items.map(\.name) == ["Ada", "Bob"])
        #expect(model.entries.map(\.text) == ["one", "two"])
        #expect(model.second.name == "Bob")
        #expect(model.third.name == "none")
        #expect(model.first?.name == "Ada")
        #expect(model.firstOf?.name == "Ada")
        #expect(model.entry.text == "one")
        try await database.write { db in
            try db.addItem("Eva")
            try db.execute("DELETE FROM items WHERE id < 3")
            try db.execute("DELETE FROM entries")
        }
        await observed { model.items.map(\.name) == ["Eva"] }
        await observed { model.second.name == "none" && model.third.name == "Eva" }
        await observed { model.first?.name == "Eva" }
        await observed { model.entries.isEmpty && model.entry.text == "none" }
        try await database.write { db in try db.execute("DELETE FROM items") }
        await observed { model.first == nil && model.firstOf == nil }
    }

    @Test("An initializer sets the query of a fetch property")
    func initializer() async throws {
        final class Model {
            @FetchAll var names: [String?]
            @FetchOne(Item.count()) var count = 0
            @FetchOne var first: String?
            @Fetch var summary: Summary.Value

            init(_ database: Database) {
                _names = FetchAll(Item.order(by: \.id).select(\.name), database: database)
                _count = FetchOne(wrappedValue: 0, Item.find(1).count(), database: database)
                _first = FetchOne(Item.find(1).select(\.name), database: database)
                _summary = Fetch(
                    wrappedValue: Summary.Value(), Summary(), database: database)
            }
        }
        let model = Model(database)
        await observed { model.names == ["Ada", "Bob"] }
        await observed { model.count == 1 && model.summary.count == 2 }
        await observed { model.first == "Ada" }
    }

    @Test("A fetch property without a query has an error")
    func nothing() throws {
        @FetchAll(database: database) var names: [String]
        @FetchOne(database: database) var name: String?
        #expect(names.isEmpty && name == nil)
        for error in [$names.error, $name.error] {
            let message = try #require(error as? SQLiteError).message
            #expect(message.hasPrefix("the property has no query"))
        }
    }
}

@Suite("The projected value of a fetch property", .waitsForFirstReads, .timeLimit(.minutes(20)))
@MainActor
struct FetchProjectionTests {
    private let database: Database

    init() throws {
        database = try TestStorage.file.openWithItems()
        try database.write { db in for name in ["Ada", "Bob"] { try db.addItem(name) } }
    }

    @Test("Replacing a projected value notifies its observers")
    func assignment() async throws {
        @FetchAll(Item.find(1), database: database) var items
        @FetchOne(Item.find(1), database: database) var item
        @Fetch(Search(text: "Ada"), database: database) var found
        try await $items.load()
        let reports = Shared(0)
        withObservationTracking {
            _ = items
        } onChange: {
            reports.change { $0 += 1 }
        }
        let copy = $items
        $items = FetchAll(Item.find(2), database: database)
        $item = FetchOne(Item.find(2))
        $found = Fetch(Search(text: "Bob"))
        #expect(reports.current == 1)
        await observed { items.map(\.name) == ["Bob"] && item?.name == "Bob" }
        await observed { found?.map(\.name) == ["Bob"] }
        #expect(copy.value.map(\.name) == ["Bob"])
        try await database.write { db in try db.execute("UPDATE items SET name = name || '!'") }
        await observed { items.map(\.name) == ["Bob!"] && item?.name == "Bob!" }
        await observed { found == [] }
        $items = $items
        #expect(items.map(\.name) == ["Bob!"])
    }

    @Test("Replacing a projected value cancels its load")
    func assignmentWhileLoading() async throws {
        @FetchAll(Item.find(1), database: database) var items
        let property = $items
        try await property.load()
        let slow = Slow()
        let load = Task { _ = try await property.load(slow) }
        await reached { slow.began.current }
        $items = FetchAll(Item.find(2), database: database)
        await #expect(throws: CancellationError.self) { try await load.value }
        slow.gate.open()
        await observed { items.map(\.name) == ["Bob"] && !$items.isLoading }
    }

    @Test("Projected values with equal values are equal")
    func equality() async throws {
        @FetchAll(Item.find(1), database: database) var one
        @FetchAll(Item.where { $0.name == "Ada" }, database: database) var other
        @FetchOne(Item.count(), database: database) var count = 0
        @FetchOne(Item.count(), database: database) var again = 0
        @Fetch(Summary(), database: database) var summary
        try await $one.load()
        try await $other.load()
        try await $count.load()
        try await $again.load()
        #expect($one == $other && $count == $again && $summary == $summary)
        try await $other.load(Item.find(2))
        #expect($one != $other)
    }

    @Test("A projected value has the members of its value")
    func members() async throws {
        @Fetch(Summary(), database: database) var summary = Summary.Value()
        try await $summary.load()
        @FetchedMember var names: [String?]
        _names = $summary.names
        let count = $summary.names.count
        #expect(names == ["Ada", "Bob"] && count.value == 2 && $names.count.wrappedValue == 2)
        try await database.write { db in try db.addItem("Eva") }
        await observed { count.value == 3 }
        #expect(names.last == "Eva")
    }

    @Test("The members of an optional value are nil if the value is nil")
    func optionalMembers() async throws {
        @FetchOne(Item.find(1), database: database) var item
        @Fetch(Summary(), database: database) var summary
        let (id, name) = ($item.id, $item.name)
        let count: FetchedMember<Int?> = $summary.names.count
        try await $item.load()
        try await $summary.load()
        #expect(id.value == 1 && name.value == "Ada" && count.value == 2)
        try await $item.load(Item.find(9))
        #expect(id.value == nil && name.value == nil)
    }
}

@Suite("The subscription of a load", .waitsForFirstReads, .timeLimit(.minutes(20)))
struct FetchSubscriptionTests {
    private let database: Database
    private let property: FetchAll<Item>

    init() throws {
        database = try TestStorage.file.openWithItems()
        try database.write { db in for name in ["Ada", "Bob"] { try db.addItem(name) } }
        property = FetchAll(Item.find(1), database: database)
    }

    @Test("Cancelling a subscription ends the updates until the next load")
    func cancel() async throws {
        let subscription = try await property.load(Item.find(2))
        subscription.cancel()
        try await subscription.task
        try await database.write { db in try db.execute("UPDATE items SET name = name || '!'") }
        // An update of the first property would have arrived before an update of this one.
        let other = FetchAll(Item.find(2), database: database)
        try await other.load()
        #expect(property.value.map(\.name) == ["Bob"])
        #expect(!property.isLoading && property.error == nil)
        try await property.load()
        #expect(property.value.map(\.name) == ["Bob!"])
        try await database.write { db in try db.execute("UPDATE items SET name = 'Eva'") }
        await reached { property.value.map(\.name) == ["Eva"] }
    }

    @Test("Another load ends a subscription, which cannot cancel that load")
    func replaced() async throws {
        let subscription = try await property.load()
        try await property.load(Item.find(2))
        try await subscription.task
        subscription.cancel()
        try await database.write { db in try db.execute("UPDATE items SET name = 'Eva'") }
        await reached { property.value.map(\.name) == ["Eva"] }
    }

    @Test("Cancelling the waiting task cancels a subscription")
    func task() async throws {
        let subscription = try await property.load()
        let waiting = Task { try await subscription.task }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        try await subscription.task
    }

    @Test("A subscription ends when the database is closed or the property is released")
    func otherEnds() async throws {
        var other: FetchAll<Item>? = FetchAll(Item.all, database: database)
        let released = try await other?.load()
        let closed = try await property.load()
        other = nil
        try await released?.task
        try await database.close()
        try await closed.task
    }
}
