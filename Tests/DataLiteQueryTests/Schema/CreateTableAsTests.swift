import DataLiteClauses
import DataLiteQuery
import DataLiteTesting
import Testing

@Suite("A table made from a query")
struct CreateTableAsTests {
    let db: Connection

    init() throws { db = try Fixture.connection() }

    private var query: Select<ReminderWithList, (Reminder.Columns, RemindersList.Columns)> {
        Reminder.where { $0.title != "it's" }
            .join(RemindersList.self) { $0.remindersListID == $1.id }
            .select { ReminderWithList.Columns(id: $0.id, title: $0.title, list: $1.title) }
    }

    @Test("It has the columns of its type and the rows of the query")
    func create() throws {
        let statement = ReminderWithList.createTable(as: query)
        #expect(
            try statement.sql().text == """
                CREATE TABLE "reminderWithLists" AS \
                WITH "datalite:rows" ("id", "title", "list") AS (\
                SELECT "reminders"."id", "reminders"."title", "remindersLists"."title" AS "list" \
                FROM "reminders" JOIN "remindersLists" \
                ON "reminders"."remindersListID" = "remindersLists"."id" \
                WHERE "reminders"."title" <> 'it''s') SELECT * FROM "datalite:rows"
                """)
        try statement.execute(db)
        #expect(try ReminderWithList.all.fetchCount(db) == query.fetchCount(db))
        #expect(try ReminderWithList.where { $0.list == "Home" }.fetchCount(db) == 2)
        let table = try #require(try db.schema.table("reminderWithLists"))
        #expect(table.columns.map(\.name) == ["id", "title", "list"])
        #expect(table.primaryKey == [])
        #expect(throws: SQLiteError.self) { try statement.execute(db) }
        try ReminderWithList.createTable(as: query, ifNotExists: true).execute(db)
    }

    @Test("A temporary table is in the schema temp, and clauses are a query, too")
    func temporary() throws {
        let clauses = sql { schema in
            let reminder = schema.table(Reminder.self)
            let list = schema.table(RemindersList.self)
            Select(
                ReminderWithList.Columns(id: reminder.id, title: reminder.title, list: list.title))
            From(reminder)
            Join(list, on: reminder.remindersListID == list.id)
        }
        try ReminderWithList.createTemporaryTable(as: clauses).execute(db)
        #expect(try db.schema(of: "temp").tables.map(\.name) == ["reminderWithLists"])
        #expect(try ReminderWithList.all.fetchCount(db) == clauses.fetchAll(db).count)
    }

    @Test("The escape of a pattern can be a parameter")
    func escape() throws {
        let escape = NamedParameter<String>(named: "escape")
        var request = try db.request(
            Reminder.where {
                $0.title.like("Mi!_k", escape: escape) || $0.title.like("Mil_", escape: escape)
            }
            .select(\.title))
        request[escape] = "!"
        #expect(try request.fetchAll() == ["Milk"])
        request[escape] = "!!"
        #expect(throws: SQLiteError.self) { try request.fetchAll() }
        #expect(try Reminder.where { $0.title.like("Mil!_", escape: "!") }.fetchCount(db) == 0)
    }

    @Test("A table of another schema cannot be temporary")
    func temporarySchema() throws {
        let error = #expect(throws: SQLiteError.self) {
            try Person.createTemporaryTable(as: Person.all).sql()
        }
        #expect(
            error?.message
                == #""people" is in schema "archive" and cannot be a temporary table"#)
    }
}
