import DataLiteQuery
import Foundation
import Testing

@Suite("A delete")
struct DeleteTests {
    let database: RecordingDatabase

    init() throws {
        database = try RecordingDatabase()
        try Reminder.insert {
            Reminder.Draft(id: 1, title: "Milk", isCompleted: true, remindersListID: .test(1))
            Reminder.Draft(id: 2, title: "Bread", position: 3, remindersListID: .test(1))
            Reminder.Draft(id: 3, title: "Salt", position: 4, remindersListID: .test(2))
        }.execute(database.db)
        try ReminderTag.insert { for tag in 1...4 { ReminderTag(reminderID: 1, tagID: tag) } }
            .execute(database.db)
    }

    @Test("A delete removes the matching rows, and returns them")
    func conditions() throws {
        let rows = try Reminder.where(\.isCompleted).delete().returning(Reminder.self)
            .fetchAll(database.db)
        #expect(rows.map(\.title) == ["Milk"])
        #expect(
            try database.outcome(
                of: Reminder.where { $0.position > 3 }.delete(), "SELECT id FROM reminders") == """
                    DELETE FROM "reminders" WHERE "reminders"."position" > ?
                    1 changed
                    2
                    """)
    }

    @Test("A delete removes one row by its key")
    func key() throws {
        let row = try #require(try Reminder.find(2).fetchOne(database.db))
        #expect(
            try database.outcome(of: Reminder.delete(row), "SELECT id FROM reminders") == """
                DELETE FROM "reminders" WHERE "reminders"."id" = ?
                1 changed
                1
                3
                """)
        #expect(try Reminder.find(2).delete().execute(database.db) == 0)
        #expect(try Reminder.find(3).delete().execute(database.db) == 1)
    }

    @Test("A delete of all rows has no condition")
    func all() throws {
        #expect(
            try database.outcome(of: Reminder.all.delete(), "SELECT count(*) FROM reminders") == """
                DELETE FROM "reminders"
                3 changed
                0
                """)
    }

    @Test("A delete removes the first rows of a table without a key by their rowids")
    func limit() throws {
        let delete = ReminderTag.order { $0.tagID.desc() }.limit(2, offset: 1).delete()
        #expect(
            try database.outcome(of: delete, "SELECT tagID FROM reminderTags") == """
                DELETE FROM "reminderTags" WHERE "reminderTags"."rowid" IN (\
                SELECT "reminderTags"."rowid" FROM "reminderTags" \
                ORDER BY "reminderTags"."tagID" DESC LIMIT ? OFFSET ?)
                2 changed
                1
                4
                """)
    }

    @Test("A delete removes rows in another schema")
    func schema() throws {
        try Person.insert { Person(email: "a@x", name: "A") }.execute(database.db)
        #expect(
            try database.outcome(of: Person.find("a@x").delete(), "SELECT * FROM people") == """
                DELETE FROM "archive"."people" WHERE "people"."email" = ?
                1 changed
                """)
    }

    @Test("A delete reports a returned value that cannot be decoded")
    func decoding() throws {
        try database.db.execute("DROP TABLE reminderTags")
        try database.db.execute("CREATE TABLE reminderTags(reminderID, tagID)")
        try database.db.execute("INSERT INTO reminderTags VALUES (1, 'x')")
        let error = #expect(throws: SQLiteError.self) {
            try ReminderTag.all.delete().returning(\.self).fetchAll(database.db)
        }
        #expect(error?.message.contains("\"tagID\"") == true)
        #expect(
            try ReminderTag.insert { ReminderTag(reminderID: 1, tagID: 2) }
                .execute(database.db) == 1)
    }
}
