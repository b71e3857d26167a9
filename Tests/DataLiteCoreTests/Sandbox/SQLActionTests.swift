import DataLiteCore
import Testing

@Suite("An action of SQL")
struct SQLActionTests {
    private let connection: Connection

    init() throws { connection = try .withSecrets() }

    private final class Log: @unchecked Sendable {
        // SAFETY: used by one connection, on one thread.
        var actions: [SQLAction] = []
    }

    /// The actions of a statement, which is not run.
    private func actions(_ sql: String) throws -> [SQLAction] {
        let log = Log()
        try connection.setAuthorizer(
            Authorizer {
                log.actions.append($0)
                return .allow
            })
        defer { try? connection.setAuthorizer(nil) }
        _ = try? connection.statement(sql)
        return log.actions
    }

    @Test(
        "Every kind of action has its names",
        arguments: [
            (
                "SELECT title FROM albums",
                SQLAction(.read(table: "albums", column: "title"), schema: "main")
            ),
            ("SELECT title FROM albums", SQLAction(.select)),
            ("SELECT lower('A')", SQLAction(.function("lower"))),
            ("SELECT 'a' LIKE 'b'", SQLAction(.function("like"))),
            (
                "SELECT * FROM titles",
                SQLAction(.read(table: "albums", column: "title"), schema: "main", source: "titles")
            ),
            (
                "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n) SELECT * FROM n",
                SQLAction(.recursive, source: "n")
            ),
            (
                "INSERT INTO albums VALUES (3, 'a', 'b')",
                SQLAction(.insert(table: "albums"), schema: "main")
            ),
            (
                "INSERT INTO albums VALUES (3, 'a', 'b')",
                SQLAction(.insert(table: "log"), schema: "main", source: "added")
            ),
            (
                "UPDATE albums SET title = ''",
                SQLAction(.update(table: "albums", column: "title"), schema: "main")
            ),
            ("DELETE FROM albums", SQLAction(.delete(table: "albums"), schema: "main")),
            ("BEGIN", SQLAction(.transaction("BEGIN"))),
            ("ROLLBACK", SQLAction(.transaction("ROLLBACK"))),
            ("SAVEPOINT s", SQLAction(.savepoint("BEGIN", name: "s"))),
            ("RELEASE s", SQLAction(.savepoint("RELEASE", name: "s"))),
            ("PRAGMA user_version", SQLAction(.pragma("user_version", argument: nil))),
            (
                "PRAGMA main.user_version = 7",
                SQLAction(.pragma("user_version", argument: "7"), schema: "main")
            ),
            ("ATTACH 'x.db' AS y", SQLAction(.attach(path: "x.db"))),
            ("ATTACH 'x' || '.db' AS y", SQLAction(.attach(path: nil))),
            ("DETACH y", SQLAction(.detach(name: "y"))),
            ("CREATE TABLE n(x)", SQLAction(.createTable("n"), schema: "main")),
            ("CREATE TEMP TABLE n(x)", SQLAction(.createTable("n"), schema: "temp")),
            (
                "CREATE VIRTUAL TABLE n USING fts5(x)",
                SQLAction(.createVirtualTable("n", module: "fts5"), schema: "main")
            ),
            (
                "CREATE INDEX i ON log(x)",
                SQLAction(.createIndex("i", table: "log"), schema: "main")
            ),
            ("CREATE VIEW v AS SELECT 1", SQLAction(.createView("v"), schema: "main")),
            (
                "CREATE TEMP VIEW v AS SELECT 1",
                SQLAction(.createView("v"), schema: "temp")
            ),
            (
                "CREATE TRIGGER t AFTER INSERT ON log BEGIN SELECT 1; END",
                SQLAction(.createTrigger("t", table: "log"), schema: "main")
            ),
            (
                "CREATE TEMP TRIGGER t AFTER INSERT ON log BEGIN SELECT 1; END",
                SQLAction(.createTrigger("t", table: "log"), schema: "temp")
            ),
            ("DROP TABLE log", SQLAction(.dropTable("log"), schema: "main")),
            ("DROP VIEW titles", SQLAction(.dropView("titles"), schema: "main")),
            (
                "DROP TRIGGER added",
                SQLAction(.dropTrigger("added", table: "albums"), schema: "main")
            ),
            ("ALTER TABLE log RENAME TO l", SQLAction(.alterTable("log"), schema: "main")),
            ("ANALYZE albums", SQLAction(.analyze(table: "albums"), schema: "main")),
        ])
    func actions(sql: String, expected: SQLAction) throws {
        let actions = try actions(sql)
        #expect(actions.contains(expected), "\(actions)")
    }

    @Test("Temporary objects have the actions of others, and the schema temp")
    func otherActions() throws {
        try connection.execute(
            script: """
                CREATE INDEX i ON log(x); CREATE TEMP TABLE t(x); CREATE INDEX temp.ti ON t(x);
                CREATE TEMP VIEW tv AS SELECT 1;
                CREATE TEMP TRIGGER tt AFTER INSERT ON t BEGIN SELECT 1; END;
                CREATE VIRTUAL TABLE docs USING fts5(body);
                """)
        let expected: [(String, SQLAction.Kind, schema: String)] = [
            ("DROP INDEX i", .dropIndex("i", table: "log"), "main"),
            ("REINDEX i", .reindex("i"), "main"),
            ("CREATE INDEX temp.t2 ON t(x)", .createIndex("t2", table: "t"), "temp"),
            ("DROP INDEX ti", .dropIndex("ti", table: "t"), "temp"),
            ("DROP TABLE t", .dropTable("t"), "temp"),
            ("DROP VIEW tv", .dropView("tv"), "temp"),
            ("DROP TRIGGER tt", .dropTrigger("tt", table: "t"), "temp"),
            ("DROP TABLE docs", .dropVirtualTable("docs", module: "fts5"), "main"),
        ]
        for (sql, kind, schema) in expected {
            let actions = try actions(sql)
            #expect(actions.contains(SQLAction(kind, schema: schema)), "\(sql): \(actions)")
        }
    }
}
