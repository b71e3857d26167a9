import DataLite
import Foundation

@Table(dates: .millisecondText, uuids: .lowerText) struct Reminder: Identifiable {
    let id: UUID
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
