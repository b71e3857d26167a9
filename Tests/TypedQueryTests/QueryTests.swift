import DataLiteMacros
import Foundation
import Testing

@Suite("A query of a type with @Table")
struct QueryTests {
    private let db: Connection
    private static let lists = [
        UUID(uuidString: "00000000-0000-0000-0000-000000000001") ?? UUID(),
        UUID(uuidString: "00000000-0000-0000-0000-000000000002") ?? UUID(),
    ]

    init() throws {
        db = try Connection(location: .inMemory)
        try db.execute(
            script: """
                CREATE TABLE remindersLists(id, title, createdAt, updatedAt);
                CREATE TABLE reminders(
                    id, title, isCompleted, dueDate, priority, status, position, remindersListID,
                    note_text, tags);
                CREATE TABLE attachments(id, link, note, caption, url);
                """)
        try insert(
            into: "remindersLists",
            RemindersList(
                id: Self.lists[0], title: "Home",
                timestamps: .init(createdAt: .init(timeIntervalSince1970: 10), updatedAt: nil)),
            RemindersList(
                id: Self.lists[1], title: "Work",
                timestamps: .init(
                    createdAt: .init(timeIntervalSince1970: 20),
                    updatedAt: .init(timeIntervalSince1970: 30))))
        try insert(
            into: "reminders",
            Reminder(id: 1, title: "Milk", priority: .high, remindersListID: Self.lists[0]),
            Reminder(
                id: 2, title: "Bread", isCompleted: true, remindersListID: Self.lists[0],
                notes: "two", tags: ["a", "b"]))
    }

    @Test("A query compares columns by the names of the properties")
    func columns() throws {
        #expect(try Reminder.where { $0.title == "Milk" }.fetchAll(db).map(\.id) == [1])
        #expect(try Reminder.where(\.isCompleted).fetchAll(db).map(\.tags) == [["a", "b"]])
        #expect(try Reminder.where { $0.notes == "two" }.select(\.title).fetchOne(db) == "Bread")
        #expect(try Reminder.where { $0.priority == .high }.fetchAll(db).map(\.id) == [1])
        #expect(try Reminder.open.fetchAll(db).map(\.id) == [1])
        #expect(
            try Reminder.select { ($0.id, $0.tags) }.fetchAll(db).map(\.1) == [[], ["a", "b"]])
    }

    @Test("A query reads single columns of a group and whole groups")
    func groups() throws {
        let cutoff = Date(timeIntervalSince1970: 15)
        let old = RemindersList.where { $0.timestamps.createdAt < cutoff }
        #expect(try old.fetchAll(db).map(\.title) == ["Home"])
        let stamps = try RemindersList.order(by: \.title).select(\.timestamps).fetchAll(db)
        #expect(stamps.map(\.updatedAt) == [nil, Date(timeIntervalSince1970: 30)])
    }

    @Test("An outer join makes the columns of its optional side optional")
    func outerJoin() throws {
        let rows = try RemindersList.order(by: \.title)
            .leftJoin(Reminder.all) { $0.id == $1.remindersListID && $1.isCompleted == true }
            .select { ($0.title, $1.title, $1.tags) }
            .fetchAll(db)
        #expect(rows.map(\.0) == ["Home", "Work"])
        #expect(rows.map(\.1) == ["Bread", nil])
        #expect(rows.map(\.2) == [["a", "b"], nil])
    }

    @Test("A query compares the columns of an enum's cases")
    func enums() throws {
        let url = URL(fileURLWithPath: "/a")
        let kinds: [Attachment.Kind] = [
            .link(url), .note("Hello"), .image(.init(caption: "c", url: url)),
        ]
        for kind in kinds { try insert(into: "attachments", Attachment(id: UUID(), kind: kind)) }
        #expect(try Attachment.all.fetchAll(db).map(\.kind) == kinds)
        let notes = Attachment.where { $0.kind.note == "Hello" }
        #expect(try notes.fetchAll(db).map(\.kind) == [kinds[1]])
        let images = Attachment.where { $0.kind.image.isNot(nil) }
        #expect(try images.fetchAll(db).map(\.kind) == [kinds[2]])
        let captions = images.select { $0.kind.image.caption }
        #expect(try captions.fetchAll(db) == ["c"])
    }

    @Test("A query selects the columns of a @Selection by name")
    func selection() throws {
        let query = RemindersList.join(Reminder.all) { $0.id == $1.remindersListID }
            .order { ($0.title, $1.id) }
            .select {
                ReminderWithList.Columns(reminderTitle: $1.title, listTitle: $0.title.optional())
            }
        #expect(
            try query.fetchAll(db) == [
                ReminderWithList(reminderTitle: "Milk", listTitle: "Home"),
                ReminderWithList(reminderTitle: "Bread", listTitle: "Home"),
            ])
    }

    @Test("Columns and selected values can be named source")
    func source() throws {
        try Word.createTable().execute(db)
        try Word.insert { Word.Draft(id: 1, source: 8, d: 0) }.execute(db)
        try Word.find(1).update { $0.source = $0.source * 10 }.execute(db)
        #expect(try Word.where { $0.source == 80 }.select(\.source).fetchAll(db) == [80])
        let origins = Word.leftJoin(Word.all.as(Other.self)) { $0.source < $1.source }
            .select { Origin.Columns(source: $0.source, other: $1.source) }
        #expect(try origins.fetchAll(db) == [Origin(source: 80, other: nil)])
    }

    private func insert(into table: String, _ rows: any Selection...) throws {
        for row in rows {
            var values = RowWriter()
            row.encode(to: &values)
            try db.execute("INSERT INTO \(identifier: table) VALUES \(list: values.values)")
        }
    }
}

extension Reminder {
    fileprivate static let open = Reminder.where { !$0.isCompleted }
}

private enum Other: TableAlias { typealias Table = Word }

@Selection private struct Origin: Equatable {
    let source: Int
    let other: Int?
}
