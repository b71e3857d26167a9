import DataLiteCore
import DataLiteTransfer
import Foundation
import Testing

@Suite("Untrusted SQL")
struct UntrustedTests {
    private let connection: Connection

    init() throws {
        connection = try .inMemory()
        try connection.execute(
            script: """
                CREATE TABLE albums(id INTEGER PRIMARY KEY, title TEXT);
                INSERT INTO albums VALUES (1, 'Debut'), (2, 'Post'), (3, 'Homogenic');
                CREATE TABLE secrets(x);
                INSERT INTO secrets VALUES ('s3cret');
                CREATE VIEW leak AS SELECT x FROM secrets;
                CREATE VIEW calls AS SELECT native(1) AS x;
                """)
        try connection.add(function: "native") { (_: Int) in 7 }
    }

    @Test("A query is run with its parameters")
    func query() throws {
        let result = try connection.runUntrusted(
            "SELECT title, id AS n FROM albums WHERE id > ? ORDER BY lower(title)", [1])
        #expect(result.columns == ["title", "n"])
        #expect(result.rows.map { $0.values } == [["Homogenic", 3], ["Post", 2]])
        #expect(!result.isTruncated)
        #expect(try connection.runUntrusted("SELECT 1 WHERE 0").columns == ["1"])
        #expect(
            try connection.runUntrusted("EXPLAIN QUERY PLAN SELECT * FROM albums").rows.count == 1)
        #expect(throws: SQLiteError.self) { try connection.runUntrusted("SELECT ?", [1, 2]) }
    }

    @Test("Results are cut at the number of rows and bytes")
    func truncated() throws {
        let three = try connection.runUntrusted(
            "SELECT id FROM albums", limits: UntrustedLimits { $0.rows = 3 })
        #expect(three.rows.count == 3 && !three.isTruncated)
        let two = try connection.runUntrusted(
            "SELECT id FROM albums", limits: UntrustedLimits { $0.rows = 2 })
        #expect(two.rows.count == 2 && two.isTruncated)
        let bytes = try connection.runUntrusted(
            "SELECT zeroblob(40) FROM albums", limits: UntrustedLimits { $0.bytes = 100 })
        #expect(bytes.rows.count == 2 && bytes.isTruncated)
    }

    @Test("Tables, functions and an authorizer restrict it further")
    func restricted() throws {
        let limits = UntrustedLimits {
            $0.tables = ["albums"]
            $0.functions = ["native"]
        }
        #expect(
            try connection.runUntrusted("SELECT native(id) FROM albums", limits: limits).rows.count
                == 3)
        for sql in [
            "SELECT upper(title) FROM albums", "SELECT * FROM secrets", "SELECT * FROM leak",
        ] {
            let error = try failure { try connection.runUntrusted(sql, limits: limits) }
            // SQLite reports a denied function as SQLITE_ERROR.
            #expect([.auth, .error].contains(error.resultCode.primary))
            #expect(error.message.contains("not authorized") || error.resultCode == .auth)
        }
        let none = UntrustedLimits { $0.authorizer = Authorizer { _ in .deny } }
        #expect(throws: SQLiteError.self) { try connection.runUntrusted("SELECT 1", limits: none) }
    }

    @Test("All settings are restored, also after an error")
    func restored() throws {
        let features: [Connection.Feature] = [.defensive, .trustedSchema, .writableSchema]
        let before = try features.map(connection.isOn)
        let limits = try Connection.Limit.allCases.map(connection.limit)
        for sql in ["SELECT 1", "SELEKT", "DELETE FROM albums"] {
            _ = try? connection.runUntrusted(sql)
            #expect(try features.map(connection.isOn) == before)
            #expect(try Connection.Limit.allCases.map(connection.limit) == limits)
            #expect(connection.authorizer == nil)
        }
        try connection.execute("INSERT INTO albums VALUES (4, native(1))")
        #expect(try connection.value("SELECT x FROM calls") == 7)
    }

    @Test("It runs in a transaction, and not while a statement runs")
    func transaction() throws {
        try connection.transaction { () throws in
            try connection.execute("DELETE FROM albums WHERE id = 1")
            #expect(try connection.runUntrusted("SELECT * FROM albums").rows.count == 2)
        }
        let cursor = try connection.cursor("SELECT * FROM albums")
        _ = try cursor.next()
        #expect(try failure { try connection.runUntrusted("SELECT 1") }.resultCode == .busy)
        try cursor.close()
        #expect(throws: SQLiteError.self) { try TinyConnection().runUntrusted("SELECT 1") }
    }

    @Test("A function in Swift that replaces one of SQLite's is not called")
    func replacedFunctions() throws {
        var calls = 0
        for (name, argc) in [("lower", 1), ("upper", 1), ("abs", 2)] as [(String, Int32)] {
            try connection.add(function: name, argc: argc) { _ in
                calls += 1
                return 1
            }
        }
        for call in ["lower('A')", "UPPER('A')", "abs(1, 2)", "abs(1)"] {
            #expect(throws: SQLiteError.self, "\(call)") {
                try connection.runUntrusted("SELECT \(call)")
            }
        }
        #expect(try connection.runUntrusted("SELECT length('ab')").rows.map(\.values) == [[2]])
        #expect(calls == 0)
    }

    @Test("A table of an attached database cannot be counted")
    func attachedTable() throws {
        try connection.execute(script: "ATTACH ':memory:' AS x; CREATE TABLE x.log(a)")
        let limits = UntrustedLimits { $0.tables = ["log", "albums"] }
        #expect(throws: SQLiteError.self) {
            try connection.runUntrusted("SELECT count(*) FROM log", limits: limits)
        }
        let count = try connection.runUntrusted("SELECT count(*) FROM albums", limits: limits)
        #expect(count.rows.map(\.values) == [[3]])
        try connection.execute("CREATE TABLE main.log(a)")
        let empty = try connection.runUntrusted("SELECT count(*) FROM log", limits: limits)
        #expect(empty.rows.map(\.values) == [[0]])
    }

    @Test("A table that has more columns than the limit can be read")
    func wideTable() throws {
        let columns = (0..<300).map { "c\($0)" }.joined(separator: ", ")
        try withTemporaryDirectory { directory in
            let path = directory + "/wide.db"
            try Connection(path: path).execute(SQL(raw: "CREATE TABLE wide(\(columns))"))
            let other = try Connection(path: path)
            #expect(try other.runUntrusted("SELECT c299 FROM wide").rows.isEmpty)
            #expect(throws: SQLiteError.self) { try other.runUntrusted("SELECT * FROM wide") }
        }
    }

    @Test("SQL that SQLite would copy too often is not compiled", arguments: CompileBombs.all)
    func compileBomb(sql: String) throws {
        let other = try Connection.inMemory()
        try other.execute(sql: CompileBombs.schema)
        #expect(sql.utf8.count < 50_000)
        let limits = UntrustedLimits { $0.time = nil }
        let error = try failure { try other.runUntrusted(sql, limits: limits) }
        #expect(error.resultCode == .tooBig, "\(error)")
    }

    @Test("Tables, views and columns that are used often can be read", arguments: CompileBombs.none)
    func manyUses(sql: String) throws {
        let other = try Connection.inMemory()
        try other.execute(sql: CompileBombs.schema)
        #expect(try !other.runUntrusted(sql).columns.isEmpty)
    }

    @Test("The names in the SQL count as instructions while it is compiled")
    func namesCount() throws {
        let sql =
            "SELECT id IN (\(Array(repeating: "id", count: 8_000).joined(separator: ",")))"
            + " FROM albums"
        let limits = UntrustedLimits {
            $0.time = nil
            $0.instructions = 500_000
        }
        let error = try failure { try connection.runUntrusted(sql, limits: limits) }
        #expect(error.resultCode == .interrupt)
        #expect(error.message == "the limit of 500000 instructions is exceeded")
        #expect(try connection.runUntrusted(sql).rows.count == 3)
    }

    @Test("A time limit ends the compilation where an authorizer is set")
    func timeOfCompiling() throws {
        try connection.withAuthorizer(.readOnly) { () throws in
            try connection.withQueryLimits(QueryLimits(time: .zero)) {
                let error = try failure {
                    _ = try connection.prepare(sql: "SELECT * FROM albums") as Statement
                }
                #expect(error.resultCode == .interrupt)
            }
            #expect(try connection.value("SELECT count(*) FROM albums") == 3)
        }
    }

    @Test("Memory that SQLite allocates is limited")
    func memory() throws {
        // json_group_array compares its size with no limit before it ends.
        let sql = """
            WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 4000),
            b AS MATERIALIZED (SELECT hex(zeroblob(40000)) AS x)
            SELECT length(json_group_array(x)) FROM c, b
            """
        let limits = UntrustedLimits { $0.time = nil }
        let error = try failure { try connection.runUntrusted(sql, limits: limits) }
        #expect(error.resultCode == .interrupt)
        #expect(error.message.contains("bytes of memory"))
    }

    @Test(
        "Functions that take long or reach outside are denied",
        arguments: [
            "printf('%.*c', 999999999, 'x')", "format('%d', 1)", "json_patch('{}', '{}')",
            "sqlite_log(1, 'x')", "trim(title, title)", "\"ltrim\"/**/(title, 'a' || title)",
            "rtrim(title, '\(String(repeating: "x", count: 40))')",
        ])
    func deniedFunctions(call: String) throws {
        let error = try failure {
            try connection.runUntrusted("SELECT \(call) FROM albums")
        }
        #expect([.auth, .error].contains(error.resultCode), "\(error)")
    }

    @Test("Trimming of some characters is allowed")
    func trim() throws {
        let result = try connection.runUntrusted(
            "SELECT trim(title, 'Dt'), rtrim(' a ') FROM albums")
        #expect(result.rows.first?.values == ["ebu", " a"])
    }

    @Test(
        "Text that tries to break out fails and changes nothing", arguments: UntrustedAttempts.all)
    func attempts(sql: String) throws {
        let other = try Connection(path: "", options: .default)
        try other.execute(
            script: """
                CREATE TABLE albums(id INTEGER PRIMARY KEY, title TEXT);
                CREATE INDEX by_title ON albums(title COLLATE NOCASE);
                CREATE TABLE secrets(x);
                INSERT INTO secrets VALUES ('s3cret');
                CREATE VIEW leak AS SELECT x FROM secrets;
                CREATE VIEW calls AS SELECT native(1) AS x;
                """)
        let calls = InstanceCounter()
        try other.add(function: "native") { (_: Int) in
            _ = InstanceCounter.Member(of: calls)
            return 7
        }
        var before = ""
        try other.dumpScript(to: &before)
        let limits = UntrustedLimits {
            $0.tables = ["albums"]
            $0.instructions = 300_000
            $0.time = .seconds(20)
            $0.valueBytes = 10_000
            $0.sqlBytes = 20_000
        }
        #expect(throws: SQLiteError.self, "\(sql)") { try other.runUntrusted(sql, limits: limits) }
        var after = ""
        try other.dumpScript(to: &after)
        #expect(after == before)
        #expect(calls.made == 0)
        #expect(other.isAutocommit)
        #expect(try other.value("SELECT count(*) FROM temp.sqlite_master") == 0)
        let schemas = try other.rows("PRAGMA database_list").map { try $0["name", as: String.self] }
        #expect(Set(schemas).isSubset(of: ["main", "temp"]))
    }
}
