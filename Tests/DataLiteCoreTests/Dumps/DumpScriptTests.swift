import DataLiteCore
import DataLiteTransfer
import Foundation
import Testing

@Suite("A dump as a script")
struct DumpScriptTests {
    private func script(of connection: Connection) throws -> String {
        var text = ""
        try connection.dumpScript(to: &text)
        return text
    }

    @Test("The script is readable SQL")
    func text() throws {
        let connection = try Connection.inMemory()
        try connection.execute(
            script: """
                CREATE TABLE albums(id INTEGER PRIMARY KEY, title TEXT);
                CREATE TABLE notes(text);
                INSERT INTO albums VALUES (1, 'It''s'), (2, NULL);
                INSERT INTO notes(rowid, text) VALUES (7, X'00');
                CREATE VIEW v AS SELECT 1 -- a comment
                ;
                CREATE INDEX i ON albums(title);
                PRAGMA user_version = 3;
                """)
        #expect(
            try script(of: connection) == """
                PRAGMA foreign_keys = OFF;
                BEGIN;
                PRAGMA user_version = 3;
                CREATE TABLE albums(id INTEGER PRIMARY KEY, title TEXT);
                INSERT INTO "albums"("id","title") VALUES(1,'It''s');
                INSERT INTO "albums"("id","title") VALUES(2,NULL);
                CREATE TABLE notes(text);
                INSERT INTO "notes"("rowid","text") VALUES(7,X'00');
                CREATE INDEX i ON albums(title);
                CREATE VIEW v AS SELECT 1;
                COMMIT;
                PRAGMA foreign_keys = ON;

                """)
    }

    @Test(
        "The script recreates a database",
        arguments: [
            "",
            "CREATE TABLE t(a INTEGER PRIMARY KEY AUTOINCREMENT); INSERT INTO t VALUES (5); DELETE FROM t",
            "CREATE TABLE t(a, rowid, oid); INSERT INTO t(_rowid_, a) VALUES (-3, 'x'), (9, 1.5)",
            "CREATE TABLE t(rowid, _rowid_, oid); INSERT INTO t VALUES (1, 2, 3)",
            "CREATE TABLE t(a TEXT PRIMARY KEY, b) WITHOUT ROWID; INSERT INTO t VALUES ('b', 1), ('a', 2)",
            """
            CREATE TABLE t(a INT, b AS (a * 2) VIRTUAL, c TEXT AS (hex(a)) STORED, d, PRIMARY KEY (a, d));
            INSERT INTO t VALUES (1, 'x'), (1.5, 'y'), (NULL, 'z')
            """,
            "CREATE TABLE t(a INT, b ANY) STRICT; INSERT INTO t VALUES (1, '1'), (2, 1), (3, X'31')",
            """
            CREATE TABLE p(id INTEGER PRIMARY KEY); CREATE TABLE c(p REFERENCES p DEFERRABLE INITIALLY DEFERRED);
            INSERT INTO p VALUES (1); INSERT INTO c VALUES (1);
            PRAGMA foreign_keys = OFF; INSERT INTO c VALUES (99)
            """,
            """
            CREATE TABLE t(a UNIQUE, b CHECK (b > 0)); CREATE TABLE log(x);
            CREATE TRIGGER r AFTER INSERT ON t BEGIN INSERT INTO log VALUES (new.a); SELECT ';'; END;
            INSERT INTO t VALUES (1, 1); DELETE FROM log;
            CREATE VIEW w AS SELECT * FROM v /* not closed;
            """,
            """
            CREATE VIEW a(x) AS SELECT x FROM z; CREATE TABLE z(x);
            CREATE TRIGGER r INSTEAD OF INSERT ON a BEGIN INSERT INTO z VALUES (new.x); END;
            CREATE UNIQUE INDEX i ON z(lower(x) DESC) WHERE x IS NOT NULL
            """,
            "CREATE TABLE \"select \"\" from\"(\"a\"\"b\", [c d], `e`); INSERT INTO \"select \"\" from\" VALUES (1, 2, 3)",
            "CREATE TABLE t(x); INSERT INTO t VALUES (9e999), (-9e999), (-0.0), (0.1), (5e-324), (1e308 + 0.1)",
            "CREATE TABLE t(x); INSERT INTO t VALUES ('a' || char(0, 10, 13, 27) || 'b'), (CAST(X'61FF' AS TEXT))",
            "CREATE TABLE t(x); INSERT INTO t VALUES (''), (X''), (NULL), (-9223372036854775808), (zeroblob(70000))",
            "CREATE TABLE t(x, y); CREATE INDEX i ON t(x); INSERT INTO t VALUES (1, 2), (2, 2); ANALYZE",
            "CREATE TABLE t(x DEFAULT (1 + 2), y DEFAULT '\u{fffd}', z DEFAULT CURRENT_TIME); PRAGMA user_version = -7",
            "CREATE TABLE t AS SELECT 1 AS a, 'b' AS b; PRAGMA application_id = 252006673",
            "CREATE TEMP TABLE t(x); INSERT INTO t VALUES (1); CREATE TABLE u(x)",
        ])
    func recreates(script: String) throws {
        let source = try Connection.inMemory()
        try source.execute(script: script)
        try expectCopy(of: source)
    }

    @Test(
        "The script recreates tables of virtual tables",
        arguments: [
            "CREATE VIRTUAL TABLE v USING fts5(a, b); INSERT INTO v(rowid, a, b) VALUES (7, 'hello', 'x'), (9, 'y', NULL)",
            "CREATE VIRTUAL TABLE v USING fts5(a, content = ''); INSERT INTO v(rowid, a) VALUES (3, 'hello')",
            """
            CREATE TABLE c(a); CREATE VIRTUAL TABLE v USING fts5(a, content = 'c');
            INSERT INTO c(rowid, a) VALUES (5, 'hello'); INSERT INTO v(v) VALUES ('rebuild')
            """,
            "CREATE VIRTUAL TABLE v USING fts4(a); INSERT INTO v(rowid, a) VALUES (3, 'hello world')",
            "CREATE VIRTUAL TABLE \"it's\" USING fts5(a); INSERT INTO \"it's\" VALUES ('hello')",
            "CREATE VIRTUAL TABLE r USING rtree(id, x0, x1); INSERT INTO r VALUES (1, 2, 3), (2, 3.5, 4)",
        ])
    func virtualTables(script: String) throws {
        let source = try Connection.inMemory()
        try source.execute(script: script)
        let copy = try expectCopy(of: source)
        let name: String = try source.requiredValue(
            "SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL%'")
        guard !script.contains("rtree") else {
            return #expect(
                try copy.rows("SELECT id FROM r WHERE x0 > 3").count
                    == source.rows("SELECT id FROM r WHERE x0 > 3").count)
        }
        let search: SQL = """
            SELECT rowid FROM \(identifier: name) WHERE \(identifier: name) MATCH 'hello'
            """
        #expect(try copy.rows(search) == source.rows(search))
        #expect(try copy.rows(search).count == 1)
        #expect(try copy.value("PRAGMA integrity_check") == "ok")
    }

    @Test("The script keeps the encoding and the text", arguments: ["UTF-16le", "UTF-16be"])
    func encodings(encoding: String) throws {
        let source = try Connection.inMemory(encoding: encoding)
        try source.execute(
            script: "CREATE TABLE t(x); INSERT INTO t VALUES ('日本' || char(0) || 'x'), ('plain')")
        let copy = try expectCopy(of: source)
        #expect(try copy.value("PRAGMA encoding") == encoding)
    }

    @Test("Foreign keys are afterwards as on the dumped connection", arguments: [true, false])
    func foreignKeys(isOn: Bool) throws {
        let source = try Connection.inMemory()
        try source.setForeignKeys(isOn)
        let copy = try Connection.inMemory()
        try copy.execute(script: script(of: source))
        #expect(try copy.foreignKeys == isOn)
    }

    @Test("A statement hidden in the schema of a hostile file is not dumped")
    func hostileSchema() throws {
        for hidden in ["; DROP TABLE users", "; ATTACH \"x\" AS y", ";;SELECT 1"] {
            let source = try Connection.inMemory()
            try source.execute(
                script: """
                    CREATE TABLE t(x);
                    PRAGMA writable_schema = ON;
                    UPDATE sqlite_master SET sql = sql || '\(hidden)';
                    PRAGMA writable_schema = RESET;
                    """)
            #expect(try source.rows("SELECT * FROM t").isEmpty)
            let error = try failure { try script(of: source) }
            #expect(error.resultCode == .corrupt)
            #expect(
                error.message
                    == "the table \"t\" is not created by one statement, so it cannot be dumped")
            #expect(source.isAutocommit)
        }
    }

    @Test("A schema that is not UTF-8 is not dumped")
    func invalidSchema() throws {
        let source = try Connection.inMemory()
        try source.execute(
            script: """
                CREATE TABLE t(x DEFAULT 'a');
                PRAGMA writable_schema = ON;
                UPDATE sqlite_master SET sql = CAST(X'435245415445205441424c4520742878202d2d20ff0a29' AS TEXT);
                PRAGMA writable_schema = RESET;
                """)
        let error = try failure { try script(of: source) }
        #expect(error.message.contains("text that is not valid UTF-8"))
    }

    @Test("A dump into a database in use reports the existing table and changes nothing")
    func existing() throws {
        let source = try Connection.inMemory()
        try source.execute(script: "CREATE TABLE a(x); CREATE TABLE t(x)")
        let target = try Connection.inMemory()
        try target.execute("CREATE TABLE t(y)")
        let error = try failure { try target.execute(script: script(of: source)) }
        #expect(error.message == "table t already exists")
        #expect(target.isAutocommit)
        #expect(try !target.tableExists("a"))
    }
}
