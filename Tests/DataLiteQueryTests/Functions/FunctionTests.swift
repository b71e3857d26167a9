import DataLiteQuery
import DataLiteTesting
import Testing

@Suite("A function")
struct FunctionTests {
    private let db: Connection

    init() throws {
        db = try Fixture.connection()
    }

    @Test("Text functions render as SQL and return SQLite's results")
    func text() throws {
        try assertQuery(
            Reminder.find(1).select {
                ($0.title.upper() + "!", $0.title.length(), $0.title.substr(2, 2), $0.notes + "x")
            }, on: db,
            sql: """
                SELECT upper("reminders"."title") || ?, length("reminders"."title"), \
                substr("reminders"."title", ?, ?), "reminders"."note_text" || ? \
                FROM "reminders" WHERE "reminders"."id" = ?
                """,
            rows: "'MILK!' | 4 | 'il' | 'x'")
    }

    @Test("A search function takes every character literally", arguments: ["%", "_", "\\", "'"])
    func search(text: String) throws {
        try db.execute("UPDATE \"reminders\" SET \"title\" = \("a" + text + "b") WHERE \"id\" = 2")
        try db.execute(sql: #"UPDATE "reminders" SET "title" = 'plain' WHERE "id" <> 2"#)
        #expect(try Reminder.where { $0.title.contains(text) }.select(\.id).fetchAll(db) == [2])
        #expect(try Reminder.where { $0.title.hasPrefix("a" + text) }.fetchCount(db) == 1)
        #expect(try Reminder.where { $0.title.hasSuffix(text + "b") }.fetchCount(db) == 1)
    }

    @Test("An aggregate function summarizes rows, with a filter")
    func aggregates() throws {
        try assertQuery(
            Reminder.select {
                Stats.Columns(
                    total: $0.count(), active: $0.count(filter: !$0.isCompleted),
                    average: $0.position.avg(), revenue: $0.position.sum(filter: $0.isCompleted))
            }, on: db,
            sql: """
                SELECT count(*) AS "total", count(*) FILTER (WHERE NOT "reminders"."isCompleted") \
                AS "active", avg("reminders"."position") AS "average", \
                sum("reminders"."position") FILTER (WHERE "reminders"."isCompleted") AS "revenue" \
                FROM "reminders"
                """,
            rows: "4 | 3 | 25.0 | 20")
    }

    @Test("An aggregate function summarizes the rows of each group")
    func groups() throws {
        try assertQuery(
            RemindersList.group(by: \.id).leftJoin(Reminder.all) { $0.id == $1.remindersListID }
                .having { $1.id.count() > 1 }
                .order { list, _ in list.title }
                .select { ($0.title, $1.id.count(), $1.priority.max()) },
            on: db,
            sql: """
                SELECT "remindersLists"."title", count("reminders"."id"), \
                max("reminders"."priority") FROM "remindersLists" LEFT JOIN "reminders" \
                ON "remindersLists"."id" IS "reminders"."remindersListID" \
                GROUP BY "remindersLists"."id" HAVING count("reminders"."id") > ? \
                ORDER BY "remindersLists"."title"
                """,
            rows: "'Home' | 2 | 3\n'Work' | 2 | 1")
    }

    @Test("A function can be called over a window")
    func windows() throws {
        try assertQuery(
            Reminder.order(by: \.id).select {
                (
                    rowNumber().over(
                        partitionBy: $0.remindersListID, orderBy: $0.position.desc()),
                    $0.position.sum().over(
                        orderBy: $0.id, frame: .rows(.preceding(1), .currentRow))
                )
            }, on: db,
            sql: """
                SELECT row_number() OVER (PARTITION BY "reminders"."remindersListID" \
                ORDER BY "reminders"."position" DESC), sum("reminders"."position") OVER \
                (ORDER BY "reminders"."id" ROWS BETWEEN ? PRECEDING AND CURRENT ROW) \
                FROM "reminders" ORDER BY "reminders"."id"
                """,
            rows: "2 | 10\n1 | 30\n2 | 50\n1 | 70")
    }

    @Test("CASE, a default and a subquery can be selected")
    func others() throws {
        let lists = try RemindersList.order(by: \.title).select { list in
            (list.title, Reminder.where { $0.remindersListID == list.id }.count().scalar())
        }.fetchAll(db)
        #expect(lists.map(\.1) == [2, 2])
        try assertQuery(
            Reminder.order(by: \.id).select {
                (
                    Case($0.priority ?? .medium).when(.high, then: "High").else("Other"),
                    Case().when($0.isCompleted, then: "Done").else($0.title)
                )
            }, on: db,
            sql: """
                SELECT CASE coalesce("reminders"."priority", ?) WHEN ? THEN ? ELSE ? END, \
                CASE WHEN "reminders"."isCompleted" THEN ? ELSE "reminders"."title" END \
                FROM "reminders" ORDER BY "reminders"."id"
                """,
            rows: "'High' | 'Milk'\n'Other' | 'Done'\n'Other' | 'Report'\n'Other' | 'Max''s 100%'")
    }
}
