import DataLiteQuery
import Foundation

/// A database with a few reminders in two lists.
package enum Fixture {
    package static let home = UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    package static let work = UUID(uuid: (2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2))

    package static func connection() throws -> Connection {
        let connection = try Connection(location: .inMemory)
        try connection.execute(
            sql: """
                CREATE TABLE "remindersLists"(
                    "id" TEXT PRIMARY KEY NOT NULL, "title" TEXT NOT NULL DEFAULT '',
                    "createdAt" TEXT NOT NULL, "updatedAt" TEXT) STRICT;
                CREATE TABLE "reminders"(
                    "id" INTEGER PRIMARY KEY NOT NULL, "title" TEXT NOT NULL DEFAULT '',
                    "isCompleted" INTEGER NOT NULL DEFAULT 0, "dueDate" TEXT, "priority" INTEGER,
                    "status" INTEGER NOT NULL DEFAULT 0, "position" INTEGER NOT NULL DEFAULT 0,
                    "remindersListID" TEXT NOT NULL, "note_text" TEXT NOT NULL DEFAULT '',
                    "tags" TEXT NOT NULL DEFAULT '[]') STRICT;
                CREATE TABLE "reminderTags"("reminderID" INTEGER NOT NULL, "tagID" INTEGER NOT NULL);
                CREATE TABLE "attachments"(
                    "id" TEXT PRIMARY KEY NOT NULL, "link" TEXT, "note" TEXT, "caption" TEXT,
                    "url" TEXT);
                ATTACH ':memory:' AS "archive";
                CREATE TABLE "archive"."people"("email" TEXT PRIMARY KEY, "name" TEXT NOT NULL);
                INSERT INTO "archive"."people" VALUES ('ada@example.com', 'Ada');
                """)
        for (id, title) in [(home, "Home"), (work, "Work")] {
            try connection.execute(
                """
                INSERT INTO "remindersLists" VALUES (
                    \(id), \(title), '2024-01-01 00:00:00.000', NULL)
                """)
        }
        let reminders: [(Int, String, Bool, Int?, Int, UUID)] = [
            (1, "Milk", false, 3, 10, home),
            (2, "Bread", true, nil, 20, home),
            (3, "Report", false, 1, 30, work),
            (4, "Max's 100%", false, nil, 40, work),
        ]
        for (id, title, isCompleted, priority, position, list) in reminders {
            try connection.execute(
                """
                INSERT INTO "reminders"(
                    "id", "title", "isCompleted", "priority", "position", "remindersListID")
                VALUES (\(id), \(title), \(isCompleted), \(priority), \(position), \(list))
                """)
        }
        try connection.execute(
            sql: """
                UPDATE "reminders" SET "dueDate" = '2024-06-01 00:00:00.000' WHERE "id" = 1;
                UPDATE "reminders" SET "tags" = '["car","kids"]' WHERE "id" = 3;
                INSERT INTO "reminderTags" VALUES (1, 7), (3, 8);
                """)
        return connection
    }
}
