import DataLiteMacros
import Foundation
import Testing

@Table private struct Parcel: Equatable, Identifiable {
    let id: Int
    var label = ""
    var note: String?
    var weight = 0
    var price: Double?
}

@Suite("Functions written before their argument")
struct FreeFunctionTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Parcel.createTable().execute(db)
        try Parcel.insert {
            Parcel(id: 1, label: " Ab ", note: "x", weight: -3, price: 1.25)
            Parcel(id: 2, label: "cd", weight: 5, price: 2.75)
            Parcel(id: 3, label: "cd", weight: 5)
        }.execute(db)
    }

    @Test("Aggregates are the same as the methods")
    func aggregates() throws {
        let query = Parcel.select { (count($0.note), count(distinct: $0.weight), sum($0.weight)) }
        #expect(
            try query.sql().text == """
                SELECT count("parcels"."note"), count(DISTINCT "parcels"."weight"), \
                sum("parcels"."weight") FROM "parcels"
                """)
        #expect(try query.fetchRequired(db) == (1, 2, 7))
        let sums = Parcel.select {
            (sum(distinct: $0.weight), total($0.price), total(distinct: $0.weight))
        }
        #expect(try sums.fetchRequired(db) == (2, 4, 2))
        let averages = Parcel.select {
            (average($0.price), avg($0.price), average(distinct: $0.weight))
        }
        #expect(try averages.fetchRequired(db) == (2, 2, 1))
        let extremes = Parcel.select {
            (min($0.weight), max($0.weight), min($0.price), max($0.price))
        }
        #expect(try extremes.fetchRequired(db) == (-3, 5, 1.25, 2.75))
        let texts = Parcel.where { $0.id > 1 }.select {
            (groupConcat($0.label), groupConcat($0.label, "-"))
        }
        #expect(try texts.fetchRequired(db) == ("cd,cd", "cd-cd"))
    }

    @Test("Aggregates of no rows are NULL or 0")
    func noRows() throws {
        let none = Parcel.where { $0.id > 9 }
        #expect(
            try none.select { (count($0.id), sum($0.weight), total($0.weight)) }
                .fetchRequired(db) == (0, nil, 0))
        #expect(
            try none.select { (min($0.weight), average($0.weight)) }
                .fetchRequired(db) == (nil, nil))
    }

    @Test("Functions of text take columns and Swift strings")
    func text() throws {
        let query = Parcel.find(1).select {
            (upper($0.label), lower($0.label), trim($0.label), ltrim($0.label), rtrim($0.label))
        }
        #expect(try query.fetchRequired(db) == (" AB ", " ab ", "Ab", "Ab ", " Ab"))
        let positions = Parcel.find(1).select {
            (length($0.label), length($0.note), instr($0.label, "b"))
        }
        #expect(try positions.fetchRequired(db) == (4, 1, 3))
        #expect(try Parcel.find(2).select { length($0.note) }.fetchRequired(db) == nil)
        let values = Values(
            upper("a"), replace("abc", "b", "x"), substr("abc", 2), substr("abc", 1, 2))
        #expect(try values.fetchRequired(db) == ("A", "axc", "bc", "ab"))
        let trimmed = Values(trim("xax", "x"), ltrim("xax", "x"), rtrim("xax", "x"))
        #expect(try trimmed.fetchRequired(db) == ("a", "ax", "xa"))
        #expect(
            try Values(hex("a"), quote("it's"), typeof(1)).fetchRequired(db) == (
                "61", "'it''s'", "integer"
            ))
    }

    @Test("Functions of numbers, types and NULL")
    func numbers() throws {
        let query = Parcel.find(1).select {
            (abs($0.weight), round($0.price), round($0.price, 1), sign($0.weight))
        }
        #expect(try query.fetchRequired(db) == (3, 1, 1.3, -1))
        let casts = Parcel.find(3).select {
            (cast($0.weight, as: String.self), cast($0.price, as: String.self))
        }
        #expect(try casts.fetchRequired(db) == ("5", nil))
        let nulls = Parcel.find(3).select { (ifnull($0.note, "none"), coalesce($0.price, 7)) }
        #expect(try nulls.fetchRequired(db) == ("none", 7))
        #expect(try nulls.sql().text.contains(#"coalesce("parcels"."price", ?)"#))
        let labels = Parcel.order(by: \.id).select { nullif($0.label, "cd") }
        #expect(try labels.fetchAll(db) == [" Ab ", nil, nil])
    }

    @Test("CAST of numbers above Int64.max fails in generic code")
    func largeNumbers() throws {
        let number = SQLExpression<UInt64>(.max)
        #expect {
            try Values(cast(number, as: String.self)).fetchAll(db)
        } throws: {
            ($0 as? SQLiteError)?.message.hasPrefix("values above Int64.max") == true
        }
    }

    @Test("The functions of Swift keep their meaning")
    func swiftFunctions() {
        let absolute = abs(-2)
        #expect(absolute == 2)
        #expect(min(3, 1) == 1 && max(3.5, 1) == 3.5)
        #expect(round(1.5) == 2)
        #expect([-1, 2].map(abs) == [1, 2])
    }

    @Test("Literals have methods")
    func literals() throws {
        #expect(try Values("abc".like("A%"), "abc".glob("A*")).fetchRequired(db) == (true, false))
        #expect(try Values((-5).abs(), (-5).sign(), (-2.5).abs()).fetchRequired(db) == (5, -1, 2.5))
    }
}
