import DataLiteC
import DataLiteCore
import Foundation
import Testing

@Suite("A collation that throws an error")
struct ThrowingCollationTests {
    /// Fails if one of the strings is `bad`, while it is armed.
    private final class Fuse {
        var isArmed = true
        var calls = 0

        func compare(_ lhs: String, _ rhs: String) throws -> ComparisonResult {
            calls += 1
            if isArmed, lhs == "bad" || rhs == "bad" { throw Refused() }
            return lhs < rhs ? .orderedAscending : lhs > rhs ? .orderedDescending : .orderedSame
        }
    }

    private let fuse = Fuse()
    private let connection: Connection

    init() throws {
        connection = try Connection(location: .inMemory)
        let fuse = fuse
        try connection.add(collation: "c") { try fuse.compare($0, $1) }
        try connection.execute(
            script: """
                CREATE TABLE t(x TEXT COLLATE c);
                INSERT INTO t VALUES ('a'), ('bad'), ('z');
                CREATE TABLE u(x TEXT COLLATE c UNIQUE);
                INSERT INTO u VALUES ('a'), ('b'), ('c');
                """)
    }

    private func expectRefused(_ body: () throws -> Void) throws {
        let error = try failure(of: body)
        #expect(error.resultCode == .error)
        #expect(error.underlyingError as? Refused == Refused())
        #expect(error.message.contains("collation \"c\""))
        #expect(error.sql != nil)
    }

    @Test(
        "A statement that sorts, compares or groups fails with the error, and the next one works",
        arguments: [
            "SELECT x FROM t ORDER BY x", "SELECT DISTINCT x FROM t",
            "SELECT x, count(*) FROM t GROUP BY x", "SELECT max(x) FROM t",
            "SELECT * FROM t WHERE x > 'b'", "SELECT * FROM t WHERE x = 'nix'",
            "SELECT x FROM t UNION SELECT 'b'", "SELECT row_number() OVER (ORDER BY x) FROM t",
            "SELECT x IN ('b', 'a') FROM t", "SELECT 1 FROM t a JOIN t b ON a.x = b.x",
            "CREATE INDEX i ON t(x)", "REINDEX",
            "WITH r(x) AS (SELECT x FROM t) SELECT x FROM r ORDER BY x COLLATE c DESC LIMIT 1",
        ])
    func statements(_ sql: String) throws {
        if sql == "REINDEX" {
            fuse.isArmed = false
            try connection.execute("INSERT INTO u VALUES ('bad')")
            fuse.isArmed = true
        }
        try expectRefused { _ = try connection.rows(SQL(raw: sql)) }
        fuse.isArmed = false
        _ = try connection.rows(SQL(raw: sql))
        #expect(try connection.value("PRAGMA integrity_check") == "ok")
    }

    @Test("The closure is not called again before the statement ends")
    func callsAfterError() throws {
        try connection.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
            INSERT INTO t SELECT 'bad' FROM n
            """)
        fuse.calls = 0
        try expectRefused { _ = try connection.rows("SELECT x FROM t ORDER BY x") }
        #expect(fuse.calls < 10)
    }

    @Test("The statement is interrupted, unless another statement is running")
    func interruption() throws {
        let statement = try connection.statement(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
            SELECT i FROM n WHERE cast(i AS TEXT) < 'bad' COLLATE c AND i < 0
            """)
        func steps() throws -> Int32 {
            try expectRefused { _ = try statement.step() }
            try statement.reset()
            return statement.status(.virtualMachineSteps, resetting: true)
        }
        #expect(try steps() < 10_000)
        let cursor = try connection.cursor("SELECT rowid FROM t")
        #expect(try cursor.next() != nil)
        #expect(try steps() > 50_000)
        try cursor.close()
    }

    @Test("An insert outside a transaction is not committed, whatever the index looks like")
    func insert() throws {
        for sql: SQL in [
            "INSERT INTO u VALUES ('bad')", "INSERT INTO u VALUES ('bad') RETURNING x",
            "UPDATE u SET x = 'bad' WHERE rowid = 1 RETURNING x", "REPLACE INTO u VALUES ('bad')",
        ] {
            try expectRefused { _ = try connection.rows(sql) }
            try expectRefused { _ = try connection.cursor(sql).next() }
        }
        #expect(try connection.value("SELECT count(*) FROM u") == 3)
        #expect(try connection.value("PRAGMA integrity_check") == "ok")
        #expect(connection.isAutocommit)
        try connection.execute("INSERT INTO u VALUES ('d')")
        #expect(try connection.value("SELECT count(*) FROM u") == 4)
    }

    @Test("An insert in a transaction rolls the transaction back")
    func insertInTransaction() throws {
        var rollbacks = 0
        let hook = try connection.onRollback { rollbacks += 1 }
        try connection.beginTransaction()
        try connection.execute("INSERT INTO u VALUES ('d')")
        try expectRefused { try connection.execute("INSERT INTO u VALUES ('bad')") }
        #expect(connection.isAutocommit)
        #expect(rollbacks == 1)
        #expect(try connection.value("SELECT count(*) FROM u") == 3)
        let error = try failure {
            try connection.transaction {
                _ = try? connection.execute("INSERT INTO u VALUES ('bad') RETURNING x")
                try connection.execute("INSERT INTO u VALUES ('e')")
            }
        }
        #expect(error.resultCode == .abortRollback)
        #expect(try connection.value("SELECT count(*) FROM u") == 3)
        withExtendedLifetime(hook) {}
    }

    @Test("A read that fails in a transaction keeps the transaction")
    func readInTransaction() throws {
        try connection.transaction {
            try connection.execute("INSERT INTO u VALUES ('d')")
            try expectRefused { _ = try connection.rows("SELECT x FROM t ORDER BY x") }
        }
        #expect(try connection.value("SELECT count(*) FROM u") == 4)
    }

    @Test("Other running statements continue")
    func otherStatements() throws {
        let cursor = try connection.cursor("SELECT rowid FROM t")
        #expect(try cursor.next() != nil)
        try expectRefused { _ = try connection.rows("SELECT x FROM t ORDER BY x") }
        #expect(try cursor.next() != nil)
        #expect(try cursor.next() != nil)
        #expect(try cursor.next() == nil)
        try expectRefused { try connection.execute("INSERT INTO u VALUES ('bad')") }
        #expect(try connection.value("SELECT count(*) FROM u") == 3)
    }

    @Test("A prepared statement can run again after the error")
    func statement() throws {
        let statement = try connection.prepare(sql: "SELECT x FROM t WHERE x < 'b' ORDER BY x")
        try expectRefused { _ = try statement.step() }
        try statement.reset()
        fuse.isArmed = false
        #expect(try statement.step())
        #expect(statement.currentRow() == ["x": "a"])
        #expect(try !statement.step())
    }

    @Test("A function that catches the error lets its statement continue")
    func nested() throws {
        let (connection, fuse) = (connection, fuse)
        var codes: [ResultCode?] = []
        try connection.add(function: "f") { [unowned connection] () -> Int in
            do {
                _ = try connection.rows("SELECT x FROM t ORDER BY x")
                codes.append(nil)
            } catch {
                codes.append((error as? SQLiteError)?.resultCode)
            }
            return 1
        }
        #expect(try connection.rows("SELECT f() FROM u").count == 3)
        #expect(codes == [.error, .error, .error])
        fuse.isArmed = false
        #expect(try connection.rows("SELECT f() FROM u LIMIT 1").count == 1)
        #expect(codes.last == .some(nil))
        try connection.remove(function: "f")
    }

    @Test("A statement that a function runs after the error compares with the collation")
    func nestedAfterError() throws {
        let (connection, fuse) = (connection, fuse)
        var results: [[SQLiteRow]] = []
        try connection.add(collation: "down") { lhs, rhs in
            lhs < rhs ? .orderedDescending : lhs > rhs ? .orderedAscending : .orderedSame
        }
        try connection.add(function: "g") { [unowned connection] (_: Int) -> Int in
            fuse.isArmed = false
            defer { fuse.isArmed = true }
            try connection.execute("INSERT INTO u VALUES ('inner')")
            _ = try? connection.execute("SELECT * FROM missing")
            results.append(try connection.rows("SELECT x FROM t ORDER BY x COLLATE down"))
            return 1
        }
        // Another running statement prevents the interruption.
        let cursor = try connection.cursor("SELECT rowid FROM t")
        _ = try cursor.next()
        try expectRefused { _ = try connection.rows("SELECT g('bad' = 'b' COLLATE c)") }
        try cursor.close()
        #expect(results == [[["x": "z"], ["x": "bad"], ["x": "a"]]])
        fuse.isArmed = false
        #expect(try connection.value("SELECT count(*) FROM u WHERE x = 'inner'") == 1)
        try connection.remove(function: "g")
    }

    @Test("The error of a statement of the C interface does not reach the next statement")
    func foreignStatement() throws {
        let code = try connection.withUnsafeHandle { handle in
            sqlite3_exec(handle, "SELECT x FROM t ORDER BY x", nil, nil, nil)
        }
        #expect(code == SQLITE_INTERRUPT || code == SQLITE_OK)
        fuse.isArmed = false
        #expect(try connection.rows("SELECT x FROM t ORDER BY x").count == 3)
        #expect(try connection.withUnsafeHandle { sqlite3_commit_hook($0, nil, nil) } == nil)
    }

    @Test("A function error keeps its result code")
    func functionError() throws {
        try connection.add(collation: "d") { _, _ in throw FunctionError(.tooBig, "long") }
        let error = try failure {
            _ = try connection.rows("SELECT x FROM u ORDER BY x COLLATE d")
        }
        #expect(error.resultCode == .tooBig)
        #expect(error.message == "collation \"d\": long")
    }

    @Test("A collation that runs SQL and throws its error fails with it")
    func reentrancy() throws {
        let connection = connection
        try connection.add(collation: "d") { [unowned connection] _, _ in
            try connection.execute("DELETE FROM u")
            return .orderedSame
        }
        let error = try failure { _ = try connection.rows("SELECT x FROM u ORDER BY x COLLATE d") }
        #expect(error.underlyingCode == .misuse)
        #expect(try connection.value("SELECT count(*) FROM u") == 3)
    }

    @Test("The commit hook of the failure ends with the statement")
    func commitHook() throws {
        try expectRefused { try connection.execute("INSERT INTO u VALUES ('bad')") }
        #expect(try connection.withUnsafeHandle { sqlite3_commit_hook($0, nil, nil) } == nil)
    }

    @Test("Random writes with errors leave an intact index")
    func randomWrites() throws {
        let seed = RandomSeeds.range(count: 1).lowerBound
        var generator = SeededGenerator(seed: UInt64(seed))
        for step in 0..<300 {
            fuse.isArmed = Bool.random(using: &generator)
            let value =
                Int.random(in: 0..<4, using: &generator) == 0
                ? "bad" : String(UInt32.random(in: 0 ... .max, using: &generator), radix: 36)
            let kind = Int.random(in: 0..<4, using: &generator)
            switch kind {
            case 0: _ = try? connection.execute("INSERT OR REPLACE INTO u VALUES (\(value))")
            case 1:
                _ = try? connection.execute("DELETE FROM u WHERE x >= \(value) AND rowid % 3 = 0")
            case 2:
                _ = try? connection.execute(
                    "UPDATE OR IGNORE u SET x = x || \(value) WHERE x < \(value)")
            default:
                try? connection.transaction {
                    try connection.execute("INSERT OR IGNORE INTO u VALUES (\(value))")
                    try connection.execute("INSERT OR IGNORE INTO u VALUES ('bad')")
                }
            }
            #expect(connection.isAutocommit, "seed \(seed), step \(step)")
        }
        fuse.isArmed = false
        let check: String? = try connection.value("PRAGMA integrity_check")
        #expect(check == "ok", "seed \(seed)")
    }
}
