import DataLiteMacros
import Foundation

/// Changes in every form that the guides show.
enum ChangeForms {
    static func insert(id: UUID) -> some Query<Int> {
        Reminder.insert { Reminder.Draft(title: "Milk", remindersListID: id) }.returning(\.id)
    }
    static func insertMany(drafts: [Reminder.Draft]) -> Insert<Reminder> {
        Reminder.insert { drafts }
    }
    static func insertValues(id: UUID) -> Insert<Reminder> {
        Reminder.insert {
            ($0.title, $0.remindersListID)
        } values: {
            ("A", id)
            ("B", id)
        }
    }
    static func insertQuery() -> Insert<Reminder> {
        Reminder.insert {
            ($0.title, $0.remindersListID)
        } select: {
            RemindersList.select { ($0.title, $0.id) }
        }
    }
    static func insertOr(draft: Tag.Draft) -> Insert<Tag> { Tag.insert(or: .ignore) { draft } }
    static func onConflict(draft: Reminder.Draft) -> Insert<Reminder> {
        Reminder.insert {
            draft
        } onConflict: {
            $0.title
        } doUpdate: {
            $0.position += 1
        }
    }
    static func excluded(draft: Reminder.Draft) -> Insert<Reminder> {
        Reminder.insert {
            draft
        } onConflict: {
            $0.title
        } doUpdate: {
            $0.title = $1.title + "!"
            $0.position = $0.position.max($1.position)
        }
    }
    static func upsert(draft: Reminder.Draft) -> some Query<Reminder> {
        Reminder.upsert { draft }.returning(\.self)
    }
    static func update(id: Int) -> some Query<(Int, Int)> {
        Reminder.find(id).update {
            $0.position += 1
            $0.title = $0.title.upper()
        }.returning { ($0.id, $0.position) }
    }
    static func updateWithCase() -> Update<Reminder> {
        Reminder.where(\.isCompleted).update {
            $0.status = Case($0.status).when(.incomplete, then: .completed).else(.incomplete)
        }
    }
    static func updateValues(id: Int, date: Date?) -> Update<Reminder> {
        Reminder.find(id).update {
            $0.title = "a"
            $0.dueDate = date
            $0.priority = nil
            $0.tags = ["a"]
            $0.isCompleted.toggle()
            $0.title.append(" !")
        }
    }
    static func updateNumbers() -> Update<Item> {
        Item.all.update {
            $0.stock += 1
            $0.price = $0.price * 1.5 + 3
            $0.revenue = $0.revenue * 2 + 1
        }
    }
    static func updateOfEnum(id: UUID, url: URL) -> Update<Attachment> {
        Attachment.find(id).update {
            $0.kind = .link(url)
            $0.kind = #bind(.link(url))
        }
    }
    static func updateRow(reminder: Reminder) -> Update<Reminder> { Reminder.update(reminder) }
    static func updateFrom() -> Update<Reminder> {
        Reminder.update(from: RemindersList.self) {
            $0.remindersListID == $1.id
        } set: {
            $0.title = $1.title + ": " + $0.title
        }
    }
    static func delete(reminder: Reminder) -> Delete<Reminder> { Reminder.delete(reminder) }
    static func deleteRows() -> some Query<Reminder> {
        Reminder.where { $0.isCompleted }.delete().returning(Reminder.self)
    }
    static func deleteAll() -> Delete<Reminder> { Reminder.all.delete() }
    static func schema(_ db: any ConnectionProtocol) throws -> [SchemaDifference] {
        try Reminder.createTable(ifNotExists: true, strict: true).execute(db)
        return try Reminder.differences(in: db)
    }
}
