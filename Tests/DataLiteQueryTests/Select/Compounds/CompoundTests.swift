import DataLiteQuery
import DataLiteTesting
import Testing

@Suite("A compound select")
struct CompoundTests {
    private let db: Connection

    init() throws {
        db = try Fixture.connection()
    }

    @Test("A compound joins its parts in the order in which they are written")
    func chain() throws {
        try assertQuery(
            Reminder.select(\.id).union(Values([7, 8])).except(Values([2, 7])).intersect(
                Values([1, 2, 8])),
            on: db,
            sql: """
                SELECT "reminders"."id" FROM "reminders" UNION SELECT * FROM (VALUES (?), (?)) \
                EXCEPT SELECT * FROM (VALUES (?), (?)) \
                INTERSECT SELECT * FROM (VALUES (?), (?), (?))
                """,
            rows: "1\n8")
    }

    @Test("A compound on the right side is a derived table")
    func nested() throws {
        try assertQuery(
            Reminder.select(\.id).except(Values([1, 2, 3]).except(Values(2))), on: db,
            sql: """
                SELECT "reminders"."id" FROM "reminders" EXCEPT SELECT * FROM \
                (SELECT * FROM (VALUES (?), (?), (?)) EXCEPT SELECT * FROM (VALUES (?)))
                """,
            rows: "2\n4")
    }

    @Test("A compound keeps equal rows with all")
    func all() throws {
        try assertQuery(
            Values([1, 1]).union(all: true, Values(1)), on: db,
            sql: """
                SELECT * FROM (VALUES (?), (?)) UNION ALL SELECT * FROM (VALUES (?))
                """,
            rows: "1\n1\n1")
        try assertQuery(
            Values([1, 1]).union(Values(1)), on: db,
            sql: "SELECT * FROM (VALUES (?), (?)) UNION SELECT * FROM (VALUES (?))", rows: "1")
    }

    @Test("A compound has an order by its columns and a limit of the whole")
    func order() throws {
        try assertQuery(
            Reminder.select { ($0.id, $0.title) }.union(Values((9, "Zoo")))
                .order { id, title in (title.desc(), id) }.limit(2, offset: 1),
            on: db,
            sql: """
                SELECT "reminders"."id", "reminders"."title" FROM "reminders" \
                UNION SELECT * FROM (VALUES (?, ?)) ORDER BY 2 DESC, 1 LIMIT ? OFFSET ?
                """,
            rows: "3 | 'Report'\n1 | 'Milk'")
    }

    @Test("The parts of a compound can have their own order and limit")
    func partsWithLimit() throws {
        try assertQuery(
            Reminder.order { $0.position.desc() }.limit(1).select(\.id)
                .union(Reminder.order(by: \.position).limit(1).select(\.id))
                .order { $0.desc() },
            on: db,
            sql: """
                SELECT * FROM (SELECT "reminders"."id" FROM "reminders" \
                ORDER BY "reminders"."position" DESC LIMIT ?) UNION \
                SELECT * FROM (SELECT "reminders"."id" FROM "reminders" \
                ORDER BY "reminders"."position" LIMIT ?) ORDER BY 1 DESC
                """,
            rows: "4\n1")
    }

    @Test("A compound with a limit can be part of another compound")
    func limitedWhole() throws {
        try assertQuery(
            Values([3, 1, 2]).union(Values(4)).order { $0.desc() }.limit(2).except(Values(4)),
            on: db,
            sql: """
                SELECT * FROM (SELECT * FROM (VALUES (?), (?), (?)) \
                UNION SELECT * FROM (VALUES (?)) ORDER BY 1 DESC LIMIT ?) \
                EXCEPT SELECT * FROM (VALUES (?))
                """,
            rows: "3")
    }

    @Test("A compound of rows of a table has the columns of the table")
    func table() throws {
        let both = Reminder.where { $0.position > 35 }.union(Reminder.where(\.isCompleted))
        #expect(try both.order(by: \.title).fetchAll(db).map(\.id) == [2, 4])
        try assertQuery(
            both.where { $0.title == "Bread" }.select(\.title), on: db,
            sql: """
                SELECT "reminders"."title" FROM (\(try both.sql().text)) AS "reminders" \
                WHERE "reminders"."title" = ?
                """,
            rows: "'Bread'")
    }

    @Test("A compound is filtered and selected from by the columns of its tuples")
    func tuples() throws {
        try assertQuery(
            Reminder.select { ($0.id, $0.title) }.union(Values((9, "Zoo")))
                .where { id, title in id > 3 }.select { id, title in title }.order { id, _ in id },
            on: db,
            sql: """
                SELECT "rows"."c2" FROM (WITH "cte:0"("c1", "c2") AS (\
                SELECT "reminders"."id", "reminders"."title" FROM "reminders" \
                UNION SELECT * FROM (VALUES (?, ?))) SELECT * FROM "cte:0") AS "rows" \
                WHERE "rows"."c1" > ? ORDER BY "rows"."c1"
                """,
            rows: "'Max''s 100%'\n'Zoo'")
    }

    @Test("A compound can be ordered by an expression")
    func orderByExpression() throws {
        let titles = Reminder.select(\.title).union(Values(["zoo", "abc"])).order { $0 + "x" }
        #expect(try titles.fetchAll(db) == ["Bread", "Max's 100%", "Milk", "Report", "abc", "zoo"])
    }

    @Test("A compound can be joined")
    func joined() throws {
        let lists = RemindersList.where { $0.title == "Home" }
            .union(RemindersList.where { $0.title == "None" })
        try assertQuery(
            Reminder.join(lists) { $0.remindersListID == $1.id }.select { ($0.id, $1.title) },
            on: db,
            sql: """
                SELECT "reminders"."id", "remindersLists"."title" FROM "reminders" JOIN \
                (\(try lists.sql().text)) AS "remindersLists" \
                ON "reminders"."remindersListID" = "remindersLists"."id"
                """,
            rows: "1 | 'Home'\n2 | 'Home'")
        let left = try lists.join(Reminder.all) { $0.id == $1.remindersListID }
            .order { _, reminder in reminder.id }.fetchAll(db)
        #expect(left.map(\.1.id) == [1, 2])
    }

    @Test("A compound can be a subquery")
    func subquery() throws {
        try assertQuery(
            Reminder.where { $0.id.in(Values(1).union(Values([3, 9]))) }.select(\.id), on: db,
            sql: """
                SELECT "reminders"."id" FROM "reminders" WHERE "reminders"."id" IN \
                (SELECT * FROM (VALUES (?)) UNION SELECT * FROM (VALUES (?), (?)))
                """,
            rows: "1\n3")
        #expect(
            try Reminder.where { _ in Values(1).union(Values(2)).exists() }.fetchAll(db).count == 4)
        let greatest = Values(1).union(Values(5)).order { $0.desc() }.limit(1).scalar()
        let ids: [Int?] = try Reminder.select { _ in greatest }.limit(1).fetchAll(db)
        #expect(ids == [5])
    }

    @Test("A compound takes any rows, even if they cannot be expressions")
    func otherRows() throws {
        let tags = Reminder.where { $0.id == 3 }.select(\.tags)
        #expect(try tags.union(tags).limit(5).fetchAll(db) == [["car", "kids"]])
    }

    @Test(
        "A compound binds every value",
        arguments: ["'; DROP TABLE reminders; --", "\"", "%_\\", "\0x", "🥛"])
    func hostile(text: String) throws {
        let query = Values((1, text)).union(
            Reminder.select { ($0.id, $0.title) }.where { $0.title == text }
        )
        .where { _, title in title == text }
        let found = try query.fetchAll(db)
        #expect(found.map(\.1) == [text])
        #expect(try !query.sql().text.contains("DROP"))
        #expect(try Reminder.all.fetchAll(db).count == 4)
    }

    @Test("A compound runs on a mock")
    func mock() throws {
        let mock = MockConnection()
        mock.expectQuery(
            "SELECT * FROM (VALUES (?)) UNION SELECT * FROM (VALUES (?)) ORDER BY 1 LIMIT ?"
        ).with(2, 1, 10)
            .returning(["c1": 1], ["c1": 2])
        #expect(try Values(2).union(Values(1)).order { $0 }.limit(10).fetchAll(mock) == [1, 2])
        #expect(mock.problems.isEmpty)
    }
}

@Suite("Rows of values")
struct ValuesTests {
    @Test("Rows of values are decoded as tuples")
    func tuples() throws {
        let db = try Connection(location: .inMemory)
        try assertQuery(
            Values((1, "a", nil as Double?), (2, "b", 2.5)), on: db,
            sql: "VALUES (?, ?, ?), (?, ?, ?)", rows: "1 | 'a' | NULL\n2 | 'b' | 2.5")
        let rows = try Values((1, "a"), (2, "b")).fetchAll(db)
        #expect(rows.map(\.0) == [1, 2] && rows.map(\.1) == ["a", "b"])
    }

    @Test("A list of rows of values can be empty")
    func none() throws {
        let db = try Connection(location: .inMemory)
        try assertQuery(
            Values([(Int, String)]()), on: db, sql: "SELECT NULL, NULL WHERE FALSE",
            rows: "(no rows)")
        #expect(try Values([Int]()).union(Values(3)).fetchAll(db) == [3])
    }
}
