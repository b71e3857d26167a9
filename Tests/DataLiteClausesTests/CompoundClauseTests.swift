import DataLiteClauses
import DataLiteTesting
import Testing

@Suite("A compound query written with clauses")
struct CompoundClauseTests {
    private let db: Connection

    init() throws {
        db = try Fixture.connection()
    }

    @Test("A compound with clauses combines and orders the rows of its queries")
    func union() throws {
        let query = sql { schema in
            let reminder = schema.table(Reminder.self)
            let list = schema.table(RemindersList.self)
            Select(reminder.title, reminder.id)
            From(reminder)
            Where(reminder.id < 3)
            Union()
            Select(list.title, list.title.length())
            From(list)
            OrderBy(list.title.length().desc(), reminder.id, reminder.title.desc())
            Limit(3)
            Offset(0)
        }
        #expect(throws: SQLiteError.self) { try query.fetchAll(db) }
        let ordered = sql { schema in
            let reminder = schema.table(Reminder.self)
            let list = schema.table(RemindersList.self)
            let length = list.title.length()
            Select(reminder.title, reminder.id)
            From(reminder)
            Where(reminder.id < 3)
            Union()
            Select(list.title, length)
            From(list)
            OrderBy(length.desc(), reminder.title)
            Limit(3)
        }
        try assertQuery(
            ordered, on: db,
            sql: """
                SELECT "reminders:1"."title", "reminders:1"."id" FROM "reminders" AS "reminders:1" \
                WHERE "reminders:1"."id" < ? UNION SELECT "remindersLists:2"."title", \
                length("remindersLists:2"."title") FROM "remindersLists" AS "remindersLists:2" \
                ORDER BY 2 DESC, 1 LIMIT ?
                """,
            rows: "'Home' | 4\n'Work' | 4\n'Bread' | 2")
    }

    @Test("The operators of a compound apply from left to right")
    func operators() throws {
        func ids(_ schema: QuerySchema) -> Reminder.Columns { schema.table(Reminder.self) }
        let query = sql { schema in
            let (a, b, c, d) = (ids(schema), ids(schema), ids(schema), ids(schema))
            Select(a.id)
            From(a)
            UnionAll()
            Select(b.id)
            From(b)
            Except()
            Select(c.id)
            From(c)
            Where(c.id == 1)
            Intersect()
            Select(d.id)
            From(d)
            Where(d.id < 4)
            OrderBy(a.id)
        }
        #expect(try query.fetchAll(db) == [2, 3])
        let all = sql { schema in
            let (a, b) = (ids(schema), ids(schema))
            Select(a.dueDate)
            From(a)
            UnionAll()
            Select(b.dueDate)
            From(b)
        }
        #expect(try all.fetchAll(db).count == 8)
        #expect(try all.fetchAll(db).compactMap(\.self).count == 2)
    }

    @Test("A compound of rows of a table is a table itself")
    func rows() throws {
        let compound = sql { schema in
            let (a, b) = (schema.table(Reminder.self), schema.table(Reminder.self))
            Select(a)
            From(a)
            Where(a.id == 1)
            UnionAll()
            Select(b)
            From(b)
            Where(b.isCompleted)
            OrderBy(b.title)
        }
        #expect(try compound.fetchAll(db).map(\.title) == ["Bread", "Milk"])
        #expect(try compound.where { $0.position > 10 }.fetchAll(db).map(\.id) == [2])
        let query = sql { schema in
            let row = schema.table(compound)
            Select(row.id.count())
            From(row)
        }
        #expect(try query.fetchOne(db) == 2)
    }

    @Test("A compound can be a subquery, and its parameters are named")
    func subquery() throws {
        let least = NamedParameter<Int>(named: "least")
        let query = sql { schema in
            let reminder = schema.table(Reminder.self)
            Select(reminder.id)
            From(reminder)
            Where(
                reminder.id.in(
                    sql { inner in
                        let tag = inner.table(ReminderTag.self)
                        let other = inner.table(Reminder.self)
                        Select(tag.reminderID)
                        From(tag)
                        Union()
                        Select(other.id)
                        From(other)
                        Where(other.id > least && other.id == reminder.id)
                    }))
            OrderBy(reminder.id)
        }
        var request = try db.request(query)
        request[least] = 3
        #expect(try request.fetchAll() == [1, 3, 4])
        request[least] = 0
        #expect(try request.fetchAll() == [1, 2, 3, 4])
    }

    @Test("An order before the end of a compound is reported")
    func mistakes() throws {
        let query = sql { schema in
            let reminder = schema.table(Reminder.self)
            Select(reminder.id)
            From(reminder)
            OrderBy(reminder.id)
            Union()
            Select(reminder.position)
            From(reminder)
        }
        let error = #expect(throws: SQLiteError.self) { try query.fetchAll(db) }
        #expect(error?.message.hasPrefix("OrderBy, Limit and Offset apply to a whole") == true)
        let computed = sql { schema in
            let reminder = schema.table(Reminder.self)
            Select(reminder.id)
            From(reminder)
            Union()
            Select(reminder.position)
            From(reminder)
            OrderBy(reminder.title)
        }
        #expect(throws: SQLiteError.self) { try computed.fetchAll(db) }
    }
}
