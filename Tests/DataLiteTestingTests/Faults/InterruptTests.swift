import DataLiteCore
import DataLiteTesting
import Foundation
import Testing

@Suite("An interrupt")
struct InterruptTests {
    private static let query = "SELECT 1 AS a UNION ALL SELECT 2"

    /// Connections to a database with one table `t`, and a mock of such a connection.
    private static func contenders() throws -> [any ConnectionProtocol] {
        let schema = "CREATE TABLE t(a)"
        let real = try Connection(location: .inMemory)
        try real.execute(sql: schema)
        let mock = MockConnection { call in
            call.sql.hasPrefix("BEGIN") || call.sql.hasPrefix("ROLLBACK")
                ? nil : .rows([["a": 1], ["a": 2]])
        }
        return [real, try MockConnection.spy(schema: schema), mock]
    }

    /// Interrupts repeatedly, from another thread, until `body` returns.
    private static func interrupting(
        _ handle: InterruptHandle, _ body: () throws -> Void
    ) rethrows {
        let thread = Thread {
            while !Thread.current.isCancelled { handle.interrupt() }
        }
        thread.start()
        defer { thread.cancel() }
        try body()
    }

    @Test(
        "Interrupting a query keeps the transaction open for later statements",
        arguments: 0...2)
    func query(contender: Int) throws {
        let connection = try Self.contenders()[contender]
        try connection.beginTransaction()
        let statement = try connection.prepare(sql: Self.query)
        #expect(try statement.step())
        connection.interrupt()
        let error = #expect(throws: SQLiteError.self) { try statement.step() }
        #expect(error?.resultCode == .interrupt)
        #expect(!connection.isAutocommit)
        #expect(try connection.rows(SQL(raw: Self.query)).count == 2)
        try connection.rollbackTransaction()
    }

    @Test("Interrupting a write rolls back the transaction", arguments: 0...2)
    func write(contender: Int) throws {
        let connection = try Self.contenders()[contender]
        try connection.beginTransaction()
        let sql = "INSERT INTO t VALUES (1), (2) RETURNING a"
        let statement = try connection.prepare(sql: sql)
        #expect(try statement.step())
        connection.interrupt()
        let error = #expect(throws: SQLiteError.self) { try statement.step() }
        #expect(error?.resultCode == .interrupt)
        #expect(connection.isAutocommit)
    }

    @Test("An interrupt ends a statement that begins while others are running", arguments: 0...2)
    func laterStatement(contender: Int) throws {
        let connection = try Self.contenders()[contender]
        let statement = try connection.prepare(sql: Self.query)
        #expect(try statement.step())
        connection.interrupt()
        let error = #expect(throws: SQLiteError.self) {
            try connection.prepare(sql: Self.query).step()
        }
        #expect(error?.resultCode == .interrupt)
        try statement.reset()
        #expect(try connection.prepare(sql: Self.query).step())
    }

    @Test("An interrupt ends a delay and rolls back the delayed write")
    func delay() throws {
        let mock = MockConnection { _ in .done }
        try mock.beginTransaction()
        mock.stall(.step, for: .seconds(Int64.max))
        Self.interrupting(mock.interruptHandle) {
            let error = #expect(throws: SQLiteError.self) { try mock.execute("DELETE FROM t") }
            #expect(error?.resultCode == .interrupt)
        }
        #expect(mock.isAutocommit)
    }

    @Test("An interrupt ends a delay of any call", arguments: [FaultPoint.prepare, .bind, .close])
    func anyDelay(place: FaultPoint) throws {
        let mock = MockConnection { _ in .done }
        mock.stall(place, for: .seconds(600))
        Self.interrupting(mock.interruptHandle) {
            let error = #expect(throws: SQLiteError.self) {
                try mock.prepare(sql: "SELECT ?").bind(1, at: 1)
                try mock.close()
            }
            #expect(error?.resultCode == .interrupt)
        }
    }

    @Test("An interrupt from another thread reaches the underlying database")
    func spy() throws {
        let mock = try MockConnection.spy()
        Self.interrupting(mock.interruptHandle) {
            let error = #expect(throws: SQLiteError.self) {
                try mock.execute(
                    """
                    WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)
                    SELECT count(*) FROM c
                    """)
            }
            #expect(error?.resultCode == .interrupt)
        }
    }
}
