import DataLiteQuery
import Foundation
import Testing

@Suite("An IN list")
struct InListTests {
    private let db: Connection

    init() throws {
        db = try Fixture.connection()
    }

    @Test("has the same text for every number of values", arguments: [0, 1, 100, 100_000])
    func text(count: Int) throws {
        let ids = Array(1..<(count + 1))
        let query = Reminder.where { $0.id.in(ids) }.select(\.id)
        #expect(
            try query.sql().text == """
                SELECT "reminders"."id" FROM "reminders" WHERE "reminders"."id" IN \
                (SELECT "value" FROM json_each(?))
                """)
        #expect(try query.fetchAll(db) == Array(1..<(min(count, 4) + 1)))
        #expect(try Reminder.where { !ids.contains($0.id) }.fetchCount(db) == 4 - min(count, 4))
    }

    @Test(
        "contains every text exactly", arguments: ["'; DROP TABLE x", "\"\\\n\u{1}", "é💥", "a\0b"])
    func texts(text: String) throws {
        try db.execute("UPDATE \"reminders\" SET \"title\" = \(text) WHERE \"id\" = 2")
        let found = try Reminder.where { $0.title.in([text, "other"]) }.select(\.id).fetchAll(db)
        #expect(found == [2])
    }

    @Test("matches NULL where the list of optionals contains nil")
    func nulls() throws {
        let some: [Priority?] = [.high, nil]
        let ids = try Reminder.where { $0.priority.in(some) }.select(\.id).fetchAll(db)
        #expect(ids == [1, 2, 4])
        #expect(
            try Reminder.where { $0.priority.in([Priority.low]) }.select(\.id).fetchAll(db) == [3])
    }

    @Test("may be a query, a range or an interval")
    func others() throws {
        let lists = RemindersList.where { $0.title == "Work" }.select(\.id)
        #expect(
            try Reminder.where { $0.remindersListID.in(lists) }.select(\.id).fetchAll(db) == [3, 4])
        try assertQuery(
            Reminder.where { $0.position.between(10, and: 20) || (40..<50).contains($0.position) }
                .select(\.id),
            on: db,
            sql: """
                SELECT "reminders"."id" FROM "reminders" WHERE "reminders"."position" \
                BETWEEN ? AND ? OR "reminders"."position" >= ? AND "reminders"."position" < ?
                """,
            rows: "1\n2\n4")
    }
}
