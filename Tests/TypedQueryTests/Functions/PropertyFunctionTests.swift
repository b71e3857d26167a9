import DataLiteMacros
import Foundation
import Testing

@DatabaseFunction private var fixedTime: Date { Date(timeIntervalSince1970: 100) }

@DatabaseFunction(as: (() -> Date.UnixTimeRepresentation).self)
private var unixTime: Date { Date(timeIntervalSince1970: 100) }

@DatabaseFunction private var lucky: Int { 7 }

@DatabaseFunction private var nobody: String? { nil }

private struct Limits: Sendable {
    let maximum: Int

    @DatabaseFunction var limit: Int { maximum }
}

@Table private struct Draw: Identifiable {
    let id: Int
    var number = 7
    @Column(as: Date.UnixTimeRepresentation.self) var drawnAt = Date(timeIntervalSince1970: 100)
}

@Suite("A computed property as an expression")
struct PropertyFunctionTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Draw.createTable().execute(db)
        try Draw.insert {
            Draw(id: 1)
            Draw(id: 2, number: 3)
        }.execute(db)
    }

    @Test("A property is a value without a call")
    func values() throws {
        let time = Date(timeIntervalSince1970: 100)
        #expect(try Values($fixedTime).sql().text == "VALUES (\"fixedTime\"())")
        #expect(try Values($fixedTime).fetchOnly(db) == time)
        #expect(try Values($lucky, $nobody, $unixTime).fetchOnly(db) == (7, nil, time))
        #expect(try Values(Limits(maximum: 5).$limit).fetchOnly(db) == 5)
    }

    @Test("A property is an operand, a term of an order and a member of a selection")
    func queries() throws {
        let query = Draw.order { ($0.number.nullif($lucky.expression).desc(), $lucky) }
            .select { ($0.id, $lucky) }
        #expect(
            try query.sql().text == """
                SELECT "draws"."id", "lucky"() FROM "draws" \
                ORDER BY nullif("draws"."number", "lucky"()) DESC, "lucky"()
                """)
        #expect(try query.fetchAll(db).map { [$0, $1] } == [[2, 7], [1, 7]])
        #expect(try Draw.where { $0.drawnAt == $unixTime() }.fetchCount(db) == 2)
        #expect(try Draw.find($lucky).fetchCount(db) == 0)
        #expect(try Values(#bind("abcdefgh").substr($lucky)).fetchOnly(db) == "gh")
    }

    @Test("A property can be added for SQL text")
    func text() throws {
        try db.add(function: $lucky)
        #expect(try db.value("SELECT lucky()") == 7)
    }
}
