import DataLiteMacros
import Foundation
import Testing

@Table struct Counter: Equatable, Identifiable {
    let id: Int
    var name = ""
    var count = 0
    var total = 0
    var flags: Int?
    var isOn = false
    var span = Extent()
}

@Selection struct Extent: Equatable {
    var start = 0
    var end: Int?
    @Column(as: Date.UnixTimeRepresentation?.self) var seenAt: Date?
}

enum OtherCounter: TableAlias { typealias Table = Counter }

@DatabaseFunction func nextNumber() -> Int { 7 }

@DatabaseFunction(isDeterministic: true) func twiceTotal(_ number: Int) -> Int { number * 2 }

@Suite("Updates and deletes as other libraries write them")
struct PeerChangeTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try db.add(function: $nextNumber)
        try db.add(function: $twiceTotal)
        try Counter.createTable().execute(db)
        try Counter.insert {
            Counter(id: 1, name: "A", count: 6, total: 10, flags: 5)
            Counter(id: 2, name: "B", count: -3, total: 20, isOn: true)
        }.execute(db)
    }

    private func counter(_ id: Int) throws -> Counter { try Counter.find(id).fetchRequired(db) }

    @Test("A closure that adds no condition is an error, and changes no row")
    func noCondition() throws {
        let isFiltered = false
        let count = try Counter.fetchCount(db)
        #expect(throws: SQLiteError.self) {
            try Counter.delete().where { if isFiltered { $0.id == 1 } }.execute(db)
        }
        #expect(throws: SQLiteError.self) {
            try Counter.update { $0.total = 0 }.where { if isFiltered { $0.id == 1 } }.execute(db)
        }
        #expect(try Counter.fetchCount(db) == count)
        #expect(try Counter.where { $0.total == 0 }.isEmpty(db))
    }

    @Test("An update computes with the expression that it has assigned")
    func assigned() throws {
        let update = Counter.find(1).update {
            $0.count += 1
            $0.total = $0.count * 2
            $0.name += String("!")
            $0.name += "?"
        }
        #expect(
            try update.sql().text == """
                UPDATE "counters" SET "count" = "counters"."count" + ?, \
                "total" = ("counters"."count" + ?) * ?, \
                "name" = "counters"."name" || ? || ? WHERE "counters"."id" = ?
                """)
        try update.execute(db)
        #expect(try counter(1).total == 14)
        #expect(try counter(1).name == "A!?")
    }

    @Test("A tuple of columns exchanges its values")
    func tuples() throws {
        try Counter.find(1).update { ($0.count, $0.total) = ($0.total, $0.count) }.execute(db)
        #expect(try counter(1).count == 10)
        #expect(try counter(1).total == 6)
    }

    @Test("Each compound operator changes the column, and NULL stays NULL")
    func operators() throws {
        try Counter.find(1).update {
            $0.count |= 9
            $0.count &= 13
            $0.count <<= 2
            $0.count >>= 1
            $0.total &= $0.count
            $0.flags |= 2
            $0.isOn.toggle()
            $0.name.append("b")
            $0.name.append("c")
        }.execute(db)
        let first = try counter(1)
        #expect(first.count == (((6 | 9) & 13) << 2) >> 1)
        #expect(first.total == 10 & first.count)
        #expect(first.flags == 7)
        #expect(first.isOn)
        #expect(first.name == "Abc")
        try Counter.find(2).update {
            $0.count.negate()
            $0.flags.negate()
            $0.flags <<= 1
        }.execute(db)
        #expect(try counter(2).count == 3)
        #expect(try counter(2).flags == nil)
    }

    @Test("Parts of a group are assigned values, represented dates and NULL")
    func groups() throws {
        let date = Date(timeIntervalSince1970: 1000)
        try Counter.find(1).update {
            $0.span.start = 3
            $0.span.end = ($0.span.start + 1).optional()
            $0.span.seenAt = SQLExpression(date)
        }.execute(db)
        #expect(try counter(1).span == Extent(start: 3, end: 4, seenAt: date))
        #expect(try db.value("SELECT seenAt FROM counters WHERE id = 1", as: Int.self) == 1000)
        try Counter.find(1).update {
            $0.span.end = SQLExpression(nil)
            $0.span.seenAt = SQLExpression(nil)
        }.execute(db)
        #expect(try counter(1).span == Extent(start: 3))
        try Counter.find(1).update { $0.span = Extent(start: 8, end: 9) }.execute(db)
        #expect(try counter(1).span == Extent(start: 8, end: 9))
    }

    @Test("A value that is not deterministic is computed once, or the statement fails")
    func volatileValues() throws {
        try Counter.find(1).update {
            $0.count = SQLExpression.random()
            $0.count &= 1
        }.execute(db)
        #expect([0, 1].contains(try counter(1).count))
        try Counter.find(1).update {
            $0.count = $twiceTotal($0.total)
            $0.total = $0.count
        }.execute(db)
        #expect(try counter(1).total == 20)
        let updates: [Update<Counter>] = [
            Counter.find(1).update {
                $0.count = SQLExpression.random()
                $0.total = $0.count
            },
            Counter.find(1).update {
                $0.total = 0
                $0.count = $nextNumber()
                $0.total = $0.count + 1
            },
            Counter.find(1).update {
                $0.count = #sql("abs(RANDOM())")
                $0.count = $0.count + $0.count
            },
        ]
        for update in updates {
            let error = #expect(throws: SQLiteError.self) { try update.execute(db) }
            #expect(error?.message.contains("count was assigned") == true)
        }
        #expect(try counter(1).count == 20)
    }

    @Test("Doubled assignments are computed, or the statement is refused as too long")
    func doublingValues() throws {
        let doubled = { (times: Int) in
            Counter.find(1).update { counter in
                counter.count = 1
                for _ in 0..<times { counter.count = counter.count + counter.count }
            }
        }
        try doubled(5).execute(db)
        #expect(try counter(1).count == 32)
        let nested = Counter.find(1).update { counter in
            for _ in 0..<30 { counter.name = counter.name + counter.name.upper() }
        }
        for update in [doubled(22), doubled(45), nested] {
            let error = #expect(throws: SQLiteError.self) { try update.execute(db) }
            #expect(error?.message.contains("longer than 4 MiB") == true)
        }
        #expect(try counter(1).count == 32)
    }

    @Test("Conditions after an update or delete select its rows")
    func conditionsAfter() throws {
        let update = Counter.update { $0.count += 1 }.where { $0.id == 2 }
        #expect(
            try update.sql().text == """
                UPDATE "counters" SET "count" = "counters"."count" + ? WHERE "counters"."id" = ?
                """)
        #expect(try update.execute(db) == 1)
        #expect(try counter(2).count == -2)
        #expect(
            try Counter.update { $0.isOn.toggle() }.where(\.isOn).returning(\.name).fetchAll(db)
                == ["B"])
        #expect(try Counter.update { $0.count = 0 }.find(1).execute(db) == 1)
        #expect(
            try Counter.where { $0.id > 0 }.update { $0.count = 5 }.where { $0.id < 2 }
                .execute(db) == 1)
        #expect(
            try Counter.as(OtherCounter.self).where { $0.id > 0 }.update { $0.total = 1 }
                .where { $0.id == 2 }.execute(db) == 1)
        #expect(
            try Counter.update { $0.count = 1 }.where { outer in
                Counter.where { $0.id == outer.id + 1 }.exists()
            }.execute(db) == 1)
        #expect(try Counter.delete().where { $0.flags == nil }.returning(\.id).fetchAll(db) == [2])
        #expect(try Counter.delete().where(\.isOn).execute(db) == 0)
        #expect(try Counter.where { $0.id == 1 }.delete().find(2).execute(db) == 0)
        #expect(try Counter.delete().find(1).execute(db) == 1)
    }

    @Test("A limit selects among the rows of a later condition")
    func limit() throws {
        let ids = try Counter.order(by: \.id).limit(1).update { $0.count = 0 }
            .where { $0.id > 1 }.returning(\.id).fetchAll(db)
        #expect(ids == [2])
    }

    @Test("Changes of no rows run no statement")
    func none() throws {
        #expect(try Counter.none.update { $0.count = 0 }.execute(db) == 0)
        #expect(try Counter.none.delete().returning(\.id).fetchAll(db) == [])
        #expect(try Counter.none.where { $0.id == 1 }.delete().execute(db) == 0)
        #expect(try Counter.none.or(Counter.find(1)).update { $0.count = 0 }.execute(db) == 1)
        #expect(try Counter.none.fetchAll(db) == [])
        #expect(try Counter.where { $0.id.in(Counter.none.select(\.id)) }.fetchAll(db) == [])
    }

    @Test("Inserts take a conflict clause for any index, and conditions on both rows")
    func inserts() throws {
        try Counter.insert {
            ($0.id, $0.name)
        } values: {
            (1, "X")
        }.onConflictDoUpdate {
            $0.name = $0.name + "/" + $1.name
        } where: {
            $0.count > 5 && $1.name != ""
        }.execute(db)
        #expect(try counter(1).name == "A/X")
        try Counter.insert {
            ($0.id, $0.name)
        } select: {
            Counter.select { ($0.id, $0.name) }
        }.onConflictDoUpdate {
            $0.total += 1
        }.execute(db)
        #expect(try Counter.order(by: \.id).select(\.total).fetchAll(db) == [11, 21])
        try Counter.insert { Counter(id: 3, name: "C") }.execute(db)
        #expect(try counter(3).name == "C")
        try db.execute("CREATE UNIQUE INDEX names ON counters(name) WHERE total = 0")
        try Counter.insert {
            Counter(id: 4, name: "C", count: 9)
        }.onConflict {
            $0.name
        } where: {
            $0.total == 0
        } doUpdate: {
            $0.count = $1.count
        } where: {
            $0.count < $1.count
        }.execute(db)
        #expect(try counter(3).count == 9)
    }
}
