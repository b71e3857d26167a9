import DataLiteQuery
import DataLiteTesting
import Testing

@Suite("A common table expression")
struct WithTests {
    private let db: Connection

    init() throws {
        db = try Fixture.connection()
    }

    /// The columns of reminders, each after a qualifier.
    private func names(_ table: String = "") -> String {
        Reminder.tableDefinition.columns.list.map { "\(table)\"\($0.name)\"" }
            .joined(separator: ", ")
    }

    @Test("A common table expression is a table of its query")
    func one() throws {
        let query = With {
            Reminder.where { $0.position > 15 }
        } query: { late in
            late.where { !$0.isCompleted }.order(by: \.title).limit(10).select(\.title)
        }
        try assertQuery(
            query, on: db,
            sql: """
                WITH "cte:1"(\(names())) AS (SELECT \(names("\"reminders\".")) FROM "reminders" \
                WHERE "reminders"."position" > ?) SELECT "cte:1"."title" FROM "cte:1" \
                WHERE NOT "cte:1"."isCompleted" ORDER BY "cte:1"."title" LIMIT ?
                """,
            rows: "'Max''s 100%'\n'Report'")
    }

    /// The reminders after a position, in the order of their keys.
    private func reminders(after position: Int) -> With<Select<Reminder, Reminder.Columns>> {
        With {
            Reminder.where { $0.position > position }
        } query: {
            $0.order(by: \.id)
        }
    }

    @Test("A common table expression returns rows of the table")
    func rows() throws {
        #expect(try reminders(after: 25).fetchAll(db).map(\.id) == [3, 4])
    }

    @Test("A limit and an offset after the closures are those of the query")
    func limits() throws {
        let query = reminders(after: 5)
        #expect(try query.limit(2, offset: 1).fetchAll(db).map(\.id) == [2, 3])
        #expect(try query.offset(3).fetchAll(db).map(\.id) == [4])
        #expect(try query.limit(3).limit(1).fetchAll(db).map(\.id) == [1])
        #expect(try query.limit(2).sql().text.hasSuffix("LIMIT ?"))
    }

    @Test("A query has several common table expressions")
    func several() throws {
        let query = With {
            Reminder.where { $0.position > 15 }
        } with: {
            RemindersList.where { $0.title == "Work" }
        } query: { reminders, lists in
            reminders.join(lists) { $0.remindersListID == $1.id }
                .order { reminder, _ in reminder.id }.select { ($0.title, $1.title) }
        }
        #expect(
            try query.fetchAll(db).map { "\($0.0) \($0.1)" } == ["Report Work", "Max's 100% Work"])
        let three = With {
            Reminder.where { $0.id == 3 }
            RemindersList.where { $0.title == "Work" }
            ReminderTag.all
        } query: { reminders, lists, tags in
            reminders.join(lists) { $0.remindersListID == $1.id }
                .join(tags) { reminder, _, tag in reminder.id == tag.reminderID }
                .select { _, list, tag in (list.title, tag.tagID) }
        }
        let row = try #require(try three.fetchOne(db))
        #expect(row == ("Work", 8))
    }

    @Test("A common table can be named and materialized", arguments: [true, false])
    func options(isMaterialized: Bool) throws {
        try assertQuery(
            With("a\"b", materialized: isMaterialized) {
                ReminderTag.all
            } query: {
                $0.select(\.tagID)
            },
            on: db,
            sql: """
                WITH "a""b"("reminderID", "tagID") AS \
                \(isMaterialized ? "" : "NOT ")MATERIALIZED (SELECT "reminderTags"."reminderID", \
                "reminderTags"."tagID" FROM "reminderTags") SELECT "a""b"."tagID" \
                FROM "a""b"
                """,
            rows: "7\n8")
    }

    @Test("A common table expression has the rows of a selection")
    func selection() throws {
        let query = With {
            Reminder.select {
                Stats.Columns(
                    total: $0.id, active: $0.position, average: SQLExpression<Double?>(nil),
                    revenue: SQLExpression<Int?>(nil))
            }
        } query: { stats in
            stats.where { $0.active > 15 }.select { $0.total + $0.active }
        }
        #expect(try query.fetchAll(db) == [22, 33, 44])
    }

    @Test("A common table expression has the rows of a compound")
    func compound() throws {
        let query = With {
            Reminder.where { $0.id == 1 }.union(Reminder.where { $0.id == 4 })
        } query: {
            $0.order { $0.id.desc() }.select(\.id)
        }
        #expect(try query.fetchAll(db) == [4, 1])
    }

    @Test("A nested common table expression can read the one around it")
    func nested() throws {
        let query = With {
            Reminder.where { $0.id > 1 }
        } query: { outer in
            With {
                outer.where { $0.id < 4 }
            } query: { inner in
                inner.join(outer) { $0.id == $1.id }.order { a, _ in a.id }.select { a, _ in a.id }
            }
        }
        #expect(try query.fetchAll(db) == [2, 3])
        let text = try query.sql().text
        #expect(text.hasPrefix("WITH \"cte:1\"(") && text.contains(", \"cte:2\"("))
    }

    @Test("A common table expression of a query written elsewhere keeps its own name")
    func composed() throws {
        let inner = With {
            Reminder.where { $0.id > 2 }
        } query: {
            $0.select(\.id)
        }
        let outer = With {
            Reminder.where { $0.id == 1 }
        } query: { _ in
            inner
        }
        #expect(try outer.fetchAll(db) == [3, 4])
        #expect(try inner.union(outer).union(Values(9)).order { $0 }.fetchAll(db) == [3, 4, 9])
    }

    @Test("A common table expression refers to itself")
    func recursive() throws {
        // Each reminder leads to the one whose position is ten times its id, plus ten.
        let query = With {
            Reminder.where { $0.id == 2 }
        } recursiveUnion: { tree in
            Reminder.all.join(tree) { $0.position == $1.position + 10 }.select { $0.0 }
        } query: { tree in
            tree.order { $0.id.desc() }.select(\.id)
        }
        #expect(try query.fetchAll(db) == [4, 3, 2])
        let text = try query.sql().text
        #expect(text.hasPrefix("WITH RECURSIVE \"cte:1\"("))
        #expect(text.contains(" UNION SELECT "))
    }

    @Test("A recursion through a cycle ends with a union, or with a limit")
    func cycle() throws {
        try db.execute("INSERT INTO reminderTags VALUES (\(1), \(2)), (\(2), \(1))")
        let once = With {
            ReminderTag.where { $0.reminderID == 1 && $0.tagID == 2 }
        } recursiveUnion: { seen in
            ReminderTag.all.join(seen) { $0.reminderID == $1.tagID }.select { $0.0 }
        } query: {
            $0.order(by: \.reminderID).select { ($0.reminderID, $0.tagID) }
        }
        #expect(try once.fetchAll(db).map { [$0.0, $0.1] } == [[1, 2], [1, 7], [2, 1]])
        let all = With("walk") {
            ReminderTag.where { $0.reminderID == 1 && $0.tagID == 2 }
        } recursiveUnionAll: { seen in
            ReminderTag.all.join(seen) { $0.reminderID == $1.tagID }.select { $0.0 }.limit(7)
        } query: {
            $0.select(\.reminderID)
        }
        #expect(try all.fetchAll(db).count == 7)
    }

    @Test("A common table expression takes scopes and conditions of its table")
    func scopes() throws {
        let scoped = With {
            Reminder.where { $0.id > 1 }
        } query: {
            $0.lateFirst.or(Reminder.where(\.isCompleted)).select(\.id)
        }
        try assertQuery(
            scoped, on: db,
            sql: """
                WITH "cte:1"(\(names())) AS (SELECT \(names("\"reminders\".")) FROM "reminders" \
                WHERE "reminders"."id" > ?) SELECT "cte:1"."id" FROM "cte:1" \
                WHERE "cte:1"."position" > ? OR "cte:1"."isCompleted" \
                ORDER BY "cte:1"."position" DESC
                """,
            rows: "4\n3\n2")
    }

    @Test("A common table expression can be in a subquery")
    func subquery() throws {
        let late = With {
            Reminder.where { $0.position > 35 }
        } query: { late in
            late.select(\.id)
        }
        #expect(try Reminder.where { $0.id.in(late) }.select(\.id).fetchAll(db) == [4])
        #expect(try Reminder.where { _ in late.exists() }.fetchAll(db).count == 4)
        let ids: [Int?] = try Reminder.select { _ in late.scalar() }.limit(1).fetchAll(db)
        #expect(ids == [4])
    }

    @Test("A common table expression runs on a mock")
    func mock() throws {
        let mock = MockConnection()
        mock.expectQuery(.prefix("WITH \"cte:1\"")).with(15)
            .returning(["tagID": 1], ["tagID": 2])
        let query = With {
            ReminderTag.where { $0.tagID > 15 }
        } query: {
            $0.select(\.tagID)
        }
        #expect(try query.fetchAll(mock) == [1, 2])
        #expect(mock.problems.isEmpty)
    }
}

extension Reminder {
    fileprivate static let lateFirst = Reminder.where { $0.position > 25 }
        .order { $0.position.desc() }
}
