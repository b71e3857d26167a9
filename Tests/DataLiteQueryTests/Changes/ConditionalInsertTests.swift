import DataLiteQuery
import Foundation
import Testing

@Suite("An insert after a where")
struct ConditionalInsertTests {
    let database: RecordingDatabase

    init() throws {
        database = try RecordingDatabase()
        try database.db.execute("CREATE UNIQUE INDEX by_title ON reminders(title)")
        try Reminder.insert {
            Reminder.Draft(title: "Milk", position: 1, remindersListID: .test(1))
            Reminder.Draft(
                title: "Bread", isCompleted: true, position: 2, remindersListID: .test(1))
        }.execute(database.db)
    }

    private let query = "SELECT id, title, isCompleted, position FROM reminders"

    private var drafts: [Reminder.Draft] {
        ["Milk", "Bread", "Home"].map {
            Reminder.Draft(title: $0, position: 9, remindersListID: .test(1))
        }
    }

    private var open: Select<Reminder, Reminder.Columns> { Reminder.where { !$0.isCompleted } }

    @Test("inserts rows without a conflict, and updates those that the condition selects")
    func update() throws {
        let insert = open.insert {
            drafts
        }.onConflict {
            $0.title
        } doUpdate: {
            $0.position = $1.position
        }
        let outcome = try database.outcome(of: insert, query)
        #expect(outcome.contains(#"SET "position" = "excluded"."position" WHERE NOT"#))
        #expect(
            outcome.hasSuffix(
                """
                2 changed
                1 | 'Milk' | 0 | 9
                2 | 'Bread' | 1 | 2
                3 | 'Home' | 0 | 9
                """))
    }

    @Test("has the conditions of the query in each clause, with those of the clause")
    func clauses() throws {
        let insert = open.insert {
            ($0.title, $0.position, $0.remindersListID)
        } values: {
            ("Milk", 7, UUID.test(1))
        }.onConflict {
            $0.id
        } doUpdate: {
            $0.position = 0
        }.onConflict {
            $0.title
        } doUpdate: { row, _ in
            row.position += 1
        } where: {
            $0.position.gt(0) || $1.position.gt(100)
        }
        #expect(
            try database.outcome(of: insert, query) == """
                INSERT INTO "reminders" ("title", "position", "remindersListID") VALUES (?, ?, ?) \
                ON CONFLICT ("id") DO UPDATE SET "position" = ? \
                WHERE NOT "reminders"."isCompleted" \
                ON CONFLICT ("title") DO UPDATE SET "position" = "reminders"."position" + ? \
                WHERE NOT "reminders"."isCompleted" \
                AND ("reminders"."position" > ? OR "excluded"."position" > ?)
                1 changed
                1 | 'Milk' | 0 | 2
                2 | 'Bread' | 1 | 2
                """)
    }

    @Test("can insert the rows of a query, and sees the existing rows")
    func select() throws {
        let insert = open.insert {
            ($0.title, $0.position, $0.remindersListID)
        } select: {
            Reminder.select { ($0.title, $0.position + 10, $0.remindersListID) }
        }.onConflictDoUpdate {
            $0.position = $1.position
        }
        #expect(try insert.execute(database.db) == 1)
        #expect(try database.table("SELECT position FROM reminders") == ["11", "2"])
    }

    @Test("updates the limited rows of a query, those that a subquery finds, and rows by key")
    func otherQueries() throws {
        let last = Reminder.order { $0.position.desc() }.limit(1)
        try last.insert {
            drafts
        }.onConflictDoUpdate {
            $0.position = 20
        }.execute(database.db)
        #expect(try database.table("SELECT position FROM reminders") == ["1", "20", "9"])
        let positions = Reminder.where(\.isCompleted).select(\.position)
        try Reminder.where { $0.position.in(positions) }.upsert {
            Reminder.Draft(id: 1, title: "One", remindersListID: .test(1))
            Reminder.Draft(id: 2, title: "Two", remindersListID: .test(1))
        }.execute(database.db)
        try Reminder.find(3).insert {
            drafts
        }.onConflictDoUpdate {
            $0.title = $1.title + "!"
        }.execute(database.db)
        #expect(
            try database.table("SELECT title FROM reminders ORDER BY id") == [
                "'Milk'", "'Two'", "'Home!'", "'Bread'",
            ])
    }

    @Test("inserts values, expressions and the rows of a query")
    func values() throws {
        let values = open.insert {
            ($0.title, $0.position, $0.remindersListID)
        } values: {
            ("Milk", 7, UUID.test(1))
            ("Bread", 7, UUID.test(1))
        }.onConflict {
            $0.title
        } doUpdate: {
            $0.position = $1.position
        } where: {
            $0.position.lt($1.position)
        }
        #expect(try values.execute(database.db) == 1)
        let expressions = open.insert {
            ($0.title, $0.position, $0.remindersListID)
        } values: {
            (SQLExpression<String>("Milk"), SQLExpression<Int>(2) * 4, UUID.test(1))
        }.onConflictDoUpdate {
            $0.position = $1.position
        }
        #expect(try expressions.execute(database.db) == 1)
        #expect(try database.table("SELECT position FROM reminders") == ["8", "2"])
        let query = Reminder.where(\.isCompleted).insert {
            ($0.title, $0.position, $0.remindersListID)
        } select: {
            Reminder.select { ($0.title, $0.position + 10, $0.remindersListID) }
        }.onConflictDoUpdate {
            $0.position = $1.position
        } where: {
            $0.position < 10
        }
        #expect(try query.execute(database.db) == 1)
        #expect(try database.table("SELECT position FROM reminders") == ["8", "12"])
    }

    @Test("takes the condition of a partial index")
    func partialIndex() throws {
        try database.db.execute("CREATE UNIQUE INDEX low ON reminders(position) WHERE position < 5")
        let insert = open.insert {
            Reminder.Draft(title: "Salt", position: 1, remindersListID: .test(1))
            Reminder.Draft(title: "Jam", position: 2, remindersListID: .test(1))
        }.onConflict {
            $0.position
        } where: {
            $0.position < 5
        } doUpdate: {
            $0.title = $1.title
        } where: {
            $0.title != "Jam"
        }
        #expect(try insert.returning(\.title).fetchAll(database.db) == ["Salt"])
    }

    @Test("updates no row with none, and every row with all")
    func noneAndAll() throws {
        let none = Reminder.none.insert {
            drafts
        }.onConflict {
            $0.title
        } doUpdate: {
            $0.position = 5
        }
        #expect(try none.returning(\.title).fetchAll(database.db) == ["Home"])
        let all = Reminder.all.insert {
            drafts
        }.onConflictDoUpdate {
            $0.position = $1.position
        }
        #expect(try all.execute(database.db) == 3)
    }

    @Test("refuses a compound query and an alias")
    func mistakes() throws {
        let compound = open.union(Reminder.where(\.isCompleted))
        #expect {
            try compound.upsert { drafts }.execute(database.db)
        } throws: {
            "\($0)".contains("only rows of a table can be changed")
        }
        #expect {
            try Reminder.as(Old.self).where(\.isCompleted).upsert { drafts }.execute(database.db)
        } throws: {
            "\($0)".contains("alias \"old\" cannot be followed by an insert")
        }
    }

    private enum Old: AliasName {
        static let aliasName = "old"
    }
}
