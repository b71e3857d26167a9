import DataLiteQuery
import DataLiteTesting
import Testing

@Suite("A full-text table with external content")
struct ExternalContentTests {
    let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Reminder.createTable().execute(db)
        try Reminder.insert {
            Reminder.Draft(id: 5, title: "Old", remindersListID: .test(1), notes: "before")
        }.execute(db)
        try ReminderText.createTable(content: .table(Reminder.self)).execute(db)
        try ReminderText.createTriggers(syncing: Reminder.self).execute(db)
    }

    @Test("A table with external content names the other table and its rowid")
    func create() throws {
        #expect(
            try ReminderText.createTable(content: .table(Reminder.self, rowID: \.position)).sql()
                .text == """
                    CREATE VIRTUAL TABLE "reminderTexts" USING fts5 (
                      "title",
                      "note_text",
                      content = 'reminders',
                      content_rowid = 'position'
                    )
                    """)
    }

    @Test("Three triggers keep a table with external content in step")
    func triggers() throws {
        let triggers = ReminderText.createTriggers(syncing: Reminder.self)
        #expect(
            try triggers.map { try $0.sql().text } == [
                """
                CREATE TRIGGER "reminderTexts_insert"
                AFTER INSERT ON "reminders"
                BEGIN
                  INSERT INTO "reminderTexts" ("rowid", "title", "note_text") \
                VALUES ("new"."id", "new"."title", "new"."note_text");
                END
                """,
                """
                CREATE TRIGGER "reminderTexts_update"
                AFTER UPDATE OF "id", "title", "note_text" ON "reminders"
                BEGIN
                  INSERT INTO "reminderTexts" ("reminderTexts", "rowid", "title", "note_text") \
                VALUES ('delete', "old"."id", "old"."title", "old"."note_text");
                  INSERT INTO "reminderTexts" ("rowid", "title", "note_text") \
                VALUES ("new"."id", "new"."title", "new"."note_text");
                END
                """,
                """
                CREATE TRIGGER "reminderTexts_delete"
                AFTER DELETE ON "reminders"
                BEGIN
                  INSERT INTO "reminderTexts" ("reminderTexts", "rowid", "title", "note_text") \
                VALUES ('delete', "old"."id", "old"."title", "old"."note_text");
                END
                """,
            ])
        #expect(try Schema(ReminderText.self, objects: triggers).differences(in: db) == [])
        try triggers.drop().execute(db)
        try triggers.drop(ifExists: true).execute(db)
        try triggers.execute(db)
    }

    @Test("A table with external content finds inserted and updated text, but no deleted text")
    func sync() throws {
        try ReminderText.rebuild().execute(db)
        try Reminder.insert {
            Reminder.Draft(id: 1, title: "Milk", remindersListID: .test(1), notes: "fresh")
            Reminder.Draft(id: 2, title: "Bread", remindersListID: .test(1), notes: "fresh")
        }.execute(db)
        #expect(try ids("fresh") == [1, 2])
        #expect(try ids("before") == [5])
        try Reminder.find(1).update { $0.notes = "sour" }.execute(db)
        try Reminder.find(2).update { $0.position = 3 }.execute(db)
        try Reminder.upsert { Reminder.Draft(id: 5, title: "New", remindersListID: .test(1)) }
            .execute(db)
        #expect(try ids("fresh") == [2])
        #expect(try ids("sour") == [1])
        #expect(try ids("old") == [])
        try Reminder.find(2).delete().execute(db)
        #expect(try ids("fresh") == [])
        try assertQuery(
            ReminderText.where { $0.match(allOf: "milk") }, on: db,
            sql: """
                SELECT "reminderTexts"."rowid", "reminderTexts"."title", \
                "reminderTexts"."note_text" FROM "reminderTexts" \
                WHERE "reminderTexts"."reminderTexts" MATCH ?
                """,
            rows: "1 | 'Milk' | 'sour'")
        try ReminderText.integrityCheck().execute(db)
        try ReminderText.optimize().execute(db)
    }

    @Test("A table with external content is checked, and rebuilt after changes without triggers")
    func rebuild() throws {
        #expect(try ids("old") == [])
        let error = #expect(throws: SQLiteError.self) {
            try ReminderText.integrityCheck().execute(db)
        }
        #expect(error?.resultCode.primary == .corrupt)
        try ReminderText.integrityCheck(comparesContent: false).execute(db)
        try ReminderText.rebuild().execute(db)
        #expect(try ids("old") == [5])
        try ReminderText.integrityCheck().execute(db)
        try ReminderText.removeAllFromIndex().execute(db)
        #expect(try ids("old") == [])
    }

    @Test("External content in another schema or without the same columns is refused")
    func refused() {
        let columns = #expect(throws: SQLiteError.self) {
            try ReminderText.createTable(content: .table(RemindersList.self)).sql()
        }
        #expect(
            columns?.message
                == #"table "remindersLists" has no column "note_text" for "reminderTexts""#)
        let schema = #expect(throws: SQLiteError.self) {
            try ReminderText.createTable(content: .table(Person.self)).sql()
        }
        #expect(schema?.message.contains("are not in the same schema") == true)
    }

    private func ids(_ text: String) throws -> [Int] {
        try ReminderText.where { $0.match(allOf: text) }.order(by: \.rowid).select(\.rowid)
            .fetchAll(db)
    }
}
