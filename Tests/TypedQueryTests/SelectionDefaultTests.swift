import DataLiteMacros
import Foundation
import Testing

@Table("visits") private struct TownVisit: Identifiable {
    let id: Int
    var town: String
    var guests: Int?
    @Column(as: Date.UnixTimeRepresentation.self) var day: Date
}

/// A selection whose properties have defaults of all kinds.
@Selection private struct Summary: Equatable {
    var count: Int = 0
    var label = "none"
    var last: Int?
    var least: Int? = -1
    var rate: Double = 1.5
    @Column(as: Date.UnixTimeRepresentation.self) var day: Date = Date(timeIntervalSince1970: 0)
    @Column(as: Date.UnixTimeRepresentation?.self) var end: Date?
    @Column(as: [String].JSONRepresentation.self) var tags: [String] = ["a"]
    var kind: Kind = .plain
    let fixed: Int?

    enum Kind: String, QueryBindable { case plain, special }
}

/// Groups in groups, one of them optional.
@Selection private struct StaySpan: Equatable {
    @Column(as: Date.UnixTimeRepresentation.self) var from: Date
    @Column(as: Date.UnixTimeRepresentation?.self) var to: Date?
}

@Selection private struct TownStay: Equatable {
    var span: StaySpan
    var town = "Ulm"
}

@Selection private struct Trip: Equatable {
    var stay: TownStay
    @Column(prefix: "next_") var next: TownStay?
    var note: String?
}

@Table("visitSummaries") @Selection private struct VisitSummary: Equatable {
    let town: String
    var guests: Int?
    var visits = 1
}

@DatabaseFunction private func describe(stay: TownStay) -> String {
    "\(stay.town) \(Int(stay.span.from.timeIntervalSince1970))"
}

@Suite("The columns of a selection with default values")
struct SelectionDefaultTests {
    private static let days = [0, 1000, 2000].map { Date(timeIntervalSince1970: $0) }
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try TownVisit.createTable().execute(db)
        try TownVisit.insert {
            TownVisit(id: 1, town: "Ulm", guests: 4, day: Self.days[1])
            TownVisit(id: 2, town: "Ulm", guests: nil, day: Self.days[2])
            TownVisit(id: 3, town: "Bonn", guests: 2, day: Self.days[2])
        }.execute(db)
    }

    @Test("#sql has the type of the property")
    func rawSQL() throws {
        let query = TownVisit.select { visit in
            Summary.Columns(
                count: #sql("count(*)"), label: #sql("max(\(visit.town))"),
                last: #sql("max(\(visit.guests))"), day: visit.day.max() ?? Self.days[0],
                fixed: #sql("NULL"))
        }
        let row = try query.fetchRequired(db)
        #expect((row.count, row.label, row.last, row.fixed) == (3, "Ulm", 4, nil))
        #expect(row.day == Self.days[2])
        #expect(
            try query.sql().text.hasPrefix(
                #"SELECT count(*) AS "count", max("visits"."town") AS "label""#))
    }

    @Test("A property that the call does not name has its default")
    func defaults() throws {
        let day = Self.days[2]
        let query = TownVisit.where { $0.id == 2 }.select { visit in
            Summary.Columns(count: visit.id, day: visit.day, fixed: nil)
        }
        let expected = Summary(
            count: 2, label: "none", last: nil, least: -1, rate: 1.5, day: day, end: nil,
            tags: ["a"], kind: .plain, fixed: nil)
        #expect(try query.fetchOnly(db) == expected)
    }

    @Test("An optional property takes nil, a value, and an expression that may be NULL")
    func null() throws {
        let query = TownVisit.order(by: \.id).select { visit in
            Summary.Columns(
                last: visit.guests, least: nil, day: visit.day, end: nil, fixed: 7)
        }
        #expect(
            try query.sql().text == """
                SELECT ? AS "count", ? AS "label", "visits"."guests" AS "last", ? AS "least", \
                ? AS "rate", "visits"."day", ? AS "end", ? AS "tags", ? AS "kind", ? AS "fixed" \
                FROM "visits" ORDER BY "visits"."id"
                """)
        let rows = try query.fetchAll(db)
        #expect(rows.map(\.last) == [4, nil, 2])
        #expect(rows.allSatisfy { $0.least == nil && $0.end == nil && $0.fixed == 7 })
        let ends = TownVisit.where { $0.id == 1 }.select { visit in
            Summary.Columns(last: visit.id.max(), day: visit.day, end: visit.day, fixed: visit.id)
        }
        let row = try ends.fetchOnly(db)
        #expect(row.end == Self.days[1] && row.day == Self.days[1])
        #expect(row.last == 1 && row.fixed == 1)
    }

    @Test("An expression in another form than an optional property is converted")
    func forms() throws {
        let text = TownVisit.limit(1).select { visit in
            Summary.Columns(day: visit.day, end: SQLExpression<Date>(Self.days[2]), fixed: nil)
        }
        #expect(try text.fetchOnly(db).end == Self.days[2])
    }

    @Test("Rows of SQL text are decoded as a selection")
    func sqlText() throws {
        let rows = try #sql(
            """
            SELECT day AS "from", NULL AS "to", town FROM visits ORDER BY id
            """, as: TownStay.self
        ).fetchAll(db)
        #expect(rows.map(\.town) == ["Ulm", "Ulm", "Bonn"])
        #expect(rows.map(\.span.from) == [Self.days[1], Self.days[2], Self.days[2]])
    }

    @Test("A view has the rows of a selection with defaults")
    func view() throws {
        try VisitSummary.createView(
            as: TownVisit.group(by: \.town).select { visit in
                VisitSummary.Columns(town: visit.town, visits: visit.count())
            }
        ).execute(db)
        let rows = try VisitSummary.order(by: \.town).fetchAll(db)
        #expect(
            rows == [
                VisitSummary(town: "Bonn", guests: nil, visits: 1),
                VisitSummary(town: "Ulm", guests: nil, visits: 2),
            ])
    }

    @Test("A selection is the argument of a function")
    func function() throws {
        let query = TownVisit.where { $0.id == 1 }.select { visit in
            $describe(
                stay: TownStay.Columns(span: StaySpan.Columns(from: visit.day), town: visit.town))
        }
        #expect(try query.fetchOnly(db) == "Ulm 1000")
    }

    @Test("Groups in groups, one of them NULL")
    func nested() throws {
        let query = TownVisit.where { $0.id == 1 }.select { visit in
            Trip.Columns(
                stay: TownStay.Columns(span: StaySpan.Columns(from: visit.day, to: visit.day)),
                next: nil, note: visit.town)
        }
        let stay = TownStay(span: StaySpan(from: Self.days[1], to: Self.days[1]), town: "Ulm")
        #expect(try query.fetchOnly(db) == Trip(stay: stay, next: nil, note: "Ulm"))
        let both = TownVisit.where { $0.id == 1 }.select { visit in
            Trip.Columns(
                stay: TownStay.Columns(span: StaySpan.Columns(from: visit.day)),
                next: TownStay.Columns(span: StaySpan.Columns(from: visit.day), town: "Bonn"))
        }
        let trip = try both.fetchOnly(db)
        #expect(trip.next?.town == "Bonn" && trip.next?.span.from == Self.days[1])
        #expect(trip.stay.span.to == nil && trip.note == nil)
        #expect(try both.asTable().where { $0.next.isNot(nil) }.fetchAll(db) == [trip])
    }

    @Test("Queries of two selections are joined")
    func joined() throws {
        let towns = TownVisit.group(by: \.town).select { visit in
            VisitSummary.Columns(town: visit.town, visits: visit.count())
        }
        let stays = TownVisit.select { visit in
            TownStay.Columns(span: StaySpan.Columns(from: visit.day), town: visit.town)
        }
        let query = towns.asTable().leftJoin(stays.asTable().where { $0.town == "Ulm" }) {
            $0.town == $1.town
        }.order { ($0.town, $1.span.from) }
        let rows: [(VisitSummary, TownStay?)] = try query.fetchAll(db)
        #expect(rows.map(\.0.town) == ["Bonn", "Ulm", "Ulm"])
        #expect(rows.map(\.1?.span.from) == [nil, Self.days[1], Self.days[2]])
    }
}

@Suite("The value of one expression")
struct ValueOfExpressionTests {
    private let db: Connection

    init() throws { db = try Connection(location: .inMemory) }

    private func sum() throws -> Int {
        return try Values(SQLExpression<Int>(1) + 2).fetchRequired(db)
    }

    private func name() throws -> String? {
        try Values(SQLExpression<String?>(nil as String?)).fetchRequired(db)
    }

    @Test("Its type can be stated")
    func stated() throws {
        #expect(try sum() == 3)
        #expect(try name() == nil)
        let text: String = try Values(#bind("a").upper()).fetchRequired(db)
        #expect(text == "A")
        let count = try Values(SQLExpression<Int>(5)).fetchRequired(db)
        #expect(count == 5)
    }

    @Test("Two values are one row, and two tuples are two rows")
    func rows() throws {
        let row = try Values(1, 2).fetchOnly(db)
        #expect(row == (1, 2))
        #expect(try Values((1, 2), (3, 4)).fetchAll(db).map(\.1) == [2, 4])
        #expect(try Values([1, 2]).fetchAll(db) == [1, 2])
    }
}
