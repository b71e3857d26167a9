import DataLiteC
import DataLiteCore
import Testing

@Suite("A script")
struct SQLiteScriptTests {
    private func texts(_ sql: String) throws -> [String] {
        let script = try Connection(location: .inMemory).statements(in: sql)
        var texts: [String] = []
        while let statement = try script.next() { texts.append(statement.sql) }
        #expect(script.isAtEnd)
        #expect(try script.next() == nil)
        return texts
    }

    @Test(
        "A script returns its statements one at a time",
        arguments: [
            ("", []),
            (" ;; -- nothing\n /* at all", []),
            ("SELECT 1", ["SELECT 1"]),
            ("SELECT 1; SELECT 2;", ["SELECT 1;", "SELECT 2;"]),
            ("SELECT ';'; -- ;\n SELECT 2 /* ; */", ["SELECT ';';", "SELECT 2 /* ; */"]),
        ])
    func statements(sql: String, expected: [String]) throws {
        let found = try texts(sql)
        #expect(found.count == expected.count)
        for (found, expected) in zip(found, expected) { #expect(found.hasSuffix(expected)) }
    }

    @Test("A connection of any type returns the rows of a script")
    func anyConnection() throws {
        let db: any ConnectionProtocol = try Connection(location: .inMemory)
        let script = try db.statements(
            in: "CREATE TABLE t(x); INSERT INTO t VALUES (7) RETURNING x")
        var values: [SQLiteValue] = []
        while let statement = try script.next() {
            while try statement.step() { values.append(statement.columnValue(at: 0)) }
        }
        #expect(values == [7])
    }

    @Test("A script compiles a statement only when it is requested")
    func lateCompilation() throws {
        let script = try Connection(location: .inMemory)
            .statements(in: "CREATE TABLE t(x); INSERT INTO t VALUES (7); SELECT x FROM t")
        var values: [SQLiteValue] = []
        while let statement = try script.next() {
            while try statement.step() { values.append(statement.columnValue(at: 0)) }
        }
        #expect(values == [7])
    }

    @Test(
        "A script ends when only whitespace and comments are left",
        arguments: [("SELECT 1", true), ("SELECT 1; ; -- x", true), ("SELECT 1; SELECT", false)])
    func end(sql: String, isAtEnd: Bool) throws {
        let script = try Connection(location: .inMemory).statements(in: sql)
        #expect(!script.isAtEnd)
        _ = try script.next()
        #expect(script.isAtEnd == isAtEnd)
    }

    @Test("A script reports the offset of an error in the entire SQL, at each call")
    func errors() throws {
        let script = try Connection(location: .inMemory).statements(in: "SELECT 1;\nSELECT x")
        _ = try script.next()
        for _ in 0..<2 {
            let error = #expect(throws: SQLiteError.self) { try script.next() }
            #expect(error?.message == "no such column: x")
            #expect(error?.offset == 17)
        }
    }

    @Test("A script reports the offset of an error beyond SQLite's limit on SQL")
    func lateError() throws {
        let connection = try Connection.limitingSQL(to: 200)
        let sql = String(repeating: "SELECT 'å';\n", count: 100) + "SELECT x"
        let error = #expect(throws: SQLiteError.self) { try connection.execute(sql: sql) }
        #expect(error?.message == "no such column: x")
        #expect(error?.offset == sql.utf8.count - 1)
        #expect(error?.sql == sql)
    }

    @Test("A script can be longer than SQLite's limit on the SQL of a statement")
    func lengthLimit() throws {
        let connection = try Connection.limitingSQL(to: 300)
        let insert = "INSERT INTO t VALUES ('; å');\n"
        let trigger = """
            CREATE TRIGGER r AFTER INSERT ON t BEGIN
                INSERT INTO u VALUES (new.a); SELECT 1; END;
            """
        let tables = "CREATE TABLE t(a);CREATE TABLE u(a);\(trigger)"
        try connection.execute(sql: tables + String(repeating: insert, count: 1000))
        #expect(try connection.value("SELECT count(*) FROM t") == 1000)
        #expect(try connection.value("SELECT count(*) FROM u") == 1000)
        #expect(try connection.value("SELECT max(a) FROM u") == "; å")

        let long = "SELECT 1; SELECT '\(String(repeating: "x", count: 300))'; SELECT 2"
        let script = connection.statements(in: long)
        #expect(try script.next()?.step() == true)
        for _ in 0..<2 {
            let error = #expect(throws: SQLiteError.self) { try script.next() }
            #expect(error?.resultCode == .tooBig)
        }
    }

    @Test(
        "A script rejects a statement with unbound parameters and names them",
        arguments: [
            ("INSERT INTO t VALUES (?)", 1, "?1"),
            ("INSERT INTO t VALUES (:a + @b + ?)", 3, ":a, @b, ?3"),
            ("SELECT ?2", 2, "?2; numbers that the statement omits need a value, too"),
        ])
    func parameters(sql: String, count: Int, names: String) throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute(sql: "CREATE TABLE t(a)")
        let error = #expect(throws: SQLiteError.self) {
            try connection.execute(
                sql: "INSERT INTO t VALUES (1); \(sql); INSERT INTO t VALUES (2)")
        }
        #expect(error?.resultCode == .range)
        #expect(
            error?.message
                == "the statement has \(count) parameter\(count == 1 ? "" : "s") and was given 0 values: "
                + "no value for \(names)")
        #expect(error?.sql?.contains(sql) == true)
        #expect(try connection.rows("SELECT a FROM t").map(\.values) == [[1]])
    }

    @Test("A script's statements can be bound by the caller")
    func binding() throws {
        let script = try Connection(location: .inMemory).statements(in: "SELECT ?; SELECT :a")
        while let statement = try script.next() {
            try statement.bind(7, at: 1)
            #expect(try statement.step())
            #expect(statement.columnValue(at: 0) == 7)
        }
    }

    @Test(
        "A transaction that a failing script has begun is rolled back", arguments: [true, false])
    func failingTransaction(hasValues: Bool) throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute("CREATE TABLE t(x)")
        let script = "BEGIN; INSERT INTO t VALUES (1); SELECT x + :n FROM nowhere; COMMIT"
        let run = {
            if hasValues {
                try connection.execute(script: script, ["n": 1])
            } else {
                try connection.execute(script: script)
            }
        }
        #expect(throws: SQLiteError.self, performing: run)
        #expect(connection.isAutocommit)
        try connection.execute("BEGIN")
        try connection.execute("INSERT INTO t VALUES (2)")
        #expect(throws: SQLiteError.self, performing: run)
        #expect(!connection.isAutocommit)
        try connection.execute("COMMIT")
        #expect(try connection.rows("SELECT x FROM t", as: Int.self) == [2])
        try connection.execute(script: "BEGIN; INSERT INTO t VALUES (3)")
        #expect(!connection.isAutocommit)
    }

    @Test("A script that runs finalizes a statement before it compiles the next one")
    func oneStatement() throws {
        let connection = try Connection(location: .inMemory)
        nonisolated(unsafe) let database = try connection.withUnsafeHandle { $0 }
        nonisolated(unsafe) var counts: [Int] = []
        let authorizer = Authorizer { action in
            guard action.kind == .select else { return .allow }
            let statements = sequence(state: nil as OpaquePointer?) { last in
                last = sqlite3_next_stmt(database, last)
                return last
            }
            counts.append(statements.reduce(0) { count, _ in count + 1 })
            return .allow
        }
        try connection.withAuthorizer(authorizer) {
            try connection.execute(
                script: "SELECT 1; CREATE TABLE t(x); SELECT 2; SELECT count(*) FROM t")
            #expect(connection.openStatements.isEmpty)
            #expect(throws: SQLiteError.self) {
                try connection.execute(script: "SELECT 3; SELECT 4 FROM nowhere; SELECT 5")
            }
        }
        #expect(connection.openStatements.isEmpty)
        #expect(counts == Array(repeating: counts[0], count: 5))
        #expect(try connection.value("SELECT count(*) FROM t") == 0)
    }

    @Test("A script that runs continues with statements of every kind")
    func kinds() throws {
        let connection = try Connection(location: .inMemory)
        try connection.add(function: "twice") { (x: Int) in 2 * x }
        try connection.execute(
            script: """
                CREATE TABLE t(x UNIQUE); INSERT INTO t VALUES (1), (2); SELECT x FROM t;
                BEGIN; INSERT INTO t VALUES (twice(2)) RETURNING x;
                SAVEPOINT s; DELETE FROM t; ROLLBACK TO s;
                COMMIT; ALTER TABLE t RENAME x TO y; PRAGMA user_version = 7; ANALYZE; VACUUM;
                UPDATE t SET y = y + 10; REINDEX;
                """)
        #expect(try connection.rows("SELECT y FROM t ORDER BY y", as: Int.self) == [11, 12, 14])
        #expect(try connection.userVersion == 7)
        let error = #expect(throws: SQLiteError.self) {
            try connection.execute(
                script: "SELECT 1; INSERT INTO t VALUES (20), (11); DELETE FROM t")
        }
        #expect(error?.resultCode == .constraintUnique)
        #expect(connection.isAutocommit && connection.openStatements.isEmpty)
        #expect(try connection.rows("SELECT y FROM t ORDER BY y", as: Int.self) == [11, 12, 14])
    }

    @Test("A script rejects a NUL character")
    func nul() throws {
        let script = try Connection(location: .inMemory).statements(in: "SELECT 1;\0SELECT 2")
        _ = try script.next()
        let error = #expect(throws: SQLiteError.self) { try script.next() }
        #expect(error?.message == "the SQL text contains a NUL character")
    }

    @Test("A script and its statements keep the connection open")
    func lifetime() throws {
        let script = try Connection(location: .inMemory).statements(in: "SELECT 1; SELECT 2")
        let statement = try #require(try script.next())
        #expect(try statement.step())
        #expect(try script.next()?.step() == true)
    }
}

extension Connection {
    /// A connection in memory whose statements may not be longer than a number of bytes.
    fileprivate static func limitingSQL(to length: Int32) throws -> Connection {
        let connection = try Connection(location: .inMemory)
        try connection.withUnsafeHandle {
            _ = sqlite3_limit($0, SQLITE_LIMIT_SQL_LENGTH, length)
        }
        return connection
    }
}
