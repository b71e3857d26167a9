import DataLiteQuery
import DataLiteTesting
import Testing

@Suite("A window function")
struct WindowTests {
    private static let ranks = Form.list {
        Form("row_number() OVER (ORDER BY \"price\" DESC)", "3 | 1 | 2") {
            rowNumber().over(orderBy: $0.price.desc())
        }
        Form("rank() OVER (ORDER BY \"rating\")", "2 | 1 | 2") { rank().over(orderBy: $0.rating) }
        Form("dense_rank() OVER (ORDER BY \"category\")", "1 | 1 | 2") {
            denseRank().over(orderBy: $0.category)
        }
        Form("percent_rank() OVER (ORDER BY \"stock\")", "1.0 | 0.5 | 0.0") {
            percentRank().over(orderBy: $0.stock)
        }
        Form("round(cume_dist() OVER (ORDER BY \"stock\"), ?) [2]", "1.0 | 0.67 | 0.33") {
            cumeDist().over(orderBy: $0.stock).round(to: 2)
        }
        Form("ntile(?) OVER (ORDER BY \"id\") [2]", "1 | 1 | 2") { ntile(2).over(orderBy: $0.id) }
    }

    private static let others = Form.list {
        Form("lag(\"stock\", ?) OVER (ORDER BY \"id\") [1]", "NULL | 10 | 0") {
            $0.stock.lag().over(orderBy: $0.id)
        }
        Form("lag(\"stock\", ?, ?) OVER (ORDER BY \"id\") [2, -1]", "-1 | -1 | 10") {
            $0.stock.lag(2, default: -1).over(orderBy: $0.id)
        }
        Form("lead(\"rating\", ?) OVER (ORDER BY \"id\") [1]", "NULL | 4 | NULL") {
            $0.rating.lead().over(orderBy: $0.id)
        }
        Form(
            "lead(\"name\", ?, ?) OVER (ORDER BY \"id\") [1, '''; --']",
            "' Fig ' | 'Kale' | '''; --'"
        ) {
            $0.name.lead(1, default: "'; --").over(orderBy: $0.id)
        }
        Form("first_value(\"id\") OVER (ORDER BY \"price\")", "1 | 1 | 1") {
            $0.id.firstValue().over(orderBy: $0.price)
        }
        Form("last_value(\"rating\") OVER (ORDER BY \"id\")", "4 | NULL | 4") {
            $0.rating.lastValue().over(orderBy: $0.id)
        }
        Form("nth_value(\"name\", ?) OVER (ORDER BY \"id\") [2]", "NULL | ' Fig ' | ' Fig '") {
            $0.name.nthValue(2).over(orderBy: $0.id)
        }
    }

    private static let windows = Form.list {
        Form("sum(\"stock\") OVER ()", "3 | 3 | 3") { $0.stock.sum().over() }
        Form("sum(\"stock\") OVER (PARTITION BY \"category\")", "10 | 10 | -7") {
            $0.stock.sum().over(partitionBy: $0.category)
        }
        Form(
            "count(*) FILTER (WHERE \"isActive\") "
                + "OVER (PARTITION BY \"category\", \"isActive\" ORDER BY \"price\" DESC, \"id\")",
            "1 | 0 | 1"
        ) {
            $0.count(filter: $0.isActive).over(
                partitionBy: ($0.category, $0.isActive), orderBy: ($0.price.desc(), $0.id))
        }
        Form(
            "sum(\"stock\") OVER (PARTITION BY \"category\" ORDER BY \"id\" DESC "
                + "ROWS BETWEEN ? PRECEDING AND CURRENT ROW) [2]", "10 | 0 | -7"
        ) {
            $0.stock.sum().over(
                partitionBy: $0.category, orderBy: $0.id.desc(),
                frame: .rows(.preceding(2), .currentRow))
        }
    }

    private static let frames = Form.list {
        Form(
            "sum(\"id\") OVER (ORDER BY \"id\" ROWS BETWEEN ? PRECEDING AND CURRENT ROW) [1]",
            "1 | 3 | 5"
        ) {
            $0.id.sum().over(orderBy: $0.id, frame: .rows(.preceding(1)))
        }
        Form(
            "sum(\"id\") OVER (ORDER BY \"id\" ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)",
            "6 | 5 | 3"
        ) { $0.id.sum().over(orderBy: $0.id, frame: .rows(.currentRow, .unboundedFollowing)) }
        Form(
            "sum(\"id\") OVER (ORDER BY \"id\" ROWS BETWEEN ? FOLLOWING AND ? FOLLOWING) [1, 1]",
            "2 | 3 | NULL"
        ) { $0.id.sum().over(orderBy: $0.id, frame: .rows(.following(1), .following(1))) }
        Form(
            "count(\"id\") OVER (ORDER BY \"price\" RANGE BETWEEN ? PRECEDING AND ? FOLLOWING) "
                + "[0.75, 0.75]", "2 | 1 | 2"
        ) {
            $0.id.count().over(orderBy: $0.price, frame: .range(.preceding(0.75), .following(0.75)))
        }
        Form(
            "count(\"id\") OVER (ORDER BY \"rating\" "
                + "GROUPS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE GROUP)", "1 | 0 | 1"
        ) {
            $0.id.count().over(
                orderBy: $0.rating,
                frame: .groups(.unboundedPreceding, .currentRow, exclude: .group))
        }
        Form(
            "count(\"id\") OVER (ORDER BY \"rating\" "
                + "RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE TIES)", "2 | 1 | 2"
        ) {
            $0.id.count().over(
                orderBy: $0.rating, frame: .range(.unboundedPreceding, exclude: .ties))
        }
        Form(
            "sum(\"id\") OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING "
                + "EXCLUDE CURRENT ROW)", "5 | 4 | 3"
        ) {
            $0.id.sum().over(
                frame: .rows(.unboundedPreceding, .unboundedFollowing, exclude: .currentRow))
        }
    }

    @Test("A window function has its SQL and result", arguments: ranks + others + windows + frames)
    func form(_ form: Form) throws {
        try form.check(on: Product.connection())
    }

    @Test("Window functions share a named window, whose name is quoted")
    func named() throws {
        let name = "w\"; --"
        try assertQuery(
            Product.window { Window(name, partitionBy: $0.category, orderBy: $0.price.desc()) }
                .order(by: \.id)
                .select { ($0.id, rank().over(name), $0.stock.sum().over(name)) },
            on: Product.connection(),
            sql: """
                SELECT "p"."id", rank() OVER "w""; --", sum("p"."stock") OVER "w""; --" FROM "p" \
                WINDOW "w""; --" AS (PARTITION BY "p"."category" ORDER BY "p"."price" DESC) \
                ORDER BY "p"."id"
                """,
            rows: "1 | 2 | 10\n2 | 1 | 0\n3 | 1 | -7")
    }

    @Test("A window function must be a call, and a shared window needs a name")
    func misuse() throws {
        let column = #expect(throws: SQLiteError.self) {
            try Product.select { $0.id.over(orderBy: $0.id) }.sql()
        }
        #expect(column?.message == "only a function call can have a window")
        let unnamed = #expect(throws: SQLiteError.self) {
            try Product.window { Window(orderBy: $0.id) }.sql()
        }
        #expect(unnamed?.message == "a shared window needs a name")
    }
}
