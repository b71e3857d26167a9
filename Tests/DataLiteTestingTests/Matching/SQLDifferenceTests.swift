import DataLiteCore
import DataLiteTesting
import Testing

@Suite("An unexpected call")
struct SQLDifferenceTests {
    private static var differences: [(SQLPattern, String, String)] {
        [
            (
                "UPDATE jobs SET state = 2 WHERE id = 1", "update jobs set state=2 where job_id=1",
                """
                the SQL differs at character 31: expected `id`, found `job_id`
                  expected: UPDATE jobs SET state = 2 WHERE id = 1
                                                            ^
                  found:    update jobs set state=2 where job_id=1
                                                          ^
                """
            ),
            (
                "SELECT a\nFROM t\nWHERE x = 1", "SELECT a\n  FROM t\n  WHERE y = 1",
                """
                the SQL differs at line 3, character 9: expected `x`, found `y`
                  expected: line 3: WHERE x = 1
                                          ^
                  found:    line 3: WHERE y = 1
                                          ^
                """
            ),
            (
                "DELETE FROM jobs WHERE id = 1", "DELETE FROM jobs",
                """
                the SQL differs at character 17: expected `WHERE id = 1`, found nothing
                  expected: DELETE FROM jobs WHERE id = 1
                                             ^
                  found:    DELETE FROM jobs
                                            ^
                """
            ),
            (
                .prefix("INSERT INTO jobs"), "INSERT INTO job(name) VALUES (1)",
                """
                the SQL differs at character 13: expected `jobs`, found `job`
                  expected: INSERT INTO jobs
                                        ^
                  found:    INSERT INTO job
                                        ^
                """
            ),
            (
                .exact("SELECT 1"), "SELECT  1",
                "the SQL differs in whitespace, comments or the case of keywords"
            ),
            (
                .exact("SELECT 1"), "SELECT 2",
                """
                the SQL differs at character 8: expected `1`, found `2`
                  expected: SELECT 1
                                   ^
                  found:    SELECT 2
                                   ^
                """
            ),
            (
                .containing("people"), "DELETE FROM jobs",
                ""
            ),
            (.regex("^S"), "DELETE FROM jobs", ""),
        ]
    }

    @Test("An unexpected call is reported with the position of the difference", arguments: 0..<8)
    func difference(index: Int) throws {
        let (pattern, sql, difference) = Self.differences[index]
        let mock = MockConnection()
        mock.expectExecute(pattern, line: 5)
        let error = #expect(throws: SQLiteError.self) { try mock.execute(sql: sql) }
        let lines = difference.split(separator: "\n").map { "    \($0)" }
        let expected = [
            "unexpected call: \(sql)",
            "  expected: execute \(pattern) (SQLDifferenceTests.swift:5)",
        ]
        #expect(error?.message == (expected + lines).joined(separator: "\n"))
        #expect(mock.problems == [error?.message])
    }

    @Test("An unexpected call of another kind is not compared")
    func otherKind() throws {
        let mock = MockConnection()
        mock.expectCommit(line: 5)
        let error = #expect(throws: SQLiteError.self) { try mock.execute("DELETE FROM t") }
        #expect(
            error?.message == """
                unexpected call: DELETE FROM t
                  expected: COMMIT (SQLDifferenceTests.swift:5)
                """)
        #expect(mock.problems.count == 1)
    }
}
