import DataLiteQuery
import DataLiteTesting
import Testing

@Suite("A table that is altered")
struct AlterTableTests {
    let db: Connection

    init() throws { db = try Connection(location: .inMemory) }

    @Test("An altered table gets the column of a property with its type and default")
    func addColumn() throws {
        try db.execute("CREATE TABLE reminders(id INTEGER PRIMARY KEY) STRICT")
        try db.execute("INSERT INTO reminders VALUES (1)")
        let statement = Reminder.addColumn(\.notes)
        #expect(
            try statement.sql().text
                == #"ALTER TABLE "reminders" ADD COLUMN "note_text" TEXT NOT NULL DEFAULT ''"#)
        try statement.execute(db)
        try Reminder.addColumn(\.dueDate).execute(db)
        #expect(
            try Reminder.addColumn(\.tags).sql().text
                == #"ALTER TABLE "reminders" ADD COLUMN "tags" TEXT NOT NULL DEFAULT '[]'"#)
        #expect(try db.value("SELECT note_text FROM reminders") == "")
    }

    @Test("An altered table gets all columns of a group, or none")
    func addGroup() throws {
        try db.execute("CREATE TABLE remindersLists(id TEXT PRIMARY KEY, updatedAt TEXT)")
        #expect(
            try RemindersList.addColumn(\.timestamps).sql().text == """
                ALTER TABLE "remindersLists" ADD COLUMN "createdAt" TEXT NOT NULL;
                ALTER TABLE "remindersLists" ADD COLUMN "updatedAt" TEXT
                """)
        #expect(throws: SQLiteError.self) {
            try RemindersList.addColumn(\.timestamps).execute(db)
        }
        #expect(
            try RemindersList.differences(in: db).map(\.kind) == [
                .missingColumn("title"), .missingColumn("createdAt"),
            ])
    }

    @Test("An altered table gets only columns of its type")
    func unknownColumn() {
        let error = #expect(throws: SQLiteError.self) { try Reminder.addColumn(\.unknown).sql() }
        #expect(
            error?.message
                == #"expected a column of table "reminders", not another expression"#)
    }

    @Test("An altered table loses a dropped column")
    func dropColumn() throws {
        try Reminder.createTable().execute(db)
        let statement = Reminder.dropColumn("note_text")
        #expect(
            try statement.sql().text == #"ALTER TABLE "reminders" DROP COLUMN "note_text""#)
        try statement.execute(db)
        #expect(try Reminder.differences(in: db).map(\.kind) == [.missingColumn("note_text")])
    }

    @Test("A table and its columns are renamed")
    func rename() throws {
        try db.execute("CREATE TABLE old(id INTEGER PRIMARY KEY, title TEXT)")
        let rename = Label.renameTable(from: "old")
        #expect(try rename.sql().text == #"ALTER TABLE "old" RENAME TO "names""#)
        try rename.execute(db)
        let column = Label.renameColumn("title", to: \.name)
        #expect(try column.sql().text == #"ALTER TABLE "names" RENAME COLUMN "title" TO "name""#)
        try column.execute(db)
        #expect(try Label.differences(in: db) == [])
        try Label.renameColumn("name", to: "na\"me").execute(db)
        #expect(
            try Label.differences(in: db).map(\.kind) == [
                .missingColumn("name"), .extraColumn("na\"me"),
            ])
        try Label.renameTable(to: "others").execute(db)
        #expect(try Label.differences(in: db).map(\.kind) == [.missingTable("names")])
        #expect(
            try Person.renameTable(to: "others").sql().text
                == #"ALTER TABLE "archive"."people" RENAME TO "others""#)
    }

    @Test("Changes of a table run on a mock")
    func mock() throws {
        try withMock { mock in
            mock.expectExecute(#"ALTER TABLE "names" ADD COLUMN "name" TEXT"#)
            mock.expectBegin(.immediate)
            mock.expectExecute(
                #"ALTER TABLE "remindersLists" ADD COLUMN "createdAt" TEXT NOT NULL"#)
            mock.expectExecute(#"ALTER TABLE "remindersLists" ADD COLUMN "updatedAt" TEXT"#)
            mock.expectCommit()
            try Label.addColumn(\.name).execute(mock)
            try RemindersList.addColumn(\.timestamps).execute(mock)
        }
    }
}

extension Reminder.Columns {
    /// An expression that is not a column.
    fileprivate var unknown: SQLExpression<String> { title.upper() }
}
