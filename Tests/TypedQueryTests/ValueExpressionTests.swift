import DataLiteClauses
import DataLiteMacros
import Foundation
import Testing

@Table struct Ledger: Equatable {
    let id: Int
    var name: String
    var amount: Double = 0
    var isOpen = false
}

@Selection struct LedgerSummary: Equatable {
    var title: String
    var count: Int
    var isOpen: Bool
}

@Table @Selection struct Payment: Equatable {
    let id: Int
    var note: String?
    var cents: Int
    @Column(generated: "cents / 100") var units = 0
}

@Selection struct PaymentNote: Equatable {
    var note: String?
    var payment: Payment?
    @Column(as: UnixTime.self) var at: Date?
}

@DatabaseFunction private func doubled(_ number: Int?) -> Int? { number.map { $0 * 2 } }

@DatabaseFunction private func times(_ number: Int, by factor: Int) -> Int { number * factor }

@Suite("A value in place of an expression")
struct ValueExpressionTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Ledger.createTable().execute(db)
        try Ledger.insert {
            Ledger(id: 1, name: "a", amount: 1.5)
            Ledger(id: 2, name: "b", isOpen: true)
        }.execute(db)
        try db.add(function: $times)
    }

    @Test("A selected value is a bound parameter")
    func selection() throws {
        let query = Ledger.order(by: \.id).select { ($0.name, 1, "x", 2.5, true) }
        #expect(try query.sql().parameters == [.int(1), "x", 2.5, .int(1)])
        let rows = try query.fetchAll(db)
        #expect(rows.map(\.0) == ["a", "b"] && rows.map(\.1) == [1, 1] && rows[1].3 == 2.5)
        #expect(rows.map(\.2) == ["x", "x"] && rows[0].4)
        #expect(try Ledger.select { _ in 5 }.fetchAll(db) == [5, 5])
        let name = "it's"
        #expect(try Ledger.find(1).select { ($0.id, name) }.fetchAll(db).map(\.1) == [name])
        let clauses = sql { schema in
            let ledger = schema.table(Ledger.self)
            Select(ledger.id, "y", 7)
            From(ledger)
        }
        #expect(try clauses.fetchAll(db).map(\.2) == [7, 7])
        #expect(try sql { _ in Select("x") }.fetchAll(db) == ["x"])
    }

    @Test("A query selects random() and a value")
    func functions() throws {
        let query = Ledger.select { ($0.id, SQLExpression.random(), 1) }
        #expect(try query.sql().text.contains("random()"))
    }

    @Test("A value can be a selection's property or a function's argument")
    func properties() throws {
        let query = Ledger.select {
            LedgerSummary.Columns(title: "all", count: $0.id.count(), isOpen: true)
        }
        #expect(try query.fetchAll(db) == [LedgerSummary(title: "all", count: 2, isOpen: true)])
        #expect(try Ledger.find(2).select { $times($0.id, by: 21) }.fetchAll(db) == [42])
    }

    @Test("A row can contain values and expressions")
    func rows() throws {
        let values = Values(
            (1, SQLExpression<String>("a").upper()), (2, SQLExpression<String>("b")))
        #expect(try values.fetchAll(db).map(\.1) == ["A", "b"])
        try Ledger.insert {
            ($0.id, $0.name)
        } values: {
            (Ledger.select { $0.id.count() + 1 }.scalar() ?? 0, "c")
            (9, SQLExpression<String>("d").upper())
        }.execute(db)
        #expect(try Ledger.order(by: \.id).select(\.name).fetchAll(db) == ["a", "b", "c", "D"])
        let none: [Int] = []
        try Ledger.insert {
            ($0.id, $0.name)
        } values: {
            for id in none { (SQLExpression(id), "e") }
        }.execute(db)
        #expect(try Ledger.all.fetchCount(db) == 4)
    }

    @Test("A list can contain values and expressions")
    func lists() throws {
        let query = Ledger.where { $0.id.in([SQLExpression(1), $0.name.length() + 5]) }
        #expect(try query.select(\.id).fetchAll(db) == [1])
        #expect(try Ledger.where { !$0.id.in([$0.id, SQLExpression(5)]) }.fetchCount(db) == 0)
    }

    @Test("A non-optional value can be passed for an optional property or argument")
    func optionals() throws {
        try db.add(function: $doubled)
        try Payment.createTable().execute(db)
        try Payment.insert { Payment(id: 1, cents: 250, units: 2) }.execute(db)
        let date = Date(timeIntervalSince1970: 5)
        let query = Payment.select {
            PaymentNote.Columns(
                note: "x", payment: $0, at: SQLExpression<UnixTime>(UnixTime(date)))
        }
        let payment = Payment(id: 1, cents: 250, units: 2)
        #expect(
            try query.fetchAll(db) == [PaymentNote(note: "x", payment: payment, at: date)])
        let none = Payment.select {
            PaymentNote.Columns(
                note: $0.note, payment: $0, at: SQLExpression<UnixTime?>(nil))
        }
        #expect(
            try none.fetchAll(db) == [PaymentNote(note: nil, payment: payment, at: nil)])
        let values = Payment.select { ($doubled($0.cents), $doubled(4), $doubled($0.id)) }
        let row = try #require(try values.fetchOne(db))
        #expect(row == (500, 8, 2))
    }

    @Test("A row of expressions can contain values")
    func rowOfExpressions() throws {
        try Payment.createTable().execute(db)
        let insert = Payment.insert {
            Payment.Columns(id: 1, note: "a", cents: 150, units: 0)
            for id in 2...3 {
                Payment.Columns(
                    id: id, note: SQLExpression<String>("b").upper(),
                    cents: Payment.select { $0.cents.max() }.scalar() ?? 300, units: 0)
            }
        }
        #expect(
            try insert.sql().text == """
                INSERT INTO "payments" ("id", "note", "cents") VALUES (?, ?, ?), \
                (?, upper(?), coalesce((SELECT max("payments"."cents") FROM "payments"), ?)), \
                (?, upper(?), coalesce((SELECT max("payments"."cents") FROM "payments"), ?))
                """)
        #expect(try insert.execute(db) == 3)
        let rows = [
            Payment(id: 1, note: "a", cents: 150, units: 1),
            Payment(id: 2, note: "B", cents: 300, units: 3),
            Payment(id: 3, note: "B", cents: 300, units: 3),
        ]
        #expect(try Payment.order(by: \.id).fetchAll(db) == rows)
        let upsert = Payment.upsert { Payment.Columns(id: 1, note: "c", cents: 100, units: 0) }
        #expect(try upsert.returning(\.note).fetchAll(db) == ["c"])
        #expect(try Payment.find(1).fetchOne(db)?.units == 1)
        let ignored = Payment.insert(or: .ignore) {
            Payment.Columns(id: 1, note: "d", cents: 0, units: 0)
        }
        #expect(try ignored.execute(db) == 0)
        let mixed = Payment.insert {
            Payment.Columns(id: 8, note: "d", cents: 0, units: 0)
            Payment(id: 9, cents: 1)
        }
        #expect(throws: SQLiteError.self) { try mixed.execute(db) }
    }
}
