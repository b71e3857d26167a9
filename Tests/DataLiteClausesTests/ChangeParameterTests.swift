import DataLiteClauses
import DataLiteTesting
import Foundation
import Testing

@Suite("A parameter of a change written with clauses")
struct ChangeParameterTests {
    private let db: Connection

    init() throws {
        db = try Fixture.connection()
    }

    private func titles() throws -> [String] {
        try Reminder.all.order(by: \.id).select(\.title).fetchAll(db)
    }

    @Test("Named parameters are the values of a change")
    func parameters() throws {
        let id = NamedParameter<Int>(named: "id")
        let title = NamedParameter<String>(named: "title")
        let date = NamedParameter<Date?>(named: "date")
        let tags = NamedParameter<JSONRepresentation<[String]>>(named: "tags")
        let list = SQLExpression(Fixture.home)
        var insert = try db.request(
            sql { schema in
                let reminder = schema.into(Reminder.self)
                Insert(
                    reminder,
                    columns: reminder.id, reminder.title, reminder.dueDate,
                    reminder.remindersListID, reminder.tags)
                Values(id, title, date, list, tags)
            })
        insert[id] = 9
        insert[title] = "Nine"
        insert[date] = nil
        insert[tags] = ["t"]
        #expect(try insert.execute() == 1)
        let row = try Reminder.find(9).fetchRequired(db)
        #expect(row.title == "Nine" && row.dueDate == nil && row.tags == ["t"])

        var assigned = try db.request(
            sql { schema in
                let reminder = schema.into(Reminder.self)
                Insert(reminder)
                Setting(reminder) { row in
                    row.id = id
                    row.title = title
                    row.remindersListID = Fixture.work
                }
            })
        assigned[id] = 10
        assigned[title] = "Ten"
        #expect(try assigned.execute() == 1)
        #expect(throws: SQLiteError.self) { try assigned.execute() }

        var update = try db.request(
            sql { schema in
                let reminder = schema.into(Reminder.self)
                Update(reminder)
                Setting(reminder) { $0.title = title }
                Where(reminder.id == id)
            })
        update[id] = 10
        update[title] = "X"
        #expect(try update.execute() == 1)
        var delete = try db.request(
            sql { schema in
                let reminder = schema.into(Reminder.self)
                Delete(reminder)
                Where(reminder.title == title)
            })
        #expect(throws: SQLiteError.self) { try delete.execute() }
        delete[title] = "X"
        #expect(try delete.execute() == 1)
    }

    @Test("A prepared query runs a change written with clauses")
    func prepared() throws {
        let rename = PreparedQuery { (id: SQLExpression<Int>, title: SQLExpression<String>) in
            sql { schema in
                let reminder = schema.into(Reminder.self)
                Update(reminder)
                Setting(reminder) { $0.title = title }
                Where(reminder.id == id)
            }
        }
        #expect(try rename.execute(db, 1, "A") == 1)
        #expect(try rename.execute(db, 2, "B") == 1)
        #expect(try titles().prefix(2) == ["A", "B"])
    }
}
