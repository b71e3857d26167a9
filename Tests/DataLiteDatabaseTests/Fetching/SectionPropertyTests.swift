import DataLiteFetching
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

    @Test("Another query is loaded with sections by a closure")
    func loading() async throws {
        @FetchAll(Item.order(by: \.id), sectionBy: { $0.name.desc() }, database: database) var items
        #expect(items.map(\.name) == ["b", "a"])
        try await $items.load(Item.order { $0.id.desc() }, sectionBy: { $0.name })
        #expect(items.map { $0.map(\.id) } == [[2], [3, 1]])
        try await $items.load(Item.order(by: \.id), sectionBy: { $0.name.upper() })
        #expect(items.map(\.name) == ["A", "B"])
        try await $items.load(Item.order(by: \.id), sectionBy: { $0.name.desc() })
        #expect(items.map { $0.map(\.id) } == [[1, 3], [2]])
        try await $items.load(Item.order(by: \.id), sectionBy: { _ in nil })
        #expect(items.map(\.name) == [nil])
        @FetchAll(Item.all, sectionBy: { $0.id % 2 }, database: database) var parity
        try await $parity.load(Item.all, sectionBy: { ($0.id % 2).desc() })
        #expect(parity.map(\.name) == [1, 0])
    }

    @Test("A choice between expressions, or none of them, names the sections", arguments: 0...3)
    func choices(choice: Int) throws {
        let query = Item.order(by: \.id)
        @FetchAll(
            query,
            sectionBy: {
                if choice == 0 { $0.name.desc(nulls: .last) } else { $0.name.upper() }
            }, database: database)
        var two
        @FetchAll(query, sectionBy: { if choice == 0 { $0.name.desc() } }, database: database)
        var one
        @FetchAll(
            query,
            sectionBy: {
                switch choice {
                case 0: $0.name.desc()
                case 1: $0.name
                case 2: $0.name.upper().asc()
                default: nil
                }
            }, database: database)
        var several
        #expect(two.map(\.name) == (choice == 0 ? ["b", "a"] : ["A", "B"]))
        #expect(one.map(\.name) == (choice == 0 ? ["b", "a"] : [nil]))
        #expect(several.map(\.name) == [["b", "a"], ["a", "b"], ["A", "B"], [nil]][choice])
        #expect(several.flatMap(\.self).count == 3)
        @FetchAll(query, sectionBy: { _ in nil }, database: database) var all
        #expect(all.map { $0.map(\.id) } == [[1, 2, 3]])
    }

    @Test("A property with sections has an initial value")
    func initialValue() async throws {
        let initial = [ResultsSection(name: "z" as String?, rows: [Item]())]
        @FetchAll(Item.all, sectionBy: \.name, database: database, firstReadLimit: .zero)
        var items = initial
        #expect(items == initial)
        await observed { items.count == 2 }
        @FetchAll(
            Item.all, sectionBy: { $0.name.desc() }, database: database, firstReadLimit: .zero)
        var descending = initial
        #expect(descending == initial)
        await observed { descending.map(\.name) == ["b", "a"] }
        @FetchAll(Item.all, sectionBy: { $0.id % 2 }, database: database) var parity = []
        #expect(parity.count == 2)
    }
}
