import DataLiteClauses
import DataLiteTesting
import Foundation
import Testing

@Suite("A change written with clauses")
struct ChangeClauseTests {
    private let db: Connection

    init() throws {
        db = try Fixture.connection()
    }

    private func titles() throws -> [String] {
        try Reminder.all.order(by: \.id).select(\.title).fetchAll(db)
    }

    @Test("A delete with clauses deletes the rows for which all conditions are true")
    func delete() throws {
        let delete = sql { schema in
            let reminder = schema.into(Reminder.self)
            Delete(reminder)
            Where(reminder.position > 10)
            Where(!reminder.isCompleted)
        }
        #expect(
            try delete.sql().text == """
                DELETE FROM "reminders" WHERE "reminders"."position" > ? \
                AND NOT "reminders"."isCompleted"
                """)
        #expect(try delete.execute(db) == 2)
        #expect(try titles() == ["Milk", "Bread"])
    }

    @Test("AllRows changes all rows")
    func allRows() throws {
        let update = sql { schema in
            let reminder = schema.into(Reminder.self)
            Update(reminder)
            Setting(reminder) { $0.position = 0 }
            AllRows()
        }
        #expect(try update.sql().text == #"UPDATE "reminders" SET "position" = ?"#)
        #expect(try update.execute(db) == 4)
        let delete = sql { schema in
            Delete(schema.into(Reminder.self))
            AllRows()
        }
        #expect(try delete.sql().text == #"DELETE FROM "reminders""#)
        #expect(try delete.execute(db) == 4)
    }

    @Test("An update with clauses assigns values, NULL and expressions")
    func update() throws {
        let date = try #require(Date("2025-02-03 04:05:06" as SQLiteValue))
        let update = sql { schema in
            let reminder = schema.into(Reminder.self)
            Update(reminder, or: .replace)
            Setting(reminder) { row in
                row.title = row.title.upper()
                row.position += 1
                row.dueDate = date
                row.priority = nil
                row.tags = ["a"]
            }
            Where(reminder.id == 1)
        }
        #expect(
            try update.sql().text == """
                UPDATE OR REPLACE "reminders" SET "title" = upper("reminders"."title"), \
                "position" = "reminders"."position" + ?, "dueDate" = ?, "priority" = ?, \
                "tags" = ? WHERE "reminders"."id" = ?
                """)
        #expect(try update.execute(db) == 1)
        let row = try Reminder.find(1).fetchRequired(db)
        #expect(row.title == "MILK" && row.position == 11 && row.dueDate == date)
        #expect(row.priority == nil && row.tags == ["a"])
    }

    @Test("A table under an alias can be changed, and a subquery can read it under another")
    func aliases() throws {
        let update = sql { schema in
            let reminder = schema.table(Reminder.self)
            let other = schema.table(Reminder.self)
            Update(reminder)
            Setting(reminder) { $0.title = other.title }
            From(other)
            Where(other.id == reminder.id + 1)
        }
        #expect(
            try update.sql().text == """
                UPDATE "reminders" AS "reminders:1" SET "title" = "reminders:2"."title" \
                FROM "reminders" AS "reminders:2" \
                WHERE "reminders:2"."id" = "reminders:1"."id" + ?
                """)
        #expect(try update.execute(db) == 3)
        #expect(try titles() == ["Bread", "Report", "Max's 100%", "Max's 100%"])
        let delete = sql { schema in
            let reminder = schema.into(Reminder.self)
            Delete(reminder)
            Where(Reminder.where { $0.position > reminder.position && $0.id < 3 }.exists())
        }
        #expect(try delete.sql().text.contains(#"FROM "reminders" AS "reminders:2""#))
        #expect(try delete.execute(db) == 1)
        #expect(try Reminder.all.order(by: \.id).select(\.id).fetchAll(db) == [2, 3, 4])
    }

    @Test("An update or a delete with clauses can be limited")
    func limit() throws {
        let delete = sql { schema in
            let reminder = schema.into(Reminder.self)
            Delete(reminder)
            AllRows()
            OrderBy(reminder.position.desc())
            Limit(2)
            Offset(1)
        }
        #expect(try delete.execute(db) == 2)
        #expect(try titles() == ["Milk", "Max's 100%"])
    }

    @Test("Conditions of a change can depend on a condition", arguments: [true, false])
    func conditional(isNarrow: Bool) throws {
        let delete = sql { schema in
            let reminder = schema.into(Reminder.self)
            Delete(reminder)
            if isNarrow { Where(reminder.id == 1) } else { AllRows() }
            for id in [2, 3] { Where(reminder.id != id) }
            if isNarrow { Where(reminder.position > 100) }
        }
        #expect(try delete.execute(db) == (isNarrow ? 0 : 2))
    }

    @Test("An insert with clauses inserts rows, drafts and expressions")
    func insertRows() throws {
        let row = Reminder(id: 5, title: "E", tags: ["x"], list: Fixture.work)
        let rows = sql { schema in
            Insert(schema.into(Reminder.self), or: .replace)
            Values(row)
            Values(Reminder.Draft(id: 6, title: "F", remindersListID: Fixture.home))
            Values([Reminder.Draft(id: 7, title: "G", remindersListID: Fixture.home)])
        }
        #expect(try rows.execute(db) == 3)
        #expect(try titles().suffix(3) == ["E", "F", "G"])
        #expect(try Reminder.find(5).fetchOne(db) == row)
        let none = sql { schema in
            Insert(schema.into(ReminderTag.self))
            DefaultValues()
        }
        #expect(try none.sql().text == #"INSERT INTO "reminderTags" DEFAULT VALUES"#)
        #expect(throws: SQLiteError.self) { try none.execute(db) }
    }

    @Test("An insert with clauses encodes values in the forms of its columns")
    func insertColumns() throws {
        let dates = [Date("2025-02-03 04:05:06" as SQLiteValue), nil]
        let (high, low) = (Priority?.some(.high), Priority?.some(.low))
        let insert = sql { schema in
            let reminder = schema.into(Reminder.self)
            Insert(
                reminder,
                columns: reminder.id, reminder.dueDate, reminder.remindersListID,
                reminder.priority)
            Values(5, dates[0], Fixture.home, high)
            Values([(6, dates[1], Fixture.work, low), (7, dates[1], Fixture.work, low)])
        }
        #expect(
            try insert.sql().text == """
                INSERT INTO "reminders" ("id", "dueDate", "remindersListID", "priority") \
                VALUES (?, ?, ?, ?), (?, ?, ?, ?), (?, ?, ?, ?)
                """)
        #expect(try insert.execute(db) == 3)
        let rows = try Reminder.where { $0.id > 4 }.order(by: \.id).fetchAll(db)
        #expect(rows.map(\.dueDate) == [dates[0], nil, nil])
        #expect(rows.map(\.remindersListID) == [Fixture.home, Fixture.work, Fixture.work])
        #expect(rows.map(\.priority) == [.high, .low, .low])
    }

    @Test("An insert with clauses inserts the rows of a query")
    func insertQuery() throws {
        let insert = sql { schema in
            let tag = schema.into(ReminderTag.self)
            let reminder = schema.table(Reminder.self)
            Insert(tag, columns: tag.reminderID, tag.tagID)
            Select(reminder.id, reminder.position)
            From(reminder)
            Where(reminder.isCompleted)
            OrderBy(reminder.id)
        }
        #expect(
            try insert.sql().text == """
                INSERT INTO "reminderTags" ("reminderID", "tagID") \
                SELECT "reminders:2"."id", "reminders:2"."position" \
                FROM "reminders" AS "reminders:2" WHERE "reminders:2"."isCompleted" \
                ORDER BY "reminders:2"."id"
                """)
        #expect(try insert.execute(db) == 1)
        #expect(try ReminderTag.where { $0.reminderID == 2 }.select(\.tagID).fetchAll(db) == [20])
        let copy = sql { schema in
            let tag = schema.table(ReminderTag.self)
            Insert(schema.into(ReminderTag.self))
            Select(tag)
            From(tag)
        }
        #expect(try copy.execute(db) == 3)
    }

    @Test("Clauses that a change cannot have are reported")
    func mistakes() throws {
        let joined = sql { schema in
            let reminder = schema.into(Reminder.self)
            let list = schema.table(RemindersList.self)
            Delete(reminder)
            Join(list, on: list.id == reminder.remindersListID)
            AllRows()
        }
        #expect(throws: SQLiteError.self) { try joined.execute(db) }
        let other = sql { schema in
            Update(schema.into(Reminder.self))
            Setting(schema.table(Reminder.self)) { $0.position = 1 }
            AllRows()
        }
        let error = #expect(throws: SQLiteError.self) { try other.execute(db) }
        #expect(error?.message == "Setting is for another table than Update")
        let empty = sql { schema in
            let reminder = schema.into(Reminder.self)
            Insert(reminder)
            Setting(reminder) { _ in }
        }
        #expect(throws: SQLiteError.self) { try empty.execute(db) }
        #expect(try titles().count == 4)
    }
}

extension Reminder {
    fileprivate init(id: Int, title: String, tags: [String], list: UUID) {
        self.init(id: id, title: title, remindersListID: list, tags: tags)
    }
}
