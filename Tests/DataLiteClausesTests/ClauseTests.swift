import DataLiteClauses
import DataLiteQuery
import DataLiteTesting
import Testing

@Suite("A query written with clauses")
struct ClauseTests {
    private let db: Connection

    init() throws {
        db = try Fixture.connection()
    }

    @Test("Each table of a query with clauses has an alias")
    func joins() throws {
        let query = sql { schema in
            let reminder = schema.table(Reminder.self)
            let list = schema.table(RemindersList.self)
            let double = reminder.position * 2
            Select(reminder.title, double, list.title)
            From(reminder)
            Join(list, on: reminder.remindersListID == list.id)
            Where(reminder.position > 10 && list.title == "Work")
            Where(!reminder.isCompleted)
            OrderBy(double.desc(), list.title)
            Limit(10, offset: 0)
        }
        try assertQuery(
            query, on: db,
            sql: """
                SELECT "reminders:1"."title", "reminders:1"."position" * ?, \
                "remindersLists:2"."title" FROM "reminders" AS "reminders:1" \
                JOIN "remindersLists" AS "remindersLists:2" \
                ON "reminders:1"."remindersListID" = "remindersLists:2"."id" \
                WHERE "reminders:1"."position" > ? AND "remindersLists:2"."title" = ? \
                AND NOT "reminders:1"."isCompleted" \
                ORDER BY 2 DESC, "remindersLists:2"."title" \
                LIMIT ? OFFSET ?
                """,
            rows: "'Max''s 100%' | 80 | 'Work'\n'Report' | 60 | 'Work'")
    }

    @Test("A query with clauses can contain a table twice, even as an optional one")
    func selfJoin() throws {
        let query = sql { schema in
            let reminder = schema.table(Reminder.self)
            let next = schema.optionalTable(Reminder.self)
            Select(reminder.id, next.id, next)
            From(reminder)
            LeftJoin(next, on: next.position == reminder.position + 10)
            OrderBy(reminder.id)
        }
        let rows = try query.fetchAll(db)
        #expect(rows.map(\.0) == [1, 2, 3, 4])
        #expect(rows.map(\.1) == [2, 3, 4, nil])
        #expect(rows.map { $0.2?.title } == ["Bread", "Report", "Max's 100%", nil])
    }

    @Test("A query with clauses has right, full and cross joins")
    func otherJoins() throws {
        let right = sql { schema in
            let tag = schema.optionalTable(ReminderTag.self)
            let reminder = schema.table(Reminder.self)
            Select(reminder.id, tag.tagID)
            From(tag)
            RightJoin(reminder, on: tag.reminderID == reminder.id)
            OrderBy(reminder.id)
        }
        #expect(try right.fetchAll(db).map(\.1) == [7, nil, 8, nil])
        let full = sql { schema in
            let tag = schema.optionalTable(ReminderTag.self)
            let reminder = schema.optionalTable(Reminder.self)
            Select(reminder.id, tag.tagID)
            From(tag)
            FullJoin(reminder, on: tag.tagID == reminder.id)
        }
        #expect(try full.fetchAll(db).count == 6)
        let cross = sql { schema in
            let tag = schema.table(ReminderTag.self)
            let list = schema.table(RemindersList.self)
            Select(tag.tagID, list.title)
            From(tag)
            CrossJoin(list)
        }
        #expect(try cross.fetchAll(db).count == 4)
    }

    @Test("A query with clauses groups rows")
    func groups() throws {
        let query = sql { schema in
            let reminder = schema.table(Reminder.self)
            Select(reminder.remindersListID, reminder.isCompleted)
            From(reminder)
            GroupBy(reminder.remindersListID, reminder.isCompleted)
            Having(reminder.remindersListID == Fixture.home)
            OrderBy(reminder.isCompleted)
        }
        try assertQuery(
            query, on: db,
            sql: """
                SELECT "reminders:1"."remindersListID", "reminders:1"."isCompleted" \
                FROM "reminders" AS "reminders:1" GROUP BY "reminders:1"."remindersListID", \
                "reminders:1"."isCompleted" HAVING "reminders:1"."remindersListID" = ? \
                ORDER BY "reminders:1"."isCompleted"
                """,
            rows: """
                '00000000-0000-0000-0000-000000000001' | 0
                '00000000-0000-0000-0000-000000000001' | 1
                """.replacing("00000000-0000-0000-0000-000000000001", with: Fixture.home.uuidString)
        )
    }

    @Test("A query with clauses selects rows of a table or a selection")
    func rows() throws {
        let table = sql { schema in
            let reminder = schema.table(Reminder.self)
            Select(reminder)
            From(reminder)
            Where(reminder.id == 2)
        }
        #expect(try table.fetchAll(db).map(\.title) == ["Bread"])
        let average: Double? = 2.5
        let stats = sql { schema in
            let reminder = schema.table(Reminder.self)
            Select(
                Stats.Columns(
                    total: reminder.id, active: reminder.position,
                    average: SQLExpression(average), revenue: SQLExpression<Int?>(nil)))
            From(reminder)
            Where(reminder.id == 2)
        }
        #expect(
            try stats.fetchAll(db) == [Stats(total: 2, active: 20, average: 2.5, revenue: nil)])
    }

    @Test("Clauses can depend on a condition", arguments: [true, false])
    func conditional(isLimited: Bool) throws {
        let query = sql { schema in
            let reminder = schema.table(Reminder.self)
            Select(reminder.id)
            From(reminder)
            if isLimited {
                Where(reminder.id > 1)
                Limit(1)
            }
            if isLimited { OrderBy(reminder.id.desc()) } else { OrderBy(reminder.id) }
            for id in 3...3 { Where(reminder.id != id) }
        }
        #expect(try query.fetchAll(db) == (isLimited ? [4] : [1, 2, 4]))
    }

    @Test("A query with clauses can contain another one, which refers to its tables")
    func correlated() throws {
        let query = sql { schema in
            let list = schema.table(RemindersList.self)
            Select(list.title)
            From(list)
            Where(
                sql { schema in
                    let reminder = schema.table(Reminder.self)
                    Select(reminder.id)
                    From(reminder)
                    Where(reminder.remindersListID == list.id && reminder.isCompleted)
                }.exists())
        }
        try assertQuery(
            query, on: db,
            sql: """
                SELECT "remindersLists:1"."title" FROM "remindersLists" AS "remindersLists:1" \
                WHERE EXISTS (SELECT "reminders:1.1"."id" FROM "reminders" AS "reminders:1.1" \
                WHERE "reminders:1.1"."remindersListID" = "remindersLists:1"."id" \
                AND "reminders:1.1"."isCompleted")
                """,
            rows: "'Home'")
    }

    @Test("A query with clauses has the rows of another query as a table")
    func derived() throws {
        let query = sql { schema in
            let late = schema.table(Reminder.order { $0.position.desc() }.limit(2))
            let list = schema.table(RemindersList.self)
            Select(late.id, list.title)
            From(late)
            Join(list, on: late.remindersListID == list.id)
            OrderBy(late.id)
        }
        #expect(try query.fetchAll(db).map(\.0) == [3, 4])
    }

    @Test("A query with clauses can be part of a compound and have no table")
    func compound() throws {
        let one = sql { _ in
            Select(SQLExpression<Int>(1), SQLExpression<String>("'; DROP TABLE reminders"))
        }
        try assertQuery(
            one.union(Values((2, "b"))).order { id, _ in id.desc() }, on: db,
            sql: "SELECT ?, ? UNION SELECT * FROM (VALUES (?, ?)) ORDER BY 1 DESC",
            rows: "2 | 'b'\n1 | '''; DROP TABLE reminders'")
    }

    @Test("Several functions can share the windows of a query")
    func windows() throws {
        let query = sql { schema in
            let reminder = schema.table(Reminder.self)
            Select(reminder.id, reminder.position.sum().over("lists"))
            From(reminder)
            Window("lists", partitionBy: reminder.remindersListID, orderBy: reminder.id)
            OrderBy(reminder.id)
        }
        try assertQuery(
            query, on: db,
            sql: """
                SELECT "reminders:1"."id", sum("reminders:1"."position") OVER "lists" \
                FROM "reminders" AS "reminders:1" WINDOW "lists" AS (\
                PARTITION BY "reminders:1"."remindersListID" ORDER BY "reminders:1"."id") \
                ORDER BY "reminders:1"."id"
                """,
            rows: "1 | 10\n2 | 30\n3 | 30\n4 | 70")
        let unnamed = sql { schema in
            let reminder = schema.table(Reminder.self)
            Select(reminder.id)
            From(reminder)
            Window(orderBy: reminder.id)
        }
        let error = #expect(throws: SQLiteError.self) { try unnamed.fetchAll(db) }
        #expect(error?.message == "a window of a query needs a name")
    }

    @Test("Clauses that cannot be combined are reported")
    func mistakes() throws {
        let twice = sql { schema in
            let reminder = schema.table(Reminder.self)
            Select(reminder.id)
            From(reminder)
            From(reminder)
        }
        let error = #expect(throws: SQLiteError.self) { try twice.fetchAll(db) }
        #expect(error?.message == "a query has one From, before its joins")
        let notOptional = sql { schema in
            let tag = schema.table(ReminderTag.self)
            let reminder = schema.table(Reminder.self)
            Select(reminder.id, tag.tagID)
            From(tag)
            RightJoin(reminder, on: tag.reminderID == reminder.id)
        }
        #expect(throws: SQLiteError.self) { try notOptional.fetchAll(db) }
    }
}
