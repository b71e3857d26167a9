import DataLite
import Foundation
import Hummingbird

/// A row of the table, which is also encoded as JSON.
struct Reminder: Codable, Equatable, Identifiable, ResponseEncodable {
    let id: Int
    var title: String
    var isDone: Bool
    var due: Date?
}

/// A reminder without an id, as a client sends it.
struct ReminderDraft: Codable, Equatable {
    var title: String
    var isDone = false
    var due: Date?

    init(title: String, isDone: Bool = false, due: Date? = nil) {
        self.title = title
        self.isDone = isDone
        self.due = due
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        title = try values.decode(String.self, forKey: .title)
        isDone = try values.decodeIfPresent(Bool.self, forKey: .isDone) ?? false
        due = try values.decodeIfPresent(Date.self, forKey: .due)
    }
}

extension Migrator {
    /// Each migration runs once on each database. Do not change a migration after its release.
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
    static func fetchAll(_ db: any ConnectionProtocol) throws -> [Reminder] {
        try db.rows("SELECT * FROM reminders ORDER BY id")
    }

    static func fetch(_ id: Int, _ db: any ConnectionProtocol) throws -> Reminder? {
        try db.row("SELECT * FROM reminders WHERE id = \(id)")
    }

    static func insert(_ draft: ReminderDraft, _ db: any ConnectionProtocol) throws -> Reminder {
        try db.insert(draft, into: "reminders", returning: Reminder.self)
    }

    /// Returns `nil` if the reminder does not exist.
    static func update(
        _ id: Int, to draft: ReminderDraft, _ db: any ConnectionProtocol
    ) throws -> Reminder? {
        try db.row(
            """
            UPDATE reminders SET title = \(draft.title), isDone = \(draft.isDone), due = \(draft.due)
            WHERE id = \(id)
            RETURNING *
            """)
    }

    /// Returns whether the reminder existed.
    static func delete(_ id: Int, _ db: any ConnectionProtocol) throws -> Bool {
        try db.execute("DELETE FROM reminders WHERE id = \(id)")
        return db.changes > 0
    }
}
