import DataLiteQuery
import Foundation
import Testing

@Suite("Running a typed query")
struct QueryRunningTests {
    private let db: Connection

    init() throws { db = try Fixture.connection() }

    private func error(_ body: () throws -> Void) -> SQLiteError? {
        #expect(throws: SQLiteError.self) { try body() }
    }

    @Test("A query returns its first row, which has to exist")
    func required() throws {
        let query = Reminder.where { $0.id == 2 }
        #expect(try query.fetchRequired(db).id == 2)
        #expect(try query.select(\.title).fetchRequired(db) == "Bread")
        #expect(try query.select { ($0.id, $0.title) }.fetchRequired(db).1 == "Bread")
        let none = Reminder.where { $0.id == 99 }
        let missing = error { _ = try none.fetchRequired(db) }
        #expect(missing?.resultCode == .notFound)
        #expect(missing?.sql?.hasPrefix("SELECT") == true)
        #expect(
            error { _ = try none.select { ($0.id, $0.title) }.fetchRequired(db) }?.resultCode
                == .notFound)
        // The statements have been returned.
        try db.execute("DROP TABLE reminders")
    }

    @Test("A query reports whether it has rows")
    func isEmpty() throws {
        #expect(try !Reminder.where { $0.id == 2 }.isEmpty(db))
        #expect(try Reminder.where { $0.id == 99 }.isEmpty(db))
        #expect(try Reminder.all.limit(0).isEmpty(db))
        #expect(try !Reminder.select { $0.id.max() }.isEmpty(db))
        #expect(try Reminder.find(2).exists(db))
        #expect(try !Reminder.where { $0.id == 99 }.exists(db))
    }

    @Test("A table is read and counted without a query")
    func table() throws {
        let all = try Reminder.all.fetchAll(db)
        #expect(try Reminder.fetchAll(db) == all)
        #expect(try Reminder.fetchOne(db) == all.first)
        #expect(try Reminder.fetchRequired(db) == all.first)
        #expect(try Reminder.fetchCount(db) == all.count)
        #expect(try Reminder.fetchCursor(db).remaining() == all)
        #expect(try !Reminder.isEmpty(db))
        #expect(try Reminder.all.exists(db))
        try Reminder.all.delete().execute(db)
        #expect(try Reminder.isEmpty(db))
        #expect(try !Reminder.all.exists(db))
        #expect(error { _ = try Reminder.fetchRequired(db) }?.resultCode == .notFound)
    }

    @Test("A prepared query returns a required row, and reports whether it has rows")
    func prepared() throws {
        let query = PreparedQuery { (id: SQLExpression<Int>) in Reminder.find(id) }
        #expect(try query.fetchRequired(db, 2).title == "Bread")
        #expect(try !query.isEmpty(db, 2))
        #expect(try query.isEmpty(db, 99))
        let titles = PreparedQuery { (id: SQLExpression<Int>) in
            Reminder.find(id).select { ($0.id, $0.title) }
        }
        #expect(try titles.fetchRequired(db, 2).1 == "Bread")
        #expect(error { _ = try titles.fetchRequired(db, 99) }?.resultCode == .notFound)
        #expect(error { _ = try query.fetchRequired(db, 99) }?.resultCode == .notFound)
    }

    @Test("A change that returns rows returns a required row")
    func returning() throws {
        let change = Reminder.find(2).update { $0.title = "New" }.returning(\.title)
        #expect(try change.fetchRequired(db) == "New")
        let none = Reminder.find(99).delete().returning(\.id)
        #expect(error { _ = try none.fetchRequired(db) }?.resultCode == .notFound)
    }

    @Test("SQL text returns a required row, and reports whether it has rows")
    func text() throws {
        let text: SQLFragment = "SELECT id FROM reminders WHERE id = \(2)"
        #expect(try text.fetchRequired(db) == ["id": 2])
        #expect(try !text.isEmpty(db))
        let none: SQLFragment = "SELECT id FROM reminders WHERE id = \(99)"
        #expect(try none.isEmpty(db))
        #expect(error { _ = try none.fetchRequired(db) }?.resultCode == .notFound)
        #expect(try SQLQuery(text, as: Int.self).fetchRequired(db) == 2)
    }

    @Test("SQL text with the columns of a type in another order is an error")
    func reordered() throws {
        let names = Reminder.columnDefinitions.list.map(\.name)
        func query(_ columns: [String]) -> SQLQuery<Reminder> {
            SQLQuery(
                "SELECT \(raw: columns.joined(separator: ", ")) FROM reminders ORDER BY id",
                as: Reminder.self)
        }
        let swapped = query([names[1], names[0]] + names[2...])
        let all = error { _ = try swapped.fetchAll(db) }
        #expect(all?.resultCode == .mismatch)
        #expect(all?.message.hasPrefix("the statement returns the columns title, id, ") == true)
        #expect(all?.sql?.hasPrefix("SELECT title, id, ") == true)
        #expect(error { _ = try swapped.fetchOne(db) }?.resultCode == .mismatch)
        #expect(error { _ = try swapped.fetchCursor(db) }?.resultCode == .mismatch)
        #expect(
            error { _ = try query(["1 AS more"] + names).fetchAll(db) }?.resultCode == .mismatch)
        let reminders = try Reminder.order(by: \.id).fetchAll(db)
        #expect(try query(names.map { $0.uppercased() }).fetchAll(db) == reminders)
        #expect(try query(names + ["1 AS more"]).fetchAll(db) == reminders)
        // Columns with other names are decoded by position, unless there are more than the type has.
        #expect(try query(["id + 0"] + names[1...]).fetchAll(db) == reminders)
        let surplus = error {
            _ = try query(["id + 0"] + names[1...] + ["1 AS more"]).fetchAll(db)
        }
        #expect(surplus?.resultCode == .mismatch)
        #expect(
            surplus?.message == """
                the type has 10 columns, but the statement returns 11, including "id + 0", "more": \
                select the columns of the type by name
                """)
        #expect(error { _ = try query(["1"] + names[1...] + ["2"]).fetchOne(db) } != nil)
        // The statements have been returned.
        try db.execute("DROP TABLE reminders")
    }

    @Test("SQL text with the columns of an optional type in another order is an error")
    func reorderedOptional() throws {
        let names = RemindersList.columnDefinitions.list.map(\.name)
        func query(_ columns: [String]) -> SQLQuery<RemindersList?> {
            SQLQuery(
                "SELECT \(raw: columns.joined(separator: ", ")) FROM remindersLists ORDER BY id",
                as: RemindersList?.self)
        }
        #expect(error { _ = try query(names.reversed()).fetchAll(db) }?.resultCode == .mismatch)
        let surplus = error { _ = try query(["1 AS more"] + names).fetchAll(db) }
        #expect(surplus?.message.hasPrefix("the statement returns the columns more, ") == true)
        #expect(try query(names).fetchAll(db) == RemindersList.order(by: \.id).fetchAll(db))
        #expect(try query(names.map { _ in "NULL" }).fetchOne(db) == .some(nil))
    }

    @Test("A connection decodes SQL text by column name")
    func byName() throws {
        let sql: SQL = "SELECT 'x' AS more, title AS TITLE, * FROM reminders ORDER BY id"
        #expect(try db.rows(sql, as: Reminder.self) == Reminder.fetchAll(db))
        #expect(try db.cursor(sql, as: Reminder.self).next() == Reminder.fetchOne(db))
        #expect(try db.requiredRow(sql, as: Reminder?.self)?.id == 1)
        let missing = error { _ = try db.rows("SELECT id FROM reminders", as: Reminder.self) }
        #expect(missing?.resultCode == .mismatch)
        #expect(missing?.message.hasPrefix("the statement returns no column \"title\"") == true)
        #expect(
            error { _ = try db.cursor("SELECT 1", as: Reminder.self).next() }?.resultCode
                == .mismatch)
        // No row, no columns to look for.
        #expect(try db.rows("SELECT 1 WHERE 0", as: Reminder.self).isEmpty)
    }
}
