import DataLiteClauses
import Testing

/// Inserts whose rows come from a compound, from a query with common table expressions, and from any query.
@Suite("An insert of the rows of a query, written with clauses")
struct InsertedQueryTests {
    private let db: Connection

    init() throws { db = try Fixture.connection() }

    private func tags() throws -> [String] {
        try db.rows(
            "SELECT reminderID || ' ' || tagID FROM reminderTags WHERE tagID > 20 ORDER BY 1")
    }

    @Test("The rows of a compound are inserted in its order and up to its limit")
    func compound() throws {
        let insert = sql { schema in
            let tag = schema.into(ReminderTag.self)
            let (open, done) = (schema.table(Reminder.self), schema.table(Reminder.self))
            Insert(tag, columns: tag.reminderID, tag.tagID)
            Select(open.id, open.position + 100)
            From(open)
            Where(!open.isCompleted)
            Union()
            Select(done.id, done.position + 100)
            From(done)
            Where(done.isCompleted)
            OrderBy(open.id.desc())
            Limit(3)
        }
        #expect(
            try insert.sql().text == """
                INSERT INTO "reminderTags" ("reminderID", "tagID") \
                SELECT "reminders:2"."id", "reminders:2"."position" + ? \
                FROM "reminders" AS "reminders:2" WHERE NOT "reminders:2"."isCompleted" UNION \
                SELECT "reminders:3"."id", "reminders:3"."position" + ? \
                FROM "reminders" AS "reminders:3" WHERE "reminders:3"."isCompleted" \
                ORDER BY 1 DESC LIMIT ?
                """)
        #expect(try insert.execute(db) == 3)
        #expect(try tags() == ["2 120", "3 130", "4 140"])
    }

    @Test("A common table expression can be before the insert or after it")
    func commonTable() throws {
        let after = sql { schema in
            let tag = schema.into(ReminderTag.self)
            let open = schema.commonTableExpression { schema in
                let reminder = schema.table(Reminder.self)
                Select(reminder)
                From(reminder)
                Where(!reminder.isCompleted)
            }
            let (lhs, rhs) = (schema.table(open), schema.table(open))
            Insert(tag, columns: tag.reminderID, tag.tagID)
            With(open)
            Select(lhs.id, lhs.position + 100)
            From(lhs)
            Except()
            From(rhs)
            Select(rhs.id, rhs.position + 100)
            Where(rhs.id > 1)
            Returning(tag.tagID)
        }
        #expect(try after.fetchAll(db) == [110])
        let before = sql { schema in
            let tag = schema.into(ReminderTag.self)
            let ids = schema.scalarCommonTableExpression(Int.self) { schema in
                let reminder = schema.table(Reminder.self)
                Select(reminder.id)
                From(reminder)
            }
            let (lhs, rhs) = (schema.table(ids), schema.table(ids))
            With(ids)
            Insert(tag, columns: tag.reminderID, tag.tagID)
            From(lhs)
            Where(lhs.value < 2)
            Select(lhs.value, lhs.value + 200)
            UnionAll()
            Select(rhs.value, rhs.value + 200)
            From(rhs)
            Where(rhs.value > 3)
        }
        try before.execute(db)
        #expect(try tags() == ["1 110", "1 201", "4 204"])
    }

    @Test("All queries of a compound see the common table expressions before it")
    func compoundWithTables() throws {
        let query = sql { schema in
            let open = schema.commonTableExpression { schema in
                let reminder = schema.table(Reminder.self)
                Select(reminder)
                From(reminder)
                Where(!reminder.isCompleted)
            }
            let (lhs, rhs) = (schema.table(open), schema.table(open))
            With(open)
            Select(lhs.id)
            From(lhs)
            Where(lhs.id == 1)
            Union()
            Select(rhs.id)
            From(rhs)
            Where(rhs.id == 4)
            OrderBy(lhs.id.desc())
        }
        #expect(try query.fetchAll(db) == [4, 1])
        let list = sql { schema in
            let reminder = schema.table(Reminder.self)
            Select(reminder.id)
            From(reminder)
            Where(reminder.id.in(query))
        }
        #expect(try list.fetchAll(db) == [1, 4])
    }

    @Test("Any query is the query of an insert: values, a chain, With, a compound")
    func queries() throws {
        let queries: [any RowQuery<(Int, Int)>] = [
            Values((1, 21), (2, 22)),
            Reminder.where { $0.id == 3 }.select { ($0.id, $0.position) },
            Reminder.where { $0.id == 4 }.select { ($0.id, $0.position) }.union(Values(5, 50)),
            With {
                Reminder.where { $0.id == 4 }
            } query: {
                $0.select { ($0.id, $0.position + 1) }
            },
        ]
        for query in queries { try insert(query).execute(db) }
        #expect(try tags() == ["1 21", "2 22", "3 30", "4 40", "4 41", "5 50"])
    }

    private func insert(_ query: some RowQuery<(Int, Int)>) -> Insert<ReminderTag> {
        sql { schema in
            let tag = schema.into(ReminderTag.self)
            Insert(tag, columns: tag.reminderID, tag.tagID)
            query
        }
    }

    @Test("Chains insert the same queries")
    func chains() throws {
        try ReminderTag.insert {
            ($0.reminderID, $0.tagID)
        } select: {
            Values((1, 21), (2, 22))
        }.execute(db)
        try ReminderTag.insert {
            ($0.reminderID, $0.tagID)
        } select: {
            Reminder.where { $0.id == 3 }.select { ($0.id, $0.position) }
                .union(Reminder.where { $0.id == 4 }.select { ($0.id, $0.position) })
        }.execute(db)
        try ReminderTag.insert {
            ($0.reminderID, $0.tagID)
        } select: {
            With {
                Reminder.where { $0.id == 4 }
            } query: {
                $0.select { ($0.id, $0.position + 1) }
            }
        }.execute(db)
        #expect(try tags() == ["1 21", "2 22", "3 30", "4 40", "4 41"])
    }

    @Test("A clause before Insert other than With is a mistake, not ignored")
    func misplaced() throws {
        let insert = sql { schema in
            let tag = schema.into(ReminderTag.self)
            Limit(1)
            Insert(tag, columns: tag.reminderID, tag.tagID)
            Values(1, 21)
        }
        #expect { try insert.execute(db) } throws: { error in
            (error as? SQLiteError)?.message.contains("only With precedes Insert") ?? false
        }
    }

    @Test("A compound whose first query has a limit is a mistake")
    func limits() throws {
        let insert = sql { schema in
            let tag = schema.into(ReminderTag.self)
            let (lhs, rhs) = (schema.table(Reminder.self), schema.table(Reminder.self))
            Insert(tag, columns: tag.reminderID, tag.tagID)
            Select(lhs.id, lhs.id)
            From(lhs)
            Limit(1)
            Union()
            Select(rhs.id, rhs.id)
            From(rhs)
        }
        #expect { try insert.execute(db) } throws: { error in
            (error as? SQLiteError)?.message.contains("apply to a whole compound") ?? false
        }
        #expect(try tags().isEmpty)
    }
}
