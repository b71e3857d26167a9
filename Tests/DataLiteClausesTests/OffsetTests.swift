import DataLiteClauses
import DataLiteQuery
import DataLiteTesting
import Testing

@Suite("An offset written as a clause")
struct OffsetTests {
    private let db: Connection

    init() throws {
        db = try Fixture.connection()
    }

    @Test("An offset needs no limit")
    func alone() throws {
        let query = sql { schema in
            let reminder = schema.table(Reminder.self)
            Select(reminder.id)
            From(reminder)
            OrderBy(reminder.id)
            Offset(2)
        }
        try assertQuery(
            query, on: db,
            sql: """
                SELECT "reminders:1"."id" FROM "reminders" AS "reminders:1" \
                ORDER BY "reminders:1"."id" LIMIT -1 OFFSET ?
                """,
            rows: "3\n4")
    }

    @Test("An offset before a limit applies like one after it")
    func order() throws {
        let first = sql { schema in
            let reminder = schema.table(Reminder.self)
            Select(reminder.id)
            From(reminder)
            OrderBy(reminder.id)
            Offset(1)
            Limit(2)
        }
        let last = sql { schema in
            let reminder = schema.table(Reminder.self)
            Select(reminder.id)
            From(reminder)
            OrderBy(reminder.id)
            Limit(2)
            Offset(1)
        }
        #expect(try first.fetchAll(db) == [2, 3])
        #expect(try last.fetchAll(db) == [2, 3])
    }

    @Test("An offset can be a named parameter")
    func parameter() throws {
        let skipped = NamedParameter<Int>(named: "skipped")
        let query = sql { schema in
            let reminder = schema.table(Reminder.self)
            Select(reminder.id)
            From(reminder)
            OrderBy(reminder.id)
            Offset(skipped)
        }
        var request = try db.request(query)
        #expect(throws: SQLiteError.self) { try request.fetchAll() }
        request[skipped] = 3
        #expect(try request.fetchAll() == [4])
        request[skipped] = 4
        #expect(try request.fetchAll() == [])
    }
}
