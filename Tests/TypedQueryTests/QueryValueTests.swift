import DataLiteMacros
import Foundation
import Testing

@Table struct Ledge: Equatable, Identifiable {
    let id: Int
    var title = ""
    var color: Int?
    @Column(as: Date.UnixTimeRepresentation?.self) var builtAt: Date?
    @Column(as: UUID.BytesRepresentation.self) var token = UUID()
}

@Table struct Flask: Equatable, Identifiable {
    let id: Int
    var title = ""
    var notes: String?
    var rank: Int?
    var ledgeID = 1
    @Column(as: Date.UnixTimeRepresentation.self) var openedAt: Date
}

@Suite("A query as a value")
struct QueryValueTests {
    private let db: Connection
    private let date = Date(timeIntervalSince1970: 1000)
    private let token = UUID(uuidString: "0A0B0C0D-0000-4000-8000-00000000000F")!

    init() throws {
        db = try Connection(location: .inMemory)
        try Ledge.createTable().execute(db)
        try Flask.createTable().execute(db)
        try Ledge.insert {
            Ledge(id: 1, title: "A", color: 7, builtAt: date, token: token)
            Ledge(id: 2, title: "B", color: nil, builtAt: nil, token: token)
        }.execute(db)
        try Flask.insert {
            Flask(id: 1, title: "A", notes: "x", rank: 7, openedAt: date)
            Flask(id: 2, title: "C", notes: nil, rank: nil, openedAt: date + 1)
            Flask(id: 3, title: "B", notes: nil, rank: 2, ledgeID: 2, openedAt: date + 2)
        }.execute(db)
    }

    private func ids(_ query: Where<Flask>) throws -> [Int] {
        try query.order(by: \.id).select(\.id).fetchAll(db)
    }

    @Test("A selection contains the value of a query with its type")
    func selection() throws {
        let query = Ledge.order(by: \.id).select { ledge in
            (ledge.title, Flask.where { $0.ledgeID == ledge.id }.count())
        }
        #expect(
            try query.sql().text == """
                SELECT "ledges"."title", (SELECT count(*) FROM "flasks" \
                WHERE "flasks"."ledgeID" = "ledges"."id") FROM "ledges" ORDER BY "ledges"."id"
                """)
        let rows: [(String, Int)] = try query.fetchAll(db)
        #expect(rows.map(\.0) == ["A", "B"])
        #expect(rows.map(\.1) == [2, 1])
        let counts: [Int] = try Ledge.select { _ in Flask.count() }.fetchAll(db)
        #expect(counts == [3, 3])
        #expect(try Ledge.order { _ in Flask.count() }.fetchCount(db) == 2)
    }

    @Test("Values and inserts take the value of a query")
    func values() throws {
        let count: Int = try Values(Flask.count()).fetchRequired(db)
        #expect(count == 3)
        let row = try Values(Flask.count(), "a", Ledge.count()).fetchRequired(db)
        #expect(row == (3, "a", 2))
        let insert = Flask.insert {
            ($0.title, $0.openedAt)
        } values: {
            (Ledge.find(2).select(\.title), SQLExpression<Date.UnixTimeRepresentation>(date))
        }
        try insert.execute(db)
        #expect(try Flask.find(4).select(\.title).fetchOne(db) == "B")
    }

    @Test("The value of a query without rows is NULL, an error where the type is not optional")
    func noRows() throws {
        let none = Ledge.find(9).select(\.title)
        #expect(throws: SQLiteError.self) { try Flask.select { _ in none }.fetchAll(db) }
        let titles: [String?] = try Flask.select { _ in none.scalar() }.fetchAll(db)
        #expect(titles == [nil, nil, nil])
    }

    @Test("Methods compare with the value of a query")
    func comparisons() throws {
        let query = Flask.where { $0.id.lt(Flask.count()) }
        #expect(
            try query.select(\.id).sql().text == """
                SELECT "flasks"."id" FROM "flasks" \
                WHERE "flasks"."id" < (SELECT count(*) FROM "flasks" AS "flasks:2")
                """)
        #expect(try ids(query) == [1, 2])
        #expect(try ids(Flask.where { $0.id.lte(Flask.count()) }) == [1, 2, 3])
        #expect(try ids(Flask.where { $0.id.gt(Ledge.count()) }) == [3])
        #expect(try ids(Flask.where { $0.id.gte(Ledge.count()) }) == [2, 3])
        #expect(try ids(Flask.where { $0.rank.gt(Ledge.select { $0.id.min() }) }) == [1, 3])
        #expect(try ids(Flask.where { $0.rank.is(Ledge.find(1).select(\.color)) }) == [1])
        #expect(try ids(Flask.where { $0.rank.isNot(Ledge.find(1).select(\.color)) }) == [2, 3])
        #expect(try ids(Flask.where { $0.title.eq(Ledge.find(2).select { $0.title }) }) == [3])
        #expect(try ids(Flask.where { $0.openedAt.gt(Ledge.find(1).select(\.builtAt)) }) == [2, 3])
        let titles = try Flask.order(by: \.id).select {
            $0.notes.ifnull(Ledge.find(2).select(\.title))
        }.fetchAll(db)
        #expect(titles == ["x", "B", "B"])
    }

    @Test("A result of CASE and iif is the value of a query")
    func cases() throws {
        let texts = try Flask.order(by: \.id).select {
            Case($0.ledgeID).when(1, then: Ledge.find(2).select(\.title)).else($0.title)
        }.fetchAll(db)
        #expect(texts == ["B", "B", "B"])
        let counts = try Flask.order(by: \.id).select {
            Case().when($0.notes == nil, then: 0).else(Ledge.count())
        }.fetchAll(db)
        #expect(counts == [2, 0, 0])
        let numbers = Flask.order(by: \.id).select { iif($0.notes == nil, Flask.count(), 1) }
        #expect(try numbers.fetchAll(db) == [1, 3, 3])
    }

    @Test("A column is set to the value of a query")
    func updates() throws {
        try Flask.all.update { $0.ledgeID = Ledge.count() }.execute(db)
        #expect(try Flask.order(by: \.id).select(\.ledgeID).fetchAll(db) == [2, 2, 2])
        try Flask.find(2).update { $0.rank = Ledge.find(2).select(\.id).scalar() }.execute(db)
        #expect(try Flask.find(2).select(\.rank).fetchOne(db) == 2)
    }

    @Test("A date or UUID with a representation is converted where the expression has none")
    func representations() throws {
        let builtAt = Ledge.find(1).select(\.builtAt)
        let dates = Flask.limit(1).select { _ in builtAt.scalar() }
        #expect(
            try dates.sql().text == """
                SELECT strftime('%Y-%m-%d %H:%M:%f', (SELECT "ledges"."builtAt" FROM "ledges" \
                WHERE "ledges"."id" = ?), 'unixepoch') FROM "flasks" LIMIT ?
                """)
        #expect(try dates.fetchAll(db) == [date])
        let values: [Date?] = try Flask.limit(1).select { _ in builtAt }.fetchAll(db)
        #expect(values == [date])
        #expect(try ids(Flask.where { _ in builtAt.scalar() == date }) == [1, 2, 3])
        #expect(try ids(Flask.where { _ in builtAt.scalar() > date }) == [])
        #expect(
            try ids(
                Flask.where { $0.openedAt == builtAt.scalar(as: Date.UnixTimeRepresentation.self) })
                == [1])
        let none = Ledge.find(2).select(\.builtAt)
        let noDates: [Date?] = try Flask.limit(1).select { _ in none.scalar() }.fetchAll(db)
        #expect(noDates == [nil])
        let tokens = Ledge.find(1).select(\.token)
        let found: [UUID?] = try Flask.limit(1).select { _ in tokens.scalar() }.fetchAll(db)
        #expect(found == [token])
        #expect(try ids(Flask.where { _ in tokens.scalar() == token }) == [1, 2, 3])
        let noToken = Ledge.find(9).select(\.token)
        let noTokens: [UUID?] = try Flask.limit(1).select { _ in noToken.scalar() }.fetchAll(db)
        #expect(noTokens == [nil])
    }

    @Test("A query of values is mapped to other values")
    func mapping() throws {
        let lengths = Flask.order(by: \.id).select(\.title).map { $0.length() }
        #expect(
            try lengths.sql().text
                == #"SELECT length("flasks"."title") FROM "flasks" ORDER BY "flasks"."id""#)
        #expect(try lengths.fetchAll(db) == [1, 1, 1])
        let pairs = Flask.find(1).select { ($0.title, $0.openedAt, $0.rank) }
            .map { ($1, $0.lower(), $2 ?? 0) }
        let row = try pairs.fetchRequired(db)
        #expect(row == (date, "a", 7))
    }

    @Test("Representations in the types of SQL text give values of their properties")
    func text() throws {
        let sql = #sql(
            "SELECT title, builtAt, token FROM ledges ORDER BY id",
            as: (String, Date.UnixTimeRepresentation?, UUID.BytesRepresentation).self)
        let rows: [(String, Date?, UUID)] = try sql.fetchAll(db)
        #expect(rows.map(\.1) == [date, nil])
        #expect(rows.map(\.2) == [token, token])
        let dates: [Date] = try #sql(
            "SELECT openedAt FROM flasks ORDER BY id", as: Date.UnixTimeRepresentation.self
        ).fetchAll(db)
        #expect(dates == [date, date + 1, date + 2])
        let optional: [Date?] = try #sql(
            "SELECT builtAt FROM ledges ORDER BY id", as: Date.UnixTimeRepresentation?.self
        ).fetchAll(db)
        #expect(optional == [date, nil])
        let ledges: [(Ledge, Int)] = try #sql(
            "SELECT \(Ledge.columns), 5 FROM \(Ledge.self) WHERE id = 1", as: (Ledge, Int).self
        ).fetchAll(db)
        #expect(ledges.map(\.0.builtAt) == [date])
        #expect(
            try ids(
                Flask.where { #sql("\($0.openedAt)", as: Date.UnixTimeRepresentation.self) == date }
            )
                == [1])
    }
}
