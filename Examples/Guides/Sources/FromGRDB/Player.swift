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
        migrator.add("GRDB v1") { db in
            let old: Int? = try db.value(
                "SELECT 1 FROM sqlite_schema WHERE name = 'grdb_migrations'")
            if old != nil { return }
            try db.execute(
                script: """
                    CREATE TABLE player(
                        id BLOB NOT NULL PRIMARY KEY, name TEXT NOT NULL, createdAt DATETIME NOT NULL
                    )
                    """)
        }
        migrator.add("index names", sql: "CREATE INDEX player_on_name ON player(name)")
        return migrator
    }
}
