import DataLiteC
import DataLiteCore
import Testing

/// An error with an identity.
private final class Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String = "it failed") { self.description = description }
}

/// Fails in the call named by its argument.
private final class FailIn: Function.Window {
    @TaskLocal static var failure = Failure()

    override class var name: String { "fail_in" }
    override class var argc: Int32 { 1 }
    private var place: String?

    private func fail(in place: String) throws {
        if place == self.place { throw Self.failure }
    }

    override func step(args: any ArgumentsProtocol) throws {
        place = args[0]
        try fail(in: "step")
    }

    override func inverse(args: any ArgumentsProtocol) throws { try fail(in: "inverse") }

    override func value() throws -> (any SQLiteRepresentable)? {
        try fail(in: "value")
        return nil
    }

    override func finalize() throws -> (any SQLiteRepresentable)? {
        try fail(in: "finalize")
        return nil
    }
}

@Suite("The error that a function threw")
struct UnderlyingErrorTests {
    let connection: Connection
    private let thrown = Failure()

    init() throws {
        connection = try .inMemory()
        try connection.execute(
            sql: """
                CREATE TABLE t(x); INSERT INTO t VALUES (1), (2), (3);
                CREATE TABLE o(x);
                """)
        let thrown = self.thrown
        try connection.add(function: "fail", argc: -1, options: [.deterministic, .innocuous]) { _ in
            throw thrown
        }
        try connection.add(function: FailIn.self)
    }

    private func expect(
        _ body: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let error = try failure(of: body, sourceLocation: sourceLocation)
        #expect(error.message == "it failed", sourceLocation: sourceLocation)
        #expect(error.underlyingError as? Failure === thrown, sourceLocation: sourceLocation)
    }

    @Test("A thrown error is the underlying error for every way to run the statement")
    func everyMethod() throws {
        try expect { _ = try connection.prepare(sql: "SELECT fail(x) FROM t").step() }
        try expect { try connection.execute("SELECT fail(x) FROM t") }
        try expect { try connection.execute(sql: "SELECT 1; SELECT fail(x) FROM t") }
        try expect { _ = try connection.rows("SELECT fail(x) FROM t") }
        try expect { _ = try connection.row("SELECT fail(x) FROM t") }
        try expect { _ = try connection.value("SELECT fail(x) FROM t", as: Int.self) }
        try expect { _ = try connection.cursor("SELECT fail(x) FROM t").next() }
        try expect { _ = try connection.transaction { try connection.execute("SELECT fail()") } }
        try expect { _ = try connection.savepoint { try connection.execute("SELECT fail()") } }
        try expect { try connection.prepare(sql: "SELECT fail(:x)").execute([["x": 1]]) }
    }

    @Test(
        "A thrown error is the underlying error wherever the function is called",
        arguments: [
            "SELECT (SELECT fail(x) FROM t)",
            "SELECT * FROM t WHERE x IN (SELECT fail(x) FROM t)",
            "SELECT * FROM t WHERE EXISTS (SELECT 1 FROM t u WHERE fail(u.x))",
            "WITH c AS MATERIALIZED (SELECT fail(x) y FROM t) SELECT * FROM c",
            "SELECT x FROM t ORDER BY fail(x)",
            "SELECT count(*) FROM t GROUP BY fail(x)",
            "SELECT sum(fail(x)) FROM t",
            "SELECT fail(x) FROM t UNION SELECT 1",
            "INSERT INTO t VALUES (fail())",
            "INSERT OR IGNORE INTO t VALUES (fail())",
            "INSERT INTO o SELECT fail(x) FROM t",
            "UPDATE t SET x = fail(x)",
            "DELETE FROM t WHERE fail(x)",
            "INSERT INTO o VALUES (1) RETURNING fail(x)",
            "CREATE TABLE n AS SELECT fail(x) FROM t",
            "CREATE INDEX i ON t(fail(x))",
            "SELECT 1 LIMIT fail()",
            "SELECT coalesce(x, fail()) FROM (SELECT NULL AS x)",
        ])
    func places(_ sql: String) throws {
        try expect { try connection.execute(sql: sql) }
    }

    @Test(
        "A thrown error is the underlying error when the schema calls the function",
        arguments: [
            "CREATE VIEW v AS SELECT fail(x) FROM t; SELECT * FROM v",
            "CREATE TABLE c(x CHECK (fail(x))); INSERT INTO c VALUES (1)",
            "CREATE TABLE c(x, y AS (fail(x))); INSERT INTO c VALUES (1); SELECT y FROM c",
            "CREATE TABLE c(x, y DEFAULT (fail())); INSERT INTO c(x) VALUES (1)",
            "CREATE INDEX i ON o(fail(x)); INSERT INTO o VALUES (1)",
            """
            CREATE TRIGGER r AFTER INSERT ON o BEGIN SELECT fail(new.x); END;
            INSERT INTO o VALUES (1)
            """,
            """
            CREATE TRIGGER r BEFORE DELETE ON t WHEN fail(old.x) BEGIN SELECT 1; END;
            DELETE FROM t
            """,
        ])
    func schema(_ script: String) throws {
        try expect { try connection.execute(sql: script) }
    }

    @Test(
        "A thrown error is the underlying error in every call of aggregates and window functions",
        arguments: [
            "SELECT fail_in('step') FROM t",
            "SELECT fail_in('finalize') FROM t",
            "SELECT fail_in('value') OVER (ORDER BY x) FROM t",
            "SELECT fail_in('step') OVER (ORDER BY x) FROM t",
            "SELECT fail_in('inverse') OVER (ORDER BY x ROWS 1 PRECEDING) FROM t",
        ])
    func aggregates(_ sql: String) throws {
        try FailIn.$failure.withValue(thrown) {
            try expect { try connection.execute(sql: sql) }
        }
    }

    @Test("A thrown error is the underlying error even if abandoned aggregates fail")
    func others() throws {
        try connection.add(aggregate: "agg", argc: 1, initial: 0) { _, _ in
        } finalize: { _ -> Int? in
            throw Failure("too few rows")
        }
        try expect { try connection.execute("SELECT agg(x), agg(-x), sum(fail(x)) FROM t") }
        try expect { try connection.execute("SELECT sum(fail(x)), agg(x) FROM t") }
        try expect {
            try connection.execute("SELECT agg(x), iif(x > 1, fail(x), 0) y FROM t GROUP BY y")
        }
    }

    @Test("A thrown error is propagated through nested statements")
    func nested() throws {
        try connection.add(function: "relay", argc: 0) { [unowned connection] _ in
            try connection.value("SELECT fail()", as: Int.self)
        }
        let error = try failure { try connection.execute("SELECT relay()") }
        let inner = try #require(error.underlyingError as? SQLiteError)
        #expect(inner.underlyingError as? Failure === thrown)
        #expect(inner.sql == "SELECT fail()")
        #expect(error.sql == "SELECT relay()")
    }
}

@Suite("An error after one that a function threw")
struct LaterErrorTests {
    let connection: Connection

    init() throws {
        connection = try .inMemory()
        try connection.execute(sql: "CREATE TABLE t(x UNIQUE); INSERT INTO t VALUES (1), (2), (3)")
        try connection.add(function: "fail", argc: -1) { args in
            throw Failure(args[0] ?? "it failed")
        }
    }

    private static let unrelated = [
        "SELECT * FROM nowhere", "SELEC", "INSERT INTO t VALUES (1)", "SELECT nothing()",
    ]

    private func expectNothing(after body: () throws -> Void, then sql: String) throws {
        try body()
        let error = try failure { try connection.execute(sql: sql) }
        #expect(error.underlyingError == nil)
    }

    @Test(
        "A later error does not carry an earlier function's underlying error", arguments: unrelated)
    func after(_ sql: String) throws {
        try expectNothing(
            after: {
                #expect(throws: SQLiteError.self) { try connection.execute(sql: "SELECT fail()") }
            }, then: sql)
    }

    @Test("A later error does not carry an error that a function caught", arguments: unrelated)
    func caught(_ sql: String) throws {
        try connection.add(function: "try_fail", argc: 0) { [unowned connection] _ in
            (try? connection.value("SELECT fail('')", as: Int.self)) ?? -1
        }
        try expectNothing(
            after: { () throws in #expect(try connection.value("SELECT try_fail()") == -1) },
            then: sql)
    }

    /// Code that calls the C API directly never asks for the error.
    @Test("A later error does not carry an error that was not reported", arguments: unrelated)
    func unreportedError(_ sql: String) throws {
        for message in ["", "\0", "x", "nowhere", "t.x"] {
            try expectNothing(
                after: {
                    let code = try connection.withUnsafeHandle {
                        sqlite3_exec($0, "SELECT fail('\(message)')", nil, nil, nil)
                    }
                    #expect(code == SQLITE_ERROR)
                }, then: sql)
        }
    }

    /// SQLite asks an abandoned aggregate for its result, and ignores an error.
    @Test("A later error does not carry the error of an abandoned aggregate", arguments: unrelated)
    func abandoned(_ sql: String) throws {
        var isAbandoned = false
        try connection.add(window: "w", argc: 1, initial: 0) { _, _ in
        } inverse: { _, _ in
        } value: { _ -> Int? in
            if isAbandoned { throw Failure("") }
            return nil
        }
        try expectNothing(
            after: {
                let cursor = try connection.cursor("SELECT w(x) OVER (ORDER BY x) FROM t")
                #expect(try cursor.step())
                isAbandoned = true
                try cursor.close()
            }, then: sql)
    }

    @Test("An error does not carry the error of an aggregate that is abandoned because of it")
    func abandonedByFailure() throws {
        var results = 0
        try connection.add(aggregate: "agg", argc: 1, initial: 0) { _, _ in
        } finalize: { _ -> Int? in
            results += 1
            throw Failure("")
        }
        let error = try failure {
            try connection.execute(sql: "SELECT agg(x), sum(abs(-9223372036854775807 - x)) FROM t")
        }
        #expect(results == 1)
        #expect(error.message == "integer overflow")
        #expect(error.underlyingError == nil)
    }
}
