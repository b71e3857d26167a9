import DataLiteClauses
import DataLiteMacros
import Testing

@Suite("The rows of a query as a table")
struct QueryAsTableTests {
    let db: Connection

    init() throws { db = try JoinedQueryTests().db }

    @Test("A query as a table has its own clauses")
    func clauses() throws {
        let totals = Offer.group(by: \.sellerID).select {
            SellerTotal.Columns(
                sellerID: $0.sellerID, total: $0.price.sum() ?? 0, highest: $0.price.max())
        }
        let large = totals.asTable().where { $0.isLarge && $0.sellerID != nil }
        #expect(try large.fetchAll(db).map(\.highest) == [20])
        #expect(
            try totals.asTable().order { $0.highest.desc() }.select(\.highest).limit(1)
                .fetchAll(db) == [30])
        #expect(try totals.asTable().join(Seller.all) { $0.sellerID == $1.id }.fetchCount(db) == 1)
    }

    @Test("The columns of a query as a table have the names of the properties")
    func names() throws {
        let one = Offer(id: 7, sellerID: 2, price: 7)
        let values = Values(one).union(Offer.all).where { $0.price < 15 }.order(by: \.id)
        #expect(try values.fetchAll(db).map(\.id) == [1, 7])
        #expect(try Values(one).asTable().where { $0.price == 7 }.fetchAll(db) == [one])
        let query = sql { schema in
            let offer = schema.table(Values(one))
            Select(offer.price)
            From(offer)
        }
        #expect(try query.fetchAll(db) == [7])

        try Worker.createTable().execute(db)
        let home = Premises(street: "High Street", city: "Bath")
        try Worker.insert {
            Worker(id: 1, home: home, office: Premises(street: "Quay", city: "Bristol"))
        }.execute(db)
        let homes = Worker.select(\.home)
        #expect(try homes.asTable().where { $0.city == "Bath" }.fetchAll(db) == [home])
        let both = homes.union(Worker.select(\.office)).where { $0.city != "Bristol" }
        #expect(try both.fetchAll(db) == [home])
        let joined = Seller.leftJoin(homes) { $0.name != $1.city }.select { $1.street }
        #expect(try joined.fetchAll(db) == ["High Street", "High Street"])
    }

    @Test("A clause query as a table can be filtered and ordered")
    func queryWithClauses() throws {
        let offers = sql { schema in
            let offer = schema.table(Offer.self)
            Select(offer)
            From(offer)
            OrderBy(offer.price)
            Limit(2)
        }
        #expect(try offers.order { $0.id.desc() }.fetchAll(db).map(\.id) == [2, 1])
        #expect(try offers.order(by: \.id).fetchAll(db).map(\.id) == [1, 2])
        #expect(try offers.where { $0.price > 15 }.fetchAll(db).map(\.id) == [2])
        let totals = sql { schema in
            let offer = schema.table(Offer.self)
            Select(
                SellerTotal.Columns(
                    sellerID: offer.sellerID, total: offer.price, highest: offer.price.optional()))
            From(offer)
        }
        #expect(try totals.where(\.isLarge).fetchAll(db).map(\.total) == [30])
    }

    @Test("A query as a table can be the optional side of an outer join")
    func optionalTable() throws {
        let totals = Offer.group(by: \.sellerID).select {
            SellerTotal.Columns(
                sellerID: $0.sellerID, total: $0.price.sum() ?? 0, highest: $0.price.max())
        }
        let query = sql { schema in
            let seller = schema.table(Seller.self)
            let total = schema.optionalTable(totals)
            Select(seller.name, total)
            From(seller)
            LeftJoin(total, on: seller.id == total.sellerID)
            OrderBy(seller.id)
        }
        #expect(try query.fetchAll(db).map(\.1?.total) == [30, nil])
    }

    @Test("A recursive clause query refers to its own rows as a table")
    func recursion() throws {
        let numbers = With {
            Offer.where { $0.id == 1 }
        } recursiveUnion: { found in
            sql { schema in
                let offer = schema.table(Offer.self)
                let previous = schema.table(found)
                Select(offer)
                From(offer)
                Join(previous, on: offer.id == previous.id + 1)
            }
        } query: {
            $0.order(by: \.id)
        }
        #expect(try numbers.fetchAll(db).map(\.id) == [1, 2, 3])
    }

    @Test("Subqueries can use a common table expression")
    func subqueries() throws {
        let ids = With {
            Offer.where { $0.price > 10 }
        } query: { large in
            Offer.where { $0.id.in(large.select(\.id)) }.order(by: \.id)
        }
        #expect(try ids.fetchAll(db).map(\.id) == [2, 3])
        let correlated = With {
            Offer.where { $0.price > 10 }
        } query: { large in
            Seller.where { seller in large.where { $0.sellerID == seller.id }.exists() }
        }
        #expect(try correlated.fetchAll(db).map(\.name) == ["Ada"])
        let two = With {
            Offer.where { $0.price > 10 }
        } with: {
            Seller.where { $0.id < 2 }
        } query: { large, sellers in
            sellers.select { seller in
                (
                    seller.name,
                    large.where { $0.sellerID == seller.id }.select { $0.id.count() }.scalar()
                )
            }
        }
        #expect(try two.fetchAll(db).map(\.1) == [1])
    }
}
