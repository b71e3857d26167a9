import DataLite
import Foundation
import Hummingbird

/// A row of the table `reminders`, which is also the JSON of a response.
@Table struct Reminder: Codable, Equatable, Identifiable, ResponseEncodable {
    let id: Int
    var title: String
    var isDone = false
    var due: Date?
}

/// The JSON of a request that creates or replaces a reminder.
struct ReminderBody: Decodable {
    let title: String
    let isDone: Bool?
    let due: Date?
}

/// Some of the reminders, and where the next ones begin.
struct ReminderPage: Codable, Equatable, ResponseEncodable {
    let reminders: [Reminder]
    let next: PageCursor?

    init(_ page: Page<Reminder>) {
        reminders = page.rows
        next = page.next
    }
}

extension Migrator {
    /// Each migration runs once on each file. Do not change a migration after its release.
    static var reminders: Migrator {
        var migrator = Migrator()
        migrator.add(
            "create reminders",
            sql: """
                CREATE TABLE reminders(
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    title TEXT NOT NULL UNIQUE CHECK (title <> ''),
                    isDone INTEGER NOT NULL DEFAULT FALSE
                ) STRICT
                """)
        migrator.add("add due dates", sql: "ALTER TABLE reminders ADD COLUMN due TEXT")
        return migrator
    }
}

// MARK: - Queries

extension Reminder {
    /// The newest reminders, or the next ones after a cursor. Every page is found as fast as the first.
    static func newest(after cursor: PageCursor? = nil, size: Int = 20) -> PageRequest<Reminder> {
        Reminder.order { $0.id.desc() }.page(after: cursor, size: size)
    }

    static func insert(_ body: ReminderBody, _ db: any ConnectionProtocol) throws -> Reminder {
        try Reminder.Draft(title: body.title, isDone: body.isDone ?? false, due: body.due)
            .insert(db)
    }

    /// Throws `SQLITE_NOTFOUND` if the reminder does not exist.
    static func replace(
        _ id: Int, with body: ReminderBody, _ db: any ConnectionProtocol
    ) throws -> Reminder {
        let reminder = Reminder(
            id: id, title: body.title, isDone: body.isDone ?? false, due: body.due)
        try reminder.update(db)
        return reminder
    }
}
