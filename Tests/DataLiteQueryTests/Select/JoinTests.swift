import DataLiteQuery
import DataLiteTesting
import Testing

@Suite("A join")
struct JoinTests {
    private let db: Connection

    init() throws {
        db = try Fixture.connection()
    }

    @Test("A join returns a tuple of the tables")
    func inner() throws {
        let rows = try Reminder.join(RemindersList.all) { $0.remindersListID == $1.id }
            .where { reminder, list in list.title == "Work" }
            .order { reminder, list in reminder.id }.fetchAll(db)
        #expect(rows.map(\.0.id) == [3, 4])
        #expect(rows.map(\.1.title) == ["Work", "Work"])
    }

    @Test("A join moves the conditions of the joined query into ON")
    func left() throws {
        try assertQuery(
            Reminder.leftJoin(RemindersList.where { $0.title == "Home" }) {
                $0.remindersListID == $1.id
            }.order { reminder, list in reminder.id }.select { ($0.title, $1.title) },
            on: db,
            sql: """
                SELECT "reminders"."title", "remindersLists"."title" FROM "reminders" \
                LEFT JOIN "remindersLists" ON "reminders"."remindersListID" IS \
                "remindersLists"."id" AND "remindersLists"."title" = ? ORDER BY "reminders"."id"
                """,
            rows: "'Milk' | 'Home'\n'Bread' | 'Home'\n'Report' | NULL\n'Max''s 100%' | NULL")
    }

    @Test("A join makes a joined query with a limit a derived table")
    func limited() throws {
        let rows = try RemindersList.leftJoin(
            Reminder.where { !$0.isCompleted }.order(by: \.id).limit(1)
        ) { $0.id == $1.remindersListID }.order { list, _ in list.title }.fetchAll(db)
        #expect(rows.map(\.0.title) == ["Home", "Work"])
        #expect(rows.map { $0.1?.title } == ["Milk", nil])
    }

    @Test("A right join keeps all rows of the right side")
    func right() throws {
        let rows = try Reminder.where(\.isCompleted).rightJoin(RemindersList.all) {
            $0.remindersListID == $1.id
        }.order { _, list in list.title }.fetchAll(db)
        #expect(rows.map { $0.0?.title } == ["Bread", nil])
        #expect(rows.map(\.1.title) == ["Home", "Work"])
    }

    @Test("A full join keeps all rows of both sides, which are filtered before")
    func full() throws {
        let rows = try Reminder.where(\.isCompleted).fullJoin(
            RemindersList.where { $0.title == "Work" }
        ) { $0.remindersListID == $1.id }.fetchAll(db)
        #expect(Set(rows.map { $0.0?.title }) == ["Bread", nil])
        #expect(Set(rows.map { $0.1?.title }) == [nil, "Work"])
        #expect(rows.count == 2)
    }

    @Test("A join can be stored and joined again")
    func stored() throws {
        let two = Reminder.join(RemindersList.self) { $0.remindersListID == $1.id }
        let three = two.leftJoin(ReminderTag.self) { reminder, _, tag in
            reminder.id == tag.reminderID
        }
        let tags = try three.order { reminder, _, _ in reminder.id }
            .select { _, list, tag in (list.title, tag.tagID) }.fetchAll(db)
        #expect(tags.map(\.0) == ["Home", "Home", "Work", "Work"])
        #expect(tags.map(\.1) == [7, nil, 8, nil])
    }

    @Test("A right or full join makes all previous tables optional")
    func outerOfSeveral() throws {
        let pairs = Reminder.join(ReminderTag.all) { $0.id == $1.reminderID }
        let right: [(Reminder?, ReminderTag?, RemindersList)] =
            try pairs.rightJoin(RemindersList.self) {
                $0.remindersListID == $2.id && $1.tagID == 7
            }.order { _, _, list in list.title }.fetchAll(db)
        #expect(right.map { $0.0?.title } == ["Milk", nil])
        #expect(right.map { $0.1?.tagID } == [7, nil])
        #expect(right.map(\.2.title) == ["Home", "Work"])
        let full: [(Reminder?, ReminderTag?, RemindersList?)] =
            try pairs.fullJoin(RemindersList.where { $0.title == "Work" }) {
                $0.remindersListID == $2.id && $1.tagID == 7
            }.order { _, tag, _ in tag.tagID }.fetchAll(db)
        #expect(full.map { $0.1?.tagID } == [nil, 7, 8])
        #expect(full.map { $0.2?.title } == ["Work", nil, nil])
    }

    @Test("A join with every row follows any number of tables")
    func cross() throws {
        let rows = try Reminder.join(ReminderTag.all) { $0.id == $1.reminderID }
            .crossJoin(RemindersList.self).order { ($0.id, $2.title) }.fetchAll(db)
        #expect(rows.map(\.1.tagID) == [7, 7, 8, 8])
        #expect(rows.map(\.2.title) == ["Home", "Work", "Home", "Work"])
    }

    @Test("find after a join keeps the rows with the key of the first table")
    func find() throws {
        let query = Reminder.join(RemindersList.all) { $0.remindersListID == $1.id }
        try assertQuery(
            query.find(3).select { ($0.title, $1.title) }, on: db,
            sql: """
                SELECT "reminders"."title", "remindersLists"."title" FROM "reminders" \
                JOIN "remindersLists" ON "reminders"."remindersListID" = "remindersLists"."id" \
                WHERE "reminders"."id" = ?
                """,
            rows: "'Report' | 'Work'")
        #expect(try query.where { $1.title == "Home" }.find(3).fetchAll(db).isEmpty)
        let three = query.leftJoin(ReminderTag.all) { $0.id == $2.reminderID }.find(4)
        #expect(try three.fetchAll(db).allSatisfy { $0.0.id == 4 })
        let titles = try query.select { $1.title }.find(1).fetchAll(db)
        #expect(titles == ["Home"])
    }
}
