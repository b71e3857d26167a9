import DataLiteCore
import DataLiteTesting
import Testing

@Suite("Verifying a mock")
struct VerifyingTests {
    @Test("`verify` reports problems at the line of the caller")
    func reporting() throws {
        let mock = MockConnection()
        mock.expectExecute("DELETE FROM users")
        let line = #line + 2
        withKnownIssue {
            mock.verify()
        } matching: { issue in
            issue.sourceLocation?.line == line
                && "\(issue)".contains("missing call: execute DELETE FROM users")
        }
    }

    @Test("`verify` reports nothing if there are no problems")
    func nothingWrong() {
        let mock = MockConnection()
        #expect(mock.verify())
    }

    @Test("A transaction that was left open is reported")
    func transaction() throws {
        let mock = MockConnection { _ in .done }
        try mock.beginTransaction()
        #expect(mock.problems == ["a transaction was left open"])
        try mock.rollbackTransaction()
        #expect(mock.problems.isEmpty)
    }

    @Test("A statement that was left in the middle of its rows is reported")
    func statement() throws {
        let mock = MockConnection { _ in .rows([["a": 1], ["a": 2]]) }
        let statement = try mock.prepare(sql: "SELECT a FROM t")
        #expect(mock.problems.isEmpty)
        #expect(try statement.step())
        #expect(mock.problems == ["a statement was left open after 1 row: SELECT a FROM t"])
        try statement.reset()
        #expect(mock.problems.isEmpty)
    }

    @Test("A cursor that was not read to its end is reported")
    func cursor() throws {
        let mock = MockConnection { _ in .rows([["a": 1]]) }
        let cursor = try mock.cursor("SELECT a FROM t")
        #expect(try cursor.step())
        #expect(
            mock.problems == ["a statement was left open after 1 row: SELECT a FROM t"])
        while try cursor.step() {}
        #expect(mock.problems.isEmpty)
    }

    @Test("SQL is checked against a schema, including expected SQL")
    func schema() throws {
        let mock = MockConnection()
        mock.expectQuery("SELECT nmae FROM users", line: 5)
        try mock.check(against: "CREATE TABLE users(id INTEGER PRIMARY KEY, name TEXT)")
        mock.expectQuery("SELECT name FROM users")
        #expect(
            mock.problems.first == """
                the expected SQL is invalid for this schema: query SELECT nmae FROM users \
                (VerifyingTests.swift:5)
                  no such column: nmae
                """)
        let error = #expect(throws: SQLiteError.self) { try mock.rows("SELECT nmae FROM users") }
        #expect(error?.message == "no such column: nmae")
        #expect(error?.offset == 7)
    }

    @Test("SQL is checked against the changed schema")
    func migration() throws {
        let mock = MockConnection { _ in .done }
        try mock.check(against: "CREATE TABLE users(id INTEGER PRIMARY KEY)")
        #expect(throws: SQLiteError.self) { try mock.execute("UPDATE users SET age = 1") }
        try mock.execute("ALTER TABLE users ADD COLUMN age")
        try mock.execute("UPDATE users SET age = 1")
        try mock.add(function: "twice", argc: 1) { args in args[0] }
        try mock.execute("UPDATE users SET age = twice(age)")
    }

    @Test("The log can be compared and printed")
    func log() throws {
        let mock = MockConnection { _ in .changes(2) }
        try mock.execute("INSERT INTO t VALUES (\(1)), (\("O'Brien"))")
        mock.interrupt()
        try mock.apply(.passphrase("secret"), name: nil)
        #expect(mock.log.statements == ["INSERT INTO t VALUES (?), (?)"])
        #expect(
            mock.log.description == """
                prepare INSERT INTO t VALUES (?), (?)
                run INSERT INTO t VALUES (?), (?) [1, 'O''Brien']
                interrupt
                apply key
                """)
    }

    @Test(
        "A transaction that was open when the connection was closed is reported",
        arguments: [true, false])
    func closing(isSpy: Bool) throws {
        let mock = isSpy ? try MockConnection.spy() : MockConnection { _ in .done }
        try mock.beginTransaction()
        try mock.close()
        #expect(mock.problems == ["a transaction was open when the connection was closed"])
    }

    @Test("A forbidden call is reported even if a stub or a database would answer it")
    func forbiddenCall() throws {
        let mocks = [
            MockConnection(), MockConnection { _ in .done },
            try .spy(schema: "CREATE TABLE t(a)"),
        ]
        for mock in mocks {
            mock.expectExecute("DELETE FROM t").times(0)
            mock.expectPrepare("DROP TABLE t").times(0)
            #expect(mock.problems.isEmpty)
            let error = #expect(throws: SQLiteError.self) { try mock.execute("DELETE FROM t") }
            #expect(error?.message.contains("forbidden: execute DELETE FROM t") == true)
            #expect(throws: SQLiteError.self) { try mock.prepare(sql: "DROP TABLE t") }
            #expect(mock.problems == [error?.message])
        }
    }

    @Test("A group prefers the exact text to other patterns")
    func group() throws {
        let mock = MockConnection()
        mock.inAnyOrder {
            mock.expectExecute(.prefix("DELETE"))
            mock.expectExecute("DELETE FROM a")
        }
        try mock.execute("DELETE FROM a")
        try mock.execute("DELETE FROM b")
        #expect(mock.problems.isEmpty)
    }
}
