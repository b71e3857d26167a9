import DataLiteCore
import DataLiteTransfer
import Testing

@Suite("A dump of tables")
struct DumpContentTests {
    private func content(
        _ connection: Connection, _ format: DumpFormat = .list()
    ) throws -> String {
        var text = ""
        try connection.dumpContent(format: format, to: &text)
        return text
    }

    private func tables(_ names: [String], _ connection: Connection) throws -> String {
        var text = ""
        try connection.dumpTables(names, to: &text)
        return text
    }

    @Test("The content is the schema and the rows of all tables in a stable order")
    func content() throws {
        let connection = try Connection.inMemory()
        try connection.execute(
            script: """
                CREATE TABLE songs(title TEXT, album INTEGER);
                CREATE TABLE Albums(id INTEGER PRIMARY KEY, title TEXT);
                CREATE VIEW latest AS SELECT max(id) FROM Albums;
                CREATE TRIGGER songs_added AFTER INSERT ON songs BEGIN SELECT 1; END;
                CREATE INDEX songs_album ON songs(album);
                INSERT INTO Albums VALUES (2, 'Post'), (1, 'Debut');
                INSERT INTO songs VALUES ('Hyperballad', 2), ('Army of Me', 2);
                """)
        #expect(
            try content(connection) == """
                sqlite_master
                CREATE TABLE Albums(id INTEGER PRIMARY KEY, title TEXT);
                CREATE VIEW latest AS SELECT max(id) FROM Albums;
                CREATE TABLE songs(title TEXT, album INTEGER);
                CREATE INDEX songs_album ON songs(album);
                CREATE TRIGGER songs_added AFTER INSERT ON songs BEGIN SELECT 1; END;

                Albums
                1|Debut
                2|Post

                songs
                Army of Me|2
                Hyperballad|2

                """)
        #expect(connection.isAutocommit)
    }

    @Test("A function that replaces LIKE does not change the content")
    func replacedLike() throws {
        let connection = try Connection.inMemory()
        try connection.execute(script: "CREATE TABLE t(id INTEGER PRIMARY KEY AUTOINCREMENT, x)")
        let before = try content(connection)
        #expect(before.contains("CREATE TABLE t") && !before.contains("CREATE TABLE sqlite_"))
        try connection.add(function: "like", argc: 3) { _ in 1 }
        #expect(try content(connection) == before)
    }

    @Test("An empty database has an empty schema")
    func empty() throws {
        #expect(try content(.inMemory()) == "sqlite_master\n")
    }

    @Test(
        "The order of rows does not depend on the order of their insertion",
        arguments: [
            ("a, b, c", "1||\n1|2|\n1|x|\n1.0|x|\n2|A|\n2|a|\nX'01'||\n"),
            ("a, b COLLATE NOCASE, c", "1||\n1|2|\n1|x|\n1.0|x|\n2|A|\n2|a|\nX'01'||\n"),
            ("a, b, c, PRIMARY KEY (b, c)", "1||\nX'01'||\n1|2|\n2|A|\n2|a|\n1|x|\n1.0|x|\n"),
        ])
    func order(columns: String, expected: String) throws {
        let rows = [
            "2, 'a'", "1, 'x'", "1.0, 'x'", "1, NULL", "2, 'A'", "X'01', NULL", "1, 2",
        ]
        for rows in [rows, rows.reversed()] {
            let connection = try Connection.inMemory()
            try connection.execute(SQL(raw: "CREATE TABLE t(\(columns))"))
            for row in rows {
                try connection.execute(SQL(raw: "INSERT INTO t(a, b) VALUES (\(row))"))
            }
            #expect(try tables(["t"], connection) == expected)
        }
    }

    @Test("Several tables have their names before them")
    func several() throws {
        let connection = try Connection.inMemory()
        try connection.execute(
            script: """
                CREATE TABLE a(x); CREATE TABLE "b c"(y); CREATE VIEW v(z) AS SELECT x + 1 FROM a;
                INSERT INTO a VALUES (1); INSERT INTO "b c" VALUES (2);
                CREATE TEMP TABLE a(other); INSERT INTO temp.a VALUES ('hidden');
                """)
        #expect(try tables(["b c", "a", "v"], connection) == "b c\n2\n\na\n1\n\nv\n2\n")
        #expect(try tables(["A"], connection) == "1\n")
        #expect(try tables([], connection) == "")
        let error = try failure { try tables(["nowhere"], connection) }
        #expect(error.message == "no such table: main.nowhere")
        #expect(connection.isAutocommit)
    }

    @Test("Generated columns are dumped, and tables of full-text search only once")
    func special() throws {
        let connection = try Connection.inMemory()
        try connection.execute(
            script: """
                CREATE TABLE t(a, b AS (a * 2), c AS (a + 1) STORED, PRIMARY KEY(a)) WITHOUT ROWID;
                INSERT INTO t VALUES (3), (1);
                CREATE VIRTUAL TABLE docs USING fts5(body);
                INSERT INTO docs VALUES ('hello');
                CREATE TABLE seq(id INTEGER PRIMARY KEY AUTOINCREMENT);
                INSERT INTO seq VALUES (9);
                """)
        let text = try content(connection)
        #expect(text.hasSuffix("\ndocs\nhello\n\nseq\n9\n\nt\n1|2|2\n3|6|4\n"))
        #expect(!text.contains("docs_data"))
        #expect(!text.contains("sqlite_sequence"))
    }

    @Test("The schema is dumped without rows")
    func schema() throws {
        let connection = try Connection.inMemory()
        try connection.execute(
            script: """
                CREATE TABLE t(a, -- a\n b UNIQUE); CREATE INDEX i ON t(b);
                INSERT INTO t VALUES (1, 2)
                """)
        var text = ""
        try connection.dumpSchema(to: &text)
        #expect(text == "CREATE TABLE t(a, -- a\n b UNIQUE);\nCREATE INDEX i ON t(b);\n")
    }

    @Test("The dump sees one state of the database, also inside a transaction")
    func transaction() throws {
        let connection = try Connection.inMemory()
        try connection.execute("CREATE TABLE t(x)")
        try connection.transaction {
            try connection.execute("INSERT INTO t VALUES (1)")
            #expect(try content(connection, .json()).hasSuffix("\nt\n[{\"x\":1}]\n"))
        }
    }
}
