import Foundation
import GRDB
import Hummingbird

/// A row of the table `reminders`, which is also the JSON of a response.
struct Reminder: Codable, Equatable, FetchableRecord, MutablePersistableRecord, ResponseEncodable {
    static let databaseTableName = "reminders"

    var id: Int64?
    var title: String
    var isDone = false
    var due: Date?

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

/// The JSON of a request that creates a reminder.
struct ReminderBody: Decodable {
    let title: String
    let isDone: Bool?
    let due: Date?
}

/// Some of the reminders, and where the next ones begin.
struct ReminderPage: Codable, Equatable, ResponseEncodable {
    let reminders: [Reminder]
    let next: String?

    static func newest(
        after cursor: Int64? = nil, size: Int = 20, _ db: GRDB.Database
    ) throws -> ReminderPage {
        var request = Reminder.order(Column("id").desc).limit(size + 1)
        if let cursor { request = request.filter(Column("id") < cursor) }
        let rows = try request.fetchAll(db)
        let reminders = Array(rows.prefix(size))
        return ReminderPage(
            reminders: reminders, next: rows.count > size ? reminders.last?.id.map { "\($0)" } : nil
        )
    }
}

extension DatabaseMigrator {
    static var reminders: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("create reminders") { db in
            try db.execute(
                sql: """
                    CREATE TABLE reminders(
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        title TEXT NOT NULL UNIQUE CHECK (title <> ''),
                        isDone INTEGER NOT NULL DEFAULT FALSE,
                        due TEXT
                    ) STRICT
                    """)
        }
        return migrator
    }
}
