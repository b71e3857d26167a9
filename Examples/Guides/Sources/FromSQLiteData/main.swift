import DataLite
import Foundation

let path = CommandLine.arguments.dropFirst().first ?? "reminders.sqlite"
try writeOldFile(path: path)

let database = try Database(path: path)
DefaultDatabase.shared = database

@MainActor final class Reminders {
    @FetchAll(Reminder.where { !$0.isCompleted }.order(by: \.title)) var open
    @FetchOne(Reminder.count()) var count = 0
}

let reminders = Reminders()
print(reminders.open.map(\.title), reminders.count)

let id = UUID(uuidString: "0A0B0C0D-0000-0000-0000-000000000001")!
try database.write { db in
    try Reminder.find(id).update { $0.isCompleted = true }.execute(db)
    try Reminder.insert { Reminder(id: UUID(), title: "Write to Grace") }.execute(db)
}
try await reminders.$open.load()
try await reminders.$count.load()
print(reminders.open.map(\.title), reminders.count)
