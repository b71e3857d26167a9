import DataLiteQuery
import Testing

@Suite("An array in the closure of an order")
struct OrderArrayTests {
    private let db: Connection

    init() throws { db = try Fixture.connection() }

    @Test("can contain columns of several types, expressions and terms")
    func terms() throws {
        let query = Reminder.order { [$0.isCompleted.desc, $0.title.lower(), $0.id] }.select(\.id)
        #expect(
            try query.sql().text == """
                SELECT "reminders"."id" FROM "reminders" ORDER BY "reminders"."isCompleted" DESC, \
                lower("reminders"."title"), "reminders"."id"
                """)
        #expect(try query.fetchAll(db) == [2, 4, 1, 3])
        let computed = Reminder.order { row in [true].map { $0 ? row.title : row.notes } }
        #expect(try computed.select(\.id).fetchAll(db) == [2, 4, 1, 3])
    }

    @Test("can be empty")
    func empty() throws {
        #expect(try Reminder.order { _ in [] }.sql().text.contains("ORDER") == false)
    }

    @Test("can be replaced by a term or nil", arguments: [true, false])
    func optional(isDescending: Bool) throws {
        let query = Reminder.order {
            isDescending ? $0.id.desc() : nil
            if !isDescending { $0.id } else { nil }
        }
        #expect(try query.select(\.id).fetchOne(db) == (isDescending ? 4 : 1))
        #expect(try Reminder.order { _ in nil }.sql().text.contains("ORDER") == false)
    }
}
