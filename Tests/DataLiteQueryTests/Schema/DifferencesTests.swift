import DataLiteQuery
import Testing

@Suite("The differences between a table and its definition")
struct DifferencesTests {
    let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try db.execute("ATTACH ':memory:' AS archive")
    }

    @Test("A table that its definition created has no differences", arguments: [false, true])
    func none(isStrict: Bool) throws {
        try Reminder.createTable(strict: isStrict).execute(db)
        try Person.createTable(strict: isStrict).execute(db)
        try Attachment.createTable(strict: isStrict).execute(db)
        try Step.createTable(strict: isStrict).execute(db)
        #expect(try Reminder.differences(in: db) == [])
        #expect(try Person.differences(in: db) == [])
        #expect(try Attachment.differences(in: db) == [])
        #expect(try Step.differences(in: db) == [])
    }

    @Test("Types that store the same values are not a difference")
    func equivalentTypes() throws {
        try db.execute(
            """
            CREATE TABLE reminders(
                ID INTEGER PRIMARY KEY, title VARCHAR(20) NOT NULL DEFAULT (''),
                isCompleted BOOLEAN NOT NULL DEFAULT FALSE, dueDate DATETIME, priority TINYINT,
                status INT NOT NULL DEFAULT (0), position BIGINT NOT NULL DEFAULT 0,
                remindersListID UUID NOT NULL, note_text CLOB NOT NULL DEFAULT '',
                tags JSON NOT NULL DEFAULT '[]', size INT GENERATED ALWAYS AS (length(title)))
            """)
        #expect(try Reminder.differences(in: db) == [])
    }

    @Test(
        "A type whose values come back as they were stored is not a difference",
        arguments: [
            ("UUID", "a"), ("guid", "a"), ("UNIQUEIDENTIFIER", "a"), ("URL", "a"),
            ("uri(200)", "a"), ("JSON", "a"),
            ("Timestamp", "a"), ("", "a"), ("GEOMETRY", "b"), ("BLOB", "b"),
            ("DECIMAL(10, 2)", "b"),
        ])
    func otherTypes(type: String, column: String) throws {
        let types = column == "a" ? (type, "") : ("TEXT", type)
        try db.execute(
            sql: """
                CREATE TABLE steps("na""me" \(types.0) NOT NULL UNIQUE, reminder INTEGER NOT NULL
                        REFERENCES reminders ON DELETE CASCADE ON UPDATE RESTRICT,
                    added TEXT NOT NULL DEFAULT (datetime('now')), anything \(types.1),
                    PRIMARY KEY ("na""me", reminder))
                """)
        #expect(try Step.differences(in: db) == [])
    }

    @Test("A type that would change the values differs", arguments: ["NUMERIC", "INT", "BLOB"])
    func changingTypes(type: String) throws {
        try db.execute(
            sql: "CREATE TABLE archive.people(email \(type) PRIMARY KEY, name TEXT NOT NULL)")
        #expect(
            try Person.differences(in: db).map(\.kind)
                == [.type(column: "email", found: type, expected: .text)])
        try db.execute("CREATE TABLE steps(anything TEXT)")
        #expect(
            try Step.differences(in: db).map(\.kind).contains(
                .type(column: "anything", found: "TEXT", expected: .any)))
    }

    @Test("The differences are listed and described")
    func all() throws {
        try db.execute(
            """
            CREATE TABLE reminders(
                id INTEGER NOT NULL, title TEXT DEFAULT '', isCompleted INTEGER NOT NULL DEFAULT 1,
                dueDate TEXT NOT NULL, priority INTEGER, status INTEGER NOT NULL,
                position TEXT NOT NULL DEFAULT 0, remindersListID TEXT NOT NULL,
                tags TEXT NOT NULL DEFAULT '[]', extra TEXT)
            """)
        #expect(
            try Reminder.differences(in: db).map(\.kind.description) == [
                #""title" may be NULL, expected NOT NULL"#,
                #""isCompleted" has the default 1, expected the default 0"#,
                #""dueDate" is NOT NULL, expected a column that may be NULL"#,
                #""status" has no default, expected the default 0"#,
                #""position" is TEXT, expected INTEGER"#,
                #"column "note_text" is missing"#,
                #"column "extra" is not in the definition"#,
                #"the primary key is empty, expected "id""#,
            ])
    }

    @Test("Every other type is a difference in a strict table")
    func strict() throws {
        try db.execute(
            "CREATE TABLE archive.people(email TEXT PRIMARY KEY, name ANY NOT NULL) STRICT")
        #expect(
            try Person.differences(in: db).map(\.kind)
                == [.type(column: "name", found: "ANY", expected: .text)])
    }

    @Test("The differences of a view are the differences of its columns")
    func view() throws {
        try db.execute("CREATE VIEW archive.people AS SELECT 'a' AS email, 1 AS other")
        #expect(
            try Person.differences(in: db).map(\.kind) == [
                .missingColumn("name"), .extraColumn("other"),
            ])
    }

    @Test(
        "Defaults differ only if their values differ",
        arguments: ["'a b'", "(datetime('NOW'))", "(datetime('now', '+1 day'))", "42", "NULL"])
    func defaults(text: String) throws {
        try db.execute(
            sql: """
                CREATE TABLE steps("na""me" TEXT NOT NULL UNIQUE, reminder INTEGER NOT NULL
                        REFERENCES reminders ON DELETE CASCADE ON UPDATE RESTRICT,
                    added TEXT NOT NULL DEFAULT \(text), anything,
                    PRIMARY KEY ("na""me", reminder))
                """)
        let differences = try Step.differences(in: db)
        #expect(differences.count == 1)
        #expect(differences.first?.kind.description.hasPrefix("\"added\" has ") == true)
    }

    @Test(
        "A default that is written in another way is not a difference",
        arguments: ["(DATETIME( 'now' ))", "((datetime ('now')))", "(datetime(/* UTC */'now'))"])
    func writtenDefaults(text: String) throws {
        try db.execute(
            sql: """
                CREATE TABLE steps("na""me" TEXT NOT NULL UNIQUE, reminder INTEGER NOT NULL
                        REFERENCES reminders ON DELETE CASCADE ON UPDATE RESTRICT,
                    added TEXT NOT NULL DEFAULT \(text), anything,
                    PRIMARY KEY ("na""me", reminder))
                """)
        #expect(try Step.differences(in: db) == [])
    }

    @Test("The rowid of a `WITHOUT ROWID` table is a difference")
    func withoutRowID() throws {
        try db.execute(
            """
            CREATE TABLE "reminderTexts"("title" TEXT NOT NULL PRIMARY KEY, note_text TEXT NOT NULL)
            WITHOUT ROWID
            """)
        #expect(
            try ReminderText.differences(in: db).map(\.kind) == [
                .missingColumn("rowid"), .primaryKey(found: ["title"], expected: ["rowid"]),
            ])
    }

    @Test(
        "A key of integers that is not an alias of the rowid is a difference",
        arguments: [("INT", ""), ("BIGINT", ""), ("INTEGER", "DESC")])
    func keyWithoutRowID(type: String, order: String) throws {
        try db.execute(
            sql: """
                CREATE TABLE reminders(
                    id \(type) PRIMARY KEY \(order), title TEXT NOT NULL DEFAULT '',
                    isCompleted INTEGER NOT NULL DEFAULT 0, dueDate TEXT, priority INTEGER,
                    status INTEGER NOT NULL DEFAULT 0, position INTEGER NOT NULL DEFAULT 0,
                    remindersListID TEXT NOT NULL, note_text TEXT NOT NULL DEFAULT '',
                    tags TEXT NOT NULL DEFAULT '[]', size AS (length(title)))
                """)
        let differences = try Reminder.differences(in: db)
        #expect(differences.map(\.kind) == [.rowID(column: "id")])
        let text = #"table "reminders": "id" is not an alias of the rowid"#
        #expect(differences.first?.description == text + ", expected INTEGER PRIMARY KEY")
    }
}
