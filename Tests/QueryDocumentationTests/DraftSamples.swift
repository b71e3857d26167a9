import DataLite
import Foundation
import Testing

@Table struct PageView {
    @Column(lazyInitializable: true) var date: Date
    var page: String
}

@Suite("The samples of the guide to tables: drafts and schemas")
struct DraftSamples {
    @Test("create tables and compare them with their definitions")
    func schema() throws {
        let db = try Connection(location: .inMemory)
        // sample: create
        let create = Reminder.createTable(strict: true)
        try create.execute(db)
        // end
        expect(
            try create.sql(),
            shows: """
                CREATE TABLE "reminders" (
                  "id" INTEGER PRIMARY KEY,
                  "title" TEXT NOT NULL DEFAULT '',
                  "isCompleted" INTEGER NOT NULL DEFAULT 0,
                  "dueDate" TEXT,
                  "priority" INTEGER,
                  "list_id" INTEGER NOT NULL,
                  "tags" TEXT NOT NULL DEFAULT '[]'
                ) STRICT
                """)
        #expect(try Reminder.differences(in: db) == [])
        try db.execute("ALTER TABLE reminders RENAME COLUMN dueDate TO due")
        for difference in try Reminder.differences(in: db) { print(difference) }
        // table "reminders": column "dueDate" is missing
        // table "reminders": column "due" is not in the definition
        #expect(
            try Reminder.differences(in: db).map(\.description) == [
                #"table "reminders": column "dueDate" is missing"#,
                #"table "reminders": column "due" is not in the definition"#,
            ])
    }

    @Test("insert drafts")
    func drafts() throws {
        let db = try Connection(location: .inMemory)
        try Reminder.createTable().execute(db)
        // sample: drafts
        var draft = Reminder.Draft(title: "Buy milk", listID: 1)
        draft.priority = .high
        let insert = Reminder.insert { draft }.returning(\.id)
        // end
        try expect(
            insert, on: db,
            shows: """
                INSERT INTO "reminders" ("title", "isCompleted", "priority", "list_id", "tags")
                VALUES (?, ?, ?, ?, ?)
                RETURNING "reminders"."id"
                -- 'Buy milk', 0, 3, 1, '[]'

                id
                --
                1
                """)
        try db.execute(
            """
            CREATE TABLE pageViews(
                date TEXT NOT NULL DEFAULT '2026-11-03 00:00:00.000',
                page TEXT NOT NULL
            )
            """)
        try PageView.insert { PageView.Draft(page: "index") }.execute(db)
        #expect(try PageView.all.fetchOne(db)?.page == "index")
        // sample: edited draft
        var edited = try Reminder.Draft.find(1).fetchRequired(db)
        edited.title = "Buy oat milk"
        try Reminder.upsert { edited }.execute(db)
        // end
        #expect(try Reminder.select(\.title).fetchAll(db) == ["Buy oat milk"])
        #expect(try Reminder.select(\.priority).fetchAll(db) == [.high])
    }
}
