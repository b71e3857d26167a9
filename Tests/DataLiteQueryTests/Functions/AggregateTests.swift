import DataLiteQuery
import DataLiteTesting
import Testing

@Suite("An aggregate")
struct AggregateTests {
    private let db: Connection

    init() throws { db = try Product.connection() }

    @Test("An aggregate counts rows and values: all, distinct, or with a condition")
    func count() throws {
        try assertQuery(
            Product.select {
                (
                    $0.count(), $0.count(filter: $0.isActive), $0.rating.count(),
                    $0.rating.count(distinct: true), $0.id.count(filter: $0.price > 2)
                )
            },
            on: db,
            sql: """
                SELECT count(*), count(*) FILTER (WHERE "p"."isActive"), count("p"."rating"), \
                count(DISTINCT "p"."rating"), count("p"."id") FILTER (WHERE "p"."price" > ?) FROM "p"
                """,
            rows: "3 | 2 | 2 | 1 | 2")
    }

    @Test("An aggregate has SQLite's type: sums of integers are integers, averages are real")
    func numbers() throws {
        let query = Product.select {
            (
                $0.stock.sum(), $0.rating.sum(distinct: true), $0.price.sum(), $0.stock.avg(),
                $0.discount.avg(distinct: true), $0.rating.total(), $0.stock.sum(filter: $0.id > 9)
            )
        }
        try assertQuery(
            query, on: db,
            sql: """
                SELECT sum("p"."stock"), sum(DISTINCT "p"."rating"), sum("p"."price"), \
                avg("p"."stock"), avg(DISTINCT "p"."discount"), total("p"."rating"), \
                sum("p"."stock") FILTER (WHERE "p"."id" > ?) FROM "p"
                """,
            rows: "3 | 4 | 7.75 | 1.0 | 0.625 | 8.0 | NULL")
        let row: (Int?, Int?, Double?, Double?, Double?, Double, Int?)? = try query.fetchOne(db)
        #expect(row?.0 == 3 && row?.5 == 8)
        #expect(row?.6 == nil)
    }

    @Test("An aggregate finds the least and the greatest value, with a single optional")
    func extremes() throws {
        let query = Product.select {
            (
                $0.name.min(), $0.rating.max(), $0.price.max(filter: !$0.isActive),
                ($0.stock.max() ?? -1) + 1, $0.rating.min(distinct: true)
            )
        }
        try assertQuery(
            query, on: db,
            sql: """
                SELECT min("p"."name"), max("p"."rating"), \
                max("p"."price") FILTER (WHERE NOT "p"."isActive"), \
                coalesce(max("p"."stock"), ?) + ?, min(DISTINCT "p"."rating") FROM "p"
                """,
            rows: "' Fig ' | 4 | 4.0 | 11 | 4")
        let row: (String?, Int?, Double?, Int, Int?)? = try query.fetchOne(db)
        #expect(row?.1 == 4)
    }

    @Test("An aggregate concatenates the values of a group")
    func groupConcat() throws {
        try assertQuery(
            Product.group(by: \.category).order(by: \.category).select {
                (
                    $0.category, $0.id.groupConcat(), $0.category.groupConcat(distinct: true),
                    $0.id.groupConcat("'; --"),
                    $0.note.groupConcat(separator: "+", filter: $0.isActive)
                )
            },
            on: db,
            sql: """
                SELECT "p"."category", group_concat("p"."id"), \
                group_concat(DISTINCT "p"."category"), group_concat("p"."id", ?), \
                group_concat("p"."note", ?) FILTER (WHERE "p"."isActive") \
                FROM "p" GROUP BY "p"."category" ORDER BY "p"."category"
                """,
            rows: """
                'fruit' | '1,2' | 'fruit' | '1''; --2' | '50% off'
                'green' | '3' | 'green' | '3' | 'a_b\\c'
                """)
    }

    @Test("An aggregate with an order names the version that it requires")
    func order() throws {
        let query = Product.select { $0.id.groupConcat(order: $0.price.desc(), $0.name) }
        if Connection.libraryVersionNumber >= 3_044_000 {
            try assertQuery(
                query, on: db,
                sql: """
                    SELECT group_concat("p"."id" ORDER BY "p"."price" DESC, "p"."name") FROM "p"
                    """,
                rows: "'2,3,1'")
        } else {
            let error = #expect(throws: SQLiteError.self) { try query.fetchAll(db) }
            #expect(
                error?.message == "ORDER BY in an aggregate function requires SQLite 3.44.0 or "
                    + "later; the linked library is \(Connection.libraryVersion)")
        }
    }

    @Test("An aggregate can be a condition of groups")
    func having() throws {
        try assertQuery(
            Product.group(by: \.category).having { $0.id.count() > 1 }
                .select { ($0.category, $0.id.count()) },
            on: db,
            sql: """
                SELECT "p"."category", count("p"."id") FROM "p" GROUP BY "p"."category" \
                HAVING count("p"."id") > ?
                """,
            rows: "'fruit' | 2")
    }

    @Test("Aggregates fill the columns of a result type")
    func selection() throws {
        let stats = try Product.select {
            Stats.Columns(
                total: $0.count(), active: $0.count(filter: $0.isActive),
                average: $0.price.avg(filter: $0.isActive),
                revenue: $0.stock.sum(filter: $0.category == "none"))
        }.fetchOne(db)
        #expect(stats == Stats(total: 3, active: 2, average: 1.875, revenue: nil))
    }

    @Test("An aggregate reports an integer overflow, and the connection stays usable")
    func overflow() throws {
        let query = Product.select { ($0.stock + (Int.max - 10)).sum() }
        let error = #expect(throws: SQLiteError.self) { try query.fetchAll(db) }
        #expect(error?.message == "integer overflow")
        #expect(try Product.count().fetchOne(db) == 3)
    }
}

@Suite("The number of rows")
struct QueryCountTests {
    private let db: Connection

    init() throws { db = try Product.connection() }

    @Test("The number of rows is a separate query")
    func query() throws {
        try assertQuery(Product.count(), on: db, sql: "SELECT count(*) FROM \"p\"", rows: "3")
        try assertQuery(
            Product.where(\.isActive).order(by: \.name).count(), on: db,
            sql: "SELECT count(*) FROM \"p\" WHERE \"p\".\"isActive\"", rows: "2")
        #expect(try Product.count { $0.price > 2 }.fetchOne(db) == 2)
    }

    @Test("The number of rows respects a limit, and counts distinct rows and groups once")
    func derived() throws {
        try assertQuery(
            Product.order(by: \.name).limit(2).count(), on: db,
            sql: """
                SELECT count(*) FROM (SELECT "p"."id", "p"."name", "p"."note", "p"."category", \
                "p"."price", "p"."discount", "p"."stock", "p"."rating", "p"."isActive" FROM "p" \
                ORDER BY "p"."name" LIMIT ?) AS "counted"
                """,
            rows: "2")
        #expect(try Product.select(\.category).distinct().count().fetchOne(db) == 2)
        #expect(try Product.group(by: \.category).count().fetchOne(db) == 2)
        #expect(try Product.limit(5, offset: 1).fetchCount(db) == 2)
    }

    @Test("The number of rows includes the rows of a join")
    func join() throws {
        try db.execute(
            sql: """
                CREATE TABLE "reminderTags"("reminderID", "tagID");
                INSERT INTO "reminderTags" VALUES (1, 2), (3, 2), (3, 4);
                """)
        let pairs = Product.leftJoin(ReminderTag.all) { $0.id == $1.reminderID }
        #expect(try pairs.count().fetchOne(db) == 4)
        #expect(try pairs.where { $1.tagID == 2 }.fetchCount(db) == 2)
    }

    @Test("The number of rows can be read from a mock")
    func mock() throws {
        let mock = MockConnection()
        mock.expectQuery("SELECT count(*) FROM \"p\" WHERE \"p\".\"stock\" > ?").with(3)
            .returning(.row(["count(*)": 7]))
        #expect(try Product.where { $0.stock > 3 }.fetchCount(mock) == 7)
        mock.verify()
    }
}
