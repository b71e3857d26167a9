import DataLiteQuery
import Foundation
import Testing

@Suite("An insert of many rows")
struct BatchInsertTests {
    let database: RecordingDatabase

    init() throws { database = try RecordingDatabase() }

    private func people(_ range: Range<Int>) -> [Person] {
        range.map { Person(email: "\($0)", name: "n\($0)") }
    }

    @Test("A batch insert takes few statements in one transaction, and keeps the order")
    func batches() throws {
        let (statements, count) = try database.recording {
            try Person.insert { people(0..<100) }.execute(database.db)
        }
        #expect(count == 100)
        let lengths = statements.map { $0.split(separator: "?").count / 2 }
        #expect(statements.first == "BEGIN IMMEDIATE TRANSACTION")
        #expect(statements.last == "COMMIT TRANSACTION")
        #expect(lengths == [0, 64, 36, 0])
        #expect(
            try database.table("SELECT email FROM people ORDER BY rowid")
                == (0..<100).map { "'\($0)'" })
    }

    @Test("A batch insert returns a value for each row of all its statements")
    func returning() throws {
        let insert = Person.insert { people(0..<100) }.returning(\.email)
        #expect(try insert.fetchAll(database.db).count == 100)
        try Person.all.delete().execute(database.db)
        #expect(try insert.fetchOne(database.db) == "0")
        #expect(try database.table("SELECT count(*) FROM people") == ["100"])
        try Person.all.delete().execute(database.db)
        #expect(try insert.execute(database.db) == 100)
    }

    @Test("A batch insert is undone as a whole if one row fails")
    func failure() throws {
        let rows = people(0..<90) + people(5..<6)
        #expect(throws: SQLiteError.self) {
            try Person.insert { rows }.execute(database.db)
        }
        #expect(try database.table("SELECT count(*) FROM people") == ["0"])
        #expect(database.db.isAutocommit)
    }

    @Test("A batch insert that fails inside a transaction does not end the transaction")
    func savepoint() throws {
        try database.db.transaction {
            try Person.insert { people(200..<201) }.execute(database.db)
            let rows = people(0..<90) + people(5..<6)
            #expect(throws: SQLiteError.self) {
                try Person.insert { rows }.execute(database.db)
            }
        }
        #expect(try database.table("SELECT email FROM people") == ["'200'"])
    }

    @Test("A batch insert groups consecutive drafts that set the same columns")
    func shapes() throws {
        let drafts = [
            Reminder.Draft(title: "A", remindersListID: .test(1)),
            Reminder.Draft(id: 7, remindersListID: .test(1)),
            Reminder.Draft(id: 9, title: "C", remindersListID: .test(1)),
            Reminder.Draft(title: "D", dueDate: nil, remindersListID: .test(1)),
        ]
        let (statements, count) = try database.recording {
            try Reminder.insert { drafts }.execute(database.db)
        }
        #expect(count == 4)
        #expect(
            statements == [
                "BEGIN IMMEDIATE TRANSACTION",
                """
                INSERT INTO "reminders" ("title", "isCompleted", "status", "position", \
                "remindersListID", "note_text", "tags") VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                """
                INSERT INTO "reminders" ("id", "title", "isCompleted", "status", "position", \
                "remindersListID", "note_text", "tags") \
                VALUES (?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                """
                INSERT INTO "reminders" ("title", "isCompleted", "dueDate", "status", "position", \
                "remindersListID", "note_text", "tags") VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                "COMMIT TRANSACTION",
            ])
        #expect(
            try database.table("SELECT id, title FROM reminders ORDER BY id") == [
                "1 | 'A'", "7 | ''", "9 | 'C'", "10 | 'D'",
            ])
        #expect(throws: SQLiteError.self) { try Reminder.insert { drafts }.sql() }
    }

    @Test("A batch insert keeps the parameters of ON CONFLICT in each statement")
    func conflict() throws {
        try Person.insert { people(0..<70) }.execute(database.db)
        let insert = Person.insert {
            people(0..<70)
        } onConflict: {
            $0.email
        } doUpdate: {
            $0.name = $0.name + "!" + $1.name
        }
        #expect(try insert.execute(database.db) == 70)
        #expect(
            try database.table("SELECT name FROM people WHERE email IN (0, 33, 69) ORDER BY rowid")
                == ["'n0!n0'", "'n33!n33'", "'n69!n69'"])
    }

    @Test("The text of a batch insert is one statement with all values")
    func text() throws {
        let sql = try Person.insert { people(0..<3) }.sql()
        #expect(
            sql.text == """
                INSERT INTO "archive"."people" ("email", "name") VALUES (?, ?), (?, ?), (?, ?)
                """)
        #expect(sql.parameters.count == 6)
    }
}
