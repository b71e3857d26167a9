import DataLiteQuery
import Foundation
import Testing

@Suite("An insert")
struct InsertTests {
    let database: RecordingDatabase

    init() throws { database = try RecordingDatabase() }

    @Test("An insert of a draft omits what is not set, writes defaults, and returns the key")
    func draft() throws {
        let draft = Reminder.Draft(title: "Milk", remindersListID: .test(1))
        let insert = Reminder.insert { draft }.returning(\.id)
        #expect(
            try database.outcome(of: insert) == """
                INSERT INTO "reminders" ("title", "isCompleted", "status", "position", \
                "remindersListID", "note_text", "tags") VALUES (?, ?, ?, ?, ?, ?, ?) \
                RETURNING "reminders"."id"
                1
                """)
        #expect(
            try database.table("SELECT * FROM reminders") == [
                "1 | 'Milk' | 0 | NULL | NULL | 0 | 0 | "
                    + "'00000000-0000-0000-0000-000000000001' | '' | '[]'"
            ])
        #expect(try insert.fetchOne(database.db) == 2)
    }

    @Test("An insert of several drafts takes one statement")
    func drafts() throws {
        let drafts = [
            Person.Draft(email: "a@x", name: "A"), Person.Draft(email: "b@x", name: "B"),
        ]
        #expect(
            try database.outcome(
                of: Person.insert { drafts }, "SELECT * FROM people ORDER BY email") == """
                    INSERT INTO "archive"."people" ("email", "name") VALUES (?, ?), (?, ?)
                    2 changed
                    'a@x' | 'A'
                    'b@x' | 'B'
                    """)
    }

    @Test("An insert takes drafts and rows in order, with conditions and loops")
    func builder() throws {
        let addsBread = true
        let insert = RemindersList.insert {
            RemindersList.Draft(
                id: .test(1), title: "First",
                timestamps: Timestamps(createdAt: Date(timeIntervalSince1970: 0), updatedAt: nil))
            if addsBread {
                RemindersList(
                    id: .test(2), title: "Second",
                    timestamps: Timestamps(
                        createdAt: Date(timeIntervalSince1970: 0), updatedAt: nil))
            }
            for number in 3...4 {
                RemindersList(
                    id: .test(number), title: "Further",
                    timestamps: Timestamps(
                        createdAt: Date(timeIntervalSince1970: 0), updatedAt: nil))
            }
        }
        #expect(try insert.execute(database.db) == 4)
        #expect(
            try database.table("SELECT title, createdAt, updatedAt FROM remindersLists") == [
                "'First' | '1970-01-01 00:00:00.000' | NULL",
                "'Second' | '1970-01-01 00:00:00.000' | NULL",
                "'Further' | '1970-01-01 00:00:00.000' | NULL",
                "'Further' | '1970-01-01 00:00:00.000' | NULL",
            ])
    }

    @Test("An insert of rows works in a table without a primary key")
    func rows() throws {
        let insert = ReminderTag.insert {
            ReminderTag(reminderID: 1, tagID: 2)
            ReminderTag(reminderID: 1, tagID: 3)
        }
        #expect(
            try database.outcome(of: insert, "SELECT * FROM reminderTags") == """
                INSERT INTO "reminderTags" ("reminderID", "tagID") VALUES (?, ?), (?, ?)
                2 changed
                1 | 2
                1 | 3
                """)
    }

    @Test("An insert of values writes only the named columns")
    func values() throws {
        let insert = Reminder.insert {
            ($0.title, $0.remindersListID, $0.tags)
        } values: {
            ("A", .test(1), ["x"])
            ("B", .test(2), [])
        }
        #expect(
            try database.outcome(
                of: insert, "SELECT title, remindersListID, tags, position FROM reminders") == """
                    INSERT INTO "reminders" ("title", "remindersListID", "tags") \
                    VALUES (?, ?, ?), (?, ?, ?)
                    2 changed
                    'A' | '00000000-0000-0000-0000-000000000001' | '["x"]' | 0
                    'B' | '00000000-0000-0000-0000-000000000002' | '[]' | 0
                    """)
        #expect(
            try Person.insert {
                $0.email
            } values: {
                "c@x"
            }.sql().parameters == [.text("c@x")])
    }

    @Test("An insert writes the rows of a query")
    func select() throws {
        try RemindersList.insert {
            RemindersList(
                id: .test(7), title: "Home",
                timestamps: Timestamps(createdAt: Date(timeIntervalSince1970: 0), updatedAt: nil))
        }.execute(database.db)
        let insert = Reminder.insert {
            ($0.title, $0.remindersListID)
        } select: {
            RemindersList.select { ($0.title, $0.id) }
        }
        #expect(
            try database.outcome(of: insert, "SELECT id, title FROM reminders") == """
                INSERT INTO "reminders" ("title", "remindersListID") \
                SELECT "remindersLists"."title", "remindersLists"."id" FROM "remindersLists"
                1 changed
                1 | 'Home'
                """)
        let upsert = insert.onConflict {
            $0.id
        } doUpdate: {
            $0.position += 1
        }
        #expect(
            try database.outcome(of: upsert, "SELECT id, position FROM reminders") == """
                INSERT INTO "reminders" ("title", "remindersListID") SELECT * FROM (\
                SELECT "remindersLists"."title", "remindersLists"."id" FROM "remindersLists") \
                WHERE TRUE ON CONFLICT ("id") DO UPDATE SET "position" = "reminders"."position" + ?
                1 changed
                1 | 0
                2 | 0
                """)
    }

    @Test("An insert of a draft without any value inserts the defaults of the table")
    func defaults() throws {
        try database.db.execute("DROP TABLE archive.people")
        try database.db.execute(
            "CREATE TABLE archive.people(email TEXT DEFAULT 'x', name TEXT DEFAULT 'y')")
        #expect(
            try database.outcome(
                of: Person.insert {
                    Person.Draft()
                    Person.Draft()
                }, "SELECT * FROM people") == """
                    BEGIN IMMEDIATE TRANSACTION
                    INSERT INTO "archive"."people" DEFAULT VALUES
                    INSERT INTO "archive"."people" DEFAULT VALUES
                    COMMIT TRANSACTION
                    2 changed
                    'x' | 'y'
                    'x' | 'y'
                    """)
    }

    @Test("An insert can skip a row that violates a constraint")
    func ignore() throws {
        let person = Person(email: "a@x", name: "A")
        try Person.insert { person }.execute(database.db)
        #expect(
            try database.outcome(
                of: Person.insert(or: .ignore) { Person(email: "a@x", name: "Z") },
                "SELECT * FROM people") == """
                    INSERT OR IGNORE INTO "archive"."people" ("email", "name") VALUES (?, ?)
                    0 changed
                    'a@x' | 'A'
                    """)
        #expect(
            try database.outcome(
                of: Person.insert(or: .replace) { Person(email: "a@x", name: "Z") },
                "SELECT * FROM people") == """
                    INSERT OR REPLACE INTO "archive"."people" ("email", "name") VALUES (?, ?)
                    1 changed
                    'a@x' | 'Z'
                    """)
    }

    @Test("An insert of no rows runs no statement")
    func nothing() throws {
        let none: [Person] = []
        #expect(
            try database.outcome(of: Person.insert { none }, "SELECT count(*) FROM people") == """
                0 changed
                0
                """)
        #expect(try Person.insert { none }.returning(\.email).fetchAll(database.db) == [])
    }

    @Test("An insert of an enum writes one column, and NULL into the others")
    func enums() throws {
        let insert = Attachment.insert {
            Attachment.Draft(id: .test(1), kind: .note("Hello world!"))
        }
        #expect(
            try database.outcome(
                of: insert, "SELECT link, note, caption, url FROM attachments") == """
                    INSERT INTO "attachments" ("id", "link", "note", "caption", "url") \
                    VALUES (?, ?, ?, ?, ?)
                    1 changed
                    NULL | 'Hello world!' | NULL | NULL
                    """)
    }

    @Test("An insert of a draft without a required value fails and names the column")
    func missingValue() throws {
        let error = #expect(throws: SQLiteError.self) {
            try Reminder.insert { Reminder.Draft(title: "Milk") }.execute(database.db)
        }
        #expect(error?.resultCode == .constraintNotNull)
        #expect(error?.message == "NOT NULL constraint failed: reminders.remindersListID")
        #expect(try database.table("SELECT count(*) FROM reminders") == ["0"])
    }

    @Test("An insert into a missing table fails and names the table")
    func missingTable() throws {
        try database.db.execute("DROP TABLE archive.people")
        let error = #expect(throws: SQLiteError.self) {
            try Person.insert { Person(email: "a", name: "b") }.execute(database.db)
        }
        #expect(error?.message == "no such table: archive.people")
    }

    @Test("An insert into an expression that is not a column is an error")
    func expression() {
        #expect(throws: SQLiteError.self) {
            try Reminder.insert {
                $0.title + "x"
            } values: {
                "y"
            }.sql()
        }
    }
}
