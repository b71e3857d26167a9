import DataLiteCore
import DataLiteTesting
import Testing

@Suite("A problem of a mock")
struct ProblemReportTests {
    @Test("An unexpected call hides its consequences")
    func unexpectedCall() throws {
        let mock = MockConnection()
        mock.expectBegin()
        mock.expectExecute("INSERT INTO users(name) VALUES (?)")
        mock.expectCommit()
        #expect(throws: SQLiteError.self) {
            try mock.transaction {
                let statement = try mock.prepare(sql: "INSERT INTO user(name) VALUES ('Ada')")
                _ = try statement.step()
            }
        }
        #expect(mock.problems.count == 1)
        #expect(mock.problems.first?.hasPrefix("unexpected call: INSERT INTO user(") == true)
    }

    @Test("Several missing calls are reported as one problem")
    func missingCalls() throws {
        let mock = MockConnection()
        mock.expectBegin(line: 1)
        mock.expectExecute("DELETE FROM users", line: 2).times(3)
        mock.expectCommit(line: 3)
        #expect(
            mock.problems == [
                """
                missing calls:
                  BEGIN (ProblemReportTests.swift:1)
                  execute DELETE FROM users (ProblemReportTests.swift:2), 3 of 3 times
                  COMMIT (ProblemReportTests.swift:3)
                """
            ])
    }

    @Test("A missing rollback explains the open transaction")
    func missingRollback() throws {
        let mock = MockConnection()
        mock.expectBegin()
        mock.expectRollback(line: 9)
        try mock.beginTransaction()
        #expect(mock.problems == ["missing call: ROLLBACK (ProblemReportTests.swift:9)"])
        try mock.rollbackTransaction()
        #expect(mock.problems.isEmpty)
    }

    @Test("An invalid expectation is not hidden by another problem")
    func refusedExpectations() throws {
        let mock = MockConnection()
        try mock.check(against: "CREATE TABLE t(a)")
        mock.expectExecute("DELETE FROM u")
        mock.expectExecute("DELETE FROM v")
        #expect(throws: SQLiteError.self) { try mock.execute("DELETE FROM u") }
        #expect(mock.problems.count == 2)
        #expect(mock.problems.allSatisfy { $0.hasPrefix("the expected SQL is invalid") })
    }
}
