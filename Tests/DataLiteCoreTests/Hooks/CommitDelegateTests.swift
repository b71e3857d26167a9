import DataLiteC
import Testing

@testable import DataLiteCore

/// Runs a closure after each commit.
private final class Follower: ConnectionDelegate {
    private(set) var commits = 0
    private(set) var depth = 0
    private(set) var deepest = 0
    var body: (any ConnectionProtocol) throws -> Void

    init(_ body: @escaping (any ConnectionProtocol) throws -> Void = { _ in }) { self.body = body }

    func connectionDidCommit(_ connection: any ConnectionProtocol) {
        commits += 1
        depth += 1
        deepest = max(deepest, depth)
        do { try body(connection) } catch { Issue.record(error) }
        depth -= 1
    }
}

@Suite("A delegate that is called after commits")
struct CommitDelegateTests {
    private let connection: Connection

    init() throws {
        connection = try Connection(location: .inMemory)
        try connection.execute(
            script: "CREATE TABLE t(id INTEGER PRIMARY KEY, x UNIQUE); CREATE TABLE log(n)")
    }

    private func commits(_ body: () throws -> Void) rethrows -> Int {
        let follower = Follower()
        connection.add(delegate: follower)
        try body()
        connection.remove(delegate: follower)
        return follower.commits
    }

    @Test(
        "A delegate is called once after each commit",
        arguments: [
            ("INSERT INTO t(x) VALUES (1); INSERT INTO t(x) VALUES (2)", 2),
            ("BEGIN; INSERT INTO t(x) VALUES (1); INSERT INTO t(x) VALUES (2); COMMIT", 1),
            ("SAVEPOINT s; INSERT INTO t(x) VALUES (1); RELEASE s", 1),
            ("BEGIN; INSERT INTO t(x) VALUES (1); ROLLBACK", 0), ("SELECT 1", 0),
            ("BEGIN; SELECT x FROM t; COMMIT", 0), ("CREATE TABLE other(x)", 1),
            ("INSERT INTO t(x) VALUES (1) RETURNING id", 1),
        ])
    func count(script: String, expected: Int) throws {
        #expect(try commits { try connection.execute(script: script) } == expected)
    }

    @Test("A delegate is not called after a commit that fails")
    func failed() throws {
        try connection.execute("INSERT INTO t(x) VALUES (1)")
        let count = commits {
            _ = try? connection.execute("INSERT INTO t(x) VALUES (2), (1)")
            let veto = DelegateLog()
            veto.veto = Refused()
            connection.add(delegate: veto)
            _ = try? connection.execute("INSERT INTO t(x) VALUES (3)")
            connection.remove(delegate: veto)
        }
        #expect(count == 0)
    }

    @Test("A delegate can read what was committed, in a transaction")
    func reading() throws {
        var counts: [Int] = []
        let follower = Follower { db in
            #expect(db.isAutocommit)
            try db.transaction(.deferred) {
                counts.append(try db.value("SELECT count(*) FROM t") ?? -1)
            }
        }
        connection.add(delegate: follower)
        try connection.transaction {
            try connection.execute("INSERT INTO t(x) VALUES (1)")
            #expect(counts == [])
        }
        try connection.execute("INSERT INTO t(x) VALUES (2)")
        #expect(counts == [1, 2])
    }

    @Test("A delegate can commit, and is called for its own commits when its call returns")
    func writing() throws {
        var left = 1000
        let follower = Follower { db in
            guard left > 0 else { return }
            left -= 1
            try db.execute("INSERT INTO log VALUES (1)")
        }
        connection.add(delegate: follower)
        try connection.execute("INSERT INTO t(id, x) VALUES (7, 1)")
        #expect(follower.commits == 1001)
        #expect(follower.deepest == 1)
        #expect(connection.lastInsertRowID == 7)
        #expect(try connection.value("SELECT count(*) FROM log") == 1000)
    }

    @Test("A delegate is called when a cursor that commits ends or is released")
    func cursors() throws {
        let follower = Follower()
        connection.add(delegate: follower)
        try connection.execute("INSERT INTO t(x) VALUES (1), (2)")
        var cursor: Cursor<SQLiteRow>? = try connection.cursor(
            "UPDATE t SET x = x + 10 RETURNING id")
        _ = try cursor?.next()
        #expect(follower.commits == 1)
        cursor = nil
        #expect(follower.commits == 2)
    }

    @Test("A delegate is called for a commit in a function while the outer statement runs")
    func nested() throws {
        let follower = Follower { db in
            _ = try db.rows("SELECT count(*) FROM log")
        }
        connection.add(delegate: follower)
        try connection.add(function: "note") { [unowned connection] (n: Int) throws -> Int in
            try connection.execute("INSERT INTO log VALUES (\(n))")
            return n
        }
        _ = try connection.rows("SELECT note(value) FROM json_each('[1, 2, 3]')")
        #expect(follower.commits == 3)
    }

    @Test("A delegate is called for commits through the C interface")
    func cInterface() throws {
        let count = try commits {
            let script = "INSERT INTO t(x) VALUES (1); BEGIN; INSERT INTO t(x) VALUES (2); COMMIT"
            try connection.withUnsafeHandle { _ = sqlite3_exec($0, script, nil, nil, nil) }
        }
        #expect(count == 2)
    }

    @Test("A delegate can remove itself and add another one, but cannot close the connection")
    func meddling() throws {
        let connection = try Connection(location: .inMemory)
        let other = Follower()
        var follower: Follower?
        follower = Follower { [unowned connection] db in
            if let follower { connection.remove(delegate: follower) }
            connection.add(delegate: other)
            connection.clearStatementCache()
        }
        connection.add(delegate: try #require(follower))
        try connection.execute("CREATE TABLE t(x)")
        #expect(other.commits == 0)
        try connection.execute("INSERT INTO t VALUES (1)")
        #expect((follower?.commits, other.commits) == (1, 1))
        follower = nil
        other.body = { db in
            let error = #expect(throws: SQLiteError.self) { try db.close() }
            #expect(error?.resultCode == .busy)
        }
        try connection.execute("INSERT INTO t VALUES (1)")
        #expect(!connection.isClosed)
    }

    @Test("A delegate can release the last reference to the connection after a commit")
    func releasing() throws {
        var connection: Connection? = try Connection(location: .inMemory)
        weak let reference = connection
        let follower = Follower { _ in connection = nil }
        connection?.add(delegate: follower)
        try connection?.execute("CREATE TABLE t(x)")
        #expect(follower.commits == 1)
        #expect(reference == nil)
    }

    @Test("A delegate is called after another delegate ends a statement, when it can run SQL")
    func insideHook() throws {
        try connection.execute("INSERT INTO t(x) VALUES (1), (2)")
        final class Ender: ConnectionTraceDelegate {
            var cursor: Cursor<SQLiteRow>?
            func connection(_ connection: any ConnectionProtocol, trace: SQLTrace) { cursor = nil }
        }
        let ender = Ender()
        ender.cursor = try connection.cursor("UPDATE t SET x = x + 10 RETURNING id")
        _ = try ender.cursor?.next()
        let follower = Follower { db in _ = try db.rows("SELECT * FROM t") }
        connection.add(delegate: follower)
        connection.add(traceDelegate: ender)
        _ = try connection.rows("SELECT 1")
        #expect(follower.commits == 1)
    }
}
