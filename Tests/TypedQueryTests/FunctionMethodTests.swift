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

@Suite("Functions of columns and of bound values")
struct FunctionMethodTests {
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

    @Test("Aggregates are methods")
    func aggregates() throws {
        let query = Parcel.select {
            ($0.note.count(), $0.weight.count(distinct: true), $0.weight.sum())
        }
        #expect(
            try query.sql().text == """
                SELECT count("parcels"."note"), count(DISTINCT "parcels"."weight"), \
                sum("parcels"."weight") FROM "parcels"
                """)
        #expect(try query.fetchRequired(db) == (1, 2, 7))
        let sums = Parcel.select {
            ($0.weight.sum(distinct: true), $0.price.total(), $0.weight.total(distinct: true))
        }
        #expect(try sums.fetchRequired(db) == (2, 4, 2))
        let averages = Parcel.select {
            ($0.price.avg(), $0.weight.avg(distinct: true))
        }
        #expect(try averages.fetchRequired(db) == (2, 1))
        let extremes = Parcel.select {
            ($0.weight.min(), $0.weight.max(), $0.price.min(), $0.price.max())
        }
        #expect(try extremes.fetchRequired(db) == (-3, 5, 1.25, 2.75))
        let texts = Parcel.where { $0.id > 1 }.select {
            ($0.label.groupConcat(), $0.label.groupConcat("-"))
        }
        #expect(try texts.fetchRequired(db) == ("cd,cd", "cd-cd"))
    }

    @Test("Aggregates of no rows are NULL or 0")
    func noRows() throws {
        let none = Parcel.where { $0.id > 9 }
        #expect(
            try none.select { ($0.id.count(), $0.weight.sum(), $0.weight.total()) }
                .fetchRequired(db) == (0, nil, 0))
        #expect(
            try none.select { ($0.weight.min(), $0.weight.avg()) }
                .fetchRequired(db) == (nil, nil))
    }

    @Test("Functions of text are methods of columns and of bound strings")
    func text() throws {
        let query = Parcel.find(1).select {
            (
                $0.label.upper(), $0.label.lower(), $0.label.trim(), $0.label.ltrim(),
                $0.label.rtrim()
            )
        }
        #expect(try query.fetchRequired(db) == (" AB ", " ab ", "Ab", "Ab ", " Ab"))
        let positions = Parcel.find(1).select {
            ($0.label.length(), $0.note.length(), $0.label.instr("b"))
        }
        #expect(try positions.fetchRequired(db) == (4, 1, 3))
        #expect(try Parcel.find(2).select { $0.note.length() }.fetchRequired(db) == nil)
        let values = Values(
            #bind("a").upper(), #bind("abc").replace("b", "x"), #bind("abc").substr(2),
            #bind("abc").substr(1, 2))
        #expect(try values.fetchRequired(db) == ("A", "axc", "bc", "ab"))
        let trimmed = Values(
            #bind("xax").trim("x"), #bind("xax").ltrim("x"), #bind("xax").rtrim("x"))
        #expect(try trimmed.fetchRequired(db) == ("a", "ax", "xa"))
        #expect(
            try Values(#bind("a").hex(), #bind("it's").quote(), #bind(1).typeof()).fetchRequired(db)
                == (
                    "61", "'it''s'", "integer"
                ))
    }

    @Test("Functions of numbers, types and NULL")
    func numbers() throws {
        let query = Parcel.find(1).select {
            ($0.weight.abs(), $0.price.round(), $0.price.round(to: 1), $0.weight.sign())
        }
        #expect(try query.fetchRequired(db) == (3, 1, 1.3, -1))
        let casts = Parcel.find(3).select {
            ($0.weight.cast(as: String.self), $0.price.cast(as: String.self))
        }
        #expect(try casts.fetchRequired(db) == ("5", nil))
        let nulls = Parcel.find(3).select { ($0.note.ifnull("none"), $0.price ?? 7) }
        #expect(try nulls.fetchRequired(db) == ("none", 7))
        #expect(try nulls.sql().text.contains(#"coalesce("parcels"."price", ?)"#))
        let labels = Parcel.order(by: \.id).select { $0.label.nullif("cd") }
        #expect(try labels.fetchAll(db) == [" Ab ", nil, nil])
    }

    @Test("CAST of numbers above Int64.max fails in generic code")
    func largeNumbers() throws {
        let number = SQLExpression<UInt64>(.max)
        #expect {
            try Values(number.cast(as: String.self)).fetchAll(db)
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

    @Test("Bound literals have methods")
    func literals() throws {
        let matches = Values(#bind("abc").like("A%"), #bind("abc").glob("A*"))
        #expect(try matches.fetchRequired(db) == (true, false))
        let numbers = Values(#bind(-5).abs(), #bind(-5).sign(), #bind(-2.5).abs())
        #expect(try numbers.fetchRequired(db) == (5, -1, 2.5))
    }
}
