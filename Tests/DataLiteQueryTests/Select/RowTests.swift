import DataLiteQuery
import DataLiteTesting
import Foundation
import Testing

@Suite("The rows of a query")
struct RowTests {
    private let db: Connection

    init() throws {
        db = try Fixture.connection()
    }

    @Test("The rows of a query are values of the table's type")
    func table() throws {
        let reminder = try #require(try Reminder.find(3).fetchOne(db))
        #expect(reminder.title == "Report")
        #expect(reminder.priority == .low)
        #expect(reminder.tags == ["car", "kids"])
        #expect(reminder.remindersListID == Fixture.work)
        #expect(try Person.find("ada@example.com").fetchAll(db).map(\.name) == ["Ada"])
        #expect(try ReminderTag.order(by: \.tagID).fetchAll(db).map(\.tagID) == [7, 8])
        #expect(try RemindersList.find(Fixture.home).fetchOne(db)?.timestamps.updatedAt == nil)
    }

    @Test("The rows of a query are tuples of the selected expressions")
    func tuples() throws {
        let rows = try Reminder.where { $0.id > 2 }.select { ($0.id, $0.title, $0.tags) }
            .fetchAll(db)
        #expect(rows.map(\.0) == [3, 4])
        #expect(rows.map(\.1) == ["Report", "Max's 100%"])
        #expect(rows.map(\.2) == [["car", "kids"], []])
    }

    @Test("The rows of a query come one at a time from a cursor")
    func cursor() throws {
        let cursor = try Reminder.order(by: \.id).select(\.title).fetchCursor(db)
        #expect(try cursor.next() == "Milk")
        #expect(try cursor.next() == "Bread")
        try cursor.close()
    }

    @Test("A NULL in a column that is not optional is reported")
    func mismatch() throws {
        try db.execute(sql: #"CREATE TABLE "people"("email", "name")"#)
        try db.execute(sql: #"INSERT INTO "people" VALUES ('a', 'A'), ('b', NULL)"#)
        try db.execute(sql: #"DROP TABLE "archive"."people""#)
        try db.execute(sql: #"CREATE TABLE "archive"."people" AS SELECT * FROM main."people""#)
        let error = try #require(throws: SQLiteError.self) { try Person.all.fetchAll(db) }
        #expect(error.resultCode == .mismatch)
        #expect(error.message.hasPrefix("column \"name\""))
        #expect(error.message.hasSuffix("row 2: expected String, found NULL"))
        try db.execute(sql: #"DROP TABLE "archive"."people""#)
    }

    @Test("A missing table and a missing column are reported")
    func missing() throws {
        try db.execute(sql: #"DROP TABLE "reminderTags""#)
        let table = try #require(throws: SQLiteError.self) { try ReminderTag.all.fetchAll(db) }
        #expect(table.message == "no such table: reminderTags")
        try db.execute(sql: #"CREATE TABLE "reminderTags"("reminderID")"#)
        let column = try #require(throws: SQLiteError.self) { try ReminderTag.all.fetchAll(db) }
        #expect(column.message == "no such column: reminderTags.tagID")
    }

    @Test("An enum with no case or with two cases set is reported")
    func enums() throws {
        try db.execute(
            """
            INSERT INTO "attachments" VALUES
                (\(Fixture.home), NULL, 'Hello', NULL, NULL), (\(Fixture.work), 'x:y', 'z', NULL, NULL)
            """)
        #expect(try Attachment.find(Fixture.home).fetchOne(db)?.kind == .note("Hello"))
        let error = try #require(throws: SQLiteError.self) { try Attachment.all.fetchAll(db) }
        #expect(
            error.message
                == """
                columns "link", "note", "caption", "url" of row 2: expected the columns of exactly \
                one case of Kind to be set, found 2
                """)
    }

    @Test("The rows of a query can come from a mock")
    func mock() throws {
        let mock = MockConnection { call in
            #expect(call.sql.hasPrefix(#"SELECT "reminders"."title", "reminders"."tags" FROM"#))
            return .rows([["title": "Mocked", "tags": "[\"a\"]"]])
        }
        let rows = try Reminder.where { $0.id == 5 }.select { ($0.title, $0.tags) }.fetchAll(mock)
        #expect(rows.map(\.0) == ["Mocked"])
        #expect(rows.map(\.1) == [["a"]])
    }
}
