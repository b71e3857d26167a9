import DataLiteClauses
import DataLiteTesting
import Foundation
import Testing

@Suite("The clause Returning")
struct ReturningClauseTests {
    private let db: Connection

    init() throws {
        db = try Fixture.connection()
    }

    @Test("A delete returns expressions for each deleted row")
    func delete() throws {
        let delete = sql { schema in
            let reminder = schema.into(Reminder.self)
            Delete(reminder)
            Where(reminder.remindersListID == Fixture.home)
            Returning(reminder.id, reminder.title.upper(), reminder.dueDate)
        }
        #expect(
            try delete.sql().text == """
                DELETE FROM "reminders" WHERE "reminders"."remindersListID" = ? \
                RETURNING "reminders"."id", upper("reminders"."title"), "reminders"."dueDate"
                """)
        let rows = try delete.fetchAll(db).sorted { $0.0 < $1.0 }
        #expect(rows.map(\.1) == ["MILK", "BREAD"])
        #expect(rows.map(\.2) == [Date("2024-06-01 00:00:00" as SQLiteValue), nil])
        #expect(try delete.fetchOne(db) == nil)
    }

    @Test("An update of a table under an alias returns whole rows")
    func update() throws {
        let update = sql { schema in
            let reminder = schema.table(Reminder.self)
            Update(reminder)
            Setting(reminder) { $0.tags = ["new"] }
            Where(reminder.id == 3)
            Returning(reminder)
        }
        let row = try update.fetchRequired(db)
        #expect(row.id == 3 && row.tags == ["new"])
        let same = try Reminder.find(3).fetchOne(db)
        #expect(same == row)
        let position = sql { schema in
            let reminder = schema.table(Reminder.self)
            Update(reminder)
            Setting(reminder) { $0.position += 1 }
            AllRows()
            Returning(Reminder.where { $0.id < reminder.id }.count().scalar())
        }
        #expect(try position.fetchAll(db).compactMap(\.self).sorted() == [0, 1, 2, 3])
    }

    @Test("An insert returns the keys of its rows, and takes named parameters")
    func insert() throws {
        let title = NamedParameter<String>(named: "title")
        var request = try db.request(
            sql { schema in
                let reminder = schema.into(Reminder.self)
                Insert(reminder, columns: reminder.title, reminder.remindersListID)
                Values(title, SQLExpression(Fixture.home))
                Returning(reminder.id)
            })
        request[title] = "A"
        #expect(try request.fetchOne() == 5)
        request[title] = "B"
        #expect(try request.fetchAll() == [6])
        let drafts = sql { schema in
            let reminder = schema.into(Reminder.self)
            Insert(reminder)
            Values([
                Reminder.Draft(title: "C", remindersListID: Fixture.home),
                Reminder.Draft(title: "D", remindersListID: Fixture.home),
            ])
            Returning(reminder.id, reminder.title)
        }
        #expect(try drafts.fetchAll(db).map(\.1) == ["C", "D"])
        let copied = sql { schema in
            let tag = schema.into(ReminderTag.self)
            let reminder = schema.table(Reminder.self)
            Insert(tag, columns: tag.reminderID, tag.tagID)
            Select(reminder.id, reminder.position)
            From(reminder)
            Where(reminder.title == "C")
            Returning(tag)
        }
        #expect(try copied.fetchAll(db) == [ReminderTag(reminderID: 7, tagID: 0)])
    }

    @Test("Returning outside of a statement is reported")
    func alone() throws {
        let error = #expect(throws: SQLiteError.self) {
            try Returning(Reminder.columns.id).fetchAll(db)
        }
        #expect(error?.message == "Returning is a clause: write it in sql { ... }")
        #expect(try Reminder.all.fetchCount(db) == 4)
    }
}
