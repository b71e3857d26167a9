import DataLiteMacros
import Foundation
import Testing

@Table struct Stop: Equatable, Identifiable {
    let id: Int
    var line = 0
    var number = 0
    var name = ""
    var alias: String?
    var fare = 0.0
    @Column(as: Date.UnixTimeRepresentation?.self) var openedAt: Date?
}

@Selection private struct LineCount {
    let line: Int
    let count: Int
}

@Table struct Ride: Equatable {
    @Column(primaryKey: true) let key: RideKey
}

@Selection struct RideKey: Equatable {
    let line: Int
    let number: Int
}

@Suite("Expressions as other libraries write them")
struct PeerExpressionTests {
    private let db: Connection
    private let date = Date(timeIntervalSince1970: 1000)

    init() throws {
        db = try Connection(location: .inMemory)
        try Stop.createTable().execute(db)
        try Ride.createTable().execute(db)
        try Stop.insert {
            Stop(id: 1, line: 1, number: 2, name: "A", alias: "a", fare: 1.256, openedAt: date)
            Stop(id: 2, line: 1, number: 3, name: "B", alias: nil, fare: 2.5, openedAt: nil)
            Stop(id: 3, line: 2, number: 1, name: "C", alias: "c", fare: 3.0, openedAt: date)
        }.execute(db)
    }

    private func ids(_ query: Where<Stop>) throws -> [Int] {
        try query.order(by: \.id).select(\.id).fetchAll(db)
    }

    @Test("Row values are equal if all values are, NULL equal to NULL")
    func rowEquality() throws {
        let query = Stop.where { row($0.line, $0.number).eq(1, 3) }
        #expect(
            try query.select(\.id).sql().text == """
                SELECT "stops"."id" FROM "stops" WHERE ("stops"."line", "stops"."number") = (?, ?)
                """)
        #expect(try ids(query) == [2])
        #expect(try ids(Stop.where { row($0.line, $0.number).neq(1, 3) }) == [1, 3])
        #expect(try ids(Stop.where { row($0.line, $0.alias).eq(1, nil) }) == [2])
        #expect(try ids(Stop.where { row($0.line, $0.alias).neq(1, nil) }) == [1, 3])
        #expect(try ids(Stop.where { row($0.line, $0.openedAt).eq(2, date) }) == [3])
        #expect(try ids(Stop.where { row($0.line, $0.id).eq(row($0.id, $0.line)) }) == [1])
    }

    @Test("A row value is in a list of tuples and in a query")
    func rowLists() throws {
        #expect(
            try ids(Stop.where { row($0.line, $0.number).in([(1, 2), (2, 1), (9, 9)]) }) == [1, 3])
        #expect(try ids(Stop.where { row($0.line, $0.number).in([]) }) == [])
        #expect(try ids(Stop.where { !row($0.line, $0.number).in([]) }) == [1, 2, 3])
        #expect(try ids(Stop.where { row($0.line, $0.alias).in([(1, "a"), (1, nil)]) }) == [1, 2])
        #expect(try ids(Stop.where { !row($0.line, $0.alias).in([(1, "a"), (1, nil)]) }) == [3])
        #expect(try ids(Stop.where { row($0.line, $0.alias).in([(1, nil)]) }) == [2])
        let rows = Stop.where { $0.id < 3 }.select { ($0.line, $0.alias) }
        #expect(try ids(Stop.where { row($0.line, $0.alias).in(rows) }) == [1, 2])
        #expect(try ids(Stop.where { !row($0.line, $0.alias).in(rows) }) == [3])
        #expect(try ids(Stop.where { row($0.line, $0.openedAt).in([(2, date)]) }) == [3])
        let pairs = Stop.where { $0.id > 1 }.select { ($0.number, $0.line) }
        #expect(try ids(Stop.where { row($0.line, $0.number).in(pairs) }) == [1])
        let forms = Stop.select { ($0.line, SQLExpression<Date?>(date)) }
        #expect(throws: SQLiteError.self) {
            try Stop.where { row($0.line, $0.openedAt).in(forms) }.fetchAll(db)
        }
    }

    @Test("Row values are ordered by the first value that differs")
    func rowOrder() throws {
        #expect(try ids(Stop.where { row($0.line, $0.number).lt(1, 3) }) == [1])
        #expect(try ids(Stop.where { row($0.line, $0.number).lte(1, 3) }) == [1, 2])
        #expect(try ids(Stop.where { row($0.line, $0.number).gt(1, 3) }) == [3])
        #expect(try ids(Stop.where { row($0.line, $0.number).gte(1, 3) }) == [2, 3])
        #expect(try ids(Stop.where { row($0.line, $0.alias).lt(1, "z") }) == [1])
        #expect(try ids(Stop.where { row($0.line, $0.number).gt(row($0.number, $0.line)) }) == [3])
        #expect(try ids(Stop.where { row($0.line, $0.openedAt).lte(1, date) }) == [1])
    }

    @Test("Methods that compare combine with operators, functions and optional values")
    func comparisonMethods() throws {
        #expect(
            try ids(Stop.where { $0.fare.gt(1) && $0.fare.round() > 1 && $0.line.eq(1) }) == [2])
        #expect(try ids(Stop.where { $0.fare.lte(2.5) && $0.number.abs() == 3 }) == [2])
        #expect(try ids(Stop.where { $0.number.gt($0.alias.length()) }) == [1])
        #expect(try ids(Stop.where { $0.number.gte($0.alias.length()) }) == [1, 3])
        #expect(try ids(Stop.where { $0.alias.length().lt($0.line) }) == [3])
        #expect(try ids(Stop.where { $0.alias.length().lte($0.line) }) == [1, 3])
        #expect(try ids(Stop.where { $0.alias.length().gt($0.number) }) == [])
    }

    @Test("A group of columns is in a list of groups")
    func groupLists() throws {
        let keys = [RideKey(line: 1, number: 2), RideKey(line: 1, number: 3)]
        try Ride.insert {
            for key in keys { Ride(key: key) }
            Ride(key: RideKey(line: 2, number: 2))
        }.execute(db)
        #expect(try Ride.where { $0.key.in(keys) }.fetchAll(db).map(\.key) == keys)
        #expect(try Ride.where { $0.key.in([]) }.fetchAll(db) == [])
        #expect(try Ride.where { $0.primaryKey.number == 2 }.fetchCount(db) == 2)
        #expect(try Ride.find(keys[0]).or(Ride.find(keys[1])).fetchCount(db) == 2)
    }

    @Test("Functions of bound values need no table")
    func strings() throws {
        let upper = try Values(#bind("a").upper()).fetchRequired(db)
        #expect(upper == "A")
        #expect(try Values(#bind("Ab").lower(), #bind("abc").length()).fetchAll(db).map(\.1) == [3])
        #expect(try Values(#bind(" a ").trim(), #bind("xax").trim("x")).fetchOne(db)?.0 == "a")
        #expect(try Values(#bind(" a").ltrim(), #bind("xa").ltrim("x")).fetchOne(db)?.1 == "a")
        #expect(try Values(#bind("a ").rtrim(), #bind("ax").rtrim("x")).fetchOne(db)?.1 == "a")
        #expect(
            try Values(#bind("abc").substr(2), #bind("abc").substr(2, 1)).fetchOne(db)?.1 == "b")
        #expect(
            try Values(#bind("A").unicode(), #bind("A").hex(), #bind("it's").quote()).fetchOne(db)?
                .2 == "'it''s'")
        #expect(try Values(zeroBlob(2)).fetchOne(db) == Data([0, 0]))
        #expect(try Values(randomBlob(3)).fetchOne(db)?.count == 3)
        #expect(try Stop.find(1).select { #bind("BA").instr($0.name) }.fetchOne(db) == 2)
        let bytes = Values(#bind("dead-beef").unhex(ignoring: "-"))
        if Connection.libraryVersionNumber >= 3_041_000 {
            #expect(try bytes.fetchOne(db) == Data([0xde, 0xad, 0xbe, 0xef]))
        } else {
            #expect(throws: SQLiteError.self) { try bytes.fetchOne(db) }
        }
    }

    @Test("Values are the rows of a closure")
    func values() throws {
        let isLast = true
        let rows = try Values {
            (1, "a")
            (2, #bind("b").upper())
            if isLast { (3, "c") } else { (4, "d") }
        }.fetchAll(db)
        let (numbers, texts): ([Int], [String]) = (rows.map { $0.0 }, rows.map { $0.1 })
        #expect(numbers == [1, 2, 3])
        #expect(texts == ["a", "B", "c"])
        let single: [String] = try Values {
            "a"; "b"
        }.fetchAll(db)
        #expect(single == ["a", "b"])
    }

    @Test("The rows of a query are negated, and those with NULL are in neither")
    func not() throws {
        #expect(try ids(Stop.where { $0.line == 1 }.not()) == [3])
        #expect(try ids(Stop.where { $0.line == 1 }.where { $0.id == 1 }.not()) == [2, 3])
        #expect(try ids(Stop.all.not()) == [])
        #expect(try ids(Stop.where { $0.alias < "b" }.not()) == [3])
        #expect(try ids(Stop.none.not()) == [1, 2, 3])
    }

    @Test("ifnull, round, distinct and offset take the arguments of other libraries")
    func arguments() throws {
        let names = Stop.order(by: \.id).select {
            ($0.name.ifnull("x"), $0.alias.ifnull($0.alias), $0.alias.ifnull("?"))
        }
        #expect(try names.fetchAll(db).map(\.0) == ["A", "B", "C"])
        #expect(try names.fetchAll(db).map(\.1) == ["a", nil, "c"])
        #expect(try names.fetchAll(db).map(\.2) == ["a", "?", "c"])
        let start = Date(timeIntervalSince1970: 5)
        let dates = Stop.order(by: \.id).select { $0.openedAt.ifnull(start) }
        #expect(try dates.fetchAll(db) == [date, start, date])
        #expect(try Stop.find(1).select { $0.fare.round(to: 2) }.fetchOne(db) == 1.26)
        #expect(try Stop.distinct(false).fetchCount(db) == 3)
        #expect(try Stop.distinct().select(\.line).fetchAll(db).sorted() == [1, 2])
        #expect(try Stop.offset(2).fetchAll(db).count == 1)
        #expect(
            try Stop.order { [$0.line.desc(), $0.number.desc()] }.select(\.id).fetchAll(db) == [
                3, 2, 1,
            ])
    }

    @Test("groupConcat takes a single term of an order")
    func groupConcat() throws {
        let names = Stop.select { $0.name.groupConcat("+", order: $0.id.desc(), filter: $0.id < 3) }
        let commas = Stop.select { $0.name.groupConcat(order: $0.name.desc()) }
        if Connection.libraryVersionNumber >= 3_044_000 {
            #expect(try names.fetchOne(db) == "B+A")
            #expect(try commas.fetchOne(db) == "C,B,A")
        } else {
            #expect(throws: SQLiteError.self) { try names.fetchOne(db) }
            #expect(throws: SQLiteError.self) { try commas.fetchOne(db) }
        }
    }

    @Test("The rows of VALUES in a closure are values of a selection")
    func selectionValues() throws {
        let values = Values {
            LineCount(line: 1, count: 2)
            LineCount(line: 2, count: 1)
        }
        #expect(try values.sql().text == "VALUES (?, ?), (?, ?)")
        #expect(try values.fetchAll(db).map(\.count) == [2, 1])
        #expect(try values.where { $0.count > 1 }.fetchAll(db).map(\.line) == [1])
        #expect(try values.order(by: \.count).fetchAll(db).map(\.line) == [2, 1])
        let lines = values.order { $0.count.desc() }.limit(1).select { $0.line }
        #expect(try lines.fetchAll(db) == [1])
    }

    @Test("A blob has as many bytes as an expression says")
    func blobs() throws {
        let bytes = Stop.find(2).select { (zeroBlob($0.id), randomBlob($0.id).length()) }
        #expect(try bytes.fetchRequired(db) == (Data([0, 0]), 2))
    }

    @Test("Distinct rows of a table are counted by its key")
    func distinctRows() throws {
        let pairs = Stop.join(Stop.all.as(OtherStop.self)) { $0.line == $1.line }
        let count = pairs.select { stop, _ in (stop.count(), stop.count(distinct: true)) }
        #expect(try count.sql().text.contains(#"count(DISTINCT "stops"."id")"#))
        #expect(try count.fetchRequired(db) == (5, 3))
        let some = Stop.select { $0.count(distinct: true, filter: $0.line == 1) }
        #expect(try some.fetchOne(db) == 2)
        #expect(throws: SQLiteError.self) {
            try Ride.select { $0.count(distinct: true) }.fetchOne(db)
        }
    }
}

private enum OtherStop: AliasName {}
