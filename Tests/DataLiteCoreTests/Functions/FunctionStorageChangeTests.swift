import DataLiteCore
import Testing

@Suite("A function that changes a table while its statement writes")
struct FunctionStorageChangeTests {
    private let connection: Connection

    init() throws {
        connection = try .inMemory()
        try connection.execute(
            script: """
                CREATE TABLE numbers(n);
                WITH RECURSIVE list(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM list LIMIT 20)
                INSERT INTO numbers SELECT n FROM list;
                CREATE TABLE t(a, b, c);
                INSERT INTO t SELECT n, 'b' || n, 'c' || n FROM numbers;
                CREATE INDEX t_a ON t(a);
                CREATE TABLE source(n);
                """)
    }

    private static let changes = [
        "CREATE INDEX t_c ON t(c)", "create unique index if not exists main.t_c on t(c)",
        "ALTER TABLE t DROP COLUMN b", "/* b */; alter table \"main\".\"t\" drop \"b\"",
        "ALTER TABLE t RENAME TO renamed", "ALTER TABLE main.source RENAME COLUMN n TO m",
        "ALTER TABLE source ADD COLUMN other", "ATTACH '/dev/null/none' AS x",
        "PRAGMA main.writable_schema = reset", "EXPLAIN QUERY PLAN PRAGMA writable_schema(reset)",
        "DROP INDEX t_a", "DROP TABLE t",
    ]

    private static let writes = [
        "INSERT INTO t SELECT n + 100, 'b', f(n) || 'c' FROM numbers",
        "UPDATE t SET c = f(c) || c", "DELETE FROM t WHERE f(a) % 2",
        "REPLACE INTO t SELECT n + 100, f(n), 'c' || n FROM numbers",
        "INSERT INTO source SELECT n FROM numbers",
    ]

    private func addTrigger() throws {
        try connection.execute(
            """
            CREATE TRIGGER copies AFTER INSERT ON source BEGIN
                INSERT INTO t VALUES (new.n, 'b', f(new.n));
            END
            """)
    }

    private func isIntact() throws -> Bool {
        let rows = try connection.value(
            "SELECT count(*) FROM t WHERE typeof(c) = 'text' AND c LIKE '%c%'", as: Int.self)
        let all = try connection.value("SELECT count(*) FROM t", as: Int.self)
        return try connection.value("PRAGMA integrity_check") == "ok" && rows == all
    }

    @Test(
        "Changing a table in a function fails while its statement writes", arguments: changes,
        writes)
    func fails(change: String, write: String) throws {
        try connection.add(function: "f", argc: 1) { args in
            try args.connection.execute(script: change)
            return args[0]
        }
        try addTrigger()
        let error = try failure { try connection.execute(script: write) }
        #expect(error.underlyingCode?.primary == .locked)
        #expect(try isIntact())
        #expect(try connection.value("SELECT count(*) FROM t") == 20)
        #expect(connection.isAutocommit)
    }

    @Test("A prepared table change in a function fails, and the statement keeps running")
    func prepared() throws {
        let change = try connection.statement("CREATE INDEX t_c ON t(c)")
        var errors: [SQLiteError] = []
        try connection.add(function: "f", argc: 1) { args in
            do throws(SQLiteError) { try change.step() } catch { errors.append(error) }
            return args[0]
        }
        try connection.execute("UPDATE t SET c = f(c) || c")
        #expect(errors.count == 20)
        #expect(errors.first?.resultCode == .locked)
        #expect(errors.first?.message.contains("creating an index") == true)
        #expect(try isIntact())
        try change.step()
        #expect(try isIntact())
    }

    @Test("A function can create an index while its statement only reads")
    func reading() throws {
        try connection.add(function: "f", argc: 1) { args in
            try args.connection.execute("CREATE INDEX IF NOT EXISTS t_c ON t(c)")
            return args[0]
        }
        #expect(try connection.rows("SELECT f(a) FROM t").count == 20)
        #expect(try isIntact())
    }

    @Test("A function can create another table and its rows while its statement writes")
    func otherTable() throws {
        try connection.add(function: "f", argc: 1) { args in
            try args.connection.execute("CREATE TABLE IF NOT EXISTS log(x)")
            try args.connection.execute("INSERT INTO log VALUES (\(args[0]))")
            return args[0]
        }
        try connection.execute("UPDATE t SET c = f(c) || c")
        #expect(try connection.value("SELECT count(*) FROM log") == 20)
        #expect(try isIntact())
    }

    @Test("A statement that returns rows of its own write does not block table changes")
    func returning() throws {
        let rows = try connection.cursor("UPDATE t SET c = c || 'x' RETURNING a")
        _ = try rows.next()
        try connection.execute("CREATE INDEX t_c ON t(c)")
        while try rows.next() != nil {}
        #expect(try isIntact())
    }
}
