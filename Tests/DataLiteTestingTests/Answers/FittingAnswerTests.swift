import DataLiteCore
import Testing

@testable import DataLiteTesting

@Suite("An answer")
struct FittingAnswerTests {
    private static let two: MockAnswer = .columns(["id", "name"])

    private static let wrong: [(sql: String, answer: MockAnswer, objection: String)] = [
        (
            "SELECT id, nick FROM people", two,
            "the columns of the statement are id, nick; those of the answer are id, name"
        ),
        (
            "SELECT id FROM people", two,
            "the columns of the statement are id; those of the answer are id, name"
        ),
        (
            "SELECT id, name, age + 1 FROM people", two,
            "the columns of the statement are id, name, ?; those of the answer are id, name"
        ),
        (
            "SELECT p.id, count(*) AS n FROM people p GROUP BY 1", two,
            "the columns of the statement are id, n; those of the answer are id, name"
        ),
        (
            "VALUES (1, 2, 3)", two,
            "the columns of the statement are ?, ?, ?; those of the answer are id, name"
        ),
        (
            "INSERT INTO people VALUES (1, 'a') RETURNING id", two,
            "the columns of the statement are id; those of the answer are id, name"
        ),
        ("INSERT INTO people VALUES (1, 'a')", two, "the statement returns no rows"),
        ("CREATE TABLE t(a)", .row(["a": 1]), "the statement returns no rows"),
        ("BEGIN", .row(["a": 1]), "the statement returns no rows"),
        ("SELECT id FROM people", .changes(1), "the statement changes no rows"),
    ]

    @Test("An answer must have the columns of its statement", arguments: wrong)
    func refused(sql: String, answer: MockAnswer, objection: String) throws {
        let mock = MockConnection { _ in answer }
        let error = #expect(throws: SQLiteError.self) { try mock.execute(sql: sql) }
        let message = "the answer does not match the statement: \(sql)\n  \(objection)"
        #expect(error?.message == message)
        #expect(mock.problems == [message])
    }

    @Test(
        "An answer with the columns named in the SQL is accepted",
        arguments: [
            "SELECT * FROM people", "SELECT people.* FROM people", "SELECT ID, p.[name] FROM p",
            "SELECT count(*), upper(name) FROM people", "SELECT DISTINCT rowid, a || b FROM t",
            "SELECT (SELECT max(a, b) FROM u) AS id, CASE a WHEN 1 THEN 2 END name FROM t",
            "WITH c(x) AS (SELECT 1, 2, 3) SELECT x AS id, 'a' name FROM c UNION SELECT 1, 2",
            "VALUES (1, (2)), (3, 4)", "DELETE FROM people RETURNING id, name",
            "PRAGMA table_info(people)", "EXPLAIN SELECT 1",
        ])
    func accepted(sql: String) throws {
        let mock = MockConnection { _ in .columns(["id", "name"], rows: [[1, "Ada"]]) }
        #expect(try mock.rows(SQL(raw: sql)).count == 1)
        #expect(mock.problems.isEmpty)
    }

    @Test(
        "An answer must have the column names that the database reports", arguments: [true, false])
    func prepared(isSpy: Bool) throws {
        let schema = "CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT)"
        let mock = isSpy ? try MockConnection.spy(schema: schema) : MockConnection()
        if !isSpy { try mock.check(against: schema) }
        mock.expectQuery("SELECT * FROM people").returning(["id": 1, "name": "Ada"])
        mock.expectQuery("SELECT count(*) FROM people").returning(["count(*)": 1])
        mock.expectQuery("SELECT * FROM people").returning(["id": 1, "nmae": "Ada"])
        #expect(try mock.rows("SELECT * FROM people").count == 1)
        #expect(try mock.value("SELECT count(*) FROM people") == 1)
        let error = #expect(throws: SQLiteError.self) { try mock.rows("SELECT * FROM people") }
        #expect(
            error?.message.hasSuffix(
                "the columns of the statement are id, name; those of the answer are id, nmae")
                == true)
        #expect(mock.problems == [error?.message])
    }

    @Test(
        "Column names derived from the SQL match a real database",
        arguments: [
            "SELECT a, B, \"c\", [d], t.a, main.t.b FROM t", "SELECT a AS x, b y, c 'z' FROM t",
            "SELECT 1, 'a', NULL, ?, -1, a + b, a IS b, a COLLATE nocase, CURRENT_TIME FROM t",
            "SELECT rowid, oid, x.b FROM t AS x", "SELECT count(*) n FROM t",
            "SELECT CASE a WHEN 1 THEN b ELSE c END, CASE a WHEN 1 THEN b END e FROM t",
            "SELECT (SELECT a, b FROM t) IN (SELECT a, b FROM t), a IN (1, 2), max(a, b) m FROM t",
            "WITH c(x, y) AS (SELECT a, b FROM t) SELECT y, x FROM c ORDER BY x LIMIT 1",
            "SELECT ALL a FROM t UNION ALL SELECT b FROM t", "VALUES (1, 2)",
            "SELECT x'00' b, 1.5e3 r",
            "SELECT a FROM t WHERE b GROUP BY c HAVING d WINDOW w AS (ORDER BY a)",
            "INSERT INTO t(a) VALUES (1) RETURNING a, b AS x, upper(c)",
            "UPDATE t SET a = (SELECT max(b) FROM t) RETURNING a + 1 sum", "DELETE FROM t",
            "SELECT group_concat(a, ',') FILTER (WHERE b) OVER (PARTITION BY a) AS g, b FROM t",
        ])
    func parity(sql: String) throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute(sql: "CREATE TABLE t(a, b, c, d)")
        let names = try connection.prepare(sql: sql).columnNames()
        let columns = ResultColumns(StatementText(sql))
        #expect(columns == .none ? names.isEmpty : columns.mismatchReason(to: names) == nil)
        #expect(columns != .unknown)
    }
}
