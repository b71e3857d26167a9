import DataLiteCore
import Testing

@Suite("Double-quoted text")
struct DoubleQuotedStringTests {
    private func connection(
        allowing strings: Connection.Configuration.DoubleQuotedStrings = []
    ) throws -> Connection {
        try Connection.sample(configuration: .init { $0.doubleQuotedStrings = strings })
    }

    @Test("A double-quoted name of no column fails, and a misspelled identifier deletes nothing")
    func misspelledIdentifier() throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute(
            sql: "CREATE TABLE users(name TEXT); INSERT INTO users VALUES ('Ada'), ('Alan')")
        let column = "nmae"
        let error = try failure {
            try connection.execute("DELETE FROM users WHERE \(identifier: column) <> \("Ada")")
        }
        #expect(error.message.contains("no such column"))
        #expect(error.message.contains("nmae"))
        #expect(try connection.value("SELECT count(*) FROM users") == 2)
        #expect(try connection.value("SELECT count(\"name\") FROM users") == 2)
    }

    static let dml = [
        "SELECT \"text\"", "UPDATE t SET x = \"text\"", "INSERT INTO t(x) VALUES (\"text\")",
        "DELETE FROM t WHERE x = \"text\"",
    ]

    static let ddl = [
        "CREATE TABLE u(x CHECK (x <> \"text\"))", "CREATE INDEX i ON t(x) WHERE x = \"text\"",
    ]

    @Test(
        "A double-quoted string is an error in queries and changes unless it is allowed",
        arguments: dml)
    func queries(sql: String) throws {
        #expect(throws: SQLiteError.self) { try connection().execute(sql: sql) }
        #expect(throws: SQLiteError.self) { try connection(allowing: .ddl).execute(sql: sql) }
        try connection(allowing: .dml).execute(sql: sql)
    }

    @Test("A double-quoted string is an error in a new schema unless it is allowed", arguments: ddl)
    func schema(sql: String) throws {
        #expect(throws: SQLiteError.self) { try connection().execute(sql: sql) }
        #expect(throws: SQLiteError.self) { try connection(allowing: .dml).execute(sql: sql) }
        try connection(allowing: .ddl).execute(sql: sql)
    }

    /// A file as written by an older program.
    private static func makeOldFile(_ path: String) throws {
        let configuration = Connection.Configuration { $0.doubleQuotedStrings = [.dml, .ddl] }
        try Connection(path: path, configuration: configuration).execute(
            sql: """
                CREATE TABLE t(
                    id INTEGER PRIMARY KEY, x TEXT DEFAULT "none" CHECK (x <> "bad"),
                    y AS (x || "!"));
                CREATE INDEX i ON t(x) WHERE x <> "hidden";
                CREATE TABLE log(x);
                CREATE TRIGGER logging AFTER INSERT ON t BEGIN
                    INSERT INTO log VALUES ("inserted");
                END;
                CREATE VIEW seen AS SELECT id FROM t WHERE x <> "hidden";
                """)
    }

    @Test("A double-quoted string in tables and indexes of an existing file keeps its meaning")
    func existingFile() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/old.db"
            try Self.makeOldFile(path)
            let connection = try Connection(path: path)
            try connection.execute("DROP TRIGGER logging")
            try connection.execute("INSERT INTO t(id) VALUES (1)")
            try connection.execute("INSERT INTO t(x) VALUES ('hidden')")
            #expect(
                try connection.rows("SELECT x, y FROM t ORDER BY id") == [
                    ["x": "none", "y": "none!"], ["x": "hidden", "y": "hidden!"],
                ])
            let error = try failure { try connection.execute("INSERT INTO t(x) VALUES ('bad')") }
            #expect(error.resultCode == .constraintCheck)
            #expect(try connection.value("SELECT count(*) FROM t WHERE x <> 'hidden'") == 1)
            try connection.execute("ALTER TABLE t ADD COLUMN z")
            #expect(try connection.value("PRAGMA integrity_check") == "ok")
        }
    }

    @Test("A double-quoted string in views and triggers of an existing file must be allowed")
    func viewsAndTriggers() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/old.db"
            try Self.makeOldFile(path)
            let strict = try Connection(path: path)
            let calls: [() throws -> Void] = [
                { try strict.execute("INSERT INTO t(x) VALUES ('new')") },
                { _ = try strict.rows("SELECT * FROM seen") },
            ]
            for call in calls { #expect(try failure(of: call).message.contains("no such column")) }
            let configuration = Connection.Configuration { $0.doubleQuotedStrings = .dml }
            let lenient = try Connection(path: path, configuration: configuration)
            try lenient.execute("INSERT INTO t(id, x) VALUES (5, 'new')")
            #expect(try lenient.value("SELECT x FROM log") == "inserted")
            #expect(try lenient.rows("SELECT * FROM seen") == [["id": 5]])
        }
    }
}

@Suite("An untrusted schema")
struct TrustedSchemaTests {
    private func setUp(trustsSchema: Bool?) throws -> Connection {
        let connection = try Connection(
            location: .inMemory,
            configuration: .init { if let trustsSchema { $0.trustsSchema = trustsSchema } })
        try connection.add(function: "plain", argc: 0) { _ in 1 }
        try connection.add(function: "harmless", argc: 0, options: .innocuous) { _ in 2 }
        try connection.execute(
            sql: """
                CREATE VIEW calls_plain AS SELECT plain() AS x;
                CREATE VIEW calls_harmless AS SELECT harmless() AS x;
                """)
        return connection
    }

    @Test("An untrusted schema can call only innocuous functions")
    func untrusted() throws {
        let connection = try setUp(trustsSchema: false)
        #expect(try connection.get(pragma: "trusted_schema") == false)
        let error = try failure { try connection.row("SELECT x FROM calls_plain") }
        #expect(error.message == "unsafe use of plain()")
        #expect(try connection.value("SELECT x FROM calls_harmless") == 2)
        #expect(try connection.value("SELECT plain()") == 1)
    }

    @Test("A schema is trusted by default and on request", arguments: [nil, true])
    func trusted(trustsSchema: Bool?) throws {
        let connection = try setUp(trustsSchema: trustsSchema)
        #expect(try connection.value("SELECT x FROM calls_plain") == 1)
    }
}
