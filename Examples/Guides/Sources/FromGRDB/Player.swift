import DataLite
import Foundation

@Table("player", dates: .millisecondText, uuids: .blob) struct Player: Identifiable {
    let id: UUID
    var name: String
    var createdAt: Date
}

extension Migrator {
    static var players: Migrator {
        var migrator = Migrator()
        migrator.add(
            "v1",
            sql: """
                CREATE TABLE player(
                    id BLOB NOT NULL PRIMARY KEY, name TEXT NOT NULL, createdAt DATETIME NOT NULL
                )
                """)
        migrator.add("index names", sql: "CREATE INDEX player_on_name ON player(name)")
        return migrator
    }
}
