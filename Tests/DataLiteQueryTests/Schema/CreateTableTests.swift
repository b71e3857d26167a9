import DataLiteQuery
import Testing

@Suite("A table that is created")
struct CreateTableTests {
    let db: Connection

    init() throws { db = try Connection(location: .inMemory) }

    @Test("A created table has the columns, keys, types and defaults of its definition")
    func columns() throws {
        let statement = Reminder.createTable(ifNotExists: true, strict: true)
        #expect(
            try statement.sql().text == """
                CREATE TABLE IF NOT EXISTS "reminders" (
                  "id" INTEGER PRIMARY KEY,
                  "title" TEXT NOT NULL DEFAULT '',
                  "isCompleted" INTEGER NOT NULL DEFAULT 0,
                  "dueDate" TEXT,
                  "priority" INTEGER,
                  "status" INTEGER NOT NULL DEFAULT 0,
                  "position" INTEGER NOT NULL DEFAULT 0,
                  "remindersListID" TEXT NOT NULL,
                  "note_text" TEXT NOT NULL DEFAULT '',
                  "tags" TEXT NOT NULL DEFAULT '[]'
                ) STRICT
                """)
        try statement.execute(db)
        try statement.execute(db)
        #expect(throws: SQLiteError.self) { try Reminder.createTable().execute(db) }
    }

    @Test("A created table can be in another schema, with a key that is not a rowid")
    func schema() throws {
        #expect(
            try Person.createTable().sql().text == """
                CREATE TABLE "archive"."people" (
                  "email" TEXT PRIMARY KEY NOT NULL,
                  "name" TEXT NOT NULL
                )
                """)
    }

    @Test("A created table has the references, unique columns and defaults of its definition")
    func references() throws {
        #expect(
            try Step.createTable().sql().text == """
                CREATE TABLE "steps" (
                  "na""me" TEXT NOT NULL UNIQUE,
                  "reminder" INTEGER NOT NULL \
                REFERENCES "reminders"("id") ON DELETE CASCADE ON UPDATE RESTRICT,
                  "added" TEXT NOT NULL DEFAULT (datetime('now')),
                  "anything",
                  PRIMARY KEY ("na""me", "reminder")
                )
                """)
        try createSteps(strict: true)
        try Reminder.find(1).delete().execute(db)
        #expect(try db.value("SELECT count(*) FROM steps") == 0)
    }

    @Test("A created table stores values of any type unchanged", arguments: [false, true])
    func anyType(isStrict: Bool) throws {
        try createSteps(strict: isStrict)
        #expect(try db.value("SELECT typeof(anything) FROM steps") == "text")
    }

    private func createSteps(strict: Bool) throws {
        try Reminder.createTable().execute(db)
        try Step.createTable(strict: strict).execute(db)
        try db.execute("INSERT INTO reminders(id, remindersListID) VALUES (1, 'x')")
        try db.execute("INSERT INTO steps VALUES ('a', 1, 'now', '1')")
    }

    @Test("A created table cannot refer to a table without a key of one column")
    func invalidReference() {
        let error = #expect(throws: SQLiteError.self) { try Orphan.createTable().sql() }
        #expect(
            error?.message == """
                column "tag" of table "orphans" refers to "reminderTags", whose primary key is \
                not one column
                """)
    }

    @Test("A created table can be dropped")
    func drop() throws {
        #expect(throws: SQLiteError.self) { try Reminder.dropTable().execute(db) }
        try Reminder.dropTable(ifExists: true).execute(db)
        try Reminder.createTable().execute(db)
        try Reminder.dropTable().execute(db)
        #expect(try Reminder.differences(in: db).map(\.kind) == [.missingTable("reminders")])
        #expect(try Person.dropTable().sql().text == #"DROP TABLE "archive"."people""#)
    }
}
