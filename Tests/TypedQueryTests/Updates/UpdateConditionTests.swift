import DataLiteMacros
import Foundation
import Testing

@Selection private struct TourSpan: Equatable {
    var start: Int
    var end: Int?
    @Column(as: Date.UnixTimeRepresentation?.self) var checkedAt: Date?
}

@Table private struct Tour: Equatable {
    let id: Int
    var title = ""
    var note: String?
    var rank = 0
    var isOpen = false
    var isDone: Bool?
    @Column(as: Date.UnixTimeRepresentation.self) var at = Date(timeIntervalSince1970: 0)
    var own = TourSpan(start: 0)
    @Column(prefix: "other_") var other: TourSpan?
}

@Suite("Conditions and groups in an update")
struct UpdateConditionTests {
    private let db: Connection
    private let date = Date(timeIntervalSince1970: 60)

    init() throws {
        db = try Connection(location: .inMemory)
        try Tour.createTable().execute(db)
        try Tour.insert { Tour(id: 1, title: "a", rank: 5) }.execute(db)
    }

    /// The row after an update, which is then undone.
    private func row(
        after update: @escaping (inout Updates<Tour>) -> Void
    ) throws -> Tour {
        let before = try Tour.find(1).fetchRequired(db)
        try Tour.find(1).update(update).execute(db)
        let row = try Tour.find(1).fetchRequired(db)
        try Tour.update(before).execute(db)
        return row
    }

    @Test("A condition compares columns with literals")
    func conditions() throws {
        #expect(try row { $0.rank = Case().when($0.title == "a", then: 1).else(2) }.rank == 1)
        let ranks = Tour.find(1).update {
            $0.rank = Case().when($0.title == "b", then: 1).when($0.rank > 3, then: 4).else(2)
        }
        #expect(
            try ranks.sql().text == """
                UPDATE "tours" SET "rank" = CASE WHEN "tours"."title" = ? THEN ? \
                WHEN "tours"."rank" > ? THEN ? ELSE ? END WHERE "tours"."id" = ?
                """)
        try ranks.execute(db)
        #expect(try Tour.find(1).fetchRequired(db).rank == 4)
        #expect(try row { $0.rank = iif($0.title == "a", 1, 2) }.rank == 1)
        #expect(try row { $0.rank = iif($0.rank > 4, $0.rank, 2) }.rank == 2)
        #expect(try row { $0.rank = iif($0.isOpen, 7, $0.rank * 2) }.rank == 8)
        #expect(try row { $0.rank = iif(!$0.isOpen && $0.rank < 5, $0.rank, $0.id) }.rank == 4)
        #expect(try row { $0.rank = iif($0.isDone, 1, 2) }.rank == 2)
        #expect(try row { $0.isOpen = $0.title == "a" && $0.rank == 4 }.isOpen)
    }

    @Test("A CASE has many conditions with literals and columns")
    func manyConditions() throws {
        let ranks = Tour.find(1).update {
            $0.rank = Case().when($0.rank == 1, then: 10).when($0.rank == 2, then: $0.rank + 1)
                .when($0.title == "b", then: 3).when($0.rank > 4, then: $0.rank * 2)
                .when($0.own.end == 3, then: 4).else(0)
        }
        try ranks.execute(db)
        #expect(try Tour.find(1).fetchOne(db)?.rank == 10)
        let nested = try row {
            $0.rank = iif($0.rank == 1, 1, iif($0.rank == 2, 2, iif($0.rank < 11, 3, 4)))
        }
        #expect(nested.rank == 3)
        #expect(try row { $0.rank = iif($0.own.end == $0.rank, 1, 2) }.rank == 2)
        #expect(try row { $0.rank = iif($0.rank > 1 && $0.note == $0.title, 1, 2) }.rank == 2)
        let dates = try row {
            $0.rank = Case().when($0.rank > 20, then: 1).when($0.own.checkedAt == $0.at, then: 2)
                .when($0.at < date, then: 3).else(4)
        }
        #expect(dates.rank == 3)
    }

    @Test("A CASE without else is assigned to a column that may be NULL with end()")
    func withoutElse() throws {
        #expect(try row { $0.note = Case().when($0.title == "a", then: "x").end() }.note == "x")
        #expect(try row { $0.note = Case($0.title).when("b", then: "x").end() }.note == nil)
        let done = try row { $0.isDone = Case().when($0.rank == 5, then: $0.isOpen).end() }
        #expect(done.isDone == false)
    }

    @Test("A value instead of NULL is part of an expression")
    func coalescing() throws {
        #expect(try row { $0.own.end = ($0.own.end ?? 2) + 1 }.own.end == 3)
        #expect(try row { $0.rank = $0.rank + ($0.own.end ?? 1) * 2 }.rank == 7)
        #expect(try row { $0.note = ($0.note ?? "n") + "x" }.note == "nx")
        #expect(try row { $0.rank = $0.own.start + ($0.other.end ?? 3) }.rank == 3)
        #expect(try row { $0.own.end = ($0.own.end ?? 1) + ($0.own.end ?? 1) }.own.end == 2)
        #expect(try row { $0.isOpen = $0.rank + 1 > 3 }.isOpen)
    }

    @Test("Bitwise operators with literals can be combined")
    func bits() throws {
        #expect(try row { $0.rank = ($0.rank << 2) | 8 }.rank == 28)
        #expect(try row { $0.rank = $0.rank << 2 | 8 }.rank == 28)
        #expect(try row { $0.rank = ($0.rank & 4) << 1 }.rank == 8)
        #expect(try row { $0.rank = ~$0.rank & 3 }.rank == 2)
    }

    @Test("Results are stored in the representation of their column")
    func representations() throws {
        let otherwise = try row { $0.at = Case().when($0.rank == 1, then: $0.at).else(date) }
        #expect(otherwise.at == date)
        let several = try row {
            $0.at = Case($0.rank).when(1, then: $0.at).when(5, then: date).else($0.at)
        }
        #expect(several.at == date)
        let values = try row {
            $0.at = Case($0.at).when(date, then: $0.at)
                .when(Date(timeIntervalSince1970: 0), then: date).else(date)
        }
        #expect(values.at == date)
        #expect(try row { $0.at = iif($0.rank == 5, date, $0.at) }.at == date)
        #expect(try row { $0.at = iif($0.rank == 5, $0.at, date) }.at != date)
        let both = Tour.find(1).update { $0.at = iif($0.rank == 5, date, date) }
        #expect(
            try both.sql().text == """
                UPDATE "tours" SET "at" = iif("tours"."rank" = ?, ?, ?) WHERE "tours"."id" = ?
                """)
        try both.execute(db)
        #expect(try db.value("SELECT at FROM tours WHERE typeof(at) = 'integer'") == 60)
    }

    @Test("The columns of a group are set to values, literals and expressions")
    func groups() throws {
        let number = 3
        #expect(try row { $0.own.end = 5 }.own == TourSpan(start: 0, end: 5))
        #expect(try row { $0.own.end = number }.own == TourSpan(start: 0, end: 3))
        #expect(try row { $0.own.start = number }.own == TourSpan(start: 3))
        #expect(try row { $0.own.end = $0.rank }.own == TourSpan(start: 0, end: 5))
        #expect(try row { $0.own.checkedAt = date }.own == TourSpan(start: 0, checkedAt: date))
        let both = try row {
            $0.own.end = 5
            $0.own.start = $0.own.start + 1
            $0.own.end = nil
        }
        #expect(both.own == TourSpan(start: 1))
    }

    @Test("The columns of an optional group are set to values, literals and expressions")
    func optionalGroups() throws {
        let started = try row { $0.other.start = 1 }
        #expect(started.other == TourSpan(start: 1))
        let ended = try row {
            $0.other.start = $0.rank.optional()
            $0.other.end = 9
            $0.other.checkedAt = date
        }
        #expect(ended.other == TourSpan(start: 5, end: 9, checkedAt: date))
        #expect(ended.own == TourSpan(start: 0))
        #expect(try row { $0.other = nil }.other == nil)
        try Tour.find(1).update { $0.other.checkedAt = date }.execute(db)
        #expect(try db.value("SELECT other_checkedAt FROM tours WHERE other_start IS NULL") == 60)
    }
}
