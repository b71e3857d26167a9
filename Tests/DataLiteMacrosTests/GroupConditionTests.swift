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

    @Test("The in operator finds a group in a query if no column is NULL")
    func membership() throws {
        let places = Bazaar.all.select(\.place)
        #expect(try results { $0.place.in(places) } == [true, false, false])
        #expect(try ids { !$0.place.in(places) } == [2, 3])
    }

    @Test("A CASE on a group matches NULL in its branches")
    func cases() throws {
        #expect(try results { Case($0.place).when(ulm, then: 1).else(2) } == [2, 1, 2])
    }
}
