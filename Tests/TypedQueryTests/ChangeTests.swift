import DataLiteMacros
import Foundation
import Testing

@Suite("A draft of a type with @Table")
struct ChangeTests {
    private let db: Connection
    private let list = UUID(uuidString: "00000000-0000-0000-0000-000000000001") ?? UUID()

    init() throws {
        db = try Connection(location: .inMemory)
        try RemindersList.createTable(strict: true).execute(db)
        try Reminder.createTable(strict: true).execute(db)
        try Attachment.createTable(strict: true).execute(db)
        try db.execute(sql: "ATTACH ':memory:' AS archive")
        try Person.createTable().execute(db)
    }

    @Test("An insert of a draft gives unset columns the defaults of the properties")
    func defaults() throws {
        let id = try Reminder.insert { Reminder.Draft(title: "Milk", remindersListID: list) }
            .returning(\.id).fetchOne(db)
        #expect(id == 1)
        #expect(
            try Reminder.find(1).fetchOne(db)
                == Reminder(id: 1, title: "Milk", remindersListID: list))
    }

    @Test("A draft sets the given columns, including columns set to NULL")
    func values() throws {
        let date = Date(timeIntervalSince1970: 100)
        let row = Reminder(
            id: 7, title: "Bread", isCompleted: true, dueDate: date, priority: .low,
            status: .completed, position: 3, remindersListID: list, notes: "n", tags: ["a"])
        try Reminder.insert { Reminder.Draft(row) }.execute(db)
        #expect(try Reminder.all.fetchAll(db) == [row])
        let change = Reminder.Draft(id: 7, dueDate: nil, remindersListID: list, tags: [])
        try Reminder.upsert { change }.execute(db)
        var expected = row
        expected.dueDate = nil
        expected.tags = []
        #expect(try Reminder.all.fetchAll(db) == [expected])
    }

    @Test("A draft records properties that are set after its initialization")
    func assignment() throws {
        var draft = Reminder.Draft(id: 1, remindersListID: list)
        draft.priority = .high
        draft.title = "Milk"
        try Reminder.insert { draft }.execute(db)
        var change = Reminder.Draft(id: 1)
        change.priority = nil
        change.remindersListID = list
        try Reminder.upsert { change }.execute(db)
        let row = try #require(try Reminder.find(1).fetchOne(db))
        #expect(row.title == "Milk")
        #expect(row.priority == nil)
    }

    @Test("Inserting a draft without a required value throws and names the column")
    func missing() {
        let error = #expect(throws: SQLiteError.self) {
            try Reminder.insert { Reminder.Draft(title: "Milk") }.execute(db)
        }
        #expect(error?.message.contains("remindersListID") == true)
    }

    @Test("A draft supports groups and a key that is not an integer")
    func groups() throws {
        let stamps = Timestamps(createdAt: Date(timeIntervalSince1970: 1), updatedAt: nil)
        try RemindersList.insert { RemindersList.Draft(id: list, timestamps: stamps) }.execute(db)
        #expect(
            try RemindersList.find(list).fetchOne(db)
                == RemindersList(id: list, timestamps: stamps))
        try Person.insert { Person.Draft(email: "a@b", name: "A") }.execute(db)
        #expect(try Person.find("a@b").fetchOne(db) == Person(email: "a@b", name: "A"))
    }

    @Test("An update of an enum sets the columns of its other cases to NULL")
    func enums() throws {
        let url = URL(fileURLWithPath: "/a")
        try Attachment.insert { Attachment.Draft(id: list, kind: .note("Hello world!")) }
            .execute(db)
        #expect(try Attachment.find(list).fetchOne(db)?.kind == .note("Hello world!"))
        try Attachment.find(list).update { $0.kind = #bind(.link(url)) }.execute(db)
        #expect(try Attachment.all.fetchAll(db).map(\.kind) == [.link(url)])
        try Attachment.find(list).update { $0.kind = .image(.init(url: url)) }.execute(db)
        let images = Attachment.where { $0.kind.image.isNot(nil) }
        #expect(try images.fetchAll(db).map(\.kind) == [.image(.init(url: url))])
        #expect(try Attachment.where { $0.kind.link.isNot(nil) }.fetchAll(db) == [])
        #expect(
            try Attachment.where { $0.kind.is(\.image) }.fetchCount(db) == images.fetchCount(db))
        #expect(
            try Attachment.where { $0.kind.is(\.note) }.sql().text
                == Attachment.where { $0.kind.note.isNot(nil) }.sql().text)
        #expect(try Attachment.where { $0.kind.isNot(\.link) }.fetchCount(db) > 0)
    }

    @Test("A created table has no differences from its definition")
    func differences() throws {
        #expect(try Reminder.differences(in: db).isEmpty)
        #expect(try RemindersList.differences(in: db).isEmpty)
        #expect(try Attachment.differences(in: db).isEmpty)
        #expect(try Person.differences(in: db).isEmpty)
    }
}
