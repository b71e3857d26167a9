import DataLiteQuery
import DataLiteTesting
import Testing

@Suite("A select after a select of values")
struct AddedSelectionTests {
    private let db: Connection

    init() throws {
        db = try Fixture.connection()
    }

    @Test("A closure adds a value to that of a closure in the same expression")
    func closures() throws {
        try assertQuery(
            Reminder.order(by: \.id).limit(2).select { $0.id }.select { $0.title }, on: db,
            sql: """
                SELECT "reminders"."id", "reminders"."title" FROM "reminders" \
                ORDER BY "reminders"."id" LIMIT ?
                """,
            rows: "1 | 'Milk'\n2 | 'Bread'")
        let query = Reminder.find(1).select { $0.id }.where { $0.id > 0 }.select {
            $0.title.upper()
        }
        .select { $0.isCompleted }
        let row: (Int, String, Bool) = try query.fetchRequired(db)
        #expect(row == (1, "MILK", false))
    }

    @Test("A key path or a tuple adds to the value of a closure in the same expression")
    func mixed() throws {
        let pair = try Reminder.find(1).select { $0.id }.select(\.title).fetchRequired(db)
        #expect(pair == (1, "Milk"))
        let triple = try Reminder.find(1).select { $0.title.length() }
            .select { ($0.id, $0.title) }.fetchRequired(db)
        #expect(triple == (4, 1, "Milk"))
        let four = try Reminder.find(1).select { ($0.id, $0.title) }
            .select { ($0.isCompleted, $0.title) }.fetchRequired(db)
        #expect(four == (1, "Milk", false, "Milk"))
    }

    @Test("A closure adds to the value of a closure of a join")
    func join() throws {
        let query = Reminder.join(RemindersList.all) { $0.remindersListID == $1.id }
            .where { reminder, _ in reminder.id == 1 }
            .select { reminder, _ in reminder.title }.select { $1.title }
        #expect(try query.fetchRequired(db) == ("Milk", "Home"))
    }
}
