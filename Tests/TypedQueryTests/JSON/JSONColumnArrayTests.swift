import DataLiteMacros
import Foundation
import Testing

private enum Temper: String, QueryBindable { case calm, loud }

@Table private struct Recital: Equatable, Identifiable {
    let id: Int
    @Column(as: Date.UnixTimeRepresentation.self) var start: Date
    @Column(as: Date.UnixTimeRepresentation?.self) var end: Date?
    @Column(as: UUID.BytesRepresentation.self) var token: UUID
    var cover: Data
    var thumb: Data?
    var mood: Temper
    var later: Temper?
    @Column(as: JSONRow<Arena>.self) var venue: Arena
    var length: Double
}

@Selection private struct Arena: Equatable { var name: String }

@Selection private struct Program: Equatable {
    @Column(as: JSONValues<Date.UnixTimeRepresentation>.self) var starts: [Date]
}

@Suite("Arrays of the values of a column")
struct JSONColumnArrayTests {
    private let db: Connection
    private let days = [0.0, 86_400].map(Date.init(timeIntervalSince1970:))
    private let tokens = [UUID(), UUID()]

    init() throws {
        db = try Connection(location: .inMemory)
        try Recital.createTable().execute(db)
        try Recital.insert {
            Recital(
                id: 1, start: days[0], end: days[1], token: tokens[0], cover: Data([0, 255]),
                mood: .calm, later: .loud, venue: Arena(name: "A"), length: 0.1)
            Recital(
                id: 2, start: days[1], token: tokens[1], cover: Data(), thumb: Data([7]),
                mood: .loud, venue: Arena(name: "B"), length: 1e300)
        }.execute(db)
    }

    @Test("Elements are decoded with the representation of the column")
    func representations() throws {
        let starts = Recital.select { $0.start.jsonGroupArray() }
        #expect(try starts.fetchOnly(db) == days)
        #expect(try Recital.select { $0.end.jsonGroupArray() }.fetchOnly(db) == [days[1], nil])
        #expect(try Recital.select { $0.token.jsonGroupArray() }.fetchOnly(db) == tokens)
        #expect(
            try Recital.select { $0.venue.jsonGroupArray() }.fetchOnly(db).map(\.name) == [
                "A", "B",
            ])
        let none = Recital.where { $0.id > 9 }.select { $0.start.jsonGroupArray() }
        #expect(try none.fetchOnly(db).isEmpty)
    }

    @Test("Elements are BLOBs and enums that are not Codable")
    func values() throws {
        #expect(
            try Recital.select { $0.cover.jsonGroupArray() }.sql().text == """
                SELECT json_group_array(CASE typeof("recitals"."cover") WHEN 'real' THEN \
                json(replace(quote("recitals"."cover"), 'Inf', '9e999')) WHEN 'blob' THEN \
                json_object('hex', hex("recitals"."cover")) ELSE "recitals"."cover" END) FROM "recitals"
                """)
        #expect(
            try Recital.select { $0.cover.jsonGroupArray() }.fetchOnly(db) == [
                Data([0, 255]), Data(),
            ])
        #expect(try Recital.select { $0.thumb.jsonGroupArray() }.fetchOnly(db) == [nil, Data([7])])
        let moods = try Recital.select { $0.mood.jsonGroupArray() }.fetchOnly(db)
        #expect(moods == [.calm, .loud])
        let later = try Recital.select { $0.later.jsonGroupArray() }.fetchOnly(db)
        #expect(later == [.loud, nil])
    }

    @Test("The elements can be distinct and filtered")
    func clauses() throws {
        let query = Recital.select {
            ($0.mood.jsonGroupArray(distinct: true), $0.start.jsonGroupArray(filter: $0.id == 2))
        }
        let (moods, starts) = try query.fetchOnly(db)
        #expect(moods.count == 2)
        #expect(starts == [days[1]])
        let ordered = Recital.select { $0.start.jsonGroupArray(order: $0.id.desc()) }
        guard Connection.libraryVersionNumber >= 3_044_000 else {
            #expect(throws: SQLiteError.self) { try ordered.fetchOnly(db) }
            return
        }
        #expect(try ordered.fetchOnly(db) == days.reversed())
    }

    @Test("The array is a member of a selection, and compared")
    func selections() throws {
        let program = Recital.select { Program.Columns(starts: $0.start.jsonGroupArray()) }
        #expect(try program.fetchOnly(db) == Program(starts: days))
        let equal = Recital.group { $0.id * 0 }.having {
            $0.start.jsonGroupArray() == [days[0], days[1]]
        }
        #expect(try equal.select { $0.count() }.fetchOnly(db) == 2)
        #expect(JSONValues<Data>([Data([1])]).sqliteValue == .text(#"[{"hex":"01"}]"#))
        #expect(JSONValues<Int>(.text("[1,null]")) == nil)
        #expect(JSONValues<Int?>(.text("[1,null]"))?.value == [1, nil])
    }

    @Test("The JSON text stays available")
    func text() throws {
        let text = Recital.select { $0.mood.jsonGroupArray() as SQLExpression<JSONText> }
        #expect(try text.fetchOnly(db) == #"["calm","loud"]"#)
        let nested = Recital.select { $0.venue.jsonGroupArray().jsonArrayLength() }
        #expect(try nested.fetchOnly(db) == 2)
    }
}
