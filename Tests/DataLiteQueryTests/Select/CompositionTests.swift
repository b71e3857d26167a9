import DataLiteQuery
import DataLiteTesting
import Testing

extension Reminder {
    fileprivate static let open = Reminder.where { !$0.isCompleted }
    fileprivate static var first: Where<Reminder> { order(by: \.position) }
}

extension Where<Reminder> {
    fileprivate func matching(_ text: String) -> Where<Reminder> {
        self.where { $0.title.contains(text) }
    }
}

private enum Later: TableAlias { typealias Table = Reminder }

@Suite("Queries are composed")
struct CompositionTests {
    private let db: Connection

    init() throws {
        db = try Fixture.connection()
    }

    @Test("Scopes that are members of other queries are combined")
    func scopes() throws {
        try assertQuery(
            Reminder.open.first.matching("100%").select(\.title), on: db,
            sql: """
                SELECT "reminders"."title" FROM "reminders" WHERE NOT "reminders"."isCompleted" \
                AND "reminders"."title" LIKE ? ESCAPE '\\' ORDER BY "reminders"."position"
                """,
            rows: "'Max''s 100%'")
    }

    @Test("`and` and `or` combine two queries")
    func logic() throws {
        let query = Reminder.where(\.isCompleted) || Reminder.where { $0.id == 4 }
        #expect(try query.fetchAll(db).map(\.id) == [2, 4])
        #expect(try (query && Reminder.open).fetchAll(db).map(\.id) == [4])
    }

    @Test("A table is used twice, under an alias")
    func alias() throws {
        try assertQuery(
            Reminder.leftJoin(Reminder.all.as(Later.self)) { $0.id + 1 == $1.id }
                .order { first, _ in first.id }.select { ($0.title, $1.title) },
            on: db,
            sql: """
                SELECT "reminders"."title", "Later"."title" FROM "reminders" LEFT JOIN \
                "reminders" AS "Later" ON "reminders"."id" + ? IS "Later"."id" \
                ORDER BY "reminders"."id"
                """,
            rows: """
                'Milk' | 'Bread'
                'Bread' | 'Report'
                'Report' | 'Max''s 100%'
                'Max''s 100%' | NULL
                """)
    }

    @Test("A composed query is counted, even with a limit")
    func counts() throws {
        #expect(try Reminder.fetchCount(db) == 4)
        #expect(try Reminder.open.fetchCount(db) == 3)
        #expect(try Reminder.limit(2).fetchCount(db) == 2)
        #expect(try Reminder.count().fetchOne(db) == 4)
    }
}
