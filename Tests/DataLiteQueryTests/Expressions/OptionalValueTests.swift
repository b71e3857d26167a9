import DataLiteQuery
import Foundation
import Testing

@Suite("An optional value compared with an expression that is not optional")
struct OptionalValueTests {
    private let db: Connection

    init() throws { db = try Fixture.connection() }

    private func ids(_ query: Where<Reminder>) throws -> [Int] {
        try query.order(by: \.id).select(\.id).fetchAll(db)
    }

    @Test("equals the same value, and differs from `nil`")
    func values() throws {
        let id: Int? = 2
        let none: Int? = nil
        #expect(try ids(Reminder.where { $0.id == id }) == [2])
        #expect(try ids(Reminder.where { $0.id.is(id) && $0.id.eq(id) }) == [2])
        #expect(try ids(Reminder.where { $0.id != id }) == [1, 3, 4])
        #expect(try ids(Reminder.where { $0.id.isNot(id) && $0.id.neq(id) }) == [1, 3, 4])
        #expect(try ids(Reminder.where { $0.id == none || $0.id.is(none) || $0.id.eq(none) }) == [])
        #expect(
            try ids(Reminder.where { $0.id != none && $0.id.isNot(none) && $0.id.neq(none) })
                == [1, 2, 3, 4])
    }

    @Test("is bound in the form of the column, with `IS`")
    func forms() throws {
        let tags: [String]? = []
        let title: String? = "Milk"
        let query = Reminder.where { $0.tags == tags && $0.title == title && $0.id == 1 }
        let sql = try query.select(\.id).sql()
        #expect(
            sql.text == """
                SELECT "reminders"."id" FROM "reminders" WHERE "reminders"."tags" IS ? \
                AND "reminders"."title" IS ? AND "reminders"."id" = ?
                """)
        #expect(sql.parameters == [.text("[]"), .text("Milk"), .int(1)])
        #expect(try query.fetchAll(db).map(\.id) == [1])
        #expect(try ids(Reminder.where { $0.tags != (nil as [String]?) }) == [1, 2, 3, 4])
    }
}
