import DataLiteMacros
import DataLiteTesting
import Foundation
import Testing

@Suite("The elements of a typed JSON array")
struct TypedElementTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Basket.createTable().execute(db)
        try Basket.insert {
            Basket(
                id: 1, tags: ["a", "b"], sizes: [1, nil], flags: [true],
                lines: [Self.line("x", day: 1), Self.line("y", day: nil)], notes: ["n"],
                kinds: [.fresh], origin: Origin(country: "it", since: Self.day(2)))
            Basket(id: 2)
        }.execute(db)
    }

    private static func day(_ number: Int) -> Date {
        Date(timeIntervalSince1970: Double(number) * 86400)
    }

    private static func line(_ name: String, day number: Int?) -> BasketLine {
        BasketLine(name: name, price: 1.5, date: number.map(day))
    }

    @Test("A value has the type of the elements")
    func values() throws {
        try assertQuery(
            Basket.join { $0.tags.jsonEach() }.where { $1.value > "a" }
                .select { ($0.id, $1.key, $1.value.upper()) },
            on: db,
            sql: """
                SELECT "baskets"."id", "json_each"."key", upper("json_each"."value") \
                FROM "baskets" JOIN json_each("baskets"."tags") AS "json_each" \
                WHERE "json_each"."value" > ?
                """,
            rows: "1 | 1 | 'B'")
        let tags: [String] = try Basket.join { $0.tags.jsonEach() }.select { $1.value }
            .fetchAll(db)
        #expect(tags == ["a", "b"])
        let sizes: [Int?] = try Basket.join { $0.sizes.jsonEach() }.select { $1.value }
            .fetchAll(db)
        #expect(sizes == [1, nil])
        let flags: [Bool] = try Basket.join { $0.flags.jsonEach() }.where { $1.value }
            .select { $1.value }.fetchAll(db)
        #expect(flags == [true])
        let kinds = try Basket.join { $0.kinds.jsonEach() }.where { $1.value == .fresh }
            .select { $1.value }.fetchAll(db)
        #expect(kinds == [.fresh])
    }

    @Test("An array contains a value or the value of an expression, and NULL contains nothing")
    func membership() throws {
        try assertQuery(
            Basket.where { $0.tags.contains("b") }.select(\.id), on: db,
            sql: """
                SELECT "baskets"."id" FROM "baskets" WHERE EXISTS (SELECT "json_each"."value" \
                FROM json_each("baskets"."tags") AS "json_each" WHERE "json_each"."value" = ?)
                """,
            rows: "1")
        func ids(_ query: Where<Basket>) throws -> [Int] { try query.select(\.id).fetchAll(db) }
        #expect(try ids(Basket.where { !$0.tags.contains("b") }) == [2])
        #expect(try ids(Basket.where { $0.sizes.contains($0.id.optional()) }) == [1])
        #expect(try ids(Basket.where { $0.sizes.contains(nil) }) == [1])
        #expect(try ids(Basket.where { !$0.sizes.contains(7) }) == [1, 2])
        #expect(
            try ids(Basket.where { $0.flags.contains(true) && $0.kinds.contains(.fresh) }) == [1])
        #expect(try ids(Basket.where { $0.notes.contains("n") }) == [1])
        #expect(try ids(Basket.where { !$0.notes.contains("n") }) == [2])
    }

    @Test("A row has the typed columns, and is missing in a left join without elements")
    func rows() throws {
        let rows = try Basket.leftJoin { $0.notes.jsonEach() }.order { basket, _ in basket.id }
            .select { ($0.id, $1) }.fetchAll(db)
        #expect(rows.map(\.0) == [1, 2])
        #expect(rows[0].1?.value == "n")
        #expect(rows[0].1?.key == 0)
        #expect(rows[0].1?.fullkey == "$[0]")
        #expect(rows[1].1 == nil)
        let outer = try Basket.leftJoin { $0.notes.jsonEach() }.order { basket, _ in basket.id }
            .select { $1.value }.fetchAll(db)
        #expect(outer == ["n", nil])
    }

    @Test("An element that is a row is read by its columns")
    func selections() throws {
        let lines = Basket.join { $0.lines.jsonEach() }
        #expect(
            try lines.select { $1.value }.fetchAll(db)
                == [Self.line("x", day: 1), Self.line("y", day: nil)])
        #expect(
            try lines.where { $1.value.jsonExtract(\.date) == Self.day(1) }
                .select { $1.value.jsonExtract(\.name) }.fetchAll(db) == ["x"])
        #expect(
            try Basket.where {
                $0.lines.jsonEach().where { $0.value.jsonExtract(\.date) == nil }.exists()
            }.select(\.id).fetchAll(db) == [1])
        #expect(
            try lines.where { $1.value.date == Self.day(1) }.select { $1.value.name }
                .fetchAll(db) == ["x"])
    }

    @Test("An element of another type is an error when it is read, and not found")
    func otherTypes() throws {
        try db.execute(#"UPDATE baskets SET tags = '["a", null, {"b": 1}]', sizes = '{"a": 1}'"#)
        let tags = Basket.find(1).join { $0.tags.jsonEach() }
        #expect(throws: SQLiteError.self) { try tags.select { $1.value }.fetchAll(db) }
        #expect(try tags.where { $1.value == "a" }.select { $1.value }.fetchAll(db) == ["a"])
        #expect(throws: SQLiteError.self) {
            try Basket.join { $0.sizes.jsonEach() }.select { $1.key }.fetchAll(db)
        }
    }

    @Test("An alias makes the elements untyped")
    func alias() throws {
        let values = try Basket.join { $0.tags.jsonEach().as(Tag.self) }
            .select { $1.value }.fetchAll(db)
        #expect(values == [.text("a"), .text("b")])
    }

    private enum Tag: TableAlias { typealias Table = JSONElement }

    @Test("An optional group is an object, or NULL if it is absent")
    func optionalGroup() throws {
        let objects = Basket.order(by: \.id).select { $0.origin.jsonObject() }
        #expect(
            try objects.fetchAll(db) == [Origin(country: "it", since: Self.day(2)), nil])
        let id = Basket.find(1).select { $0.id }
        let joined = Basket.leftJoin(Basket.all.as(Second.self)) { $0.id < $1.id }
            .order { basket, _ in basket.id }.select { $1.origin.jsonObject() }
        #expect(try joined.fetchAll(db) == [nil, nil])
        #expect(try id.fetchAll(db) == [1])
        let text = try db.value(objects.limit(1).sql(), as: String.self)
        #expect(text == #"{"country":"it","since":172800}"#)
    }

    private enum Second: TableAlias { typealias Table = Basket }

    @Test("The optional groups of several rows are an array of those that are present")
    func optionalGroups() throws {
        let origin = Origin(country: "it", since: Self.day(2))
        #expect(
            try Basket.select { $0.origin.jsonGroupArray() }.fetchAll(db) == [[origin]])
        #expect(
            try Basket.select { $0.origin.jsonGroupArray(filter: $0.id == 2) }.fetchAll(db)
                .map(\.count) == [0])
    }
}

private enum Freshness: String, SQLiteRepresentable, Codable, JSONScalar { case fresh, dried }

@Selection private struct BasketLine: Equatable {
    var name: String
    var price: Double
    @Column(as: Date.UnixTimeRepresentation?.self) var date: Date?
}

@Selection private struct Origin: Equatable {
    var country: String
    @Column(as: Date.UnixTimeRepresentation?.self) var since: Date?
}

@Selection private struct Shelf: Codable, Equatable {
    @Column("on_hand") var size = 0
    var note: String?
    @Column(as: Date.UnixTimeRepresentation?.self) var since: Date?
}

@Table private struct Warehouse: Equatable, Identifiable {
    let id: Int
    @Column(as: [String: Shelf].JSONRepresentation.self) var shelves: [String: Shelf] = [:]
    @Column(as: [String: Shelf]?.JSONRepresentation.self) var extra: [String: Shelf]?
    @Column(as: WarehouseParts.JSONRepresentation.self) var parts = WarehouseParts()
}

@Selection private struct WarehouseParts: Codable, Equatable { var shelves: [String: Shelf] = [:] }

@Suite("The members of a dictionary of rows that is stored as JSON")
struct DictionaryElementTests {
    private let db: Connection
    private static let shelf = Shelf(
        size: 2, note: "n", since: Date(timeIntervalSince1970: 86400))

    init() throws {
        db = try Connection(location: .inMemory)
        try Warehouse.createTable().execute(db)
        try Warehouse.insert {
            Warehouse(
                id: 1, shelves: ["b\"": Self.shelf, "a": Shelf()],
                parts: WarehouseParts(shelves: ["p": Self.shelf]))
            Warehouse(id: 2, extra: ["x": Shelf(size: 9)])
        }.execute(db)
    }

    @Test("Rows are stored by their columns, and read back")
    func storage() throws {
        let json = try db.requiredValue(
            "SELECT shelves FROM warehouses WHERE id = 1", as: String.self)
        #expect(
            json == #"{"a":{"on_hand":0},"b\"":{"on_hand":2,"note":"n","since":86400}}"#)
        let rows = try Warehouse.order(by: \.id).fetchAll(db)
        #expect(rows[0].shelves == ["b\"": Self.shelf, "a": Shelf()])
        #expect(rows[0].parts.shelves == ["p": Self.shelf])
        #expect(rows[1].extra == ["x": Shelf(size: 9)])
        #expect(try Warehouse.where { $0.extra == ["x": Shelf(size: 9)] }.fetchCount(db) == 1)
    }

    @Test("jsonEach returns keys and rows with typed members")
    func elements() throws {
        let joined = Warehouse.join { $0.shelves.jsonEach() }.order { $1.key }
            .select { ($1.key, $1.value.jsonExtract(\.size), $1.value.note) }
        let found = try joined.fetchAll(db)
        #expect(found.map(\.0) == ["a", "b\""] && found.map(\.1) == [0, 2])
        #expect(found.map(\.2) == [nil, "n"])
        let rows = Warehouse.find(1).join { $0.parts.jsonEach(\.shelves) }.select { $1.value }
        #expect(try rows.fetchAll(db) == [Self.shelf])
        let matching = Warehouse.where {
            $0.extra.jsonEach().where { $0.key.eq("x") && $0.value.size > 8 }.exists()
        }
        #expect(try matching.select(\.id).fetchAll(db) == [2])
        let sums = Warehouse.order(by: \.id).select {
            $0.shelves.jsonEach().select { $0.value.jsonExtract(\.size).sum() }.scalar()
        }
        #expect(try sums.fetchAll(db) == [2, nil])
    }

    @Test("A key path reads and changes the row of a key, and no row that is missing")
    func keyPaths() throws {
        let read = Warehouse.find(1).select {
            ($0.shelves.jsonExtract(\.["a"].size), $0.parts.jsonExtract(\.shelves["p"]))
        }
        let found = try read.fetchRequired(db)
        #expect(found.0 == 0 && found.1 == Self.shelf)
        try Warehouse.find(1).update {
            $0.shelves = $0.shelves.jsonSet(\.["a"].note, "x").jsonSet(\.["none"].note, "y")
                .jsonSet(\.["new"], Shelf(size: 1))
            $0.parts = $0.parts.jsonRemove(\.shelves["p"])
        }.execute(db)
        let row = try Warehouse.find(1).fetchRequired(db)
        #expect(row.shelves.keys.sorted() == ["a", "b\"", "new"])
        #expect(row.shelves["a"] == Shelf(note: "x") && row.parts.shelves.isEmpty)
    }

    @Test("A row that does not fit is an error that names its key")
    func mismatch() throws {
        try db.execute(#"UPDATE warehouses SET shelves = '{"k":{"on_hand":"x"}}'"#)
        let error = #expect(throws: SQLiteError.self) { try Warehouse.all.fetchAll(db) }
        #expect(error?.message.contains("row \"k\": member \"on_hand\": expected Int") == true)
        try db.execute("UPDATE warehouses SET shelves = '[]'")
        #expect(throws: SQLiteError.self) { try Warehouse.all.fetchAll(db) }
    }

    @Test("Rows in SQLite's binary form are read, with a library that returns it")
    func binary() throws {
        let elements = Warehouse.find(1).join { $0.shelves.jsonbEach() }.order { $1.key }
            .select { ($1.key, $1.value, $1.value.jsonExtract(\.size)) }
        let extracted = Warehouse.find(1).select { $0.shelves.jsonbExtract(\.["a"]) }
        if Connection.libraryVersionNumber >= 3_045_000 {
            #expect(try extracted.fetchOne(db) == Shelf())
        }
        guard Connection.libraryVersionNumber >= 3_051_000 else {
            let error = #expect(throws: SQLiteError.self) { try elements.fetchAll(db) }
            #expect(error?.message.contains("jsonb_each requires SQLite 3.51.0") == true)
            return
        }
        let found = try elements.fetchAll(db)
        #expect(found.map(\.1) == [Shelf(), Self.shelf] && found.map(\.2) == [0, 2])
        let parts = Warehouse.find(1).join { $0.parts.jsonbEach(\.shelves) }.select { $1.value }
        #expect(try parts.fetchAll(db) == [Self.shelf])
    }
}

@Table private struct Basket: Identifiable {
    let id: Int
    @Column(as: JSONRepresentation<[String]>.self) var tags: [String] = []
    @Column(as: JSONRepresentation<[Int?]>.self) var sizes: [Int?] = []
    @Column(as: JSONRepresentation<[Bool]>.self) var flags: [Bool] = []
    @Column(as: JSONRows<BasketLine>.self) var lines: [BasketLine] = []
    @Column(as: JSONRepresentation<[String]>?.self) var notes: [String]?
    @Column(as: JSONRepresentation<[Freshness]>.self) var kinds: [Freshness] = []
    var origin: Origin?
}
