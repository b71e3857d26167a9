import DataLiteDatabase
import Observation
import Testing

@Suite("A property with sections", .waitsForFirstReads) @MainActor
struct SectionPropertyTests {
    private let database: Database

    init() throws {
        database = try TestStorage.memory.openWithItems()
        try database.write { db in
            for name in ["b", "a", "b"] { try db.addItem(name) }
        }
    }

    @Test("A property follows the rows of a query in sections")
    func sections() async throws {
        @FetchAll(Item.order { $0.id.desc() }, sectionBy: \.name, database: database) var items
        #expect(items.map(\.name) == ["a", "b"])
        #expect(items.map { $0.map(\.id) } == [[2], [3, 1]])
        let identity = items[1].id
        try await database.write { db in
            try db.addItem("b")
            try db.addItem("c")
        }
        await observed { items.count == 3 }
        #expect($items.sections.map { $0.map(\.id) } == [[2], [4, 3, 1], [5]])
        #expect(items[1].id == identity)
    }

    @Test("Sections can be ordered in a direction and named by an expression")
    func expressions() async throws {
        @FetchAll(
            Item.order(by: \.id), sectionBy: { $0.name.desc() }, as: String?.self,
            database: database)
        var descending
        #expect(descending.map(\.name) == ["b", "a"])
        @FetchAll(Item.order(by: \.id), sectionBy: { $0.id % 2 }, database: database) var parity
        #expect(parity.map(\.name) == [0, 1])
        #expect(parity.map { $0.map(\.id) } == [[2], [1, 3]])
        @Fetch(Item.all.sections(by: \.name), database: database) var fetched = []
        #expect(fetched.map(\.count) == [1, 2])
        try await $fetched.load(Item.where { $0.name == "z" }, sectionBy: \.name)
        #expect(fetched.isEmpty)
    }
}
