import DataLite
import Foundation

/// A UUID, stored as text in lower case.
struct LowercaseUUID: ColumnRepresentation {
    let value: UUID

    init(_ value: UUID) { self.value = value }

    init?(_ sqliteValue: SQLiteValue) {
        guard let value = UUID(sqliteValue) else { return nil }
        self.value = value
    }

    var sqliteValue: SQLiteValue { .text(value.uuidString.lowercased()) }
}

@Table struct Reminder: Identifiable {
    @Column(as: LowercaseUUID.self) let id: UUID
    var title = ""
    var dueDate: Date?
    var isCompleted = false
}

/// Writes a file as a program with SQLiteData would have.
func writeOldFile(path: String) throws {
    try Connection(path: path).execute(
        script: """
            CREATE TABLE IF NOT EXISTS "reminders"(
                "id" TEXT PRIMARY KEY NOT NULL,
                "title" TEXT NOT NULL DEFAULT '',
                "dueDate" TEXT,
                "isCompleted" INTEGER NOT NULL DEFAULT 0
            ) STRICT;
            INSERT OR IGNORE INTO "reminders" VALUES
                ('0a0b0c0d-0000-0000-0000-000000000001', 'Buy milk', '2025-01-02 09:00:00.000', 0),
                ('0a0b0c0d-0000-0000-0000-000000000002', 'Call Ada', NULL, 1);
            """)
}
