import DataLiteMacros
import Foundation
import Testing

@Table private struct Shed: Equatable, Identifiable {
    let id: Int
    var name = ""
    var level = 0
    var note: String?
}

@Table private struct ShedTool: Equatable, Identifiable {
    let id: Int
    var name = ""
    var shedID: Int
    var price: Int?
    @Column(as: Date.UnixTimeRepresentation.self) var boughtAt: Date
}

@Suite("Operators with a query")
struct QueryOperatorTests {
    private let db: Connection
    private let date = Date(timeIntervalSince1970: 1000)

    init() throws {
        db = try Connection(location: .inMemory)
        try Shed.createTable().execute(db)
        try ShedTool.createTable().execute(db)
        try Shed.insert {
            Shed(id: 1, name: "A", level: 1)
            Shed(id: 2, name: "B", level: 3, note: "b")
            Shed(id: 3, name: "C", level: 0)
        }.execute(db)
        try ShedTool.insert {
            ShedTool(id: 1, name: "saw", shedID: 1, price: 5, boughtAt: date)
            ShedTool(id: 2, name: "axe", shedID: 1, price: nil, boughtAt: date + 1)
            ShedTool(id: 3, name: "rake", shedID: 2, price: 9, boughtAt: date + 2)
        }.execute(db)
    }

    private func ids(_ query: Where<Shed>) throws -> [Int] {
        try query.order(by: \.id).select(\.id).fetchAll(db)
    }

    @Test("A column is compared with the value of a query")
    func columns() throws {
        let query = Shed.where { $0.level > ShedTool.select { $0.price.min() } && $0.name == "A" }
        #expect(
            try query.select(\.id).sql().text == """
                SELECT "sheds"."id" FROM "sheds" WHERE "sheds"."level" > (SELECT min("shedTools"."price") \
                FROM "shedTools") AND "sheds"."name" = ?
                """)
        #expect(try ids(Shed.where { $0.level == ShedTool.count() }) == [2])
        #expect(try ids(Shed.where { $0.level != ShedTool.count() }) == [1, 3])
        #expect(try ids(Shed.where { $0.level < ShedTool.count() }) == [1, 3])
        #expect(try ids(Shed.where { $0.level <= ShedTool.select { $0.id.min() } }) == [1, 3])
        #expect(try ids(Shed.where { $0.level > ShedTool.select { $0.id.min() } }) == [2])
        #expect(try ids(Shed.where { $0.level >= ShedTool.select { $0.id.min() } }) == [1, 2])
        #expect(try ids(Shed.where { $0.level > ShedTool.none.select(\.id) }) == [])
        #expect(try ids(Shed.where { $0.note == ShedTool.none.select(\.name) }) == [1, 3])
        let last = ShedTool.where { $0.boughtAt == ShedTool.select { $0.boughtAt.max() } }
        #expect(try last.select(\.id).fetchAll(db) == [3])
    }

    @Test("The value of a query is compared with a literal, a variable and a column")
    func queries() throws {
        func tools(_ shed: Shed.Columns) -> Where<ShedTool> {
            ShedTool.where { $0.shedID == shed.id }
        }
        let query = Shed.where { tools($0).count() > 1 }
        #expect(
            try query.select(\.id).sql().text == """
                SELECT "sheds"."id" FROM "sheds" WHERE (SELECT count(*) FROM "shedTools" \
                WHERE "shedTools"."shedID" = "sheds"."id") > ?
                """)
        let one = 1
        #expect(try ids(query) == [1])
        #expect(try ids(Shed.where { tools($0).count() >= one }) == [1, 2])
        #expect(try ids(Shed.where { tools($0).count() == one }) == [2])
        #expect(try ids(Shed.where { tools($0).count() != one }) == [1, 3])
        #expect(try ids(Shed.where { tools($0).count() < $0.level }) == [2])
        #expect(try ids(Shed.where { tools($0).count() <= $0.level }) == [2, 3])
        #expect(try ids(Shed.where { tools($0).select(\.name) == nil }) == [3])
        #expect(try ids(Shed.where { tools($0).select(\.name) != nil }) == [1, 2])
    }

    @Test("The value of a query is a default, and has one")
    func defaults() throws {
        let notes = Shed.order(by: \.id).select {
            $0.note ?? ShedTool.where { $0.id == 3 }.select(\.name)
        }
        #expect(try notes.fetchAll(db) == ["rake", "b", "rake"])
        let middle = Shed.where {
            $0.id.between(
                Shed.select { $0.id.min() } ?? 0, and: (Shed.select { $0.id.max() } ?? 0) - 1)
        }
        #expect(try ids(middle) == [1, 2])
        let next = Shed.find(3).update { $0.level = (Shed.select { $0.level.max() } ?? -1) + 1 }
        #expect(try next.returning(\.level).fetchAll(db) == [4])
    }

    @Test("The value of a query is added, subtracted and appended")
    func arithmetic() throws {
        let sums = Shed.order(by: \.id).select {
            (
                $0.level + ShedTool.count(), $0.level - ShedTool.count(),
                ShedTool.count().expression + $0.level
            )
        }
        #expect(try sums.fetchAll(db).map(\.0) == [4, 6, 3])
        #expect(try sums.fetchAll(db).map(\.1) == [-2, 0, -3])
        #expect(try sums.fetchAll(db).map(\.2) == [4, 6, 3])
        let saw = ShedTool.where { $0.id == 1 }.select(\.name)
        let names = Shed.order(by: \.id).select { $0.name + "-" + saw }
        #expect(try names.fetchAll(db) == ["A-saw", "B-saw", "C-saw"])
        let update = Shed.find(1).update {
            $0.level += ShedTool.count()
            $0.name += saw
        }
        let changed = try update.returning { ($0.level, $0.name) }.fetchRequired(db)
        #expect(changed == (4, "Asaw"))
        let less = Shed.find(1).update { $0.level -= ShedTool.count() }
        #expect(try less.returning(\.level).fetchAll(db) == [1])
    }

    @Test("Two queries are operands")
    func twoQueries() throws {
        let sum = Values(Shed.count().expression + ShedTool.count())
        #expect(
            try sum.sql().text
                == #"VALUES ((SELECT count(*) FROM "sheds") + (SELECT count(*) FROM "shedTools"))"#)
        #expect(try sum.fetchRequired(db) == 6)
        #expect(try Values(ShedTool.count().expression - Shed.count()).fetchRequired(db) == 0)
        #expect(
            try Values(ShedTool.count().expression * Shed.count().expression).fetchRequired(db) == 9
        )
        #expect(try Values(ShedTool.count().expression * 2 + 1).fetchRequired(db) == 7)
        #expect(try ids(Shed.where { $0.level * Shed.count().expression > 3 }) == [2])
    }

    @Test("The value of a query is compared by methods")
    func methods() throws {
        func tools(_ shed: Shed.Columns) -> Where<ShedTool> {
            ShedTool.where { $0.shedID == shed.id }
        }
        #expect(try ids(Shed.where { tools($0).count().eq(0) }) == [3])
        #expect(try ids(Shed.where { tools($0).count().neq(0) }) == [1, 2])
        #expect(try ids(Shed.where { tools($0).count().is($0.id) }) == [])
        #expect(try ids(Shed.where { tools($0).select(\.id).is(nil) }) == [3])
        #expect(try ids(Shed.where { tools($0).select(\.id).isNot(nil) }) == [1, 2])
        #expect(try ids(Shed.where { tools($0).count().isNot($0.level) }) == [1, 2])
        #expect(try ids(Shed.where { tools($0).count().lt(1) }) == [3])
        #expect(try ids(Shed.where { tools($0).count().lte(1) }) == [2, 3])
        #expect(try ids(Shed.where { tools($0).count().gt(1) }) == [1])
        #expect(try ids(Shed.where { tools($0).count().gte($0.level) }) == [1, 3])
    }

    @Test("A CASE compares a value with columns")
    func caseOfValue() throws {
        let query = Shed.order(by: \.id).select {
            Case(3).when($0.level, then: "level").when($0.id, then: "id").else("none")
        }
        #expect(try query.fetchAll(db) == ["none", "level", "id"])
    }
}
