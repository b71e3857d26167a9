import DataLiteCore
import Testing

@Suite("A log of a connection's statements")
struct ConnectionLogTests {
    private final class Log: @unchecked Sendable {
        // SAFETY: used by one connection, on one thread.
        var statements: [LoggedStatement] = []
        var connection: Connection?
        var errors: [ResultCode] = []

        /// A connection that logs all statements here.
        func open(
            _ change: (inout Connection.Configuration) -> Void = { _ in }
        ) throws -> Connection {
            var configuration = Connection.Configuration()
            configuration.logStatements { self.statements.append($0) }
            change(&configuration)
            return try Connection(location: .inMemory, configuration: configuration)
        }
    }

    @Test("Statements of onOpen are logged, also next to a trace delegate and a report of scans")
    func opening() throws {
        let log = Log()
        let connection = try log.open { $0.onOpen = { try $0.execute("CREATE TABLE t(x)") } }
        let tracer = Tracer()
        connection.add(traceDelegate: tracer)
        let insert: SQL = "INSERT INTO t VALUES (1), (2), (3)"
        try connection.execute(insert)
        connection.remove(traceDelegate: tracer)
        connection.noteScans(ofMoreThan: 0)
        try connection.execute("DELETE FROM t WHERE x = 1")
        #expect(
            log.statements.map(\.sql)
                == ["CREATE TABLE t(x)", insert.text, "DELETE FROM t WHERE x = 1"])
        #expect(connection.takeScanReports().map(\.sql) == ["DELETE FROM t WHERE x = 1"])
        #expect(log.statements.allSatisfy { $0.role == .writer })
        #expect(tracer.statements == [insert.text])
    }

    private final class Tracer: ConnectionTraceDelegate {
        var statements: [String] = []

        func connection(_ connection: any ConnectionProtocol, trace: SQLTrace) {
            statements.append(trace.unexpandedSQL)
        }
    }

    @Test("A run that a reset, a release, a rollback or a close ends is logged once")
    func ends() throws {
        let log = Log()
        let connection = try log.open()
        let sql = "SELECT 1 UNION SELECT 2"
        let statement = try connection.prepare(sql: sql)
        while try statement.step() {}
        #expect(log.statements.map(\.sql) == [sql])
        try statement.step()
        try statement.reset()
        try statement.reset()
        #expect(log.statements.map(\.sql) == [sql, sql])
        do {
            let released = try connection.prepare(sql: "SELECT 3 UNION SELECT 4")
            try released.step()
        }
        #expect(log.statements.last?.sql == "SELECT 3 UNION SELECT 4")
        log.statements = []
        try connection.execute(script: "CREATE TABLE t(x); INSERT INTO t VALUES (1), (2)")
        let reading = try connection.prepare(sql: "SELECT x FROM t")
        try connection.execute(script: "BEGIN; CREATE TABLE u(x)")
        try reading.step()
        log.statements = []
        try connection.execute("ROLLBACK")
        #expect(throws: SQLiteError.self) { try reading.step() }
        try reading.reset()
        #expect(log.statements.map(\.sql) == ["ROLLBACK", "SELECT x FROM t"])
        try reading.step()
        log.statements = []
        try connection.closeAbandoned()
        #expect(log.statements.map(\.sql) == ["SELECT x FROM t"])
    }

    @Test("A hook does not receive a run that began earlier")
    func earlierRun() throws {
        let connection = try Connection.inMemory()
        let statement = try connection.prepare(sql: "SELECT 1 UNION SELECT 2 UNION SELECT 3")
        var texts: [String] = []
        try statement.step()
        let hook = try connection.onProfile { texts.append($0.sql) }
        try statement.step()
        try statement.reset()
        #expect(texts == [])
        try statement.step()
        // With another limit, the measurement begins again.
        let long = try connection.onProfile(slowerThan: .seconds(60)) { _ in }
        hook.cancel()
        let second = try connection.onProfile { texts.append($0.sql) }
        try statement.reset()
        #expect(texts == [])
        while try statement.step() {}
        #expect(texts == ["SELECT 1 UNION SELECT 2 UNION SELECT 3"])
        withExtendedLifetime((long, second)) {}
    }

    @Test("A log can have any limit")
    func limits() throws {
        let connection = try Connection.inMemory()
        for (seconds, count) in [(Int64.min, 1), (-1, 1), (Int64.max, 0)] {
            var runs = 0
            let hook = try connection.onProfile(slowerThan: .seconds(seconds)) { _ in runs += 1 }
            try connection.execute("SELECT 1")
            #expect(runs == count)
            hook.cancel()
        }
    }

    @Test("A log cannot run or reset the statement that it receives")
    func sameStatement() throws {
        let connection = try Connection.inMemory()
        let statement = try connection.prepare(sql: "SELECT 1 UNION SELECT 2")
        var errors: [ResultCode?] = []
        let hook = try connection.onProfile { _ in
            errors.append(#expect(throws: SQLiteError.self) { try statement.step() }?.resultCode)
            errors.append(#expect(throws: SQLiteError.self) { try statement.reset() }?.resultCode)
        }
        while try statement.step() {}
        #expect(errors == [.misuse, .misuse])
        hook.cancel()
        #expect(try statement.step())
    }

    @Test("A log that runs SQL on its connection gets an error")
    func reentrant() throws {
        let log = Log()
        let connection = try Connection(
            location: .inMemory,
            configuration: Connection.Configuration {
                $0.logStatements { _ in
                    do {
                        try log.connection?.execute("SELECT 1")
                    } catch {
                        log.errors.append((error as? SQLiteError)?.resultCode ?? .ok)
                    }
                }
            })
        log.connection = connection
        try connection.execute("CREATE TABLE t(x)")
        try connection.execute("INSERT INTO t VALUES (1)")
        #expect(log.errors == [.misuse, .misuse])
        log.connection = nil
        try connection.close()
    }
}
