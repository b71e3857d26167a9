import DataLiteQuery
import Foundation
import Testing

@Suite("A join of a query that selects values")
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

    @Test("keeps the values, and select adds to them")
    func kept() throws {
        let titles = Reminder.select(\.title).join(RemindersList.all) {
            $0.remindersListID.eq($1.id)
        }.order { reminder, _ in reminder.id }
        #expect(try titles.fetchAll(db) == ["Milk", "Bread", "Report", "Max's 100%"])
        let both = try titles.select { $1.title }.limit(2).fetchAll(db)
        #expect(both == [("Milk", "Home"), ("Bread", "Home")])
        let table = Reminder.select { ($0.id, $0.position) }.leftJoin(RemindersList.all) {
            $0.remindersListID.eq($1.id) && $1.title.eq("Work")
        }
        let rows = try table.select { $1.title }.order { reminder, _ in reminder.id }.fetchAll(db)
        #expect(rows.map(\.1) == [10, 20, 30, 40])
        #expect(rows.map(\.2) == [nil, nil, "Work", "Work"])
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

    @Test("combines one value and several with one value and several")
    func combinations() throws {
        let lists = RemindersList.where { $0.title.eq("Home") }
        let one = try Reminder.select { $0.title }.join(
            lists.select { ($0.title, $0.title.nullif("Home")) }
        ) {
            $0.remindersListID.eq($1.id)
        }.order { reminder, _ in reminder.id }.fetchAll(db)
        #expect(one.map(\.0) == ["Milk", "Bread"])
        #expect(one.map(\.1) == ["Home", "Home"])
        #expect(one.map(\.2) == [nil, nil])
        let several = try Reminder.select { ($0.id, $0.position) }.join(lists.select { $0.title }) {
            $0.remindersListID.eq($1.id)
        }.order { reminder, _ in reminder.id }.fetchAll(db)
        #expect(several.map(\.1) == [10, 20])
        #expect(several.map(\.2) == ["Home", "Home"])
        let four = try Reminder.select { ($0.id, $0.title) }.join(
            lists.select { ($0.title, $0.title.length()) }
        ) { $0.remindersListID.eq($1.id) }.order { reminder, _ in reminder.id }.fetchAll(db)
        #expect(four == [(1, "Milk", "Home", 4), (2, "Bread", "Home", 4)])
    }

    @Test("has nil for the value of a left join without a match")
    func leftJoin() throws {
        let rows = try RemindersList.select(\.title).leftJoin(
            Reminder.where { $0.position.gt(10) }.select(\.title)
        ) { $0.id.eq($1.remindersListID) }.order { list, _ in list.title }.limit(2).fetchAll(db)
        #expect(rows == [("Empty", nil), ("Home", "Bread")])
        let priorities = try RemindersList.select { ($0.title, $0.title.length()) }.leftJoin(
            Reminder.where { $0.id < 3 }.select(\.priority)
        ) { $0.id.eq($1.remindersListID) }.order { ($0.title, $1.id) }.fetchAll(db)
        #expect(priorities.map(\.0) == ["Empty", "Home", "Home", "Work"])
        #expect(priorities.map(\.2) == [nil, .high, nil, nil])
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
        let last = Reminder.order { $0.id.desc() }.limit(1).select { ($0.title, $0.position + 1) }
        let joined = RemindersList.select(\.title).join(last) { $0.id.eq($1.remindersListID) }
        #expect(try joined.fetchAll(db) == [("Work", "Max's 100%", 41)])
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

    @Test("joins more tables if a select follows, and is a subquery")
    func further() throws {
        let lists = RemindersList.select(\.title).join(Reminder.select(\.id)) {
            $0.id.eq($1.remindersListID)
        }
        let tags = lists.join(ReminderTag.self) { $1.id.eq($2.reminderID) }
        #expect(throws: SQLiteError.self) { try tags.fetchAll(db) }
        let selected = try tags.order { _, reminder, _ in reminder.id }.select {
            ($0.title, $2.reminderID)
        }.fetchAll(db)
        #expect(selected == [("Home", 1), ("Work", 3)])
        let ids = Reminder.select(\.id).join(RemindersList.all) {
            $0.remindersListID.eq($1.id) && $1.title.eq("Work")
        }
        let reminders = try Reminder.where { $0.id.in(ids) }.order(by: \.id).fetchAll(db)
        #expect(reminders.map(\.id) == [3, 4])
        #expect(try Reminder.select(\.id).crossJoin(RemindersList.self).fetchAll(db).count == 12)
    }

    @Test("selects the rows of all tables after a selection of whole rows")
    func wholeRows() throws {
        let rows = try Reminder.select { $0 }.join(RemindersList.all) {
            $0.remindersListID.eq($1.id)
        }.order { reminder, _ in reminder.id }.fetchAll(db)
        #expect(rows.map(\.0.title) == ["Milk", "Bread", "Report", "Max's 100%"])
        #expect(rows.map(\.1.title) == ["Home", "Home", "Work", "Work"])
    }
}

/// Tuples are not `Equatable`.
private func == <A: Equatable, B: Equatable>(lhs: [(A, B)], rhs: [(A, B)]) -> Bool {
    lhs.elementsEqual(rhs, by: ==)
}

private func == <A: Equatable, B: Equatable, C: Equatable>(
    lhs: [(A, B, C)], rhs: [(A, B, C)]
) -> Bool {
    lhs.elementsEqual(rhs, by: ==)
}

private func == <A: Equatable, B: Equatable, C: Equatable, D: Equatable>(
    lhs: [(A, B, C, D)], rhs: [(A, B, C, D)]
) -> Bool {
    lhs.elementsEqual(rhs, by: ==)
}
