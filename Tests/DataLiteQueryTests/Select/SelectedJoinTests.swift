import DataLiteQuery
import Foundation
import Testing

@Suite("A join of two queries that select a value")
struct SelectedJoinTests {
    private let db: Connection

    init() throws {
        db = try Fixture.connection()
        try db.execute(
            """
            INSERT INTO "remindersLists" VALUES (\(UUID.test(3)), 'Empty', '2024-01-01 00:00:00.000', \
            NULL)
            """)
    }

    @Test("has the values of both queries, with all of their clauses")
    func both() throws {
        let query = Reminder.where { !$0.isCompleted }.select(\.title).join(
            RemindersList.where { $0.title.neq("Empty") }.order(by: \.title).select(\.title)
        ) { $0.remindersListID.eq($1.id) }.order { reminder, _ in reminder.id }
        #expect(
            try query.sql().text == """
                SELECT "reminders"."title", "remindersLists"."title" FROM "reminders" \
                JOIN "remindersLists" ON "reminders"."remindersListID" = "remindersLists"."id" \
                AND "remindersLists"."title" <> ? WHERE NOT "reminders"."isCompleted" \
                ORDER BY "remindersLists"."title", "reminders"."id"
                """)
        let rows = try query.fetchAll(db)
        #expect(rows == [("Milk", "Home"), ("Report", "Work"), ("Max's 100%", "Work")])
    }

    @Test("has nil for the value of a left join without a match")
    func leftJoin() throws {
        let rows = try RemindersList.select(\.title).leftJoin(
            Reminder.where { $0.position.gt(10) }.select(\.title)
        ) { $0.id.eq($1.remindersListID) }.order { list, _ in list.title }.limit(2).fetchAll(db)
        #expect(rows == [("Empty", nil), ("Home", "Bread")])
        let priorities = try RemindersList.select(\.title).leftJoin(
            Reminder.where { $0.id < 3 }.select(\.priority)
        ) { $0.id.eq($1.remindersListID) }.order { ($0.title, $1.id) }.fetchAll(db)
        #expect(priorities.map(\.0) == ["Empty", "Home", "Home", "Work"])
        #expect(priorities.map(\.1) == [nil, .high, nil, nil])
        let positions: [(String, Int?)] = try RemindersList.select { $0.title }.leftJoin(
            Reminder.where { $0.id < 2 }.select { $0.position }
        ) { $0.id.eq($1.remindersListID) }.order { list, _ in list.title }.fetchAll(db)
        #expect(positions == [("Empty", nil), ("Home", 10), ("Work", nil)])
    }

    @Test("computes the values of a grouped or limited query before the join")
    func derivedTables() throws {
        let counts = Reminder.group(by: \.remindersListID).select { $0.id.count() }
        let rows = try RemindersList.select(\.title).leftJoin(counts) {
            $0.id.eq($1.remindersListID)
        }.order { list, _ in list.title }.fetchAll(db)
        #expect(rows == [("Empty", nil), ("Home", 2), ("Work", 2)])
        let last = Reminder.order { $0.id.desc() }.limit(1).select { $0.position + 1 }
        let joined = RemindersList.select(\.title).join(last) { $0.id.eq($1.remindersListID) }
        #expect(try joined.fetchAll(db) == [("Work", 41)])
        #expect(try joined.where { $1.position.gt(100) }.fetchAll(db).isEmpty)
    }

    @Test("has each row once if a query is distinct")
    func distinct() throws {
        let flags = Reminder.where { $0.id > 2 }.distinct().select(\.isCompleted)
        let rows = try RemindersList.select(\.title).join(flags) { $0.id.eq($1.remindersListID) }
            .fetchAll(db)
        #expect(rows == [("Work", false)])
    }

    @Test("renames the table in the values of a join with itself")
    func sameTable() throws {
        let rows = try Reminder.select(\.title).join(Reminder.select { $0.title + "!" }) {
            $0.remindersListID.eq($1.remindersListID) && $0.id < $1.id
        }.order { reminder, _ in reminder.id }.fetchAll(db)
        #expect(rows == [("Milk", "Bread!"), ("Report", "Max's 100%!")])
    }

    @Test("takes another selection after the join, and a further table before it")
    func further() throws {
        let query = RemindersList.select { $0.title }.join(Reminder.select { $0.id }) {
            $0.id.eq($1.remindersListID)
        }.order { $1.id }
        #expect(try query.fetchAll(db).map(\.1) == [1, 2, 3, 4])
        let titles = try query.select { $1.title }.limit(1).fetchAll(db)
        #expect(titles == ["Milk"])
        let tags = query.join(ReminderTag.all) { $1.id.eq($2.reminderID) }
        #expect(throws: SQLiteError.self) { try tags.fetchAll(db) }
        #expect(
            try tags.select { ($0.title, $2.reminderID) }.fetchAll(db) == [
                ("Home", 1), ("Work", 3),
            ])
    }
}

/// Tuples are not `Equatable`.
private func == <A: Equatable, B: Equatable>(lhs: [(A, B)], rhs: [(A, B)]) -> Bool {
    lhs.elementsEqual(rhs, by: ==)
}
