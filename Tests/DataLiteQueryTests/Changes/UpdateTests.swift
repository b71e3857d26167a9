import DataLiteQuery
import Foundation
import Testing

extension Updates<Reminder> {
    fileprivate mutating func complete() {
        self.isCompleted = true
        self.status = .completed
    }
}

@Suite("An update")
struct UpdateTests {
    let database: RecordingDatabase

    init() throws {
        database = try RecordingDatabase()
        try Reminder.insert {
            Reminder.Draft(id: 1, title: "Milk", remindersListID: .test(1), tags: ["a"])
            Reminder.Draft(id: 2, title: "Bread", position: 3, remindersListID: .test(1))
            Reminder.Draft(id: 3, title: "Salt", position: 4, remindersListID: .test(2))
        }.execute(database.db)
    }

    @Test("An update assigns expressions and values, and returns columns")
    func expressions() throws {
        let update = Reminder.find(2).update {
            $0.position += 1
            $0.title = $0.title + "!"
        }
        #expect(
            try database.outcome(of: update.returning { ($0.id, $0.position, $0.title) }) == """
                UPDATE "reminders" SET "position" = "reminders"."position" + ?, \
                "title" = "reminders"."title" || ? WHERE "reminders"."id" = ? \
                RETURNING "reminders"."id", "reminders"."position", "reminders"."title"
                (2, 4, "Bread!")
                """)
    }

    @Test("An update assigns values of all kinds as parameters")
    func values() throws {
        let title = "Honey"
        let day: Date? = Date(timeIntervalSince1970: 0)
        let update = Reminder.find(1).update {
            $0.title = title
            $0.dueDate = day
            $0.priority = .high
            $0.status = .completed
            $0.tags = ["b", "c"]
            $0.isCompleted = true
            $0.position = 7
        }
        #expect(
            try database.outcome(
                of: update,
                """
                SELECT title, dueDate, priority, status, tags, isCompleted, position
                FROM reminders WHERE id = 1
                """) == """
                    UPDATE "reminders" SET "title" = ?, "dueDate" = ?, "priority" = ?, "status" = ?, \
                    "tags" = ?, "isCompleted" = ?, "position" = ? WHERE "reminders"."id" = ?
                    1 changed
                    'Honey' | '1970-01-01 00:00:00.000' | 3 | 2 | '["b","c"]' | 1 | 7
                    """)
        let cleared = Reminder.find(1).update {
            $0.dueDate = nil
            $0.priority = nil
        }
        #expect(
            try database.outcome(of: cleared, "SELECT dueDate, priority FROM reminders LIMIT 1")
                == """
                UPDATE "reminders" SET "dueDate" = ?, "priority" = ? WHERE "reminders"."id" = ?
                1 changed
                NULL | NULL
                """)
    }

    @Test("An update changes all matching rows")
    func conditions() throws {
        let update = Reminder.where { $0.position > 2 }.update { $0.isCompleted.toggle() }
        #expect(
            try database.outcome(of: update, "SELECT id, isCompleted FROM reminders") == """
                UPDATE "reminders" SET "isCompleted" = NOT "reminders"."isCompleted" \
                WHERE "reminders"."position" > ?
                2 changed
                1 | 0
                2 | 1
                3 | 1
                """)
        #expect(
            try database.outcome(
                of: Reminder.all.update { $0.position = $0.position * 2 + 1 },
                "SELECT position FROM reminders") == """
                    UPDATE "reminders" SET "position" = "reminders"."position" * ? + ?
                    3 changed
                    1
                    7
                    9
                    """)
    }

    @Test("An update reads values that it has assigned earlier")
    func reading() throws {
        let update = Reminder.find(1).update {
            $0.position += 1
            $0.position += 1
            $0.title = "x"
            $0.title.append("y")
        }
        #expect(
            try database.outcome(of: update, "SELECT title, position FROM reminders LIMIT 1") == """
                UPDATE "reminders" SET "position" = "reminders"."position" + ? + ?, \
                "title" = ? || ? WHERE "reminders"."id" = ?
                1 changed
                'xy' | 2
                """)
    }

    @Test("An update can call the methods of an extension")
    func methods() throws {
        #expect(
            try database.outcome(
                of: Reminder.find(1).update { $0.complete() },
                "SELECT isCompleted, status FROM reminders LIMIT 1") == """
                    UPDATE "reminders" SET "isCompleted" = ?, "status" = ? WHERE "reminders"."id" = ?
                    1 changed
                    1 | 2
                    """)
    }

    @Test("An update takes values from another table")
    func from() throws {
        let time = Timestamps(createdAt: Date(timeIntervalSince1970: 0), updatedAt: nil)
        try RemindersList.insert {
            RemindersList(id: .test(1), title: "Home", timestamps: time)
            RemindersList(id: .test(2), title: "Work", timestamps: time)
        }.execute(database.db)
        let update = Reminder.update(from: RemindersList.where { $0.title == "Home" }) {
            $0.remindersListID == $1.id
        } set: {
            $0.title = $1.title + ": " + $0.title
        }
        #expect(
            try database.outcome(of: update, "SELECT title FROM reminders") == """
                UPDATE "reminders" SET \
                "title" = "remindersLists"."title" || ? || "reminders"."title" \
                FROM "remindersLists" WHERE "remindersLists"."title" = ? \
                AND "reminders"."remindersListID" = "remindersLists"."id"
                2 changed
                'Home: Milk'
                'Home: Bread'
                'Salt'
                """)
        let one = Reminder.find(3).update(from: RemindersList.self) {
            $0.remindersListID == $1.id
        } set: {
            $0.notes = $1.title
        }
        #expect(try one.execute(database.db) == 1)
        #expect(try database.table("SELECT note_text FROM reminders") == ["''", "''", "'Work'"])
    }

    @Test("An update sets a column to the result of a query")
    func subquery() throws {
        let update = Reminder.find(1).update {
            $0.position = Reminder.where { $0.id == 3 }.select { $0.position }
        }
        #expect(
            try database.outcome(of: update, "SELECT position FROM reminders") == """
                UPDATE "reminders" SET "position" = (SELECT "reminders:2"."position" \
                FROM "reminders" AS "reminders:2" WHERE "reminders:2"."id" = ?) \
                FROM (SELECT 1) WHERE "reminders"."id" = ?
                1 changed
                4
                3
                4
                """)
    }

    @Test("An update changes the first rows in an order")
    func limit() throws {
        let update = Reminder.order { $0.position.desc() }.limit(1).update { $0.position = 100 }
        #expect(
            try database.outcome(of: update, "SELECT position FROM reminders") == """
                UPDATE "reminders" SET "position" = ? WHERE "reminders"."id" IN (\
                SELECT "reminders"."id" FROM "reminders" \
                ORDER BY "reminders"."position" DESC LIMIT ?)
                1 changed
                0
                3
                100
                """)
    }

    @Test("An update can skip rows that violate a constraint")
    func ignore() throws {
        try database.db.execute("CREATE UNIQUE INDEX by_title ON reminders(title)")
        let update = Reminder.all.update(or: .ignore) { $0.title = "same" }
        #expect(
            try database.outcome(of: update, "SELECT title FROM reminders ORDER BY id") == """
                UPDATE OR IGNORE "reminders" SET "title" = ?
                1 changed
                'same'
                'Bread'
                'Salt'
                """)
    }

    @Test("An update that sets nothing runs no statement")
    func nothing() throws {
        let isDone = false
        let update = Reminder.all.update { if isDone { $0.complete() } }
        #expect(try database.outcome(of: update, "SELECT 1") == "0 changed\n1")
        #expect(try update.returning(\.id).fetchAll(database.db) == [])
    }
}
