import GRDB

// Handwritten records without `Codable`, which are GRDB's fastest.

struct GRDBRow: FetchableRecord {
    let x: Double
    let y: Double
    let text: String
    let number: Int64

    var checksum: Double { x + y + Double(text.utf8.count) + Double(number) }

    init(row: Row) {
        x = row[0]
        y = row[1]
        text = row[2]
        number = row[3]
    }
}

struct GRDBEntry: FetchableRecord, TableRecord {
    static let databaseTableName = "narrow"

    let id: Int
    let x: Double
    let y: Double
    let text: String
    let number: Int64

    init(row: Row) {
        id = row[0]
        x = row[1]
        y = row[2]
        text = row[3]
        number = row[4]
    }
}

struct GRDBTarget: PersistableRecord {
    static let databaseTableName = "target"

    let x: Double
    let y: Double
    let text: String
    let number: Int64

    func encode(to container: inout PersistenceContainer) {
        container["x"] = x
        container["y"] = y
        container["text"] = text
        container["number"] = number
    }
}

struct GRDBReminder: FetchableRecord, TableRecord {
    static let databaseTableName = "reminders"

    let reminder: Reminder

    init(row: Row) {
        reminder = Reminder(
            id: row[0], remindersListID: row[1], title: row[2], isCompleted: row[3],
            minutes: row[4])
    }
}

struct GRDBRemindersList: FetchableRecord, TableRecord {
    static let databaseTableName = "remindersLists"
    static let reminders = hasMany(
        GRDBReminder.self, key: "reminders", using: ForeignKey(["remindersListID"]))

    let list: RemindersList
    let reminders: [GRDBReminder]

    init(row: Row) {
        list = RemindersList(id: row[0], title: row[1])
        reminders = row["reminders"]
    }
}
