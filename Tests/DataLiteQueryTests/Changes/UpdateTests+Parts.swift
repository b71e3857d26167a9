import DataLiteQuery
import Foundation
import Testing

extension UpdateTests {
    @Test("An update of an enum sets one column, and the others to NULL")
    func enums() throws {
        try Attachment.insert { Attachment(id: .test(1), kind: .note("Hello")) }
            .execute(database.db)
        let url = try #require(URL(string: "https://example.com"))
        let update = Attachment.find(.test(1)).update { $0.kind = .link(url) }
        #expect(
            try database.outcome(
                of: update, "SELECT link, note, caption, url FROM attachments") == """
                    UPDATE "attachments" SET "link" = ?, "note" = ?, "caption" = ?, "url" = ? \
                    WHERE "attachments"."id" = ?
                    1 changed
                    'https://example.com' | NULL | NULL | NULL
                    """)
        let image = Attachment.all.update {
            $0.kind = SQLExpression(.image(Attachment.Image(caption: "c", url: url)))
        }
        #expect(try image.execute(database.db) == 1)
        #expect(
            try Attachment.all.fetchAll(database.db).map(\.kind)
                == [.image(Attachment.Image(caption: "c", url: url))])
    }

    @Test("An update of a case of an enum sets the other columns to NULL")
    func cases() throws {
        let url = try #require(URL(string: "https://example.com"))
        let (note, nothing): (String?, String?) = ("n", nil)
        try Attachment.insert { Attachment(id: .test(1), kind: .link(url)) }.execute(database.db)
        try Attachment.find(.test(1)).update { $0.kind.note = note }.execute(database.db)
        #expect(try Attachment.find(.test(1)).fetchOne(database.db)?.kind == .note("n"))
        try Attachment.find(.test(1)).update { $0.kind.link = url }.execute(database.db)
        #expect(try Attachment.find(.test(1)).fetchOne(database.db)?.kind == .link(url))
        let image = Attachment.Image(caption: "c", url: url)
        try Attachment.find(.test(1)).update { $0.kind.image = image }.execute(database.db)
        #expect(try Attachment.find(.test(1)).fetchOne(database.db)?.kind == .image(image))
        // Another case that becomes NULL changes nothing else.
        try Attachment.find(.test(1)).update { $0.kind.note = nothing }.execute(database.db)
        #expect(try Attachment.find(.test(1)).fetchOne(database.db)?.kind == .image(image))
    }

    @Test("An update of a group sets its columns")
    func groups() throws {
        let old = Timestamps(createdAt: Date(timeIntervalSince1970: 0), updatedAt: nil)
        try RemindersList.insert { RemindersList(id: .test(1), title: "L", timestamps: old) }
            .execute(database.db)
        let new = Timestamps(
            createdAt: Date(timeIntervalSince1970: 60), updatedAt: Date(timeIntervalSince1970: 120))
        #expect(
            try database.outcome(
                of: RemindersList.find(.test(1)).update { $0.timestamps = new },
                "SELECT createdAt, updatedAt FROM remindersLists") == """
                    UPDATE "remindersLists" SET "createdAt" = ?, "updatedAt" = ? \
                    WHERE "remindersLists"."id" = ?
                    1 changed
                    '1970-01-01 00:01:00.000' | '1970-01-01 00:02:00.000'
                    """)
        #expect(
            try database.outcome(
                of: RemindersList.find(.test(1)).update {
                    $0.timestamps.createdAt = old.createdAt
                }, "SELECT createdAt, updatedAt FROM remindersLists") == """
                    UPDATE "remindersLists" SET "createdAt" = ? WHERE "remindersLists"."id" = ?
                    1 changed
                    '1970-01-01 00:00:00.000' | '1970-01-01 00:02:00.000'
                    """)
    }

    @Test("An update of a row sets all columns but the key")
    func row() throws {
        let row = try #require(try Reminder.find(2).fetchOne(database.db))
        var changed = row
        changed.title = "Toast"
        changed.tags = ["z"]
        #expect(
            try database.outcome(
                of: Reminder.update(changed), "SELECT id, title, tags FROM reminders WHERE id < 3")
                    == """
                    UPDATE "reminders" SET "title" = ?, "isCompleted" = ?, "dueDate" = ?, \
                    "priority" = ?, "status" = ?, "position" = ?, "remindersListID" = ?, \
                    "note_text" = ?, "tags" = ? WHERE "reminders"."id" = ?
                    1 changed
                    1 | 'Milk' | '["a"]'
                    2 | 'Toast' | '["z"]'
                    """)
    }
}
