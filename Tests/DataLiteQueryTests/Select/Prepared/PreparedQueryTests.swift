import DataLiteClauses
import DataLiteQuery
import DataLiteTesting
import Foundation
import Testing

@Suite("A prepared query")
struct PreparedQueryTests {
    private let db: Connection

    init() throws {
        db = try Fixture.connection()
    }

    @Test("A prepared query takes the value of its parameter when it runs")
    func one() throws {
        let due = PreparedQuery { (day: SQLExpression<Date>) in
            Reminder.where { $0.dueDate < day }
        }
        let june = try #require(Date("2024-06-01 00:00:00" as SQLiteValue))
        #expect(try due.fetchAll(db, june).map(\.id) == [])
        #expect(try due.fetchAll(db, june.addingTimeInterval(1)).map(\.id) == [1])
        #expect(try due.fetchOne(db, june) == nil)
    }

    @Test("A prepared query takes several parameters of several types, and its own values")
    func several() throws {
        let query = PreparedQuery {
            (least: SQLExpression<Int>, title: SQLExpression<String>, list: SQLExpression<UUID>) in
            Reminder.where {
                $0.position >= least && $0.position < 40 && $0.title != title
                    && $0.remindersListID == list && $0.id * 10 >= least
            }.select { ($0.id, $0.title) }
        }
        let rows = try query.fetchAll(db, 10, "Milk", Fixture.home)
        #expect(rows.map(\.0) == [2] && rows.map(\.1) == ["Bread"])
        #expect(try query.fetchAll(db, 30, "Milk", Fixture.home).isEmpty)
        #expect(try query.fetchOne(db, 30, "x", Fixture.work)?.1 == "Report")
    }

    @Test("A prepared query inserts, updates and deletes")
    func changes() throws {
        let rename = PreparedQuery { (id: SQLExpression<Int>, title: SQLExpression<String>) in
            Reminder.where { $0.id == id }.update { $0.title = title }
        }
        #expect(try rename.execute(db, 1, "New") == 1)
        #expect(try Reminder.find(1).select(\.title).fetchOne(db) == "New")
        let delete = PreparedQuery { (id: SQLExpression<Int>) in
            Reminder.where { $0.id == id }.delete()
        }
        #expect(try delete.execute(db, 1) == 1)
        #expect(try delete.execute(db, 1) == 0)
    }

    @Test("A prepared query can have no parameter")
    func none() throws {
        let query = PreparedQuery { Reminder.where { $0.position > 35 }.select(\.id) }
        #expect(try query.fetchAll(db) == [4])
    }

    @Test("A prepared query takes NULL and groups of columns")
    func nullAndGroup() throws {
        let due = PreparedQuery { (day: SQLExpression<Date?>) in
            Reminder.where { $0.dueDate == day }.select(\.id)
        }
        #expect(try due.fetchAll(db, nil) == [2, 3, 4])
        let created = PreparedQuery { (time: SQLExpression<Timestamps>) in
            RemindersList.where { $0.timestamps <= time }.select(\.title)
        }
        let now = Date()
        #expect(
            try created.fetchAll(db, Timestamps(createdAt: now, updatedAt: now)).sorted()
                == ["Home", "Work"])
        let past = Date(timeIntervalSince1970: 0)
        #expect(
            try created.fetchAll(db, Timestamps(createdAt: past, updatedAt: past)).isEmpty)
    }

    @Test("A prepared query returns its rows one at a time")
    func cursor() throws {
        let query = PreparedQuery { (least: SQLExpression<Int>) in
            Reminder.where { $0.id >= least }.select(\.id)
        }
        let cursor = try query.fetchCursor(db, 3)
        #expect(try cursor.next() == 3)
        #expect(try cursor.next() == 4)
        #expect(try cursor.next() == nil)
    }

    @Test(
        "A prepared query binds every value",
        arguments: ["'; DROP TABLE reminders; --", "\"", "\0", "🥛"])
    func hostile(text: String) throws {
        let query = PreparedQuery { (text: SQLExpression<String>) in
            Reminder.where { $0.id == 1 }.select { ($0.id, text) }
        }
        #expect(try query.fetchOne(db, text)?.1 == text)
        #expect(try query.execute(db, text) == 0)
        #expect(try Reminder.all.fetchAll(db).count == 4)
    }

    @Test("A prepared query prepares one statement for all its runs")
    func once() throws {
        let query = PreparedQuery { (id: SQLExpression<Int>) in Reminder.where { $0.id == id } }
        let mock = MockConnection()
        let columns = try Reminder.where { $0.id == 1 }.sql().text
        mock.expectQuery(.init(stringLiteral: columns)).with(1).returning(rows: [])
        mock.expectQuery(.init(stringLiteral: columns)).with(2).returning(rows: [])
        #expect(try query.fetchAll(mock, 1).isEmpty)
        #expect(try query.fetchOne(mock, 2) == nil)
        #expect(mock.problems.isEmpty)
    }

    @Test("A prepared query reports a named parameter, for which it has no value")
    func named() throws {
        let name = NamedParameter<Int>(named: "x")
        let query = PreparedQuery { (id: SQLExpression<Int>) in
            Reminder.where { $0.id == id && $0.position == name }
        }
        let error = #expect(throws: SQLiteError.self) { try query.fetchAll(db, 1) }
        #expect(error?.resultCode == .range)
        #expect(error?.message == "no value for parameter \"x\"")
    }
}
