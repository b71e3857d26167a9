import DataLite
import Foundation

let path = CommandLine.arguments.dropFirst().first ?? "events.sqlite"
try writeOldFile(path: path)

let connection = try Connection(path: path)
var migrator = Migrator()
migrator.add("version 1") { db in
    if try db.requiredValue("PRAGMA user_version", as: Int.self) == 0 {
        try Event.createTable().execute(db)
    }
}
try migrator.migrate(connection)

let noon = try Date("2025-01-02T12:00:00Z", strategy: .iso8601)
try Event.insert { Event.Draft(title: "Lunch", startsAt: noon) }.execute(connection)

for event in try Event.where({ $0.startsAt >= noon }).order(by: \.startsAt).fetchAll(connection) {
    print(event.id, event.title)
}
print(try connection.rows("SELECT startsAt FROM events ORDER BY startsAt", as: String.self))
