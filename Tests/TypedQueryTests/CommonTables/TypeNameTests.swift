import DataLiteMacros
import Testing

@Table("sales") private struct Sale: Identifiable {
    let id: Int
    var town: String
    var price: Int?
}

@Table("saleTotals") @Selection private struct SaleTotal: Equatable {
    let town: String
    var count = 0
    var price: Int?
}

@Table("saleTowns") @Selection private struct SaleTown: Equatable {
    let town: String
}

@Table("saleNumbers") @Selection private struct SaleNumber: Equatable { let value: Int }

@Table("attached", schema: "archive") @Selection private struct Archived { let town: String }

@Suite("A common table expression with the name of its type")
struct TypeNameTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Sale.createTable().execute(db)
        try Sale.insert {
            Sale(id: 1, town: "Ulm", price: 3)
            Sale(id: 2, town: "Ulm", price: nil)
            Sale(id: 3, town: "Bonn", price: nil)
        }.execute(db)
    }

    private var totals: Select<SaleTotal, Sale.Columns> {
        Sale.group(by: \.town).select {
            SaleTotal.Columns(town: $0.town, count: $0.count(), price: $0.price.sum())
        }
    }

    @Test("The query uses the type")
    func query() throws {
        let query = With {
            totals
        } query: {
            SaleTotal.where { $0.count > 1 }.order(by: \.town)
        }
        let text = try query.sql().text
        #expect(text.hasPrefix(#"WITH "saleTotals"("town", "count", "price") AS (SELECT "#))
        #expect(
            text.hasSuffix(
                """
                FROM "saleTotals" WHERE "saleTotals"."count" > ? ORDER BY "saleTotals"."town"
                """))
        #expect(try query.fetchAll(db) == [SaleTotal(town: "Ulm", count: 2, price: 3)])
        let all = With(materialized: true) {
            totals
        } query: {
            SaleTotal.all
        }
        #expect(try all.fetchAll(db).map(\.price).contains(nil))
    }

    @Test("Joins, subqueries and changes use the type")
    func joined() throws {
        let joined = With {
            totals
        } query: {
            Sale.join(SaleTotal.self) { $0.town == $1.town && $1.count > 1 }
                .order { sale, _ in sale.id }.select { ($0.id, $1.price) }
        }
        #expect(try joined.fetchAll(db).map(\.0) == [1, 2])
        let delete = With {
            totals
        } query: {
            Sale.where { $0.town.in(SaleTotal.where { $0.price == nil }.select(\.town)) }.delete()
        }
        #expect(try delete.execute(db) == 1)
        #expect(try Sale.all.fetchCount(db) == 2)
    }

    @Test("A second table uses the first one")
    func two() throws {
        let query = With {
            totals
            SaleTotal.where { $0.count == 1 }.select { SaleTown.Columns(town: $0.town) }
        } query: {
            SaleTown.join(SaleTotal.self) { $0.town == $1.town }
        }
        let rows: [(SaleTown, SaleTotal)] = try query.fetchAll(db)
        #expect(rows.map(\.0.town) == ["Bonn"])
    }

    @Test("A name that would be another table is a mistake")
    func mistakes() throws {
        let archived = With {
            Sale.select { Archived.Columns(town: $0.town) }
        } query: {
            Archived.all
        }
        #expect { try archived.sql() } throws: { error in
            (error as? SQLiteError)?.message.contains("is in a schema") ?? false
        }
        let twice = With {
            totals
            totals
        } query: {
            SaleTotal.all
        }
        #expect { try twice.sql() } throws: { error in
            (error as? SQLiteError)?.message.contains("are named \"saleTotals\"") ?? false
        }
    }

    @Test("A row in a union with its table begins a recursion")
    func recursion() throws {
        let numbers = With {
            SaleNumber(value: 1)
                .union(SaleNumber.select { SaleNumber.Columns(value: $0.value + 1) })
        } query: {
            SaleNumber.limit(4)
        }
        #expect(
            try numbers.sql().text == """
                WITH "saleNumbers"("value") AS (SELECT * FROM (VALUES (?)) UNION \
                SELECT "saleNumbers"."value" + ? AS "value" FROM "saleNumbers") \
                SELECT "saleNumbers"."value" FROM "saleNumbers" LIMIT ?
                """)
        #expect(try numbers.fetchAll(db).map(\.value) == [1, 2, 3, 4])
    }
}
