import DataLiteQuery
import DataLiteTesting
import Testing

@Suite("A full-text query")
struct FullTextTests {
    let db: Connection

    init() throws { db = try ReminderText.connection() }

    @Test("A full-text query matches any column, in the order of the rank")
    func match() throws {
        try assertQuery(
            ReminderText.where { $0.match("milk OR salt") }.order { $0.rank }.select(\.rowid),
            on: db,
            sql: """
                SELECT "reminderTexts"."rowid" FROM "reminderTexts" \
                WHERE "reminderTexts"."reminderTexts" MATCH ? ORDER BY "reminderTexts"."rank"
                """,
            rows: """
                2
                3
                1
                """)
        #expect(throws: SQLiteError.self) {
            try ReminderText.where { $0.match("\"") }.fetchAll(db)
        }
    }

    @Test("A full-text query matches one column")
    func column() throws {
        try assertQuery(
            ReminderText.where { $0.title.match(allOf: "bread") && $0.rowid > 0 }, on: db,
            sql: """
                SELECT "reminderTexts"."rowid", "reminderTexts"."title", \
                "reminderTexts"."note_text" FROM "reminderTexts" \
                WHERE "reminderTexts"."title" MATCH ? AND "reminderTexts"."rowid" > ?
                """,
            rows: "2 | 'Bread recipe' | 'flour, water, salt'")
        #expect(try ids { $0.notes.match(anyOf: "milk bread") } == [1, 3])
        #expect(try ids { $0.notes.match(phrase: "Zoe about") } == [3])
        #expect(try ids { $0.title.match(prefix: "re br") } == [2])
        #expect(try ids { $0.title.match("b* NOT recipe") } == [1])
    }

    @Test("A full-text query highlights words and shows snippets, with weights for columns")
    func functions() throws {
        try assertQuery(
            ReminderText.where { $0.match(allOf: "milk") }.order { $0.bm25(10, 1) }
                .select {
                    (
                        $0.rowid, $0.title.highlight("<b>", "</b>"),
                        $0.notes.snippet("[", "]", "...", 3), $0.snippet("[", "]", "...", 2)
                    )
                },
            on: db,
            sql: """
                SELECT "reminderTexts"."rowid", \
                highlight("reminderTexts"."reminderTexts", 0, ?, ?), \
                snippet("reminderTexts"."reminderTexts", 1, ?, ?, ?, ?), \
                snippet("reminderTexts"."reminderTexts", -1, ?, ?, ?, ?) \
                FROM "reminderTexts" WHERE "reminderTexts"."reminderTexts" MATCH ? \
                ORDER BY bm25("reminderTexts"."reminderTexts", ?, ?)
                """,
            rows: """
                1 | 'Buy <b>milk</b>' | 'and bread, if...' | 'Buy [milk]'
                3 | 'Café' | '...about the [milk]' | '...the [milk]'
                """)
    }

    @Test("A full-text query ranks rows as bm25 does, with the given weights")
    func rank() throws {
        let query = ReminderText.where { $0.match(allOf: "milk") }.order(by: \.rowid)
            .select { ($0.rank, $0.bm25(), $0.bm25(3, 0)) }
        for (rank, bm25, weighted) in try query.fetchAll(db) {
            #expect(rank == bm25)
            #expect(rank != weighted)
        }
        let statement = try ReminderText.setRank(3, 0).sql()
        #expect(
            statement.text
                == #"INSERT INTO "reminderTexts" ("reminderTexts", "rank") VALUES ('rank', ?)"#)
        #expect(statement.parameters == ["bm25(3.0, 0.0)"])
        try ReminderText.setRank(3, 0).execute(db)
        for (rank, _, weighted) in try query.fetchAll(db) { #expect(rank == weighted) }
    }

    @Test("Rows are ranked with every finite weight", arguments: [1e-5, -1e-300, 1e20, 0.3, -0.0])
    func weights(weight: Double) throws {
        try ReminderText.setRank(weight, 1).execute(db)
        let rows = try ReminderText.where { $0.match(allOf: "milk") }
            .select { ($0.rank, $0.bm25(weight, 1)) }.fetchAll(db)
        #expect(rows.count == 2)
        // Newer versions of SQLite round the last digit of a number that they read differently.
        for (rank, bm25) in rows {
            #expect(abs(try #require(rank) - bm25) <= abs(bm25) * 1e-15)
        }
    }

    @Test("Infinite and NaN weights are refused", arguments: [Double.infinity, -.infinity, .nan])
    func weightsThatAreNotFinite(weight: Double) {
        let error = #expect(throws: SQLiteError.self) { try ReminderText.setRank(1, weight).sql() }
        #expect(error?.message == "rank weights must be finite numbers")
    }

    @Test("The columns of a full-text query have names that can be inserted into SQL")
    func names() throws {
        let sql: SQLFragment = "SELECT \(identifier: ReminderText.title) FROM \(ReminderText.self)"
        #expect(try sql.sql().text == #"SELECT "title" FROM "reminderTexts""#)
    }

    enum Text: TableAlias { typealias Table = ReminderText }

    @Test("A full-text query works under an alias, in joins and in subqueries")
    func joins() throws {
        try assertQuery(
            ReminderText.all.as(Text.self).where { $0.match(phrase: "e-mail") }
                .select {
                    ($0.title.highlight("(", ")"), $0.notes.highlight("(", ")"), $0.rank < 0)
                },
            on: db,
            sql: """
                SELECT highlight("Text"."reminderTexts", 0, ?, ?), \
                highlight("Text"."reminderTexts", 1, ?, ?), "Text"."rank" < ? \
                FROM "reminderTexts" AS "Text" WHERE "Text"."reminderTexts" MATCH ?
                """,
            rows: "'Café' | '(e-mail) Zoë about the milk' | 1")
        try Reminder.createTable().execute(db)
        try Reminder.insert {
            for id in 1...3 { Reminder.Draft(id: id, position: id, remindersListID: .test(1)) }
        }.execute(db)
        let joined = Reminder.join(ReminderText.where { $0.match(allOf: "milk") }) {
            $0.id == $1.rowid
        }
        .order { _, text in text.rank }
        .select { ($0.id, $1.title.highlight("*", "*")) }
        #expect(try joined.fetchAll(db).map(\.1) == ["Café", "Buy *milk*"])
        let outer = Reminder.leftJoin(ReminderText.where { $0.match(allOf: "salt") }) {
            $0.id == $1.rowid
        }
        .order(by: \.0.id)
        .select { ($0.id, $1.title, $1.rank) }
        #expect(try outer.fetchAll(db).map(\.1) == [nil, "Bread recipe", nil])
        let subquery = Reminder.where {
            $0.id.in(ReminderText.where { $0.match(allOf: "milk") }.select(\.rowid))
        }
        #expect(try subquery.fetchCount(db) == 2)
    }

    @Test("A full-text function requires a full-text column")
    func otherColumn() {
        let error = #expect(throws: SQLiteError.self) {
            try Reminder.select { $0.title.highlight("a", "b") }.sql()
        }
        #expect(error?.message == "highlight requires a column of a full-text table")
    }

    @Test("A full-text query runs on a mock")
    func mock() throws {
        try withMock { mock in
            mock.expectQuery(
                """
                SELECT "reminderTexts"."rowid" FROM "reminderTexts" \
                WHERE "reminderTexts"."reminderTexts" MATCH ?
                """
            ).with(#""milk" "and""#).returning(["rowid": 4])
            let query = ReminderText.where { $0.match(allOf: "milk and") }.select(\.rowid)
            let ids = try query.fetchAll(mock)
            #expect(ids == [4])
        }
    }

    private func ids(
        _ condition: (ReminderText.Columns) -> SQLExpression<Bool>
    ) throws -> [Int] {
        try ReminderText.where { condition($0) }.order(by: \.rowid).select(\.rowid).fetchAll(db)
    }
}
