import DataLiteCore
import Testing

/// Fails in its third step if its argument requests it.
private final class Watched: Function.Window {
    override class var name: String { "watched" }
    override class var argc: Int32 { 1 }
    private let member = InstanceCounter.Member()
    private var steps = 0

    override func step(args: any ArgumentsProtocol) throws {
        steps += 1
        if args[0] == "fail", steps == 3 { throw Refused() }
    }

    override func inverse(args: any ArgumentsProtocol) throws {}
    override func value() throws -> (any SQLiteRepresentable)? { steps }
    override func finalize() throws -> (any SQLiteRepresentable)? { steps }
}

@Suite("An instance of an aggregate")
struct AggregateLifetimeTests {
    let connection: Connection
    private let census = InstanceCounter()

    init() throws {
        connection = try .inMemory()
        try connection.execute(
            sql: """
                CREATE TABLE t(x);
                WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 100)
                INSERT INTO t SELECT i FROM n;
                """)
        try connection.add(function: Watched.self)
    }

    /// Statements that have unfinished instances when they are on their first row.
    static let halfWay = [
        "SELECT watched(x) OVER (ORDER BY x) FROM t",
        "SELECT watched(x) OVER (ORDER BY x ROWS 2 PRECEDING), watched(1) OVER () FROM t",
        "SELECT x, (SELECT watched(u.x) FROM t u WHERE u.x <= t.x) FROM t",
        "SELECT watched(x) FROM t GROUP BY x",
    ]

    private func expectReleased(
        _ sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
    ) throws {
        try InstanceCounter.$current.withValue(census) { try body() }
        #expect(census.made > 0, sourceLocation: sourceLocation)
        #expect(census.alive == 0, sourceLocation: sourceLocation)
    }

    @Test("An aggregate's instance is released when the statement finishes", arguments: halfWay)
    func finished(_ sql: String) throws {
        try expectReleased { () throws in #expect(try connection.rows(SQL(raw: sql)).count == 100) }
    }

    @Test(
        "An aggregate's instance is released when its step fails",
        arguments: [
            "SELECT watched('fail') FROM t",
            "SELECT watched('fail') OVER (ORDER BY x) FROM t",
            "SELECT watched('fail') FROM t GROUP BY x % 7",
            "SELECT watched(x), watched('fail'), watched(x) FROM t",
        ])
    func failed(_ sql: String) throws {
        try expectReleased {
            let error = try failure { try connection.execute(sql: sql) }
            #expect(error.underlyingError is Refused)
        }
    }

    @Test(
        "An aggregate's instance is released when another function fails",
        arguments: ["abs(-9223372036854775808)"])
    func otherFailed(_ call: String) throws {
        try expectReleased {
            _ = try failure {
                try connection.execute(
                    sql: "SELECT watched(x), sum(iif(x > 50, \(call), 0)) FROM t")
            }
        }
    }

    @Test("An aggregate's instance is released when the statement is interrupted")
    func interrupted() throws {
        try connection.add(function: "stop_at", argc: 2) { [unowned connection] args in
            if args[0] as SQLiteValue == args[1] { connection.interrupt() }
            return 1
        }
        try expectReleased {
            let error = try failure {
                try connection.execute(sql: "SELECT watched(stop_at(x, 50)) FROM t")
            }
            #expect(error.resultCode == .interrupt)
        }
    }

    @Test(
        "An aggregate's instance is released when the statement is reset before its end",
        arguments: halfWay)
    func reset(_ sql: String) throws {
        try expectReleased {
            let statement = try connection.prepare(sql: sql)
            #expect(try statement.step())
            try statement.reset()
        }
    }

    @Test(
        "An aggregate's instance is released when the statement is released before its end",
        arguments: halfWay)
    func dropped(_ sql: String) throws {
        try expectReleased { () throws in
            #expect(try connection.prepare(sql: sql).step())
        }
    }

    @Test(
        "An aggregate's instance is released when the cursor is released before its end",
        arguments: halfWay)
    func cursor(_ sql: String) throws {
        try expectReleased { () throws in
            #expect(try connection.cursor(SQL(raw: sql)).step())
        }
    }

    @Test("An aggregate's instance is alive while a statement is running")
    func alive() throws {
        try expectReleased {
            let statement = try connection.prepare(sql: Self.halfWay[0])
            #expect(try statement.step())
            #expect(census.alive > 0)
        }
    }

    @Test(
        "An aggregate's instance is released when the connection is released before the statement",
        arguments: halfWay)
    func connectionDropped(_ sql: String) throws {
        try expectReleased {
            var own: Connection? = try .inMemory()
            try own?.execute(sql: "CREATE TABLE t(x); INSERT INTO t VALUES (1), (2), (3)")
            try own?.add(function: Watched.self)
            var statement = try own?.prepare(sql: sql)
            own = nil
            #expect(try statement?.step() == true)
            statement = nil
        }
    }
}

@Suite("An object captured by a function")
struct CaptureLifetimeTests {
    private let census = InstanceCounter()

    /// Adds a function of each kind, each of which captures a counted object.
    private func addAll(to connection: Connection) throws {
        let member = InstanceCounter.Member(of: census)
        try connection.add(function: "f", argc: 1) { [member] _ in
            withExtendedLifetime(member) { 1 }
        }
        try connection.add(function: "f") { [member] (a: Int, b: Int) in
            withExtendedLifetime(member) { 1 }
        }
        try connection.add(aggregate: "a", argc: 1, initial: member) { _, _ in
        } finalize: { [member] _ in
            withExtendedLifetime(member) { 1 }
        }
        try connection.add(window: "w", argc: 1, initial: member) { _, _ in
        } inverse: { _, _ in
        } value: { [member] _ in
            withExtendedLifetime(member) { 1 }
        }
        try connection.add(collation: "c") { [member] _, _ in
            withExtendedLifetime(member) { .orderedSame }
        }
        try connection.execute(
            sql:
                "SELECT f(1), f(1, 2), a(1), 'a' = 'b' COLLATE c FROM (VALUES (1)); SELECT w(1) OVER ()"
        )
    }

    @Test("A captured object is released when the connection is closed")
    func closed() throws {
        let connection = try Connection.inMemory()
        try addAll(to: connection)
        #expect(census.alive == 1)
        try connection.close()
        #expect(census.alive == 0)
    }

    @Test("A captured object is released when the connection is released")
    func dropped() throws {
        try addAll(to: .inMemory())
        #expect(census.made == 1)
        #expect(census.alive == 0)
    }

    @Test("A captured object is released when the functions are replaced")
    func replaced() throws {
        let connection = try Connection.inMemory()
        try addAll(to: connection)
        try addAll(to: connection)
        #expect(census.made == 2)
        #expect(census.alive == 1)
    }

    @Test("A captured object is released when the functions are removed")
    func removed() throws {
        let connection = try Connection.inMemory()
        try addAll(to: connection)
        for (name, argc) in [("f", 1), ("f", 2), ("a", 1), ("w", 1)] as [(String, Int32)] {
            #expect(census.alive == 1)
            try connection.remove(function: name, argc: argc)
        }
        try connection.remove(collation: "c")
        #expect(census.alive == 0)
    }

    @Test("A captured object is released when the function is rejected")
    func refused() throws {
        let connection = try Connection.inMemory()
        try connection.execute(sql: "CREATE TABLE t(x); INSERT INTO t VALUES (1), (2)")
        try addAll(to: connection)
        let cursor = try connection.cursor("SELECT x FROM t")
        #expect(try cursor.step())
        #expect(throws: SQLiteError.self) { try addAll(to: connection) }
        #expect(throws: SQLiteError.self) {
            let member = InstanceCounter.Member(of: census)
            try connection.add(collation: "c") { [member] _, _ in
                withExtendedLifetime(member) { .orderedSame }
            }
        }
        #expect(census.made == 3)
        #expect(census.alive == 1)
    }

    @Test("A captured object is released with the error that the function threw")
    func error() throws {
        /// Never leaves its thread.
        struct Loaded: Error, @unchecked Sendable { let member: InstanceCounter.Member }
        let connection = try Connection.inMemory()
        try connection.add(function: "fail", argc: 0) { [census] _ in
            throw Loaded(member: InstanceCounter.Member(of: census))
        }
        #expect(throws: SQLiteError.self) { try connection.execute(sql: "SELECT fail()") }
        #expect(census.made == 1)
        #expect(census.alive == 0)
    }
}
