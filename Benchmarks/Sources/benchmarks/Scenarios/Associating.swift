import CInterface
import DataLiteC
import DataLiteQuery
import GRDB

/// Reads rows with the arrays of the rows that belong to them.
struct Associating {
    let connections: Connections

    static let group = ScenarioGroup(name: "associations") { workplace in
        let lists = workplace.count(10_000)
        let connections = try Connections()
        try connections.fill(Fixture.lists(lists, reminders: 10 * lists))
        let associating = Associating(connections: connections)
        return [
            Scenario(
                title: "fetch \(lists) rows with their \(10 * lists) associated rows",
                operations: 11 * lists, c: associating.c, dataLite: associating.dataLite,
                grdb: associating.grdb)
        ]
    }

    /// In C, a second statement has the keys of the lists as a JSON array, and a dictionary has the array of each key.
    private var c: Contender {
        Contender {
            let lists = cLists()
            var keys = lists.reduce(into: "[") { $0 += "\($1.id)," }
            keys.removeLast()
            let reminders = cReminders(keys + "]")
            return lists.reduce(0) {
                $0 + $1.checksum((reminders[$1.id] ?? []).lazy.map(\.checksum))
            }
        }
    }

    private func cLists() -> [RemindersList] {
        let statement = connections.c.prepare("SELECT id, title FROM remindersLists ORDER BY id")
        defer { sqlite3_finalize(statement) }
        var lists: [RemindersList] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            let id = Int(sqlite3_column_int64(statement, 0))
            lists.append(RemindersList(id: id, title: columnText(statement, 1)))
        }
        return lists
    }

    private func cReminders(_ keys: String) -> [Int: [Reminder]] {
        let statement = connections.c.prepare(
            """
            SELECT id, remindersListID, title, isCompleted, minutes FROM reminders
            WHERE remindersListID IN (SELECT value FROM json_each(?)) ORDER BY remindersListID, id
            """)
        defer { sqlite3_finalize(statement) }
        bindText(statement, 1, keys)
        var reminders: [Int: [Reminder]] = [:]
        while sqlite3_step(statement) == SQLITE_ROW {
            let reminder = Reminder(
                id: Int(sqlite3_column_int64(statement, 0)),
                remindersListID: Int(sqlite3_column_int64(statement, 1)),
                title: columnText(statement, 2), isCompleted: sqlite3_column_int(statement, 3) != 0,
                minutes: Int(sqlite3_column_int64(statement, 4)))
            reminders[reminder.remindersListID, default: []].append(reminder)
        }
        return reminders
    }

    private var dataLite: Contender {
        let reminders = RemindersList.reminders.order(by: \.id)
        return Contender {
            try RemindersList.order(by: \.id).including(reminders)
                .fetchAll(connections.dataLite)
                .reduce(0) { $0 + $1.0.checksum($1.1.lazy.map(\.checksum)) }
        }
    }

    private var grdb: Contender {
        let reminders = GRDBRemindersList.reminders.order(Column("id"))
        return Contender {
            try connections.grdb.inDatabase { database in
                let request = GRDBRemindersList.order(Column("id")).including(all: reminders)
                return try GRDBRemindersList.fetchAll(database, request).reduce(0) {
                    $0 + $1.list.checksum($1.reminders.lazy.map(\.reminder.checksum))
                }
            }
        }
    }
}
