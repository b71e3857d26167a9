import DataLiteClauses
import DataLiteMacros
import Testing

@Table
struct Seller: Equatable {
    let id: Int
    var name = ""
}

@Table
struct Offer: Equatable {
    let id: Int
    var sellerID: Int?
    var price = 0
}

@Selection
struct SellerTotal: Equatable {
    let sellerID: Int?
    let total: Int
    let highest: Int?
}

extension SellerTotal.Columns {
    var isLarge: SQLExpression<Bool> { total > 25 }
}

@Suite("A join with a query")
struct JoinedQueryTests {
    let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Seller.createTable().execute(db)
        try Offer.createTable().execute(db)
        try Seller.insert { [Seller(id: 1, name: "Ada"), Seller(id: 2, name: "Bob")] }.execute(db)
        try Offer.insert {
            [
                Offer(id: 1, sellerID: 1, price: 10), Offer(id: 2, sellerID: 1, price: 20),
                Offer(id: 3, price: 30),
            ]
        }.execute(db)
    }

    private let totals = Offer.group(by: \.sellerID).select {
        SellerTotal.Columns(
            sellerID: $0.sellerID, total: $0.price.sum() ?? 0, highest: $0.price.max())
    }

    private let ada = SellerTotal(sellerID: 1, total: 30, highest: 20)
    private let nobody = SellerTotal(sellerID: nil, total: 30, highest: 30)

    @Test("A joined query with aggregates is a derived table")
    func aggregates() throws {
        let query = Seller.join(totals) { $0.id == $1.sellerID }.order { $1.total }
        #expect(
            try query.sql().text == """
                SELECT "sellers"."id", "sellers"."name", "offers"."sellerID", "offers"."total", \
                "offers"."highest" FROM "sellers" JOIN (SELECT "offers"."sellerID", \
                coalesce(sum("offers"."price"), ?) AS "total", max("offers"."price") AS "highest" \
                FROM "offers" GROUP BY "offers"."sellerID") AS "offers" \
                ON "sellers"."id" IS "offers"."sellerID" ORDER BY "offers"."total"
                """)
        let rows = try query.fetchAll(db)
        #expect(rows.map(\.0.name) == ["Ada"])
        #expect(rows.map(\.1) == [ada])
        #expect(try Seller.all.crossJoin(totals).fetchAll(db).count == 4)
    }

    @Test("An outer join with unmatched aggregates has NULL in computed columns")
    func outerJoins() throws {
        let query = Seller.leftJoin(totals) { $0.id == $1.sellerID }.order { s, _ in s.id }
        #expect(try query.fetchAll(db).map(\.1) == [ada, nil])
        let columns = try query.select { ($0.name, $1.total, $1.isLarge, $1.highest) }.fetchAll(db)
        #expect(columns.map(\.1) == [30, nil])
        #expect(columns.map(\.2) == [true, nil])
        #expect(columns.map(\.3) == [20, nil])
        #expect(try query.where { $1.isLarge }.fetchAll(db).map(\.0.id) == [1])
        let counts = query.group { s, _ in s.id }.select { $1.count() }
        #expect(try counts.fetchAll(db) == [1, 0])

        let right = Seller.rightJoin(totals) { $0.id == $1.sellerID }.order { $1.sellerID }
        #expect(try right.fetchAll(db).map(\.0?.name) == [nil, "Ada"])
        #expect(try right.fetchAll(db).map(\.1) == [nobody, ada])
        let full = totals.asTable().fullJoin(Seller.all) { $0.sellerID == $1.id }
            .order { ($0.total, $1.id) }
        let rows = try full.fetchAll(db)
        #expect(rows.map(\.0) == [nil, nobody, ada])
        #expect(rows.map(\.1?.id) == [2, nil, 1])
    }

    @Test("Compounds, common tables, values and clause queries can be joined")
    func otherQueries() throws {
        let offers = Offer.where { $0.price > 15 }.union(Offer.where { $0.id == 1 })
        let left = Seller.leftJoin(offers) { $0.id == $1.sellerID }.order { ($0.id, $1.id) }
        #expect(try left.fetchAll(db).map(\.1?.id) == [1, 2, nil])

        let cheap = With {
            Offer.where { $0.price < 15 }
        } query: {
            $0
        }.asTable()
        let withCheap = Seller.leftJoin(cheap) { $0.id == $1.sellerID }.order { s, _ in s.id }
        #expect(try withCheap.fetchAll(db).map(\.1?.id) == [1, nil])
        let values = Values(Offer(id: 7, sellerID: 2, price: 1)).asTable()
        let withValues = Seller.join(values) { $0.id == $1.sellerID }
        #expect(try withValues.fetchAll(db).map(\.0.id) == [2])

        let clauses = sql { schema in
            let offer = schema.table(Offer.self)
            Select(
                SellerTotal.Columns(
                    sellerID: offer.sellerID, total: 1, highest: offer.price.optional()))
            From(offer)
            Where(offer.price < 25)
        }
        let joined = Seller.join(clauses) { $0.id == $1.sellerID }.order { $1.highest }
        #expect(try joined.fetchAll(db).map(\.1.highest) == [10, 20])
        let one = sql { _ in Select(SellerTotal.Columns(sellerID: 2, total: 1, highest: 7)) }
        #expect(
            try Seller.join(one) { $0.id == $1.sellerID }.fetchAll(db).map(\.0.name) == ["Bob"])
    }

    @Test("A join with a query of the same table uses two names")
    func sameTable() throws {
        let query = Offer.join(totals) { $0.sellerID == $1.sellerID && $0.price == $1.highest }
            .order { o, _ in o.id }
        #expect(try query.fetchAll(db).map(\.0.id) == [2, 3])
        let related = Offer.where { offer in
            Seller.join(totals) { $0.id == $1.sellerID && $1.highest == offer.price }.exists()
        }
        #expect(try related.fetchAll(db).map(\.id) == [2])
    }

    @Test("A join after a selection throws unless another selection follows")
    func selectionBeforeJoin() throws {
        let names = Seller.select(\.name).join(Offer.all) { $0.id == $1.sellerID }
        let error = #expect(throws: SQLiteError.self) { try names.fetchAll(db) }
        #expect(error?.message.contains("select after the join") == true)
        #expect(throws: SQLiteError.self) {
            try totals.join(Seller.all) { $0.sellerID == $1.id }.fetchAll(db)
        }
        #expect(try names.select { ($0.name, $1.id) }.fetchAll(db).map(\.1) == [1, 2])
        let selected = Seller.join(Offer.all) { $0.id == $1.sellerID }.select { $1.price }
            .join(Seller.all) { $0.id == $2.id }
        #expect(throws: SQLiteError.self) { try selected.fetchAll(db) }
    }

    @Test("An update reads the rows of a query")
    func update() throws {
        let highest = Offer.update(from: totals) {
            $0.sellerID == $1.sellerID
        } set: {
            $0.price = $1.highest ?? 0
        }
        #expect(try highest.execute(db) == 3)
        #expect(try Offer.order(by: \.id).select(\.price).fetchAll(db) == [20, 20, 30])
        let cheap = With {
            Offer.where { $0.price < 25 }
        } query: {
            $0
        }.asTable()
        let update = Offer.update(from: cheap) {
            $0.id == $1.id
        } set: {
            $0.price = $1.price + 1
        }
        #expect(try update.execute(db) == 2)
        #expect(try Offer.order(by: \.id).select(\.price).fetchAll(db) == [21, 21, 30])
    }
}
