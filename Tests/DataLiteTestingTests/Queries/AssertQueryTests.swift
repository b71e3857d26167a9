import DataLiteCore
import DataLiteQuery
import DataLiteTesting
import QueryFixtures
import Testing

@Suite("assertQuery")
struct AssertQueryTests {
    private let db: Connection
    private let query = Employee.where { $0.managerID == 1 }.select { ($0.id, $0.name) }
    private let sql = """
        SELECT "employees"."id", "employees"."name" FROM "employees" \
        WHERE "employees"."managerID" IS ?
        """

    init() throws { db = try Employee.connection() }

    /// The failures that a call reports, and nothing else.
    private func failures(_ body: () throws -> Void) throws -> [String] {
        let found = Locked<[String]>([])
        try withKnownIssue(isIntermittent: true) {
            try body()
        } matching: { issue in
            found.withLock { $0.append(issue.comments.map(\.rawValue).joined(separator: "\n")) }
            return true
        }
        return found.withLock { $0 }
    }

    @Test("`assertQuery` accepts the SQL and the rows of a query")
    func equal() throws {
        try assertQuery(query, on: db, sql: sql, rows: "2 | 'Bob'\n3 | 'Cem'")
        try assertQuery(
            Employee.select(\.name).where { $0.id == 9 }, on: db,
            sql: #"SELECT "employees"."name" FROM "employees" WHERE "employees"."id" = ?"#,
            rows: "(no rows)")
    }

    @Test("`assertQuery` compares parameters where they are given")
    func parameters() throws {
        try assertQuery(query, on: db, sql: sql, parameters: [1], rows: "2 | 'Bob'\n3 | 'Cem'")
        let found = try failures {
            try assertQuery(query, on: db, sql: sql, parameters: [2], rows: "2 | 'Bob'\n3 | 'Cem'")
        }
        #expect(found.count == 1 && found[0].contains("the parameters are [1], expected [2]"))
    }

    @Test("A line feed in a value is not the end of a row")
    func lineFeed() throws {
        try assertQuery(
            Values("a'\n'b"), on: db, sql: "VALUES (?)", rows: #"'a''\n''b'"#)
    }

    @Test("`assertQuery` shows the lines that differ")
    func differences() throws {
        let failures = try failures {
            try assertQuery(query, on: db, sql: sql, rows: "2 | 'Bob'\n3 | 'Cam'")
        }
        #expect(failures.count == 1)
        let text = try #require(failures.first)
        #expect(text.contains("`rows` differs"))
        #expect(text.contains("- 3 | 'Cam'") && text.contains("+ 3 | 'Cem'"))
        #expect(!text.contains("-   2"))
    }

    @Test("`assertQuery` reports wrong SQL and wrong rows at once")
    func both() throws {
        let failures = try failures {
            try assertQuery(query, on: db, sql: "SELECT 1", rows: "(no rows)")
        }
        #expect(failures.count == 2)
    }

    @Test("`assertQuery` prints the text to paste for empty expectations")
    func recording() throws {
        let failures = try failures { try assertQuery(query, on: db) }
        #expect(failures.count == 2)
        #expect(
            failures.first?.hasSuffix(
                #"""
                sql: """
                    SELECT "employees"."id", "employees"."name" FROM "employees" WHERE \
                    "employees"."managerID" IS ?
                    """
                """#) == true)
        #expect(
            failures.last?.hasSuffix(
                #"""
                rows: """
                    2 | 'Bob'
                    3 | 'Cem'
                    """
                """#) == true)
    }

    @Test("`assertQuery` escapes backslashes and quotes in the text to paste")
    func escaping() throws {
        let text = #"a\(b) """ c"#
        let failures = try failures {
            try assertQuery(Values(SQLExpression(text)), on: db, sql: "VALUES (?)")
        }
        #expect(
            failures.last?.contains("rows: #\"\"\"\n    'a\\(b) \"\"\" c'\n    \"\"\"#") == true)
    }

    @Test("`assertQuery` runs a statement that changes rows once")
    func changes() throws {
        try assertQuery(
            Employee.insert { Employee(id: 6, name: "Fay") }.returning(\.name), on: db,
            sql: """
                INSERT INTO "employees" ("id", "name", "managerID") VALUES (?, ?, ?) \
                RETURNING "employees"."name"
                """,
            rows: "'Fay'")
        #expect(try Employee.fetchCount(db) == 6)
    }

    @Test("`assertQuery` throws SQLite errors and leaves no transaction open")
    func errors() throws {
        try db.execute("DROP TABLE employees")
        let error = #expect(throws: SQLiteError.self) { try assertQuery(query, on: db) }
        #expect(error?.message.contains("no such table: employees") == true)
        #expect(db.isAutocommit)
    }
}
