import DataLiteFetching
import Testing

@Suite("A fetch property with SQL text", .waitsForFirstReads, .timeLimit(.minutes(20)))
@MainActor
struct FetchSQLTests {
    private let database: Database

    init() throws {
        database = try TestStorage.file.openWithItems()
        try database.write { db in
            for name in ["Ada", "Bob"] { try db.addItem(name) }
        }
    }

    private final class Model {
        @FetchAll("SELECT name FROM items ORDER BY id") var names: [String]
        @FetchAll("SELECT \(Item.columns) FROM items") var items: [Item]
        @FetchAll("SELECT nullif(name, 'Ada') FROM items ORDER BY id") var maybe: [String?] = [
            "none"
        ]
        @FetchOne("SELECT count(*) FROM items") var count = 7
        @FetchOne("SELECT name FROM items WHERE id = 3") var missing = "none"
        @FetchOne("SELECT name FROM items WHERE id = 2") var second: String?
        @FetchOne("SELECT nullif(name, 'Ada') FROM items ORDER BY id") var null: String?
        @FetchOne("SELECT \(Item.columns) FROM items WHERE id = 2") var item: Item?
    }

    private func model() -> Model {
        DefaultDatabase.$current.withValue(database) { Model() }
    }

    @Test("A property with SQL text has rows of its type")
    func rows() {
        let model = model()
        #expect(model.names == ["Ada", "Bob"])
        #expect(model.items.map(\.name) == ["Ada", "Bob"])
        #expect(model.maybe == [nil, "Bob"])
        #expect(model.count == 2)
        #expect(model.missing == "none")
        #expect(model.second == "Bob")
        #expect(model.null == nil)
        #expect(model.item?.name == "Bob")
    }

    @Test("A property with SQL text follows the tables that the text reads")
    func following() async throws {
        let model = model()
        #expect(model.count == 2)
        #expect(model.names.count == 2)
        try await database.write { db in try db.addItem("Eva") }
        await reached { model.count == 3 && model.names.last == "Eva" }
    }

    @Test("A property with SQL text loads other text")
    func loading() async throws {
        let model = model()
        try await model.$names.load("SELECT name FROM items ORDER BY id DESC")
        #expect(model.names == ["Bob", "Ada"])
        try await model.$count.load("SELECT 10 * count(*) FROM items")
        #expect(model.count == 20)
        try await model.$second.load("SELECT name FROM items WHERE id = 1")
        #expect(model.second == "Ada")
        try await model.$second.load("SELECT NULL")
        #expect(model.second == nil)
        try await model.$missing.load("SELECT name FROM items WHERE id = 9")
        #expect(model.missing == "none")
    }

    @Test("Invalid SQL text and values that cannot be converted are reported in the error")
    func errors() {
        let limit = Duration.seconds(600)
        @FetchAll("SELECT nonsense FROM items", database: database, firstReadLimit: limit)
        var wrong: [String]
        #expect(wrong == [] && "\($wrong.error, default: "")".contains("no such column: nonsense"))
        @FetchOne("SELECT name FROM items", database: database, firstReadLimit: limit)
        var text = 3
        #expect(text == 3 && $text.error != nil)
    }
}
