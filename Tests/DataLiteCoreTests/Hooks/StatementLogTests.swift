import DataLiteCore
import Testing

@Suite("A log of a connection's statements")
struct ConnectionLogTests {
    private final class Log: @unchecked Sendable {
        // SAFETY: used by one connection, on one thread.
        var statements: [LoggedStatement] = []
        var connection: Connection?
        var errors: [ResultCode] = []
    }

    @Test("Statements of onOpen are logged, also next to a trace delegate and a report of scans")
    func opening() throws {
        let log = Log()
        let connection = try Connection(
            location: .inMemory,
            configuration: Connection.Configuration {
                $0.logStatements { log.statements.append($0) }
                $0.onOpen = { try $0.execute("CREATE TABLE t(x)") }
            })
        let tracer = Tracer()
        connection.add(traceDelegate: tracer)
        try connection.execute("INSERT INTO t VALUES (1)")
        connection.remove(traceDelegate: tracer)
        try connection.execute("INSERT INTO t VALUES (2)")
        #expect(
            log.statements.map(\.sql)
                == ["CREATE TABLE t(x)", "INSERT INTO t VALUES (1)", "INSERT INTO t VALUES (2)"])
        #expect(log.statements.allSatisfy { $0.role == .writer })
        #expect(tracer.statements == ["INSERT INTO t VALUES (1)"])
    }

    private final class Tracer: ConnectionTraceDelegate {
        var statements: [String] = []

        func connection(_ connection: any ConnectionProtocol, trace: SQLTrace) {
            statements.append(trace.unexpandedSQL)
        }
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
