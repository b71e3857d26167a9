import DataLiteCore
import Testing

@Suite("The options of a function")
struct FunctionOptionsTests {
    let connection: Connection

    init() throws {
        connection = try .inMemory()
        try connection.execute(sql: "CREATE TABLE t(x); INSERT INTO t VALUES (1), (2), (3)")
    }

    private func add(_ options: Function.Options, calls: @escaping () -> Void = {}) throws {
        try connection.add(function: "f", argc: 1, options: options) { args in
            calls()
            return args[0] as SQLiteValue
        }
    }

    @Test("let a deterministic function into an index, and no other")
    func index() throws {
        try add([])
        let error = try failure { try connection.execute(sql: "CREATE INDEX i ON t(f(x))") }
        #expect(error.message.contains("non-deterministic"))
        try add(.deterministic)
        try connection.execute(sql: "CREATE INDEX i ON t(f(x))")
        let plan = try connection.rows("EXPLAIN QUERY PLAN SELECT * FROM t WHERE f(x) = 2")
        let detail: String = plan[0].value("detail") ?? ""
        #expect(detail.contains("USING INDEX i"))
        #expect(try connection.value("SELECT x FROM t WHERE f(x) = 2") == 2)
    }

    @Test(
        "let a deterministic function of constants be called once a run", arguments: [true, false])
    func once(isDeterministic: Bool) throws {
        var calls = 0
        try add(isDeterministic ? .deterministic : []) { calls += 1 }
        #expect(try connection.rows("SELECT f(7) FROM t").count == 3)
        #expect(calls == (isDeterministic ? 1 : 3))
    }

    @Test("keep a direct-only function out of views and triggers")
    func directOnly() throws {
        try add(.directonly)
        #expect(try connection.value("SELECT f(1)") == 1)
        try connection.execute(
            sql: """
                CREATE VIEW v AS SELECT f(x) FROM t;
                CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT f(new.x); END;
                """)
        for sql in ["SELECT * FROM v", "INSERT INTO t VALUES (4)"] {
            let error = try failure { try connection.execute(sql: sql) }
            #expect(error.message == "unsafe use of f()")
        }
    }

    @Test(
        "let only an innocuous function into an untrusted schema",
        arguments: [([], false), (.innocuous, true)] as [(Function.Options, Bool)])
    func untrusted(_ options: Function.Options, isAllowed: Bool) throws {
        try add(options)
        try connection.execute(
            sql: "CREATE VIEW v AS SELECT f(x) FROM t; PRAGMA trusted_schema = off")
        #expect(try connection.value("SELECT f(1)") == 1)
        if isAllowed {
            #expect(try connection.value("SELECT * FROM v") == 1)
        } else {
            let error = try failure { try connection.execute(sql: "SELECT * FROM v") }
            #expect(error.message == "unsafe use of f()")
        }
    }

    @Test(
        "are taken one and all",
        arguments: [
            .deterministic, .directonly, .innocuous, .subtype, .resultSubtype,
            [.deterministic, .innocuous, .subtype, .resultSubtype],
        ] as [Function.Options])
    func all(_ options: Function.Options) throws {
        try add(options)
        #expect(try connection.value("SELECT f('x')") == "x")
    }

    @Test("hold for aggregates as well")
    func aggregate() throws {
        try connection.add(aggregate: "g", argc: 1, options: .directonly, initial: 0) { _, _ in
        } finalize: {
            $0
        }
        try connection.execute(sql: "CREATE VIEW v AS SELECT g(x) FROM t")
        let error = try failure { try connection.execute(sql: "SELECT * FROM v") }
        #expect(error.message == "unsafe use of g()")
    }
}
