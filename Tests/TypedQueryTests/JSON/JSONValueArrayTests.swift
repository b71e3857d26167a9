import DataLiteMacros
import Foundation
import Testing

private enum Urgency: Int, Codable, SQLiteRepresentable { case low = 1, high }

private enum Mood: String, JSONScalar { case calm, loud }

@Table private struct Duty: Identifiable {
    let id: Int
    var shopID: Int?
    var title = ""
    var urgency: Urgency = .low
    var other: Urgency?
    var mood: Mood?
    var dueAt = Date(timeIntervalSince1970: 0)
    var doneAt: Date?
    var token: UUID
    var link: URL?
    @Column(as: Date.UnixTimeRepresentation.self) var seconds = Date(timeIntervalSince1970: 5)
}

@Table private struct ChoreShop: Identifiable {
    let id: Int
    var name = ""
}

@Selection private struct ShopTitles: Equatable {
    let name: String
    @Column(as: [String].JSONRepresentation.self) let titles: [String]
}

@Selection private struct Urgencies: Equatable {
    @Column(as: [Urgency?].JSONRepresentation.self) let all: [Urgency?]
}

@Suite("Values of several rows as a JSON array")
struct JSONValueArrayTests {
    private let db: Connection
    private let token = UUID()
    private let day = Date(timeIntervalSince1970: 86_400.5)

    init() throws {
        db = try Connection(location: .inMemory)
        try Duty.createTable().execute(db)
        try ChoreShop.createTable().execute(db)
        try ChoreShop.insert { [ChoreShop(id: 1, name: "A"), ChoreShop(id: 2, name: "B")] }.execute(
            db)
        try Duty.insert {
            Duty(
                id: 1, shopID: 1, title: "a", urgency: .high, mood: .loud, dueAt: day, token: token,
                link: URL(string: "https://example.org"))
            Duty(id: 2, shopID: 1, title: "b", other: .low, doneAt: day, token: token)
        }.execute(db)
    }

    @Test("Enums, dates, UUIDs and URLs are decoded from a JSON array")
    func values() throws {
        let query = Duty.select {
            (
                $0.urgency.jsonGroupArray(), $0.other.jsonGroupArray(), $0.mood.jsonGroupArray(),
                $0.dueAt.jsonGroupArray(filter: $0.id == 1), $0.doneAt.jsonGroupArray(),
                $0.token.jsonGroupArray(distinct: true), $0.link.jsonGroupArray()
            )
        }
        let row: ([Urgency], [Urgency?], [Mood?], [Date], [Date?], [UUID], [URL?])
        row = try query.fetchRequired(db)
        #expect(row.0 == [.high, .low] && row.1 == [nil, .low] && row.2 == [.loud, nil])
        #expect(row.3 == [day] && row.4 == [nil, day] && row.5 == [token])
        #expect(row.6 == [URL(string: "https://example.org"), nil])
        let seconds = try Duty.select { $0.seconds.jsonGroupArray() }.fetchOnly(db)
        #expect(seconds.map(\.timeIntervalSince1970) == [5, 5])
        let text = Duty.select { $0.seconds.jsonGroupArray() as SQLExpression<JSONText> }
        #expect(try text.fetchOnly(db) == "[5,5]")
    }

    @Test("A property of a selection is an array of values")
    func property() throws {
        let query = Duty.select { Urgencies.Columns(all: $0.other.jsonGroupArray()) }
        #expect(try query.fetchAll(db) == [Urgencies(all: [nil, .low])])
    }

    @Test("The order of an array is one term or several, before the filter")
    func orders() throws {
        let one = Duty.select {
            $0.urgency.jsonGroupArray(distinct: true, order: $0.title.desc(), filter: $0.id > 0)
        }
        let some = Duty.select { $0.title.jsonGroupArray(order: $0.title.desc(), $0.id) }
        guard Connection.libraryVersionNumber >= 3_044_000 else {
            for query in [one.sql, some.sql] {
                #expect { try query() } throws: {
                    ($0 as? SQLiteError)?.message.hasPrefix("ORDER BY in an aggregate") == true
                }
            }
            return
        }
        #expect(
            try one.sql().text.hasPrefix(
                #"SELECT json_group_array(DISTINCT "duties"."urgency" ORDER BY "duties"."title" DESC) FILTER"#
            ))
        #expect(try some.fetchAll(db) == [["b", "a"]])
    }

    @Test("A query of one array is a value in another query")
    func subqueries() throws {
        let pairs = ChoreShop.order(by: \.id).select { shop in
            (
                shop.name,
                Duty.where { $0.shopID == shop.id }.select { $0.title.jsonGroupArray() }.scalar()
            )
        }
        let rows: [(String, [String])] = try pairs.fetchAll(db)
        #expect(rows.map(\.0) == ["A", "B"] && rows.map(\.1) == [["a", "b"], []])
        let selected = ChoreShop.find(1).select { shop in
            ShopTitles.Columns(
                name: shop.name,
                titles: Duty.where { $0.shopID == shop.id }.select { $0.title.jsonGroupArray() }
                    .scalar())
        }
        #expect(try selected.fetchAll(db) == [ShopTitles(name: "A", titles: ["a", "b"])])
        let shops = Duty.find(1).select { errand in
            (
                errand.id,
                ChoreShop.where { $0.id == errand.shopID }.select { $0.jsonGroupArray() }.scalar()
            )
        }
        #expect(try shops.fetchRequired(db).1.map(\.name) == ["A"])
    }
}
