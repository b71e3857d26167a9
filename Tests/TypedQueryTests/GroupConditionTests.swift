import DataLiteMacros
import Testing

@Selection struct Venue: Equatable {
    var city: String
    var street: String?
}

@Table struct Bazaar: Equatable {
    let id: Int
    var place: Venue
    var branch: Venue?
    var note: String?
}

@Suite("A condition on a group whose columns may be NULL")
struct GroupConditionTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try db.execute(
            sql: """
                CREATE TABLE bazaars(
                    id INTEGER PRIMARY KEY, city TEXT, street TEXT, "branch.city" TEXT,
                    "branch.street" TEXT, note TEXT);
                INSERT INTO bazaars VALUES
                    (1, 'Ulm', 'A', NULL, NULL, '{}'), (2, 'Ulm', NULL, 'Ulm', NULL, NULL),
                    (3, 'Bonn', NULL, 'Bonn', 'B', 'x');
                """)
    }

    private let ulm = Venue(city: "Ulm", street: nil)

    private func results<Result: RowRepresentable>(
        _ expression: (Bazaar.Columns) -> SQLExpression<Result>
    ) throws -> [SQLExpression<Result>.Output] {
        try Bazaar.order(by: \.id).select { expression($0) }.fetchAll(db)
    }

    private func ids(_ condition: (Bazaar.Columns) -> SQLExpression<Bool>) throws -> [Int] {
        try Bazaar.where { condition($0) }.order(by: \.id).select(\.id).fetchAll(db)
    }

    @Test("The == operator on a group matches NULL and never returns NULL")
    func equality() throws {
        #expect(try results { $0.place == ulm } == [false, true, false])
        #expect(try results { $0.place != ulm } == [true, false, true])
        #expect(try ids { $0.place == ulm } == [2])
        #expect(try ids { !($0.place == ulm) } == [1, 3])
        #expect(try results { $0.branch == ulm } == [false, true, false])
        #expect(try results { $0.branch == $0.place } == [false, true, false])
        #expect(try results { $0.branch == nil } == [true, false, false])
    }

    @Test("An order comparison of groups with NULL returns NULL")
    func order() throws {
        #expect(try results { $0.place < ulm } == [nil, nil, true])
        #expect(try results { $0.branch < ulm } == [nil, nil, true])
        #expect(try results { $0.place.between(ulm, and: ulm) } == [nil, nil, false])
    }

    @Test("The in operator finds a group in a query, with NULL in the same columns")
    func membership() throws {
        let places = Bazaar.where { $0.id < 3 }.select(\.place)
        #expect(try results { $0.place.in(places) } == [true, true, false])
        #expect(try ids { !$0.place.in(places) } == [3])
        #expect(try ids { $0.place.in(places) } == [1, 2])
        let branches = Bazaar.where { $0.id < 3 }.order(by: \.id).select(\.branch)
        #expect(try results { $0.branch.in(branches) } == [false, true, false])
        #expect(try ids { !$0.branch.in(branches) } == [1, 3])
    }

    @Test("The in operator finds a group in a list, with NULL in the same columns")
    func lists() throws {
        let bonn = Venue(city: "Bonn", street: nil)
        #expect(try results { $0.place.in([ulm, bonn]) } == [false, true, true])
        #expect(try ids { !$0.place.in([ulm, bonn]) } == [1])
        let all = [ulm, bonn, Venue(city: "Ulm", street: "A"), Venue(city: "Bonn", street: "B")]
        #expect(try results { $0.place.in(all) } == [true, true, true])
        #expect(try results { $0.place.in([all[2]]) } == [true, false, false])
        #expect(try results { $0.branch.in(all) } == [false, true, true])
        #expect(try ids { !$0.branch.in(all) } == [1])
        #expect(try ids { all.contains($0.place) && ![ulm].contains($0.place) } == [1, 3])
        #expect(try results { $0.place.in([]) } == [false, false, false])
        let many = (0..<3000).map { Venue(city: String($0), street: nil) } + [ulm]
        #expect(try ids { $0.place.in(many) } == [2])
        #expect(
            try Bazaar.where { $0.place.in([ulm, all[2]]) }.select(\.id).sql().text == """
                SELECT "bazaars"."id" FROM "bazaars" WHERE ("bazaars"."city", "bazaars"."street") IN \
                (VALUES (?, ?)) OR EXISTS (SELECT "bazaars"."city", "bazaars"."street" \
                INTERSECT SELECT * FROM (VALUES (?, ?)))
                """)
    }

    @Test("A CASE on a group matches NULL in its branches")
    func cases() throws {
        #expect(try results { Case($0.place).when(ulm, then: 1).else(2) } == [2, 1, 2])
    }
}

@Selection enum ConsignedGoods: Equatable {
    case note(String)
    case count(Int)
}

@Table struct Consignment: Equatable {
    @Selection struct Key: Equatable, Sendable {
        var number: Int
        var part: String?
    }

    @Column(primaryKey: true) let key: Key
    var payload: ConsignedGoods
}

@Suite("An enum or a key with NULL")
struct NullableKeyTests {
    private let db: Connection
    private let keys = [
        Consignment.Key(number: 1, part: nil), Consignment.Key(number: 1, part: "b"),
    ]

    init() throws {
        db = try Connection(location: .inMemory)
        try Consignment.createTable().execute(db)
        try Consignment.insert {
            Consignment(key: keys[0], payload: .note("a"))
            Consignment(key: keys[1], payload: .count(2))
        }.execute(db)
    }

    @Test("An enum is in a list of its cases")
    func cases() throws {
        #expect(
            try Consignment.where { $0.payload.in([.note("a")]) }.fetchAll(db).map(\.key) == [
                keys[0]
            ])
        #expect(
            try Consignment.where { $0.payload.in([.note("a"), .count(2)]) }.fetchCount(db) == 2)
        #expect(
            try Consignment.where { !$0.payload.in([.note("a"), .count(3)]) }.fetchCount(db) == 1)
        #expect(
            try Consignment.where { $0.payload.in(Consignment.select(\.payload)) }.fetchCount(db)
                == 2)
    }

    @Test("A row is found, updated and deleted by a key with NULL")
    func keyWithNull() throws {
        #expect(try Consignment.find(keys[0]).fetchOne(db)?.payload == .note("a"))
        #expect(try Consignment.find(keys).fetchCount(db) == 2)
        #expect(try Consignment.find([keys[0]]).fetchAll(db).map(\.payload) == [.note("a")])
        #expect(
            try Consignment.update(Consignment(key: keys[0], payload: .count(5))).execute(db) == 1)
        #expect(try Consignment.find(keys[0]).fetchOne(db)?.payload == .count(5))
        #expect(try Consignment.find(keys[1]).fetchOne(db)?.payload == .count(2))
        #expect(
            try Consignment.delete(Consignment(key: keys[0], payload: .count(5))).execute(db) == 1)
        #expect(try Consignment.all.fetchAll(db).map(\.key) == [keys[1]])
    }
}
