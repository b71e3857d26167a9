import DataLiteCoder
import DataLiteTestSupport
import DataLiteTesting
import Testing

@Suite("The result of an insert")
struct ReturningTests {
    private let connection: Connection

    init() throws {
        connection = try .inMemory(
            """
            CREATE TABLE items(
                id INTEGER PRIMARY KEY, name TEXT UNIQUE, note TEXT DEFAULT 'none', price INTEGER,
                "full_price" INTEGER GENERATED ALWAYS AS (price * 2));
            """)
    }

    private struct Item: Codable, Equatable {
        var id: Int?
        var name: String
        var note: String?
        var price: Int?
        var fullPrice: Int?

        enum CodingKeys: String, CodingKey {
            case id, name, note, price
            case fullPrice = "full_price"
        }
    }

    private let encoder = RowEncoder(omitsNil: true)
    private let excluding = RowEncoder(excluding: ["FULL_PRICE"])

    @Test("An ignored insert returns nil instead of the rowid of another row")
    func ignored() throws {
        let first = try connection.insert(
            Item(name: "a"), into: "items", or: .ignore, encoder: encoder)
        let second = try connection.insert(
            Item(name: "a"), into: "items", or: .ignore, encoder: encoder)
        let third = try connection.insert(
            Item(name: "a"), into: "items", or: .replace, encoder: encoder)
        #expect(first == 1)
        #expect(second == nil)
        #expect(third == 2)
        let ofNoRule = try connection.insert(
            Item(name: "b"), into: "items", or: nil, encoder: encoder)
        #expect(ofNoRule == 3)
    }

    @Test("An insert returns the stored row with its key, defaults and generated columns")
    func stored() throws {
        let item = try connection.insert(
            Item(name: "a", price: 4), into: "items", encoder: encoder, returning: Item.self)
        #expect(item == Item(id: 1, name: "a", note: "none", price: 4, fullPrice: 8))
        let none = try connection.insert(
            Item(name: "a"), into: "items", or: .ignore, encoder: encoder, returning: Item.self)
        #expect(none == nil)
        let replaced = try connection.insert(
            Item(name: "a"), into: "items", or: .replace, encoder: encoder, returning: Int.self)
        #expect(replaced == 2)
        #expect(try connection.requiredValue("SELECT count(*) FROM items", as: Int.self) == 1)
    }

    @Test("An upsert returns the stored row, whether inserted, updated or unchanged")
    func upserted() throws {
        let inserted = try connection.upsert(
            Item(name: "a", price: 1), into: "items", onConflict: "name",
            encoder: excluding, returning: Item.self)
        #expect(inserted == Item(id: 1, name: "a", note: nil, price: 1, fullPrice: 2))
        let updated = try connection.upsert(
            Item(id: 9, name: "a", note: "new"), into: "items", onConflict: "name",
            encoder: excluding, returning: Item.self)
        #expect(updated == Item(id: 1, name: "a", note: "new", price: 1, fullPrice: 2))
        let same = try connection.upsert(
            Item(name: "a"), into: "items", onConflict: "name",
            encoder: excluding, returning: Item.self)
        #expect(same == updated)
        let cleared = try connection.upsert(
            Item(name: "a", price: 5), into: "items", onConflict: "name", clearsNil: true,
            encoder: excluding, returning: Item.self)
        #expect(cleared == Item(id: 1, name: "a", note: nil, price: 5, fullPrice: 10))
    }

    @Test("The stored row is decoded by the coder that encoded the value")
    func coder() throws {
        struct Camel: Codable, Equatable { var name: String; var fullPrice: Int? }
        var coder = SQLiteCoder()
        coder.keys = .snakeCase
        let stored = try connection.insert(
            Camel(name: "a"), into: "items", encoder: RowEncoder(coder: coder, omitsNil: true),
            returning: Camel.self)
        #expect(stored == Camel(name: "a", fullPrice: nil))
    }

    @Test("A returning insert throws an error if a trigger skips the row")
    func trigger() throws {
        try connection.execute(
            sql: """
                CREATE TRIGGER refuse BEFORE INSERT ON items BEGIN SELECT RAISE(IGNORE); END
                """)
        let error = #expect(throws: SQLiteError.self) {
            try connection.insert(
                Item(name: "a"), into: "items", encoder: encoder, returning: Item.self)
        }
        #expect(error?.resultCode == .notFound)
    }

    @Test("Every kind of insert omits excluded columns")
    func excluded() throws {
        let items = [
            Item(id: 1, name: "a", note: "n", price: 2, fullPrice: 0),
            Item(id: 2, name: "b", note: "n", price: 3, fullPrice: 0),
        ]
        #expect(throws: SQLiteError.self) { try connection.insert(items[0], into: "items") }
        #expect(try connection.insert(items[0], into: "items", encoder: excluding) == 1)
        try connection.upsert(
            contentsOf: items + items, into: "items", onConflict: "id", encoder: excluding)
        try connection.insert(contentsOf: items, into: "items", or: .ignore, encoder: excluding)
        #expect(
            try connection.rows("SELECT full_price FROM items ORDER BY id", as: Int.self)
                == [4, 6])
        #expect(
            try excluding.encode(contentsOf: items).map(\.columns.names)
                == [["id", "name", "note", "price"], ["id", "name", "note", "price"]])
        // A cached inserter is not used with other excluded columns.
        #expect(throws: SQLiteError.self) { try connection.insert(items[0], into: "items") }
    }

    @Test(
        "Inserting no values does nothing, inside and outside a transaction",
        arguments: [false, true])
    func noValues(insideTransaction: Bool) throws {
        let mock = MockConnection()
        if insideTransaction {
            mock.expectBegin()
            try mock.beginTransaction()
        }
        #expect(try mock.insert(contentsOf: [] as [Item], into: "items") == 0)
        try mock.upsert(contentsOf: [] as [Item], into: "items", onConflict: "id")
        if insideTransaction {
            mock.expectCommit()
            try mock.commitTransaction()
        }
        mock.verify()
    }

    // MARK: Triggers

    private func addTrigger() throws {
        try connection.execute(
            script: """
                CREATE TEMP TRIGGER t AFTER INSERT ON main.items BEGIN
                    UPDATE items SET note = 'triggered' WHERE name = new.name;
                END;
                CREATE TEMP TRIGGER u AFTER UPDATE OF price ON main.items BEGIN
                    UPDATE items SET note = 'updated' WHERE name = new.name;
                END;
                """)
    }

    @Test("A returned row is the row after its triggers")
    func triggers() throws {
        try addTrigger()
        let item = Item(name: "a", price: 1)
        let inserted = try connection.insert(
            item, into: "items", encoder: encoder, returning: Item.self)
        #expect(inserted == Item(id: 1, name: "a", note: "triggered", price: 1, fullPrice: 2))
        let updated = try connection.upsert(
            Item(name: "a", price: 5), into: "items", onConflict: "name", encoder: encoder,
            returning: Item.self)
        #expect(updated.note == "updated" && updated.price == 5)
        let replaced = try connection.insert(
            Item(id: 1, name: "b"), into: "items", or: .replace, encoder: encoder,
            returning: Item.self)
        #expect(replaced?.note == "triggered")
        #expect(connection.isAutocommit)
    }

    @Test("A returned row of a table without a primary key is found by its rowid")
    func noKey() throws {
        struct Line: Codable { var text: String, size: Int? = nil }
        try connection.execute(
            script: """
                CREATE TABLE lines(text, size);
                CREATE TRIGGER s AFTER INSERT ON lines BEGIN
                    UPDATE lines SET size = length(text) WHERE rowid = new.rowid;
                END;
                """)
        let line = try connection.insert(Line(text: "abc"), into: "lines", returning: Line.self)
        #expect(line.size == 3)
    }

    @Test("A row that cannot be decoded is not inserted outside a transaction")
    func undone() throws {
        struct Wrong: Codable { var id: String? }
        let insert = {
            try connection.insert(
                Item(name: "a", price: 1), into: "items", encoder: encoder, returning: Wrong.self)
        }
        #expect(throws: (any Error).self) { try insert() }
        #expect(try connection.value("SELECT count(*) FROM items") == 0)
        try addTrigger()
        #expect(throws: (any Error).self) { try insert() }
        #expect(try connection.value("SELECT count(*) FROM items") == 0)
        #expect(connection.isAutocommit)
    }
}
