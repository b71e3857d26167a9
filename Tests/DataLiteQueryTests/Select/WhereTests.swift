import DataLiteQuery
import DataLiteTesting
import Foundation
import Testing

@Suite("A condition")
struct WhereTests {
    private let db: Connection

    init() throws {
        db = try Fixture.connection()
    }

    @Test("A condition combines operators, with values as parameters")
    func operators() throws {
        try assertQuery(
            Reminder.where { $0.position > 10 && !$0.isCompleted || $0.priority == .high }
                .select(\.id),
            on: db,
            sql: """
                SELECT "reminders"."id" FROM "reminders" WHERE "reminders"."position" > ? \
                AND NOT "reminders"."isCompleted" OR "reminders"."priority" IS ?
                """,
            rows: "1\n3\n4")
    }

    @Test("A key combines with other conditions, in any order")
    func keys() throws {
        let columns = #""reminders"."id""#
        try assertQuery(
            Reminder.find(3).where { !$0.isCompleted }.select(\.id), on: db,
            sql: """
                SELECT \(columns) FROM "reminders" WHERE "reminders"."id" = ? \
                AND NOT "reminders"."isCompleted"
                """,
            rows: "3")
        try assertQuery(
            Reminder.where { !$0.isCompleted }.find(3).select(\.id), on: db,
            sql: """
                SELECT \(columns) FROM "reminders" WHERE NOT "reminders"."isCompleted" \
                AND "reminders"."id" = ?
                """,
            rows: "3")
        try assertQuery(
            (Reminder.find(3) || Reminder.find(1)).select(\.id), on: db,
            sql: """
                SELECT \(columns) FROM "reminders" WHERE "reminders"."id" = ? \
                OR "reminders"."id" = ?
                """,
            rows: "1\n3")
        try assertQuery(
            Reminder.where { outer in
                Reminder.find(1).where { $0.position == outer.position }.select(\.id).exists()
            }.find(1).select(\.id),
            on: db,
            sql: """
                SELECT \(columns) FROM "reminders" WHERE EXISTS (SELECT "reminders:2"."id" \
                FROM "reminders" AS "reminders:2" WHERE "reminders:2"."id" = ? \
                AND "reminders:2"."position" = "reminders"."position") AND "reminders"."id" = ?
                """,
            rows: "1")
    }

    @Test("A condition can be a column")
    func column() throws {
        try assertQuery(
            Reminder.where(\.isCompleted).select(\.title), on: db,
            sql: """
                SELECT "reminders"."title" FROM "reminders" WHERE "reminders"."isCompleted"
                """,
            rows: "'Bread'")
    }

    @Test("A condition compares with nil as IS NULL")
    func isNull() throws {
        try assertQuery(
            Reminder.where { $0.dueDate != nil && $0.priority != .low }.select(\.title), on: db,
            sql: """
                SELECT "reminders"."title" FROM "reminders" \
                WHERE "reminders"."dueDate" IS NOT NULL AND "reminders"."priority" IS NOT ?
                """,
            rows: "'Milk'")
    }

    @Test("The ifs of a closure choose the terms of a condition", arguments: [true, false])
    func terms(hidesCompleted: Bool) throws {
        let query = Reminder.where {
            if hidesCompleted { !$0.isCompleted }
        }.select(\.id)
        try assertQuery(
            query, on: db,
            sql: #"SELECT "reminders"."id" FROM "reminders""#
                + (hidesCompleted ? #" WHERE NOT "reminders"."isCompleted""# : ""),
            rows: hidesCompleted ? "1\n3\n4" : "1\n2\n3\n4")
    }

    @Test("A condition compares groups of columns as row values")
    func groups() throws {
        let date = try #require(Date(SQLiteValue.text("2024-02-01 00:00:00.000")))
        try assertQuery(
            RemindersList.where {
                $0.timestamps.createdAt <= date
                    && $0.timestamps < Timestamps(createdAt: date, updatedAt: date)
            }.select(\.title),
            on: db,
            sql: """
                SELECT "remindersLists"."title" FROM "remindersLists" \
                WHERE "remindersLists"."createdAt" <= ? \
                AND ("remindersLists"."createdAt", "remindersLists"."updatedAt") < (?, ?)
                """,
            rows: "'Home'\n'Work'")
    }

    @Test("A condition can depend on the rows of another table")
    func correlated() throws {
        try assertQuery(
            RemindersList.where { list in
                Reminder.where { $0.remindersListID == list.id && $0.isCompleted }.exists()
            }.select(\.title),
            on: db,
            sql: """
                SELECT "remindersLists"."title" FROM "remindersLists" WHERE EXISTS (SELECT \
                \(Self.columns) FROM "reminders" WHERE \
                "reminders"."remindersListID" = "remindersLists"."id" \
                AND "reminders"."isCompleted")
                """,
            rows: "'Home'")
    }

    private static let columns = Reminder.tableDefinition.columns.list
        .map { "\"reminders\".\"\($0.name)\"" }.joined(separator: ", ")

    @Test("A condition keeps the structure of the expression with parentheses")
    func parentheses() throws {
        try assertQuery(
            Reminder.where { ($0.id == 1 || $0.id == 3) && ($0.position + 1) * 2 > 40 }
                .select { $0.position - ($0.id - 1) - 1 },
            on: db,
            sql: """
                SELECT "reminders"."position" - ("reminders"."id" - ?) - ? FROM "reminders" WHERE \
                ("reminders"."id" = ? OR "reminders"."id" = ?) \
                AND ("reminders"."position" + ?) * ? > ?
                """,
            rows: "27")
    }

    @Test("A condition never contains a value in its text")
    func hostile() throws {
        for text in ["'; DROP TABLE reminders; --", "\"", "a\0b", "\\", "?1", "💥"] {
            let query = Reminder.where { $0.title == text }
            #expect(try query.sql().parameters == [.text(text)])
            #expect(try query.fetchAll(db).isEmpty)
        }
        #expect(try Reminder.all.fetchAll(db).count == 4)
    }
}
