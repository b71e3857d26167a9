import DataLite
import Foundation

/// A date, stored as `2025-01-02T09:00:00.000`.
struct DateWithT: ColumnRepresentation {
    let value: Date

    init(_ value: Date) { self.value = value }

    init?(_ sqliteValue: SQLiteValue) {
        guard let value = Date(sqliteValue) else { return nil }
        self.value = value
    }

    var sqliteValue: SQLiteValue {
        let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        let rounded = value + 0.0005  // `formatted` truncates to milliseconds
        return .text(String(rounded.formatted(format).dropLast()))  // without the Z
    }
}

@Table struct Event: Identifiable {
    let id: Int
    var title: String
    @Column(as: DateWithT.self) var startsAt: Date
}

/// Writes a file as a program with SQLite.swift would have.
func writeOldFile(path: String) throws {
    try Connection(path: path).execute(
        script: """
            CREATE TABLE IF NOT EXISTS "events" (
                "id" INTEGER PRIMARY KEY, "title" TEXT NOT NULL, "startsAt" TEXT NOT NULL
            );
            INSERT OR IGNORE INTO "events" VALUES
                (1, 'Breakfast', '2025-01-02T07:00:00.000'), (2, 'Dinner', '2025-01-02T19:00:00.000');
            PRAGMA user_version = 1;
            """)
}
