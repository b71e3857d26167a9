import DataLiteMacros
import DataLiteTesting
import Foundation
import Testing

@Table private struct Task: Identifiable, Hashable {
    let id: Int
    var title: String
    var minutes: Int?
    @Selection struct Span: Hashable {
        let first: Int
        let last: Int
    }
    var span: Span
    @Column(as: JSONRepresentation<[String]>.self) var tags: [String] = []
}

private enum Other: TableAlias { typealias Table = Task }

@Suite("#sql")
struct RawSQLTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try #sql(
            """
            CREATE TABLE "tasks"(
                "id" INTEGER PRIMARY KEY, "title" TEXT NOT NULL DEFAULT '', "minutes" INTEGER,
                "first" INTEGER NOT NULL, "last" INTEGER NOT NULL, "tags" TEXT NOT NULL) STRICT
            """
        ).execute(db)
        try #sql(
            #"INSERT INTO "tasks" VALUES (1, 'Milk', 5, 1, 2, '["a"]'), (2, 'O''Brien', NULL, 3, 4, '[]')"#
        ).execute(db)
    }

    // MARK: - Statements

    @Test("A #sql statement binds values and returns the number of changed rows")
    func values() throws {
        let title = "O'Brien"
        let update = #sql(
            "UPDATE tasks SET minutes = \(7) WHERE title = \(title) OR id = \(Int?.none)")
        #expect(
            try update.sql()
                == SQL(
                    raw: "UPDATE tasks SET minutes = ? WHERE title = ? OR id = ?",
                    parameters: [7, .text(title), .null]))
        #expect(try update.execute(db) == 1)
        #expect(try update.execute(db) == 1)
        #expect(try #sql("CREATE TABLE t(a)").execute(db) == 0)
    }

    @Test("A #sql statement decodes rows as a table, a value or a tuple")
    func typed() throws {
        let pattern = "M%"
        let tasks = #sql(
            "SELECT \(Task.columns) FROM \(Task.self) WHERE \(Task.title) LIKE \(pattern)",
            as: Task.self)
        try assertQuery(
            tasks, on: db,
            sql: """
                SELECT "tasks"."id", "tasks"."title", "tasks"."minutes", "tasks"."first", \
                "tasks"."last", "tasks"."tags" FROM "tasks" WHERE "tasks"."title" LIKE ?
                """,
            rows: "1 | 'Milk' | 5 | 1 | 2 | '[\"a\"]'")
        #expect(
            try tasks.fetchAll(db) == [
                Task(
                    id: 1, title: "Milk", minutes: 5, span: .init(first: 1, last: 2), tags: ["a"])
            ])
        #expect(try #sql("SELECT count(*) FROM tasks", as: Int.self).fetchOne(db) == 2)
        let pairs = try #sql("SELECT id, minutes FROM tasks", as: (Int, Int?).self).fetchAll(db)
        #expect(pairs.map(\.0) == [1, 2])
        #expect(pairs.map(\.1) == [5, nil])
        let cursor = try #sql("SELECT id FROM tasks", as: Int.self).fetchCursor(db)
        #expect(try cursor.next() == 1)
    }

    @Test("A #sql statement without a type returns rows of values")
    func untyped() throws {
        let rows = #sql("SELECT id, minutes FROM \(Task.self) ORDER BY id DESC")
        #expect(try rows.fetchAll(db).map(\.values) == [[2, .null], [1, 5]])
        #expect(try rows.fetchOne(db)?.lenientValue("id") == 2)
        #expect(try rows.fetchCursor(db).next()?.lenientValue("id") == 2)
    }

    @Test("A value of the wrong type is reported with its column and row")
    func mismatch() throws {
        let error = #expect(throws: SQLiteError.self) {
            try #sql("SELECT title FROM tasks", as: Int.self).fetchAll(db)
        }
        // Not every build of SQLite reports the tables of columns.
        let places = [#"of table "tasks", row 1"#, "of row 1"]
        let messages = places.map { #"column "title" \#($0): expected Int, found TEXT 'Milk'"# }
        #expect(messages.contains(error?.message ?? ""))
    }

    // MARK: - Interpolations

    @Test("Names, lists and SQL are interpolated as in an SQL value")
    func sameAsSQL() throws {
        let (name, ids) = ("order by", [1, 2])
        let condition: SQL = "a = \(3)"
        let any: any SQLiteBindable = 4
        let piece = #sql(
            """
            SELECT \(identifier: name) FROM t WHERE id IN \(list: ids) AND \(condition) AND b = \(any) \
            ORDER BY \(raw: "1 DESC")
            """)
        let expected: SQL = """
            SELECT \(identifier: name) FROM t WHERE id IN \(list: ids) AND \(condition) AND b = \(any) \
            ORDER BY \(raw: "1 DESC")
            """
        #expect(try piece.sql() == expected)
    }

    @Test("Typed expressions, columns, names and queries are interpolated")
    func typedParts() throws {
        let query = #sql(
            """
            SELECT \(Task.title), \(Task.columns.minutes ?? 0), \(Task.tags), \(Other.self).id, \
            \(Task.id + 1) * 2 FROM \(Task.self) JOIN \(Task.self) AS \(Other.self) ON TRUE \
            WHERE \(Task.id) IN (\(Task.where { $0.title == "Milk" }.select(\.id)))
            """,
            as: (String, Int, JSONRepresentation<[String]>, Int, Int).self)
        try assertQuery(
            query, on: db,
            sql: """
                SELECT "tasks"."title", coalesce("tasks"."minutes", ?), "tasks"."tags", "Other".id, \
                ("tasks"."id" + ?) * 2 FROM "tasks" JOIN "tasks" AS "Other" ON TRUE \
                WHERE "tasks"."id" IN (SELECT "tasks"."id" FROM "tasks" WHERE "tasks"."title" = ?)
                """,
            rows: "'Milk' | 5 | '[\"a\"]' | 1 | 4\n'Milk' | 5 | '[\"a\"]' | 2 | 4")
    }

    @Test("The identifier label inserts a column name without its table")
    func columnNames() throws {
        let insert = #sql(
            """
            INSERT INTO \(Task.self)(\(identifier: Task.title), \(identifier: Task.tags), "first", "last") \
            VALUES (\("Bread"), '[]', 0, 0)
            """)
        #expect(
            try insert.sql().text
                == "INSERT INTO \"tasks\"(\"title\", \"tags\", \"first\", \"last\") VALUES (?, '[]', 0, 0)"
        )
        #expect(try insert.execute(db) == 1)
        let error = #expect(throws: SQLiteError.self) {
            try #sql("CREATE INDEX i ON tasks(\(identifier: Task.id + 1))").execute(db)
        }
        #expect(error?.message == #""tasks"."id" + ? is not a column: it has no name to insert"#)
    }

    @Test("A #sql statement compares groups as row values")
    func groups() throws {
        let span = Task.Span(first: 3, last: 4)
        let query = #sql("SELECT id FROM tasks WHERE \(Task.span) = \(span)", as: Int.self)
        try assertQuery(
            query, on: db,
            sql: #"SELECT id FROM tasks WHERE ("tasks"."first", "tasks"."last") = (?, ?)"#,
            rows: "2")
    }

    @Test("The sql label inserts pieces of SQL, which can be empty")
    func pieces() throws {
        func tasks(onlyShort: Bool) -> SQLFragment {
            let condition = onlyShort ? #sql("WHERE minutes < \(10)") : #sql("")
            let order = #sql("\(Task.title) DESC")
            return #sql("SELECT id FROM tasks \(sql: condition) ORDER BY \(sql: order)")
        }
        #expect(try tasks(onlyShort: true).fetchAll(db).map(\.values) == [[1]])
        #expect(try tasks(onlyShort: false).fetchAll(db).map(\.values) == [[2], [1]])
        let nested = #sql(
            "SELECT \(#sql("id, \(#sql("title"))")) FROM tasks WHERE \(#sql("id = \(2)"))")
        #expect(try nested.fetchAll(db).map(\.values) == [[2, "O'Brien"]])
    }

    // MARK: - In typed queries

    @Test("A #sql expression in a typed query has the type of its context")
    func expression() throws {
        let pattern = "M*"
        try assertQuery(
            Task.where { #sql("\($0.title) GLOB \(pattern)") }.select(\.id), on: db,
            sql: #"SELECT "tasks"."id" FROM "tasks" WHERE "tasks"."title" GLOB ?"#, rows: "1")
        try assertQuery(
            Task.where { #sql("\($0.id) = 1 OR \($0.id) = 2") && $0.minutes == nil }.select(\.id),
            on: db,
            sql: """
                SELECT "tasks"."id" FROM "tasks" WHERE ("tasks"."id" = 1 OR "tasks"."id" = 2) \
                AND "tasks"."minutes" IS NULL
                """,
            rows: "2")
        try assertQuery(
            Task.select { ($0.id, #sql("length(\($0.title))", as: Int.self)) }, on: db,
            sql: #"SELECT "tasks"."id", length("tasks"."title") FROM "tasks""#,
            rows: "1 | 4\n2 | 7")
        try assertQuery(
            Task.order { (#sql("\($0.title) COLLATE NOCASE DESC"), $0.id) }.select(\.id), on: db,
            sql: """
                SELECT "tasks"."id" FROM "tasks" ORDER BY "tasks"."title" COLLATE NOCASE DESC, \
                "tasks"."id"
                """,
            rows: "2\n1")
        try assertQuery(
            Task.select { #sql("(SELECT max(id) FROM tasks)", as: Int.self) + $0.id }, on: db,
            sql: #"SELECT ((SELECT max(id) FROM tasks)) + "tasks"."id" FROM "tasks""#,
            rows: "3\n4")
        try Task.find(1).update { $0.title = #sql("\($0.title) || \("!")") }.execute(db)
        #expect(try Task.find(1).fetchOne(db)?.title == "Milk!")
    }

    @Test("A #sql query can be a prepared query or a subquery")
    func composition() throws {
        let byTitle = PreparedQuery { (title: SQLExpression<String>) in
            #sql("SELECT id FROM tasks WHERE title = \(title)", as: Int.self)
        }
        #expect(try byTitle.fetchOne(db, "O'Brien") == 2)
        #expect(try byTitle.fetchOne(db, "Milk") == 1)
        let ids = #sql("SELECT max(id) FROM tasks", as: Int.self)
        try assertQuery(
            Task.where { $0.id == ids.scalar() ?? 0 }.select(\.id), on: db,
            sql: """
                SELECT "tasks"."id" FROM "tasks" \
                WHERE "tasks"."id" = coalesce((SELECT max(id) FROM tasks), ?)
                """,
            rows: "2")
    }

    // MARK: - Mocks

    @Test("A #sql query runs on a mock with its text and parameters")
    func mock() throws {
        let mock = MockConnection()
        mock.expectQuery(#"SELECT "tasks"."title" FROM "tasks" WHERE "tasks"."id" = ?"#).with(3)
            .returning(["title": "Milk"])
        mock.expectExecute("DELETE FROM tasks WHERE title GLOB ?").with("M*").returning(changes: 2)
        let title = #sql(
            "SELECT \(Task.title) FROM \(Task.self) WHERE \(Task.id) = \(3)", as: String.self)
        #expect(try title.fetchOne(mock) == "Milk")
        #expect(try #sql("DELETE FROM tasks WHERE title GLOB \("M*")").execute(mock) == 2)
        #expect(mock.problems.isEmpty)
    }
}
