import DataLiteMacros
import Foundation
import Testing

/// A representation of a program, which SQL cannot convert.
struct Negated: ColumnRepresentation {
    let value: Int

    init(_ value: Int) { self.value = value }

    init?(_ sqliteValue: SQLiteValue) {
        guard let negative = Int(sqliteValue) else { return nil }
        value = -negative
    }

    var sqliteValue: SQLiteValue { .int(Int64(-value)) }
}

@Table private struct Bale: Equatable {
    let id: Int
    @Column(as: Negated.self) var weight: Int
    @Column(as: Negated?.self) var limit: Int?
    var number = 0
    @Column(as: Date.UnixTimeRepresentation.self) var packedAt = Date(timeIntervalSince1970: 60)
    var sentAt = Date(timeIntervalSince1970: 60)
}

@Table @Selection private struct BaleWeight { let weight: Int? }

@Suite("A value that a representation of the program stores")
struct FormConversionTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Bale.createTable().execute(db)
        try Bale.insert {
            Bale(id: 1, weight: 5, limit: nil, number: 9)
            Bale(id: 2, weight: 9, limit: 4, number: 5)
        }.execute(db)
    }

    private func ids(_ query: Where<Bale>) throws -> [Int] {
        try query.order(by: \.id).select(\.id).fetchAll(db)
    }

    private let first = Bale.where { $0.id == 1 }.select(\.weight)

    @Test("The value of a query is converted where an expression has no representation")
    func values() throws {
        let query = Bale.limit(1).select { _ in first.scalar() }
        #expect(
            try query.sql().text.hasPrefix("SELECT \"TypedQueryTests.Negated.value\"((SELECT "))
        #expect(try query.fetchAll(db) == [5])
        let plain: [Int] = try Bale.limit(1).select { _ in first }.fetchAll(db)
        #expect(plain == [5])
        let limits = Bale.order(by: \.id).select { bale in
            Bale.where { $0.id == bale.id }.select(\.limit).scalar()
        }
        #expect(try limits.fetchAll(db) == [nil, 4])
        #expect(try ids(Bale.where { _ in first.scalar() == 5 }) == [1, 2])
        let none = Bale.where { $0.id == 9 }.select(\.weight)
        let missing: [Int?] = try Bale.limit(1).select { _ in none.scalar() }.fetchAll(db)
        #expect(missing == [nil])
    }

    @Test("A query in another form is converted where it is compared, listed or assigned")
    func conversions() throws {
        #expect(try ids(Bale.where { $0.number.eq(first) }) == [2])
        #expect(
            try ids(Bale.where { $0.weight.eq(Bale.where { $0.id == 2 }.select(\.number)) }) == [1])
        #expect(try ids(Bale.where { $0.number.in(Bale.select(\.weight)) }) == [1, 2])
        #expect(try ids(Bale.where { $0.weight.in(Bale.select { $0.number + 4 }) }) == [2])
        #expect(try ids(Bale.where { $0.packedAt.eq(Bale.select(\.sentAt)) }) == [1, 2])
        #expect(try ids(Bale.where { $0.sentAt.in(Bale.select(\.packedAt)) }) == [1, 2])
        try Bale.where { $0.id == 1 }.update { $0.number = Bale.order(by: \.id).select(\.weight) }
            .execute(db)
        try Bale.where { $0.id == 2 }.update {
            $0.weight = Bale.where { $0.id == 2 }.select(\.number)
        }
        .execute(db)
        let rows = try Bale.order(by: \.id).select { ($0.number, $0.weight) }.fetchAll(db)
        #expect(rows.map(\.0) == [5, 5])
        #expect(rows.map(\.1) == [5, 5])
        #expect(try Bale.order(by: \.id).select(\.weight).map { $0 + 1 }.fetchAll(db) == [6, 6])
    }

    @Test("A stored value that is not one of the representation is an error that names it")
    func wrongValue() throws {
        try db.execute("UPDATE bales SET weight = 'heavy' WHERE id = 1")
        let error = #expect(throws: SQLiteError.self) {
            try Bale.limit(1).select { _ in first.scalar() }.fetchAll(db)
        }
        #expect(error?.message.contains("expected Negated, found") == true)
    }

    @Test("A view does not call a function that other connections do not have")
    func views() throws {
        let view = BaleWeight.createView(
            as: Bale.select { _ in BaleWeight.Columns(weight: first.scalar()) })
        let error = #expect(throws: SQLiteError.self) { try view.execute(db) }
        #expect(error?.message.contains("write scalar(as:)") == true)
    }

    @Test("An argument of a Swift function is converted to the form of the parameter")
    func arguments() throws {
        let start = Date(timeIntervalSince1970: 0)
        #expect(try Values($nextDay(#bind(start))).fetchOne(db) == start + 86_400)
        #expect(try Bale.find(1).select { $nextDay($0.sentAt) }.fetchOne(db) == start + 86_460)
        #expect(try Bale.find(1).select { $nextDay($0.packedAt) }.fetchOne(db) == start + 86_460)
        #expect(try Bale.find(1).select { $doubled($0.packedAt) }.fetchOne(db) == 120)
    }

    @Test("A value of a selection is converted to the form of the property")
    func selections() throws {
        let rows = Bale.find(1).select { Packing.Columns(packedAt: $0.sentAt, sentAt: $0.packedAt) }
        let date = Date(timeIntervalSince1970: 60)
        #expect(try rows.fetchAll(db) == [Packing(packedAt: date, sentAt: date)])
    }
}

@DatabaseFunction(
    as: ((Date.UnixTimeRepresentation) -> Date.UnixTimeRepresentation).self, isDeterministic: true)
private func nextDay(_ date: Date) -> Date { date + 86_400 }

@DatabaseFunction private func doubled(_ date: Date) -> Double { date.timeIntervalSince1970 * 2 }

@Selection private struct Packing: Equatable {
    @Column(as: Date.UnixTimeRepresentation.self) var packedAt: Date
    var sentAt: Date
}
