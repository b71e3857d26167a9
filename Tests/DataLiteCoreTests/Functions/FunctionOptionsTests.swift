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

    @Test("Only a deterministic function is allowed in an index")
    func index() throws {
        try add([])
        let error = try failure { try connection.execute(sql: "CREATE INDEX i ON t(f(x))") }
        #expect(error.message.contains("non-deterministic"))
        try add(.deterministic)
        try connection.execute(sql: "CREATE INDEX i ON t(f(x))")
        let plan = try connection.rows("EXPLAIN QUERY PLAN SELECT * FROM t WHERE f(x) = 2")
        let detail: String = plan[0].lenientValue("detail") ?? ""
        #expect(detail.contains("USING INDEX i"))
        #expect(try connection.value("SELECT x FROM t WHERE f(x) = 2") == 2)
    }

    @Test(
        "A deterministic function of constants is called once per run",
        arguments: [true, false])
    func once(isDeterministic: Bool) throws {
        var calls = 0
        try add(isDeterministic ? .deterministic : []) { calls += 1 }
        #expect(try connection.rows("SELECT f(7) FROM t").count == 3)
        #expect(calls == (isDeterministic ? 1 : 3))
    }

    /// Schemas whose SQL calls `f`, which is deterministic, and a statement that reaches the call.
    static let schemas = [
        ("CREATE VIEW v AS SELECT f(x) FROM t", "SELECT * FROM v"),
        (
            "CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT f(new.x); END",
            "INSERT INTO t VALUES (4)"
        ),
        ("CREATE TABLE c(x CHECK (f(x)))", "INSERT INTO c VALUES (1)"),
        ("CREATE TABLE c(x, y DEFAULT (f(1)))", "INSERT INTO c(x) VALUES (1)"),
        ("CREATE TABLE c(x, y AS (f(x)))", "SELECT y FROM c"),
        ("CREATE INDEX i ON t(f(x))", "INSERT INTO t VALUES (4)"),
        ("CREATE INDEX i ON t(x) WHERE f(x)", "INSERT INTO t VALUES (4)"),
    ]

    /// The allowed callers of a function, as listed in the table of the guide to functions.
    static let rules: [(options: Function.Options, isTrusted: Bool, isAllowed: Bool)] = [
        (.directonly, true, false), (.directonly, false, false), ([], true, true),
        ([], false, false), (.innocuous, true, true), (.innocuous, false, true),
    ]

    @Test(
        "A function's options determine whether the schema may call the function",
        arguments: rules.indices, schemas)
    func schema(_ rule: Int, _ schema: (definition: String, use: String)) throws {
        let (options, isTrusted, isAllowed) = Self.rules[rule]
        try add(.deterministic)
        try connection.execute(sql: schema.definition)
        try add([.deterministic, options])
        try connection.execute(sql: "PRAGMA trusted_schema = \(isTrusted)")
        #expect(try connection.value("SELECT f(1)") == 1)
        if isAllowed {
            try connection.execute(sql: schema.use)
        } else {
            let error = try failure { try connection.execute(sql: schema.use) }
            #expect(error.message == "unsafe use of f()")
        }
    }

    @Test(
        "Temporary views and triggers may call functions like top-level SQL",
        arguments: rules.indices)
    func temporary(_ rule: Int) throws {
        let (options, isTrusted, _) = Self.rules[rule]
        try add(options)
        try connection.execute(
            sql: """
                CREATE TEMP VIEW v AS SELECT f(x) FROM t;
                CREATE TEMP TRIGGER r AFTER INSERT ON t BEGIN SELECT f(new.x); END;
                PRAGMA trusted_schema = \(isTrusted)
                """)
        #expect(try connection.value("SELECT * FROM v") == 1)
        try connection.execute("INSERT INTO t VALUES (4)")
    }

    @Test(
        "All options of functions are accepted",
        arguments: [
            .deterministic, .directonly, .innocuous, .subtype, .resultSubtype,
            [.deterministic, .innocuous, .subtype, .resultSubtype],
        ] as [Function.Options])
    func all(_ options: Function.Options) throws {
        try add(options)
        #expect(try connection.value("SELECT f('x')") == "x")
    }

    @Test("Options also apply to aggregates")
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
