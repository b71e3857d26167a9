import DataLite
import Foundation

/// A UUID, stored as its 16 bytes.
struct UUIDBytes: ColumnRepresentation {
    let value: UUID

    init(_ value: UUID) { self.value = value }

    init?(_ sqliteValue: SQLiteValue) {
        guard let value = UUID(sqliteValue) else { return nil }
        self.value = value
    }

    var sqliteValue: SQLiteValue { .blob(withUnsafeBytes(of: value.uuid) { Data($0) }) }
}

@Table("player") struct Player: Identifiable {
    @Column(as: UUIDBytes.self) let id: UUID
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
