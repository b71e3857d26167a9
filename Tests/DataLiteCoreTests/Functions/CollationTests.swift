import DataLiteCore
import Foundation
import Synchronization
import Testing

@Suite("A collation")
struct CollationTests {
    let connection: Connection

    init() throws {
        connection = try .inMemory()
        try connection.execute(
            sql: "CREATE TABLE t(x TEXT); INSERT INTO t VALUES ('b'), ('a'), ('C'), ('aa')")
    }

    private func column(_ sql: SQL) throws -> [String?] {
        try connection.rows(sql).map { $0.values.first.flatMap { String($0) } }
    }

    private static func byLength(_ lhs: String, _ rhs: String) -> ComparisonResult {
        let (left, right) = (lhs.utf8.count, rhs.utf8.count)
        return left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
    }

    private static func backwards(_ lhs: String, _ rhs: String) -> ComparisonResult {
        lhs < rhs ? .orderedDescending : lhs > rhs ? .orderedAscending : .orderedSame
    }

    @Test("A collation orders, compares and groups strings")
    func order() throws {
        try connection.add(collation: "backwards", Self.backwards)
        #expect(
            try column("SELECT x FROM t ORDER BY x COLLATE backwards") == ["b", "aa", "a", "C"])
        #expect(try connection.value("SELECT 'a' > 'b' COLLATE backwards") == true)
        #expect(try connection.value("SELECT max(x COLLATE backwards) FROM t") == "C")
        try connection.add(collation: "length", Self.byLength)
        #expect(try connection.rows("SELECT 1 FROM t GROUP BY x COLLATE length").count == 2)
        #expect(try connection.rows("SELECT DISTINCT x COLLATE length FROM t").count == 2)
        #expect(try connection.value("SELECT 'xy' = 'ab' COLLATE length") == true)
    }

    @Test(
        "A collation receives complete strings", arguments: ["", "a", "a\0b", "\0\0\0", "größe 🙂"])
    func wholeTexts(_ text: String) throws {
        var seen: Set<String> = []
        try connection.add(collation: "spy") { lhs, rhs in
            seen.formUnion([lhs, rhs])
            return Self.byLength(lhs, rhs)
        }
        let isLess = try connection.value(
            "SELECT \(text) < \(text + "!") COLLATE spy", as: Bool.self)
        #expect(isLess == true)
        #expect(seen == [text, text + "!"])
    }

    @Test("A collation works in a database of another encoding")
    func utf16() throws {
        let connection = try Connection.inMemory(encoding: "UTF-16be")
        try connection.add(collation: "backwards", Self.backwards)
        try connection.execute(
            sql: "CREATE TABLE t(x COLLATE backwards); INSERT INTO t VALUES ('é'), ('z')")
        #expect(try connection.value("SELECT x FROM t ORDER BY x") == "é")
    }

    @Test("A collation can be used in an index")
    func index() throws {
        try connection.add(collation: "length", Self.byLength)
        try connection.execute(sql: "CREATE INDEX i ON t(x COLLATE length)")
        let plan = try connection.rows(
            "EXPLAIN QUERY PLAN SELECT x FROM t WHERE x = 'zz' COLLATE length")
        let detail: String = plan[0].lenientValue("detail") ?? ""
        #expect(detail.contains("INDEX i"))
        #expect(try connection.value("SELECT x FROM t WHERE x = 'zz' COLLATE length") == "aa")
        try connection.execute("INSERT INTO t VALUES ('long')")
        #expect(try connection.value("PRAGMA integrity_check") == "ok")
    }

    @Test("A missing collation is an error, even if the schema names it")
    func missing() throws {
        let unknown = try failure { try connection.execute(sql: "SELECT 'a' = 'b' COLLATE nobody") }
        #expect(unknown.message == "no such collation sequence: nobody")
        try connection.add(collation: "length", Self.byLength)
        try connection.execute(
            sql: "CREATE TABLE u(x COLLATE length); INSERT INTO u VALUES ('a'), ('b')")
        try connection.remove(collation: "length")
        let removed = try failure { try connection.execute(sql: "SELECT x FROM u ORDER BY x") }
        #expect(removed.message == "no such collation sequence: length")
        #expect(try connection.value("SELECT count(*) FROM u") == 2)
    }

    @Test("Adding a collation replaces one of the same name, even in prepared statements")
    func replacing() throws {
        try connection.add(collation: "order", Self.backwards)
        let statement = try connection.statement("SELECT x FROM t ORDER BY x COLLATE \"order\"")
        #expect(try statement.step())
        #expect(statement.columnValue(at: 0) == .text("b"))
        try statement.reset()
        try connection.add(collation: "ORDER", Self.byLength)
        try connection.execute(sql: "DELETE FROM t WHERE x <> 'aa' AND x <> 'b'")
        #expect(try statement.step())
        #expect(statement.columnValue(at: 0) == .text("b"))
        #expect(try statement.step())
        #expect(statement.columnValue(at: 0) == .text("aa"))
    }

    @Test("Replacing or removing a collation fails with BUSY while a statement is mid-step")
    func busy() throws {
        try connection.add(collation: "length", Self.byLength)
        let cursor = try connection.cursor("SELECT x FROM t")
        #expect(try cursor.step())
        for attempt in [
            { try connection.add(collation: "length", Self.backwards) },
            { try connection.remove(collation: "length") },
        ] {
            let error = try failure(of: attempt)
            #expect(error.resultCode == .busy)
            #expect(error.message.contains("due to active statements"))
        }
        try cursor.close()
        try connection.remove(collation: "length")
    }

    @Test(
        "A collation must have a name without NUL characters",
        arguments: ["", "\0", "length\0more"])
    func invalidName(_ name: String) throws {
        try connection.add(collation: "length", Self.byLength)
        for attempt in [
            { try connection.add(collation: name, Self.byLength) },
            { try connection.remove(collation: name) },
        ] {
            let error = try failure(of: attempt)
            #expect(error.resultCode == .misuse)
            #expect(error.message == "\"\(name)\" is not a valid collation name")
        }
        #expect(try connection.value("SELECT 'a' = 'b' COLLATE length") == true)
    }

    @Test("A collation may have any other name", arguments: ["größe", "two words", "🙂", "select"])
    func validName(_ name: String) throws {
        try connection.add(collation: name, Self.byLength)
        #expect(try connection.value("SELECT 'a' = 'b' COLLATE \(identifier: name)") == true)
    }

    @Test(
        "A built-in collation can be replaced and removed without a crash",
        arguments: ["BINARY", "NOCASE", "RTRIM"])
    func builtIn(_ name: String) throws {
        try connection.add(collation: name, Self.byLength)
        _ = try? connection.rows("SELECT x FROM t WHERE x = 'b' ORDER BY x")
        try connection.remove(collation: name)
        for sql in [
            "SELECT x FROM t ORDER BY x", "SELECT x FROM t WHERE x > 'a'",
            "SELECT DISTINCT x FROM t",
        ] {
            _ = try? connection.rows(SQL(raw: sql))
            _ = try? connection.rows(SQL(raw: sql + " COLLATE \(name)"))
        }
        _ = try? connection.execute(sql: "CREATE INDEX i ON t(x); SELECT x FROM t WHERE x = 'b'")
    }

    @Test("A collation cannot run SQL, close the connection or end a run in the middle of a search")
    func usesConnection() throws {
        var codes: [ResultCode?] = []
        var cursor: Cursor<SQLiteRow>?
        var other: Statement?
        try connection.execute(sql: "CREATE TABLE log(x)")
        try connection.add(collation: "meddling") { [unowned connection] lhs, rhs in
            if codes.isEmpty {
                let uses: [() throws -> Void] = [
                    { try connection.execute("DELETE FROM t") }, { try connection.close() },
                    { try other?.reset() }, { try connection.transaction {} },
                ]
                codes = uses.map { use in try? failure(of: use).resultCode }
                cursor = nil
                other = nil
            }
            return Self.byLength(lhs, rhs)
        }
        cursor = try connection.cursor("INSERT INTO log VALUES (1) RETURNING x")
        try cursor?.step()
        other = try connection.prepare(sql: "INSERT INTO log VALUES (2) RETURNING x")
        try other?.step()
        let rows = try connection.rows("SELECT x FROM t ORDER BY x COLLATE meddling")
        #expect(codes == [.misuse, .busy, .misuse, .misuse])
        // The runs that the collation released end after the query, and so commit.
        #expect(connection.isAutocommit)
        #expect(try connection.rows("SELECT x FROM t").count == rows.count)
        #expect(try connection.value("SELECT count(*) FROM log") == 2)
        #expect(try connection.statementCount() > 0)
        try connection.close()
    }

    @Test("Adding or removing a collation on a closed connection is misuse")
    func closed() throws {
        try connection.close()
        let error = try failure { try connection.add(collation: "length", Self.byLength) }
        #expect(error.message == "connection is closed")
    }

    @Test("A collation is called on one thread, whatever the number of threads that sort")
    func oneThread() throws {
        let threads = Mutex<Set<UInt>>([])
        try connection.execute("PRAGMA threads = 4")
        try connection.add(collation: "spy") { lhs, rhs in
            threads.withLock { _ = $0.insert(UInt(bitPattern: Thread.current.hash)) }
            return lhs < rhs ? .orderedAscending : lhs > rhs ? .orderedDescending : .orderedSame
        }
        try connection.execute(script: "PRAGMA threads = 4; PRAGMA cache_size = 10;")
        #expect(try connection.setLimit(.workerThreads, 4) == 0)
        _ = try connection.rows(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
            SELECT hex(randomblob(20)) AS x FROM n ORDER BY x COLLATE spy LIMIT -1 OFFSET 19990
            """)
        #expect(threads.withLock { $0.count } == 1)
        #expect(try connection.get(pragma: "threads") == 0)
    }

    /// SQLite calls a collation during compilation if it was built with STAT4, to estimate the number of rows
    /// in a range.
    @Test("A collation can replace and remove itself and functions during compilation")
    func replacedInUse() throws {
        let functions = [
            "CREATE TABLE u(x TEXT COLLATE own)", "CREATE INDEX u_x ON u(x)",
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 500) "
                + "INSERT INTO u SELECT 'text ' || i FROM n",
        ]
        var isReplacing = false
        func add() throws {
            let captured = Held()
            try connection.add(function: "same", argc: 1, options: .deterministic) { args in
                if isReplacing { try add() }
                return withExtendedLifetime(captured) { args[0] }
            }
            try connection.add(collation: "own") { [connection] lhs, rhs in
                if isReplacing {
                    try? add()
                    try? connection.remove(collation: "own")
                    try? add()
                }
                return withExtendedLifetime(captured) { Self.backwards(lhs, rhs) }
            }
        }
        try add()
        for sql in functions { try connection.execute(SQL(raw: sql)) }
        try connection.execute("ANALYZE")
        isReplacing = true
        for number in 1...20 {
            let sql = "SELECT count(*) FROM u WHERE x > same('text \(number)') AND x < 'text 99'"
            let _: Statement = try connection.prepare(sql: sql)
        }
        isReplacing = false
        #expect(try connection.value("SELECT count(*) FROM u WHERE x > 'text 99'") == 499)
        try connection.close()
        #expect(Held.count.withLock { $0 } == 0)
    }
}

/// The object that a function captures.
private final class Held {
    static let count = Mutex(0)
    init() { Self.count.withLock { $0 += 1 } }
    deinit { Self.count.withLock { $0 -= 1 } }
}
