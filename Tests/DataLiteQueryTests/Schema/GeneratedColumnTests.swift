import DataLiteQuery
import DataLiteTesting
import Testing

@Suite("A generated column")
struct GeneratedColumnTests {
    let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try OrderLine.createTable().execute(db)
    }

    @Test("A generated column is created with its expression, and compared")
    func create() throws {
        #expect(
            try OrderLine.createTable().sql().text == """
                CREATE TABLE "orderLines" (
                  "id" INTEGER PRIMARY KEY,
                  "total" REAL NOT NULL GENERATED ALWAYS AS (price * count) STORED,
                  "price" REAL NOT NULL,
                  "label" TEXT NOT NULL GENERATED ALWAYS AS (printf('%d x', count)) VIRTUAL,
                  "count" INTEGER NOT NULL DEFAULT 1
                )
                """)
        #expect(try OrderLine.differences(in: db) == [])
        try OrderLine.dropTable().execute(db)
        try db.execute(
            """
            CREATE TABLE orderLines(
                id INTEGER PRIMARY KEY, total REAL NOT NULL, price REAL AS (1.0) NOT NULL,
                label TEXT AS ('') NOT NULL, count INTEGER NOT NULL DEFAULT 1)
            """)
        #expect(
            try OrderLine.differences(in: db).map(\.kind.description) == [
                #""total" stores values, expected a generated column"#,
                #""price" is generated, expected a column that stores values"#,
            ])
    }

    @Test("Inserts and updates of rows and drafts omit a generated column")
    func changes() throws {
        let row = OrderLine(id: 1, total: -1, price: 2.5, label: "?", count: 4)
        let statement = try OrderLine.insert {
            row
            OrderLine(id: 2, total: 0, price: 1, label: "", count: 3)
        }.sql()
        #expect(
            statement.text == """
                INSERT INTO "orderLines" ("id", "price", "count") VALUES (?, ?, ?), (?, ?, ?)
                """)
        #expect(statement.parameters == [1, 2.5, 4, 2, 1.0, 3])
        try OrderLine.insert {
            row
            OrderLine(id: 2, total: 0, price: 1, label: "", count: 3)
            OrderLine.Draft(price: 5)
            OrderLine.Draft(OrderLine(id: 9, total: 0, price: 3, label: "", count: 2))
        }.execute(db)
        let update = OrderLine.update(OrderLine(id: 2, total: 7, price: 8, label: "x", count: 9))
        #expect(
            try update.sql().text == """
                UPDATE "orderLines" SET "price" = ?, "count" = ? WHERE "orderLines"."id" = ?
                """)
        try update.execute(db)
        try OrderLine.upsert { OrderLine.Draft(row) }.execute(db)
        try assertQuery(
            OrderLine.order(by: \.id), on: db,
            sql: """
                SELECT "orderLines"."id", "orderLines"."total", "orderLines"."price", \
                "orderLines"."label", "orderLines"."count" FROM "orderLines" \
                ORDER BY "orderLines"."id"
                """,
            rows: """
                1 | 10.0 | 2.5 | '4 x' | 4
                2 | 72.0 | 8.0 | '9 x' | 9
                3 | 5.0 | 5.0 | '1 x' | 1
                9 | 6.0 | 3.0 | '2 x' | 2
                """)
    }

    @Test("A generated column can be added if it is not stored")
    func add() throws {
        try OrderLine.dropColumn("label").execute(db)
        try OrderLine.addColumn(\.label).execute(db)
        #expect(try OrderLine.differences(in: db) == [])
    }

    @Test("A generated column is omitted on a mock")
    func mock() throws {
        try withMock { mock in
            mock.expectExecute(
                #"INSERT INTO "orderLines" ("id", "price", "count") VALUES (?, ?, ?)"#
            ).with(1, 2.5, 4)
            try OrderLine.insert {
                OrderLine(id: 1, total: -1, price: 2.5, label: "?", count: 4)
            }.execute(mock)
        }
    }
}
