import DataLiteQuery
import Foundation
import Testing

@Suite("An upsert")
struct UpsertTests {
    let database: RecordingDatabase

    init() throws {
        database = try RecordingDatabase()
        try Reminder.insert {
            Reminder.Draft(
                id: 1, title: "Milk", priority: .high, position: 5, remindersListID: .test(1))
        }.execute(database.db)
        try database.db.execute("CREATE UNIQUE INDEX by_title ON reminders(title)")
    }

    private let query = "SELECT id, title, priority, position, note_text FROM reminders"

    @Test("An upsert updates what the draft sets, but neither the key nor other columns")
    func update() throws {
        let upsert = Reminder.upsert {
            Reminder.Draft(id: 1, title: "Bread", remindersListID: .test(2))
        }
        #expect(
            try database.outcome(of: upsert, query) == """
                INSERT INTO "reminders" ("id", "title", "isCompleted", "status", "position", \
                "remindersListID", "note_text", "tags") VALUES (?, ?, ?, ?, ?, ?, ?, ?) \
                ON CONFLICT ("id") DO UPDATE SET "title" = "excluded"."title", \
                "remindersListID" = "excluded"."remindersListID"
                1 changed
                1 | 'Bread' | 3 | 5 | ''
                """)
    }

    @Test("An upsert inserts a draft with another key, or without one, and returns the row")
    func insert() throws {
        let draft = Reminder.Draft(title: "Bread", remindersListID: .test(2))
        let row = try Reminder.upsert { draft }.returning(\.self).fetchOne(database.db)
        #expect(row?.id == 2)
        #expect(row?.title == "Bread")
        #expect(row?.priority == nil)
    }

    @Test("An upsert of a row sets all columns but the key")
    func row() throws {
        let person = Person(email: "a@x", name: "A")
        try Person.insert { person }.execute(database.db)
        #expect(
            try database.outcome(
                of: Person.upsert { Person(email: "a@x", name: "Z") }, "SELECT * FROM people")
                    == """
                    INSERT INTO "archive"."people" ("email", "name") VALUES (?, ?) \
                    ON CONFLICT ("email") DO UPDATE SET "name" = "excluded"."name"
                    1 changed
                    'a@x' | 'Z'
                    """)
    }

    @Test("An upsert of a draft that sets only the key changes nothing, but returns the row")
    func onlyKey() throws {
        let insert = Person.insert { Person(email: "a@x", name: "A") }
        try insert.execute(database.db)
        try database.db.execute("CREATE TABLE names(id INTEGER PRIMARY KEY, name TEXT DEFAULT '')")
        let draft = Label.Draft(id: 1)
        #expect(
            try database.outcome(of: Label.upsert { draft }, "SELECT * FROM names") == """
                INSERT INTO "names" ("id") VALUES (?) ON CONFLICT ("id") DO NOTHING
                1 changed
                1 | ''
                """)
        #expect(
            try database.outcome(of: Label.upsert { draft }.returning(\.id)) == """
                INSERT INTO "names" ("id") VALUES (?) \
                ON CONFLICT ("id") DO UPDATE SET "name" = "names"."name" RETURNING "names"."id"
                1
                """)
    }
}

@Suite("ON CONFLICT")
struct ConflictTests {
    let database: RecordingDatabase

    init() throws {
        database = try RecordingDatabase()
        try Label.createTable().execute(database.db)
        try database.db.execute("CREATE UNIQUE INDEX names_name ON names(name)")
        try database.db.execute("INSERT INTO names(id, name) VALUES (1, 'a'), (2, 'b')")
    }

    private let query = "SELECT id, name FROM names ORDER BY id"

    @Test("ON CONFLICT updates the existing row")
    func update() throws {
        let insert = Label.insert {
            Label.Draft(name: "a")
        } onConflict: {
            $0.name
        } doUpdate: {
            $0.id += 10
        }
        #expect(
            try database.outcome(of: insert, query) == """
                INSERT INTO "names" ("name") VALUES (?) \
                ON CONFLICT ("name") DO UPDATE SET "id" = "names"."id" + ?
                1 changed
                2 | 'b'
                11 | 'a'
                """)
    }

    @Test("ON CONFLICT can use the row to insert, and a condition")
    func excluded() throws {
        let insert = Label.insert {
            Label.Draft(id: 1, name: "x")
            Label.Draft(id: 2, name: "y")
        } onConflict: {
            $0.id
        } doUpdate: {
            $0.name = $1.name
        } where: {
            $0.id > 1
        }
        #expect(
            try database.outcome(of: insert, query) == """
                INSERT INTO "names" ("id", "name") VALUES (?, ?), (?, ?) \
                ON CONFLICT ("id") DO UPDATE SET "name" = "excluded"."name" WHERE "names"."id" > ?
                1 changed
                1 | 'a'
                2 | 'y'
                """)
    }

    @Test("ON CONFLICT can compare both rows in its condition")
    func bothRows() throws {
        let insert = Label.insert {
            Label.Draft(id: 1, name: "x")
        } onConflict: {
            $0.id
        } doUpdate: {
            $0.name = $1.name
        } where: {
            $0.name < $1.name
        }
        #expect(
            try database.outcome(of: insert, query) == """
                INSERT INTO "names" ("id", "name") VALUES (?, ?) ON CONFLICT ("id") \
                DO UPDATE SET "name" = "excluded"."name" WHERE "names"."name" < "excluded"."name"
                1 changed
                1 | 'x'
                2 | 'b'
                """)
    }

    @Test("ON CONFLICT can skip rows, for some columns or for any")
    func nothing() throws {
        let insert = Label.insert { Label.Draft(id: 3, name: "a") }
        #expect(
            try database.outcome(of: insert.onConflictDoNothing { $0.name }, query) == """
                INSERT INTO "names" ("id", "name") VALUES (?, ?) ON CONFLICT ("name") DO NOTHING
                0 changed
                1 | 'a'
                2 | 'b'
                """)
        #expect(
            try insert.onConflictDoNothing().sql().text
                == #"INSERT INTO "names" ("id", "name") VALUES (?, ?) ON CONFLICT DO NOTHING"#)
    }

    @Test("ON CONFLICT can be given for several keys")
    func several() throws {
        let insert = Label.insert { Label.Draft(id: 5, name: "b") }
            .onConflict {
                $0.id
            } doUpdate: {
                $0.name = "same id"
            }
            .onConflict {
                $0.name
            } doUpdate: {
                $0.name = "same name"
            }
        #expect(try insert.execute(database.db) == 1)
        #expect(try database.table(query) == ["1 | 'a'", "2 | 'same name'"])
    }
}
