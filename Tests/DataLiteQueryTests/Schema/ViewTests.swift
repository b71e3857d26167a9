import DataLiteClauses
import DataLiteQuery
import DataLiteTesting
import Testing

@Suite("A view")
struct ViewTests {
    let db: Connection

    init() throws { db = try Fixture.connection() }

    private var query: Select<ReminderWithList, (Reminder.Columns, RemindersList.Columns)> {
        Reminder.where { $0.title != "it's" }
            .join(RemindersList.self) { $0.remindersListID == $1.id }
            .select { ReminderWithList.Columns(id: $0.id, title: $0.title, list: $1.title) }
    }

    @Test("A view has the columns of its type, the rows of its query and literals for its values")
    func create() throws {
        let view = ReminderWithList.createView(as: query, ifNotExists: true)
        #expect(
            try view.sql().text == """
                CREATE VIEW IF NOT EXISTS "reminderWithLists" ("id", "title", "list") AS \
                SELECT "reminders"."id", "reminders"."title", "remindersLists"."title" AS "list" \
                FROM "reminders" JOIN "remindersLists" \
                ON "reminders"."remindersListID" = "remindersLists"."id" \
                WHERE "reminders"."title" <> 'it''s'
                """)
        try view.execute(db)
        try view.execute(db)
        #expect(try ReminderWithList.differences(in: db) == [])
        try assertQuery(
            ReminderWithList.where { $0.list == "Home" }.order(by: \.title), on: db,
            sql: """
                SELECT "reminderWithLists"."id", "reminderWithLists"."title", \
                "reminderWithLists"."list" FROM "reminderWithLists" \
                WHERE "reminderWithLists"."list" = ? ORDER BY "reminderWithLists"."title"
                """,
            rows: """
                2 | 'Bread' | 'Home'
                1 | 'Milk' | 'Home'
                """)
        #expect(try view.drop().sql().text == #"DROP VIEW "reminderWithLists""#)
        try ReminderWithList.dropView().execute(db)
        #expect(
            try ReminderWithList.differences(in: db).map(\.kind) == [
                .missingTable("reminderWithLists")
            ])
        try ReminderWithList.dropView(ifExists: true).execute(db)
    }

    @Test("A temporary view is dropped from the schema temp")
    func temporary() throws {
        let view = ReminderWithList.createTemporaryView(as: query)
        #expect(try view.sql().text.hasPrefix(#"CREATE TEMPORARY VIEW "reminderWithLists" ("#))
        try view.execute(db)
        #expect(try ReminderWithList.all.fetchCount(db) == 4)
        #expect(try view.drop().sql().text == #"DROP VIEW "temp"."reminderWithLists""#)
        try view.drop().execute(db)
        let error = #expect(throws: SQLiteError.self) {
            try Person.createTemporaryView(as: Person.all).sql()
        }
        #expect(
            error?.message
                == #""people" is in schema "archive" and cannot be a temporary view"#)
    }

    @Test("A change of a view's table finds the rows that the view had before")
    func changes() throws {
        try ReminderWithList.createView(as: query).execute(db)
        let milk = ReminderWithList.where { $0.title == "Milk" }
        let rows = Reminder.where { $0.title == "Milk" || milk.exists() }
        try db.execute("SAVEPOINT before")
        #expect(try rows.update { $0.title = "Tea" }.execute(db) == 4)
        try db.execute("ROLLBACK TO before")
        #expect(try rows.delete().execute(db) == 4)
    }

    @Test("A view can be a compound select or have common table expressions")
    func compound() throws {
        let low = Label.where { $0.id < 2 }
        let labels = Label.createView(as: low.union(Label.where { $0.id > 5 }))
        #expect(
            try labels.sql().text == """
                CREATE VIEW "names" ("id", "name") AS \
                SELECT "names"."id", "names"."name" FROM "names" WHERE "names"."id" < 2 \
                UNION SELECT "names"."id", "names"."name" FROM "names" WHERE "names"."id" > 5
                """)
    }

    @Test("A view cannot have values that are given when a statement runs")
    func placeholder() {
        let title = NamedParameter<String>(named: "title")
        let view = ReminderWithList.createView(
            as: query.where { reminder, _ in reminder.title == title })
        #expect(throws: SQLiteError.self) { try view.sql() }
    }

    @Test("A view is created on a mock")
    func mock() throws {
        try withMock { mock in
            mock.expectExecute(
                """
                CREATE VIEW "names" ("id", "name") AS SELECT "names"."id", "names"."name" \
                FROM "names" WHERE "names"."id" = 3
                """)
            mock.expectExecute(#"DROP VIEW "names""#)
            try Label.createView(as: Label.find(3)).execute(mock)
            try Label.dropView().execute(mock)
        }
    }
}
