import DataLiteQuery
import DataLiteTesting
import Testing

@Suite("An index")
struct IndexTests {
    let db: Connection

    init() throws { db = try Fixture.connection() }

    @Test("An index has the given name, or a name made from its column")
    func column() throws {
        let index = Reminder.createIndex("by_title", on: \.title)
        #expect(try index.sql().text == #"CREATE INDEX "by_title" ON "reminders" ("title")"#)
        try index.execute(db)
        #expect(throws: SQLiteError.self) { try index.execute(db) }
        #expect(Reminder.createIndex(on: \.title).name == "reminders_on_title")
        try assertPlan(
            of: Reminder.where { $0.title == "Milk" }, uses: "by_title")
    }

    @Test("An index can have several columns, be unique, and be skipped if it exists")
    func several() throws {
        let index = Reminder.createIndex(
            on: \.remindersListID, \.position, unique: true, ifNotExists: true)
        #expect(
            try index.sql().text == """
                CREATE UNIQUE INDEX IF NOT EXISTS "reminders_on_remindersListID_position" \
                ON "reminders" ("remindersListID", "position")
                """)
        try index.execute(db)
        try index.execute(db)
        let error = #expect(throws: SQLiteError.self) {
            try Reminder.find(2).update { $0.position = 10 }.execute(db)
        }
        #expect(error?.resultCode == .constraintUnique)
    }

    @Test("An index of expressions has directions, collations and literals")
    func expressions() throws {
        let index = Reminder.createIndex("by_text") {
            ($0.title.collate(.nocase), $0.position.desc(), $0.notes.substr(1, 3))
        }
        #expect(
            try index.sql().text == """
                CREATE INDEX "by_text" ON "reminders" \
                ("title" COLLATE "NOCASE", "position" DESC, substr("note_text", 1, 3))
                """)
        try index.execute(db)
    }

    @Test("A partial index that negates a negative number does not contain a comment")
    func negated() throws {
        let index = Reminder.createIndex("open", on: \.title) {
            $0.position > -SQLExpression<Int>(-5) && $0.position < 30
        }
        #expect(
            try index.sql().text == """
                CREATE INDEX "open" ON "reminders" ("title") \
                WHERE "position" > -(-5) AND "position" < 30
                """)
        try index.execute(db)
        let query = Reminder.select { _ in
            (-SQLExpression<Int>(-5), -SQLExpression<Double>(-0.0), -SQLExpression<Int>(5))
        }
        #expect(try query.sql().text == #"SELECT -(?), -(?), -? FROM "reminders""#)
    }

    @Test("A partial index has its values as literals")
    func partial() throws {
        let index = Reminder.createIndex("open", on: \.position) {
            $0.title != "it's" && !$0.isCompleted && $0.status == .incomplete
        }
        #expect(
            try index.sql().text == """
                CREATE INDEX "open" ON "reminders" ("position") \
                WHERE "title" <> 'it''s' AND NOT "isCompleted" AND "status" = 0
                """)
        #expect(try index.sql().parameters.isEmpty)
        try index.execute(db)
    }

    @Test("Unnamed partial indexes with different conditions have different names")
    func names() {
        let open = Reminder.createIndex(on: \.position) { !$0.isCompleted }
        let titled = Reminder.createIndex(on: \.position) { $0.title != "" }
        #expect(open.name == "reminders_on_position_65198b96")
        #expect(open.name != titled.name)
        #expect(
            Reminder.createIndex(on: \.position, ifNotExists: true) { !$0.isCompleted }.name
                == open.name)
    }

    @Test("An index of a group has the columns of the group")
    func group() throws {
        let index = RemindersList.createIndex("by_time", on: \.timestamps)
        #expect(
            try index.sql().text
                == #"CREATE INDEX "by_time" ON "remindersLists" ("createdAt", "updatedAt")"#)
        try index.execute(db)
    }

    @Test("An index can be in another schema, and is dropped there")
    func schema() throws {
        let index = Person.createIndex("by_name", on: \.name)
        #expect(
            try index.sql().text == #"CREATE INDEX "archive"."by_name" ON "people" ("name")"#)
        try index.execute(db)
        #expect(try index.drop().sql().text == #"DROP INDEX "archive"."by_name""#)
        try index.drop().execute(db)
        #expect(throws: SQLiteError.self) { try Person.dropIndex("by_name").execute(db) }
        try Person.dropIndex("by_name", ifExists: true).execute(db)
    }

    @Test("An index is created on a mock")
    func mock() throws {
        try withMock { mock in
            mock.expectExecute(#"CREATE INDEX "a" ON "names" ("name") WHERE "id" > 3"#).with()
            mock.expectExecute(#"DROP INDEX IF EXISTS "a""#)
            try Label.createIndex("a", on: \.name) { $0.id > 3 }.execute(mock)
            try Label.dropIndex("a", ifExists: true).execute(mock)
        }
    }

    private func assertPlan(of query: some Query, uses index: String) throws {
        let statement = try query.sql()
        let plan = try db.rows(
            SQL(
                raw: "EXPLAIN QUERY PLAN \(statement.text)", parameters: statement.parameters))
        #expect(plan.contains { "\($0)".contains(index) })
    }
}
