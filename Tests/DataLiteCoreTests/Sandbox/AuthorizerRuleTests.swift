import DataLiteCore
import Testing

@Suite("A rule of an authorizer")
struct AuthorizerRuleTests {
    private let connection: Connection

    init() throws {
        connection = try .inMemory()
        try connection.execute(
            script: """
                CREATE TABLE albums(id INTEGER PRIMARY KEY, title TEXT);
                CREATE INDEX by_title ON albums(title);
                CREATE TABLE secrets(x);
                INSERT INTO secrets VALUES (42);
                CREATE VIEW titles AS SELECT title FROM albums;
                CREATE VIEW leak AS SELECT x FROM secrets;
                ATTACH ':memory:' AS other;
                CREATE TABLE other.albums(id);
                """)
    }

    private func isAllowed(_ sql: String, _ authorizer: Authorizer) throws -> Bool {
        do {
            try connection.withAuthorizer(authorizer) { _ = try connection.statement(sql) }
            return true
        } catch let error as SQLiteError where Self.isDenial(error) {
            return false
        }
    }

    /// SQLite reports a denied function, and the denied declaration of a table-valued function, as SQLITE_ERROR.
    private static func isDenial(_ error: SQLiteError) -> Bool {
        error.resultCode.primary == .auth || error.message.hasPrefix("not authorized")
            || error.message.hasPrefix("vtable constructor failed")
    }

    @Test(
        "readOnly allows what reads",
        arguments: [
            "SELECT * FROM albums", "SELECT count(*) FROM leak",
            "WITH a AS (SELECT 1) SELECT * FROM a",
            "EXPLAIN QUERY PLAN SELECT 1", "BEGIN", "COMMIT", "SAVEPOINT s",
            "PRAGMA table_info(albums)",
            "PRAGMA user_version", "PRAGMA integrity_check",
            "SELECT * FROM sqlite_schema", "VALUES (1)", "SELECT * FROM other.albums",
        ])
    func reads(sql: String) throws {
        #expect(try isAllowed(sql, .readOnly))
    }

    @Test(
        "readOnly denies what writes",
        arguments: [
            "INSERT INTO albums VALUES (1, '')", "REPLACE INTO albums VALUES (1, '')",
            "UPDATE albums SET title = ''", "DELETE FROM albums", "DELETE FROM albums RETURNING *",
            "CREATE TABLE t(x)", "CREATE TEMP TABLE t(x)", "CREATE TABLE t AS SELECT 1",
            "CREATE VIEW v AS SELECT 1", "CREATE TEMP VIEW v AS SELECT 1",
            "CREATE INDEX i ON albums(title)",
            "CREATE TRIGGER t AFTER INSERT ON albums BEGIN SELECT 1; END",
            "CREATE VIRTUAL TABLE f USING fts5(x)", "DROP TABLE albums", "DROP VIEW titles",
            "ALTER TABLE albums ADD COLUMN y", "ALTER TABLE albums RENAME TO z",
            "ATTACH ':memory:' AS m",
            "DETACH other", "ANALYZE", "REINDEX", "PRAGMA user_version = 1", "PRAGMA journal_mode",
            "PRAGMA writable_schema = ON", "PRAGMA optimize", "PRAGMA wal_checkpoint",
            "PRAGMA incremental_vacuum", "PRAGMA main.cache_size = 1", "PRAGMA foreign_keys = OFF",
            "EXPLAIN DELETE FROM albums", "WITH a AS (SELECT 1) DELETE FROM albums",
        ])
    func writes(sql: String) throws {
        #expect(try !isAllowed(sql, .readOnly))
    }

    @Test("readOnly denies VACUUM when it runs")
    func vacuum() throws {
        for sql in ["VACUUM", "VACUUM INTO '/tmp/datalite-copy.db'"] {
            let error = try failure {
                try connection.withAuthorizer(.readOnly) { try connection.execute(SQL(raw: sql)) }
            }
            #expect(error.message.contains("authoriz"), "\(error)")
        }
    }

    @Test(
        "tables allows only its tables, also through views and common table expressions",
        arguments: [
            ("SELECT * FROM albums", true), ("SELECT * FROM ALBUMS", true),
            ("SELECT count(*) FROM albums", true), ("SELECT title FROM titles", true),
            ("WITH c AS (SELECT id FROM albums) SELECT id FROM c", true),
            ("SELECT a FROM (SELECT id AS a FROM albums)", true), ("SELECT 1", true),
            ("INSERT INTO albums VALUES (1, '')", true), ("DELETE FROM albums", true),
            ("SELECT * FROM secrets", false), ("SELECT count(*) FROM secrets", false),
            ("SELECT 1 FROM secrets", false), ("SELECT * FROM leak", false),
            ("SELECT * FROM other.albums", false), ("SELECT count(*) FROM other.albums", false),
            ("SELECT * FROM sqlite_schema", false), ("SELECT * FROM sqlite_temp_schema", false),
            ("WITH albums AS (SELECT x FROM secrets) SELECT x FROM albums", false),
            ("WITH titles(title) AS (SELECT x FROM secrets) SELECT title FROM titles", false),
            ("SELECT (SELECT x FROM secrets AS albums)", false),
            ("SELECT id FROM albums WHERE id IN (SELECT x FROM secrets)", false),
            ("SELECT id FROM albums UNION SELECT x FROM secrets", false),
            ("INSERT INTO albums SELECT x, '' FROM secrets", false),
            ("UPDATE albums SET title = (SELECT x FROM secrets)", false),
            ("DELETE FROM albums WHERE id = (SELECT x FROM secrets)", false),
            ("CREATE TEMP VIEW albums AS SELECT x FROM secrets", false),
            ("CREATE TEMP TABLE albums(x)", false), ("CREATE VIEW v AS SELECT 1", false),
            (
                "CREATE TEMP TRIGGER albums AFTER INSERT ON albums BEGIN DELETE FROM secrets; END",
                false
            ),
            ("SELECT * FROM json_each('[]')", false),
            ("SELECT * FROM pragma_table_info('secrets')", false),
            ("DROP TABLE albums", false), ("ALTER TABLE secrets RENAME TO z", false),
            ("CREATE INDEX i ON secrets(x)", false), ("ANALYZE", false), ("REINDEX", false),
        ])
    func tables(sql: String, isAllowed: Bool) throws {
        #expect(try self.isAllowed(sql, .tables(["albums", "titles"])) == isAllowed)
    }

    @Test("The other rules deny one kind of action")
    func otherRules() throws {
        #expect(try isAllowed("SELECT Lower('A')", .functions(["lower"])))
        #expect(try !isAllowed("SELECT upper('A')", .functions(["lower"])))
        #expect(try !isAllowed("SELECT 'a' LIKE 'b'", .functions(["lower"])))
        #expect(try !isAllowed("SELECT count(*) FROM albums", .functions([])))
        #expect(
            try !isAllowed("SELECT title FROM albums ORDER BY upper(title)", .functions(["lower"])))
        #expect(try !isAllowed("PRAGMA user_version", .withoutPragmas))
        #expect(try isAllowed("DELETE FROM albums", .withoutPragmas))
        #expect(try !isAllowed("ATTACH ':memory:' AS m", .withoutAttach))
        #expect(try !isAllowed("DETACH other", .withoutAttach))
        #expect(try isAllowed("PRAGMA user_version", .withoutAttach))
        #expect(try isAllowed("DELETE FROM albums", .withoutSchemaChanges))
        for sql in ["CREATE TABLE t(x)", "DROP VIEW titles", "ALTER TABLE albums ADD y", "REINDEX"]
        {
            #expect(try !isAllowed(sql, .withoutSchemaChanges))
        }
        #expect(try !isAllowed("SELECT upper('A')", .all(.readOnly, .functions(["lower"]))))
        #expect(try isAllowed("SELECT 1", .all()))
    }

    @Test("A pragma read as a table is a pragma")
    func pragmaTables() throws {
        for authorizer in [Authorizer.withoutPragmas, .all(.readOnly, .withoutPragmas)] {
            let error = try failure {
                try connection.withAuthorizer(authorizer) { () throws in
                    try connection.rows("SELECT * FROM pragma_table_info('secrets')")
                }
            }
            #expect(error.message.contains("authoriz"), "\(error)")
        }
    }
}
