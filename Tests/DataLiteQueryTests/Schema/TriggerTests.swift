import DataLiteQuery
import DataLiteTesting
import Testing

@Suite("A trigger")
struct TriggerTests {
    let db: Connection

    init() throws { db = try Fixture.connection() }

    private let toEnd = Reminder.createTemporaryTrigger(
        after: .insert { new in
            Reminder.find(new.id).update {
                $0.position = Reminder.select { ($0.position.max() ?? -1) + 1 }
            }
        })

    @Test("A trigger after inserts changes other rows, with literals for its values")
    func insert() throws {
        #expect(
            try toEnd.sql().text == """
                CREATE TEMPORARY TRIGGER "after_insert_on_reminders_3efe1655"
                AFTER INSERT ON "reminders"
                BEGIN
                  UPDATE "reminders" SET "position" = (SELECT coalesce(max("reminders:2"."position"), \
                -1) + 1 FROM "reminders" AS "reminders:2") FROM (SELECT 1) \
                WHERE "reminders"."id" = "new"."id";
                END
                """)
        try toEnd.execute(db)
        try Reminder.insert { Reminder.Draft(title: "New", remindersListID: Fixture.home) }
            .execute(db)
        #expect(try positions() == [10, 20, 30, 40, 41])
        let drop = try toEnd.drop().sql().text
        #expect(
            drop
                == #"DROP TRIGGER "temp"."after_insert_on_reminders_3efe1655""#)
        try toEnd.drop().execute(db)
        try toEnd.drop(ifExists: true).execute(db)
        try Reminder.insert { Reminder.Draft(title: "Last", remindersListID: Fixture.home) }
            .execute(db)
        #expect(try positions() == [10, 20, 30, 40, 41, 0])
    }

    @Test("A trigger after updates of some columns runs when its condition is true")
    func update() throws {
        let trigger = Reminder.createTrigger(
            "log", ifNotExists: true,
            after: .update(of: \.title, \.notes) { old, new in
                ReminderTag.insert {
                    ($0.reminderID, $0.tagID)
                } select: {
                    ReminderTag.where { $0.tagID == 7 }.select { _ in (new.id, old.position) }
                }
                ReminderTag.where { $0.reminderID == old.id && $0.tagID == 8 }.delete()
            } when: { old, new in
                new.title != old.title && new.title != "?"
            })
        #expect(
            try trigger.sql().text == """
                CREATE TRIGGER IF NOT EXISTS "log"
                AFTER UPDATE OF "title", "note_text" ON "reminders" \
                WHEN "new"."title" <> "old"."title" AND "new"."title" <> '?'
                BEGIN
                  INSERT INTO "reminderTags" ("reminderID", "tagID") \
                SELECT "new"."id", "old"."position" FROM "reminderTags" \
                WHERE "reminderTags"."tagID" = 7;
                  DELETE FROM "reminderTags" WHERE "reminderTags"."reminderID" = "old"."id" \
                AND "reminderTags"."tagID" = 8;
                END
                """)
        try trigger.execute(db)
        try trigger.execute(db)
        try Reminder.find(1).update { $0.position = 11 }.execute(db)
        try Reminder.find(1).update { $0.title = "?" }.execute(db)
        #expect(try tags() == ["1, 7", "3, 8"])
        try Reminder.find(3).update { $0.title = "Draft" }.execute(db)
        #expect(try tags() == ["1, 7", "3, 30"])
        try Reminder.dropTrigger("log").execute(db)
        try Reminder.dropTrigger("log", ifExists: true).execute(db)
    }

    @Test("A trigger after any update inserts rows")
    func anyUpdate() throws {
        let trigger = Reminder.createTrigger(
            "any",
            after: .update { _, _ in
                ReminderTag.insert {
                    ReminderTag(reminderID: 5, tagID: 6)
                    ReminderTag(reminderID: 7, tagID: 8)
                }
            })
        #expect(
            try trigger.sql().text == """
                CREATE TRIGGER "any"
                AFTER UPDATE ON "reminders"
                BEGIN
                  INSERT INTO "reminderTags" ("reminderID", "tagID") VALUES (5, 6), (7, 8);
                END
                """)
        try trigger.execute(db)
        try Reminder.find(1).update { $0.position = 11 }.execute(db)
        #expect(try tags() == ["1, 7", "3, 8", "5, 6", "7, 8"])
    }

    @Test("A trigger's name does not depend on IF NOT EXISTS")
    func names() {
        let event = TriggerEvent<Reminder>.delete { _ in Raise.ignore }
        let trigger = Reminder.createTrigger(ifNotExists: true, before: event)
        #expect(trigger.name == Reminder.createTrigger(before: event).name)
    }

    @Test("A trigger before deletes can refuse them or skip a row")
    func delete() throws {
        let refuse = Reminder.createTrigger(
            "keep",
            before: .delete { _ in
                Raise.abort("it's kept")
            } when: {
                $0.id == 1
            })
        #expect(
            try refuse.sql().text == """
                CREATE TRIGGER "keep"
                BEFORE DELETE ON "reminders" WHEN "old"."id" = 1
                BEGIN
                  SELECT RAISE(ABORT, 'it''s kept');
                END
                """)
        try refuse.execute(db)
        try Reminder.createTrigger(
            "skip",
            before: .delete { _ in
                Raise.ignore
            } when: {
                $0.id == 2
            }
        ).execute(db)
        let error = #expect(throws: SQLiteError.self) {
            try Reminder.find(1).delete().execute(db)
        }
        #expect(error?.message.contains("it's kept") == true)
        #expect(try Reminder.where { $0.id > 1 }.delete().execute(db) == 2)
        #expect(try Reminder.order(by: \.id).select(\.id).fetchAll(db) == [1, 2])
    }

    @Test("A trigger raises each kind of error", arguments: [Raise.fail("no"), .rollback("no")])
    func raise(_ raise: Raise) throws {
        let trigger = Label.createTrigger("a", before: .insert { _ in raise })
        try Label.createTable().execute(db)
        try trigger.execute(db)
        let error = #expect(throws: SQLiteError.self) {
            try Label.insert { Label(id: 1, name: nil) }.execute(db)
        }
        #expect(error?.message.contains("no") == true)
        let invalid = Label.createTrigger("b", before: .insert { _ in Raise.fail("a\0b") })
        #expect(throws: SQLiteError.self) { try invalid.sql() }
    }

    @Test("A trigger instead of changes makes a view writable")
    func insteadOf() throws {
        try ReminderWithList.createView(
            as: Reminder.join(RemindersList.self) { $0.remindersListID == $1.id }
                .select { ReminderWithList.Columns(id: $0.id, title: $0.title, list: $1.title) }
        ).execute(db)
        let trigger = ReminderWithList.createTrigger(
            "rename",
            insteadOf: .update(of: \.title) { old, new in
                Reminder.find(old.id).update { $0.title = new.title }
            })
        #expect(
            try trigger.sql().text == """
                CREATE TRIGGER "rename"
                INSTEAD OF UPDATE OF "title" ON "reminderWithLists"
                BEGIN
                  UPDATE "reminders" SET "title" = "new"."title" \
                WHERE "reminders"."id" = "old"."id";
                END
                """)
        try trigger.execute(db)
        try ReminderWithList.where { $0.list == "Home" }.update { $0.title = $0.title.upper() }
            .execute(db)
        #expect(
            try Reminder.order(by: \.id).select(\.title).fetchAll(db)
                == ["MILK", "BREAD", "Report", "Max's 100%"])
    }

    @Test("A trigger calls functions and runs queries")
    func functions() throws {
        let trigger = Label.createTemporaryTrigger(
            "call",
            before: .insert { new in
                new.id.abs()
                if false { Label.all.delete() }
                for id in 1...2 { Label.find(id).select(\.name) }
            })
        #expect(
            try trigger.sql().text == """
                CREATE TEMPORARY TRIGGER "call"
                BEFORE INSERT ON "names"
                BEGIN
                  SELECT abs("new"."id");
                  SELECT "names"."name" FROM "names" WHERE "names"."id" = 1;
                  SELECT "names"."name" FROM "names" WHERE "names"."id" = 2;
                END
                """)
        try Label.createTable().execute(db)
        try trigger.execute(db)
        try Label.insert { Label(id: 1, name: nil) }.execute(db)
    }

    @Test("A trigger in another schema changes its tables, which it names without the schema")
    func schema() throws {
        let trigger = Person.createTrigger(
            "lower",
            after: .insert { new in
                Person.find(new.email).update { $0.name = $0.name.lower() }
            })
        #expect(
            try trigger.sql().text == """
                CREATE TRIGGER "archive"."lower"
                AFTER INSERT ON "people"
                BEGIN
                  UPDATE "people" SET "name" = lower("people"."name") \
                WHERE "people"."email" = "new"."email";
                END
                """)
        try trigger.execute(db)
        try Person.insert { Person(email: "e", name: "Emmy") }.execute(db)
        #expect(try Person.find("e").select(\.name).fetchOne(db) == "emmy")
        #expect(try trigger.drop().sql().text == #"DROP TRIGGER "archive"."lower""#)
        let temporary = Person.createTemporaryTrigger(
            "t", after: .delete { old in Reminder.where { $0.title == old.name }.delete() })
        #expect(
            try temporary.sql().text.contains(#"AFTER DELETE ON "archive"."people""#))
        try temporary.execute(db)
        try Reminder.insert { Reminder.Draft(title: "emmy", remindersListID: Fixture.home) }
            .execute(db)
        try Person.find("e").delete().execute(db)
        #expect(try Reminder.all.fetchCount(db) == 4)
    }

    @Test("A trigger that would change another table, or nothing, is refused")
    func refused() {
        let other = Reminder.createTrigger(after: .delete { _ in Person.all.delete() })
        let otherError = #expect(throws: SQLiteError.self) { try other.sql() }
        #expect(
            otherError?.message == """
                a trigger in schema "main" cannot change "people" in schema "archive", unless it \
                is temporary
                """)
        let empty = Reminder.createTrigger(after: .delete { _ in })
        let emptyError = #expect(throws: SQLiteError.self) { try empty.sql() }
        #expect(emptyError?.message == #"a trigger of "reminders" has no statements to run"#)
        let alias = Reminder.createTrigger(
            after: .delete { _ in Reminder.all.as(Other.self).delete() })
        let aliasError = #expect(throws: SQLiteError.self) { try alias.sql() }
        #expect(
            aliasError?.message == #"a trigger cannot change "reminders" under another name"#)
    }

    enum Other: TableAlias { typealias Table = Reminder }

    @Test("A trigger is created on a mock")
    func mock() throws {
        try withMock { mock in
            mock.expectExecute(
                """
                CREATE TRIGGER "a"
                AFTER DELETE ON "names"
                BEGIN
                  DELETE FROM "names" WHERE "names"."name" IS 'x';
                END
                """)
            mock.expectExecute(#"DROP TRIGGER "a""#)
            try Label.createTrigger(
                "a", after: .delete { _ in Label.where { $0.name == "x" }.delete() }
            ).execute(mock)
            try Label.dropTrigger("a").execute(mock)
        }
    }

    private func positions() throws -> [Int] {
        try Reminder.order(by: \.id).select(\.position).fetchAll(db)
    }

    private func tags() throws -> [String] {
        try ReminderTag.order(by: \.reminderID).fetchAll(db).map { "\($0.reminderID), \($0.tagID)" }
    }
}
