import DataLiteCore
import Testing

@testable import DataLiteSyntax

@Suite("The kind of a statement")
struct StatementKindTests {
    @Test(
        "The kind of a statement shows its effect on a transaction",
        arguments: [
            ("BEGIN", .begin(.deferred)),
            (" ; /* go */ begin deferred ;", .begin(.deferred)),
            ("BEGIN IMMEDIATE TRANSACTION", .begin(.immediate)),
            ("BEGIN exclusive", .begin(.exclusive)),
            ("BEGIN TRANSACTION", .begin(.deferred)),
            ("BEGIN TRANSACTION a", .begin(.deferred)),
            ("COMMIT", .commit), ("COMMIT TRANSACTION", .commit), ("End Transaction a;", .commit),
            ("ROLLBACK", .rollback), ("ROLLBACK TRANSACTION", .rollback),
            ("ROLLBACK TRANSACTION a", .rollback),
            ("ROLLBACK TO a", .rollbackTo("a")),
            ("ROLLBACK TRANSACTION TO SAVEPOINT \"a\"\"b\"", .rollbackTo("a\"b")),
            ("ROLLBACK TRANSACTION a TO b", .rollbackTo("b")),
            ("SAVEPOINT [a b]", .savepoint("a b")), ("savepoint 'A'", .savepoint("A")),
            ("RELEASE a", .release("a")), ("RELEASE SAVEPOINT `a`", .release("a")),
        ] as [(String, SQLScanner.Kind)])
    func transactions(sql: String, kind: SQLScanner.Kind) throws {
        #expect(SQLScanner.kind(sql) == kind)
        _ = try Connection(location: .inMemory).prepare(sql: sql)
    }

    @Test(
        "The first tokens identify transaction statements and pragmas",
        arguments: [
            ("BEGIN IMMEDIATE TRANSACTION a", .begin(.immediate)), ("commit", .commit),
            ("eNd transaction", .commit), ("ROLLBACK", .rollback),
            ("ROLLBACK TRANSACTION a TO SAVEPOINT b", .rollbackTo("b")),
            ("pragma /* ; */ main.foreign_keys = -1", .pragma(name: "foreign_keys", value: "-1")),
            ("BEGIN IMMEDIATE a", .other), ("\"BEGIN\"", .other), ("begins", .other),
            ("CREATE TABLE t(x)", .other), ("REPLACE INTO t VALUES (1)", .other),
            ("INSERT INTO t VALUES (1)", .other), ("", .other), ("\u{E9}", .other),
            ("COMMIT " + String(repeating: "x ", count: 100), .other),
        ] as [(String, SQLScanner.Kind)])
    func control(sql: String, kind: SQLScanner.Kind) {
        var sql = sql
        #expect(sql.withUTF8(SQLScanner.controlKind) == kind)
    }

    @Test(
        "Statements that SQLite rejects have the kind `other`",
        arguments: [
            "BEGIN a", "BEGIN IMMEDIATE a", "COMMIT a", "ROLLBACK a", "ROLLBACK TO", "SAVEPOINT",
            "SAVEPOINT a b", "SAVEPOINT 1", "RELEASE", "RELEASE SAVEPOINT", "PRAGMA", "PRAGMA a.",
            "PRAGMA a = ", "PRAGMA a(1", "PRAGMA a()", "PRAGMA a = - b", "PRAGMA a = 1 2", "foo",
            "'SELECT'", "WITH", "WITH a AS (SELECT 1", "WITH a AS (SELECT 1)",
        ])
    func refused(sql: String) throws {
        #expect(SQLScanner.kind(sql) == .other)
        let connection = try Connection(location: .inMemory)
        #expect(throws: SQLiteError.self) { try connection.prepare(sql: sql) }
    }

    @Test(
        "The kind of a pragma contains its name and value",
        arguments: [
            ("PRAGMA user_version", "user_version", nil),
            ("pragma main.User_Version;", "user_version", nil),
            ("PRAGMA journal_mode = 'WAL'", "journal_mode", "WAL"),
            ("PRAGMA journal_mode=delete", "journal_mode", "delete"),
            ("PRAGMA foreign_keys(ON)", "foreign_keys", "ON"),
            ("PRAGMA cache_size = -2000", "cache_size", "-2000"),
            ("PRAGMA cache_size = + 7", "cache_size", "7"),
            ("PRAGMA \"temp\".table_info(\"a b\")", "table_info", "a b"),
        ])
    func pragmas(sql: String, name: String, value: String?) throws {
        #expect(SQLScanner.kind(sql) == .pragma(name: name, value: value))
        _ = try Connection(location: .inMemory).prepare(sql: sql)
    }

    @Test(
        "The kind of a statement distinguishes reading from writing",
        arguments: [
            ("SELECT 1", .query), ("VALUES (1)", .query), ("EXPLAIN DELETE FROM t", .query),
            ("INSERT INTO t VALUES (1) RETURNING a", .write), ("replace into t values (1)", .write),
            ("UPDATE t SET a = 1", .write), ("DELETE FROM t", .write),
            ("WITH x AS (SELECT 1) SELECT * FROM x", .query),
            (
                "WITH x(a, b) AS NOT MATERIALIZED (SELECT 1, (2)), y AS (SELECT 3) VALUES (1)",
                .query
            ),
            ("WITH RECURSIVE x AS (SELECT 1) INSERT INTO t SELECT * FROM x", .write),
            ("WITH x AS (SELECT 1) UPDATE t SET a = 1", .write),
            ("WITH replace AS (SELECT 1) DELETE FROM t", .write),
            ("WITH replace AS (SELECT 1) SELECT 2", .query),
            ("WITH x AS (WITH y AS (SELECT 1) SELECT * FROM y) DELETE FROM t", .write),
            ("CREATE TABLE t(a)", .schema), ("DROP VIEW v", .schema), ("ANALYZE", .schema),
            ("ALTER TABLE t RENAME TO u", .schema), ("VACUUM", .schema), ("REINDEX", .schema),
            ("ATTACH 'a' AS b", .other), ("DETACH b", .other), ("", .other), ("-- x", .other),
        ] as [(String, SQLScanner.Kind)])
    func others(sql: String, kind: SQLScanner.Kind) {
        #expect(SQLScanner.kind(sql) == kind)
    }
}
