import DataLiteQuery
import DataLiteTestSupport
import Foundation
import Testing

@Suite("A column of numbers that exceed SQLite's")
struct NumberColumnTests {
    private let db: Connection

    init() throws { db = try Connection(location: .inMemory) }

    /// Stores random prices, some of them neighbors.
    private func prices(strict: Bool) throws -> [Price] {
        try Price.createTable(strict: strict).execute(db)
        var generator = SeededGenerator(seed: 3)
        let prices = (1...60).map { id in
            let hash = UInt64.random(in: 0...(.max), using: &generator) >> UInt64(id % 3 * 20)
            let amount = Decimal(UInt64.random(in: 0...(.max), using: &generator)) / 1_000
            return Price(
                id: id, hash: id % 2 == 0 ? hash : .max - UInt64(id),
                mask: Price.Mask(rawValue: ~hash),
                amount: id % 4 == 0 ? Decimal(id) : amount,
                discount: id % 5 == 0 ? nil : amount + 1,
                cents: Price.Cents(Decimal(id) / 100), previous: id % 3 == 0 ? nil : UInt(hash) ^ 1)
        }
        try Price.insert { prices }.execute(db)
        return prices
    }

    @Test("A column of large numbers has a type that keeps them", arguments: [false, true])
    func created(strict: Bool) throws {
        let wide = strict ? "ANY" : "INTEGER"
        #expect(
            try Price.createTable(strict: strict).sql().text == """
                CREATE TABLE "prices" (
                  "id" INTEGER PRIMARY KEY,
                  "hash" \(wide) NOT NULL UNIQUE,
                  "mask" \(wide) NOT NULL,
                  "amount" TEXT NOT NULL,
                  "discount" TEXT,
                  "cents" INTEGER NOT NULL,
                  "previous" \(wide)
                )\(strict ? " STRICT" : "")
                """)
        try Price.createTable(strict: strict).execute(db)
        #expect(try Price.differences(in: db) == [])
        try Price.createIndex(on: \.amount, \.discount).execute(db)
        try Price.createIndex("by_sum") { ($0.hash, descending($0.amount)) }.execute(db)
    }

    @Test("A column of large numbers returns and finds each row", arguments: [false, true])
    func rows(strict: Bool) throws {
        let prices = try prices(strict: strict)
        #expect(try Price.all.order(by: \.id).fetchAll(db) == prices)
        for price in prices {
            #expect(try Price.where { $0.hash == price.hash }.fetchAll(db) == [price])
            #expect(try Price.where { $0.hash.in([price.hash, 3]) }.fetchAll(db) == [price])
            #expect(try Price.where { $0.mask == price.mask }.fetchAll(db) == [price])
            #expect(try Price.where { $0.mask.in([price.mask]) }.fetchAll(db) == [price])
            #expect(try Price.where { $0.amount == price.amount }.fetchAll(db) == [price])
            #expect(try Price.where { $0.amount.in([price.amount]) }.fetchAll(db) == [price])
            if let previous = price.previous {
                #expect(try Price.where { $0.previous == previous }.fetchAll(db) == [price])
            }
            #expect(
                try Price.where { $0.hash < price.hash }.fetchCount(db)
                    == prices.count { $0.hash < price.hash })
            #expect(
                try Price.where { $0.cents > price.cents.value }.fetchCount(db) == prices.count
                    - price.id
            )
        }
        let hashes = prices.map(\.hash)
        #expect(try Price.select(\.hash).order(by: \.hash).fetchAll(db) == hashes.sorted())
        #expect(try Price.select { ($0.hash.max(), $0.hash.min()) }.fetchOne(db)?.0 == hashes.max())
        let low = hashes.sorted()[10]
        #expect(try Price.where { (low...UInt64.max).contains($0.hash) }.fetchCount(db) == 50)
        let amounts = try Price.order { $0.amount.cast(as: Double.self) }.select(\.id).fetchAll(db)
        #expect(Set(amounts.prefix(15)) == Set(prices.filter { $0.id % 4 == 0 }.map(\.id)))
    }

    @Test("A Decimal column refuses what needs an order")
    func order() throws {
        try Price.createTable().execute(db)
        try expectError(Price.select { less($0.amount, 9) })
        try expectError(Price.select { less($0.discount, $0.discount) })
        try expectError(Price.select { (1...9).contains($0.amount) })
        try expectError(Price.select { (1..<9).contains($0.discount) })
        try expectError(Price.select { greatest($0.amount) })
        try expectError(Price.select { least($0.discount) })
        try expectError(Price.select { $0.amount.max($0.amount) })
        try expectError(Price.select { $0.discount.min($0.amount) })
        try expectError(Price.order { descending($0.amount) })
        try expectError(Price.order { ($0.id, ascending($0.discount)) })
        try expectError(Price.all.union(Price.all).order { descending($0.amount) })
        try expectError(Price.select { rank().over(orderBy: $0.amount) })
    }

    // Where the compiler knows the type, such an order does not compile, or it warns.
    private func less<Value: RowRepresentable>(
        _ lhs: SQLExpression<Value>, _ rhs: SQLExpression<Value>
    ) -> SQLExpression<Value._Condition> { lhs < rhs }

    private func greatest<Value: SQLiteRepresentable>(
        _ value: SQLExpression<Value>
    ) -> SQLExpression<Value?> { value.max() }

    private func least<Value: SQLiteRepresentable>(
        _ value: SQLExpression<Value>
    ) -> SQLExpression<Value?> { value.min() }

    private func ascending<Value: RowRepresentable>(_ value: SQLExpression<Value>) -> Ordering {
        value.asc()
    }

    private func descending<Value: RowRepresentable>(_ value: SQLExpression<Value>) -> Ordering {
        value.desc()
    }

    private func expectError(
        _ query: some Query, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let error = #expect(throws: SQLiteError.self, sourceLocation: sourceLocation) {
            try query.sql()
        }
        #expect(error?.resultCode == .misuse, sourceLocation: sourceLocation)
        #expect(
            error?.message.hasPrefix("SQL has no order for values of type Decimal") == true,
            sourceLocation: sourceLocation)
    }

    @Test(
        "A Decimal column differs from a column that converts the text to other numbers",
        arguments: ["INTEGER", "NUMERIC", "DECIMAL(10,2)", "REAL", "DATE", "JSON", "BLOB"])
    func differences(type: String) throws {
        try db.execute(
            sql: """
                CREATE TABLE prices(
                    id INTEGER PRIMARY KEY, hash UNSIGNED BIG INT NOT NULL UNIQUE, mask NUMERIC NOT NULL,
                    amount \(type) NOT NULL, discount VARCHAR(40), cents INT NOT NULL, previous)
                """)
        #expect(
            try Price.differences(in: db).map(\.kind) == [
                .type(column: "amount", found: type, expected: .text)
            ]
        )
    }

    @Test("A UInt64 column differs from an INTEGER column of a strict table")
    func strictDifferences() throws {
        try db.execute(
            """
            CREATE TABLE prices(
                id INTEGER PRIMARY KEY, hash INTEGER NOT NULL UNIQUE, mask ANY NOT NULL,
                amount TEXT NOT NULL, discount TEXT, cents INTEGER NOT NULL, previous ANY) STRICT
            """)
        #expect(
            try Price.differences(in: db).map(\.kind)
                == [.type(column: "hash", found: "INTEGER", expected: .any)])
    }
}
