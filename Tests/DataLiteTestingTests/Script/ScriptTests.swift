import DataLiteCore
import DataLiteTesting
import Testing

@Suite("A script")
struct ScriptTests {
    private let mock = MockConnection()

    private func add(_ name: String) throws -> Int64 {
        try mock.transaction {
            try mock.execute("INSERT INTO users(name) VALUES (\(name))")
            return mock.lastInsertRowID
        }
    }

    @Test("A script is satisfied by the expected calls, in order")
    func met() throws {
        mock.expectBegin(.immediate)
        mock.expectExecute("insert into users ( name ) values (?) -- any form").with("Ada")
            .returning(changes: 1, lastInsertRowID: 7)
        mock.expectCommit()
        #expect(try add("Ada") == 7)
        #expect(mock.changes == 1)
        #expect(mock.totalChanges == 1)
        #expect(mock.problems.isEmpty)
        #expect(
            mock.log.withoutPreparing == [
                .run("BEGIN IMMEDIATE TRANSACTION", []),
                .run("INSERT INTO users(name) VALUES (?)", ["Ada"]),
                .run("COMMIT TRANSACTION", []),
            ])
    }

    @Test("A script answers with rows in any notation")
    func rows() throws {
        let people: [SQLiteRow] = [["id": 1, "name": "Ada"], ["id": 2, "name": nil]]
        mock.expectQuery("SELECT * FROM users").returning(rows: people)
        mock.expectQuery("SELECT * FROM users").returning(people[0], people[1])
        mock.expectQuery("SELECT * FROM users").returning(try .csv("id,name\n1,Ada\n2,"))
        mock.expectQuery("SELECT * FROM users").returning(
            try .table(
                """
                id | name
                ---|-----
                1  | Ada
                2  | NULL
                """))
        mock.expectQuery("SELECT * FROM users").returning(
            .columns(["id", "name"], rows: [[1, "Ada"], [2, nil]]))
        for _ in 1...5 { #expect(try mock.rows("SELECT * FROM users") == people) }
        #expect(mock.problems.isEmpty)
    }

    @Test("Answers are used in order, and the last one for all further calls")
    func answers() throws {
        mock.expectQuery("SELECT n").returning(["n": 1]).returning(["n": 2]).times(3)
        let values = try (1...3).map { _ in try mock.value("SELECT n", as: Int.self) }
        #expect(values == [1, 2, 2])
        #expect(mock.problems.isEmpty)
    }

    @Test("A script accepts a call as often as expected", arguments: 0...4)
    func times(count: Int) throws {
        mock.expectExecute("DELETE FROM a").times(2)
        mock.expectExecute("DELETE FROM b").atLeast(1)
        mock.expectExecute("DELETE FROM c").optional()
        for _ in 0..<min(count, 2) { try mock.execute("DELETE FROM a") }
        guard count >= 2 else {
            #expect(throws: SQLiteError.self) { try mock.execute("DELETE FROM b") }
            #expect(mock.problems.count == 1)
            return
        }
        #expect(throws: SQLiteError.self) { try mock.execute("DELETE FROM a") }
        for _ in 2...count { try mock.execute("DELETE FROM b") }
        if count > 3 { try mock.execute("DELETE FROM c") }
        #expect(mock.problems.count == 1)
    }

    @Test("A call that is expected zero times is forbidden")
    func forbiddenCall() throws {
        mock.expectExecute("DELETE FROM users").times(0)
        #expect(mock.problems.isEmpty)
        #expect(throws: SQLiteError.self) { try mock.execute("DELETE FROM users") }
        #expect(mock.problems.count == 1)
    }

    @Test("A script accepts the calls of a group in any order, before later calls")
    func anyOrder() throws {
        mock.inAnyOrder {
            mock.expectExecute("DELETE FROM a")
            mock.expectExecute("DELETE FROM b").times(2)
        }
        mock.expectExecute("DELETE FROM c")
        try mock.execute("DELETE FROM b")
        #expect(throws: SQLiteError.self) { try mock.execute("DELETE FROM c") }
        try mock.execute("DELETE FROM a")
        try mock.execute("DELETE FROM b")
        try mock.execute("DELETE FROM c")
        #expect(mock.problems.count == 1)
    }

    @Test("A script reports each parameter that differs")
    func message() throws {
        mock.expectExecute("UPDATE users SET name = ? WHERE id = ?", line: 21).with("Ada", 7)
        let error = #expect(throws: SQLiteError.self) {
            try mock.execute("UPDATE users SET name = \(7) WHERE id = \("Ada")")
        }
        #expect(
            error?.message == """
                unexpected call: UPDATE users SET name = ? WHERE id = ? [?1 7, ?2 'Ada']
                  expected: execute UPDATE users SET name = ? WHERE id = ? [?1 'Ada', ?2 7] \
                (ScriptTests.swift:21)
                    parameter ?1: expected 'Ada', found 7
                    parameter ?2: expected 7, found 'Ada'
                """)
        #expect(mock.problems == [error?.message])
    }

    @Test("A script matches parameters by position and by name")
    func parameters() throws {
        let sql = "INSERT INTO t VALUES (:a, @b, $c)"
        let seen = CapturedValues<String>()
        mock.expectExecute(.sql(sql)).with(["a": 1, "@b": .type(.real), "c": .capture(into: seen)])
        mock.expectExecute(.sql(sql)).with(.any, .null, .where("short", { _ in true }))
        try mock.execute(SQL(raw: sql), ["c": "kept", "b": 1.5, "a": 1])
        try mock.execute(SQL(raw: sql), ["a": "x", "b": nil, "c": "y"])
        #expect(seen.values == ["kept"])
        #expect(mock.problems.isEmpty)
    }

    private static let wrongParameters: [(String, @Sendable (MockExpectation) -> Void, String)] = [
        ("too few", { $0.with(1) }, "expected 1 parameter, but the statement has 2"),
        ("too many", { $0.with(1, 2, 3) }, "expected 3 parameters, but the statement has 2"),
        ("an unknown name", { $0.with(["a": 1, "z": 2]) }, "the statement has no parameter z"),
        ("a missing name", { $0.with(["a": 1]) }, "parameter :b is not expected"),
    ]

    @Test("A wrong number of expected parameters is reported", arguments: wrongParameters)
    func parametersThatDoNotFit(
        _: String, expected: @Sendable (MockExpectation) -> Void, message: String
    ) throws {
        expected(mock.expectExecute("DELETE FROM t WHERE a = :a AND b = :b"))
        let error = #expect(throws: SQLiteError.self) {
            try mock.execute("DELETE FROM t WHERE a = :a AND b = :b", ["a": 1, "b": 2])
        }
        #expect(error?.message.contains(message) == true)
        #expect(mock.problems == [error?.message])
    }

    @Test("A parameter that was not bound is reported")
    func unbound() throws {
        mock.expectExecute("DELETE FROM t WHERE a = ? AND b = :b")
        let statement = try mock.prepare(sql: "DELETE FROM t WHERE a = ? AND b = :b")
        try statement.bind(1, at: 1)
        let error = #expect(throws: SQLiteError.self) { try statement.step() }
        #expect(error?.message.hasSuffix("no value was bound to :b") == true)
        #expect(mock.problems == [error?.message])
    }

    @Test("An unexpected transaction is reported")
    func transaction() throws {
        mock.expectExecute("INSERT INTO users(name) VALUES (?)")
        #expect(throws: SQLiteError.self) { try add("Ada") }
        #expect(mock.problems.first?.hasPrefix("unexpected call: BEGIN IMMEDIATE") == true)
    }

    @Test("A script can expect savepoints, releases and rollbacks")
    func savepoints() throws {
        struct Refusal: Error {}
        mock.expectBegin()
        mock.expectSavepoint()
        mock.expectRelease()
        mock.expectSavepoint()
        mock.expectRollbackToSavepoint()
        mock.expectRelease()
        mock.expectRollback()
        #expect(throws: Refusal.self) {
            try mock.transaction(.deferred) {
                try mock.savepoint {}
                try mock.savepoint { throw Refusal() }
            }
        }
        #expect(mock.problems.isEmpty)
    }

    @Test("A script can expect pragmas, functions and closing")
    func others() throws {
        mock.expectPragma(.userVersion, returning: 3)
        mock.expectPragma("main.cache_size", setTo: -2000)
        mock.expectFunction(added: "shout")
        mock.expectFunction(removed: "SHOUT")
        mock.expectClose()
        #expect(try mock.userVersion == 3)
        try mock.set(pragma: "cache_size", value: -2000)
        try mock.add(function: "shout", argc: 1) { args in (args[0] as String?)?.uppercased() }
        let shout = try #require(mock.function("Shout"))
        #expect(shout.argc == 1)
        try mock.remove(function: "shout", argc: 1)
        #expect(mock.function("shout") == nil)
        try mock.close()
        #expect(mock.problems.isEmpty)
    }

    @Test("A script can expect that a statement is prepared")
    func preparing() throws {
        mock.expectPrepare("DELETE FROM t")
        mock.expectPrepare("DELETE FROM u").throwing(.nomem)
        let statement = try mock.prepare(sql: "DELETE FROM t")
        #expect(throws: SQLiteError.self) { try mock.prepare(sql: "DELETE FROM u") }
        withExtendedLifetime(statement) {}
        #expect(mock.problems.isEmpty)
    }

    @Test("A fatal error answer ends the transaction, as in SQLite")
    func errors() throws {
        mock.expectBegin()
        mock.expectExecute("INSERT INTO users(name) VALUES (?)").throwing(.full)
        let error = #expect(throws: SQLiteError.self) { try add("Ada") }
        #expect(error?.resultCode == .full)
        #expect(mock.isAutocommit)
        #expect(mock.problems.isEmpty)
    }

    @Test("A script leaves unexpected calls to a stub")
    func stub() throws {
        let mock = MockConnection { call in
            call.sql.hasPrefix("SELECT") ? .row(["n": call.parameters[0]]) : nil
        }
        mock.expectExecute("DELETE FROM t")
        #expect(try mock.value("SELECT \(5)") == 5)
        try mock.transaction { try mock.execute("DELETE FROM t") }
        #expect(throws: SQLiteError.self) { try mock.execute("DELETE FROM u") }
        #expect(mock.problems.count == 1)
    }
}
