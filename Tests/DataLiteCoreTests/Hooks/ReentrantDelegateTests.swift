import DataLiteCore
import Testing

/// A delegate that runs a closure in each of its calls.
private final class Meddler: ConnectionDelegate, ConnectionTraceDelegate {
    let meddle: (any ConnectionProtocol, Meddler) -> Void
    private(set) var count = 0

    init(_ meddle: @escaping (any ConnectionProtocol, Meddler) -> Void) { self.meddle = meddle }

    private func called(_ connection: any ConnectionProtocol) {
        count += 1
        meddle(connection, self)
    }

    func connection(_ connection: any ConnectionProtocol, didUpdate action: SQLiteAction) {
        called(connection)
    }
    func connectionWillCommit(_ connection: any ConnectionProtocol) { called(connection) }
    func connectionDidRollback(_ connection: any ConnectionProtocol) { called(connection) }
    func connection(_ connection: any ConnectionProtocol, trace: SQLTrace) { called(connection) }
}

@Suite("A delegate that uses its connection")
struct ReentrantDelegateTests {
    private func exercise(_ connection: Connection) throws {
        try connection.execute("UPDATE t SET x = 0 WHERE id = 1")
        try? connection.transaction {
            try connection.execute("UPDATE t SET x = 1 WHERE id = 2")
            throw Refused()
        }
        #expect(try connection.value("SELECT sum(x) FROM t") == 50)
    }

    @Test("A delegate cannot run SQL on its connection")
    func runningSQL() throws {
        let connection = try Connection.sample()
        let prepared = try connection.prepare(sql: "SELECT 1")
        var codes: Set<ResultCode> = []
        let meddler = Meddler { connection, _ in
            let calls: [() throws -> Void] = [
                { try connection.execute("SELECT 1") },
                { try connection.execute(sql: "DELETE FROM t") },
                { _ = try prepared.step() },
                { try connection.setUserVersion(1) },
            ]
            for call in calls {
                guard let error = try? failure(of: call) else { continue }
                codes.insert(error.resultCode)
                #expect(error.message.contains("delegate"))
            }
        }
        connection.add(delegate: meddler)
        connection.add(traceDelegate: meddler)
        try exercise(connection)
        #expect(codes == [.misuse])
        #expect(meddler.count > 6)
    }

    @Test("A delegate cannot close its connection while a statement runs")
    func closing() throws {
        let connection = try Connection.sample()
        let meddler = Meddler { connection, _ in
            #expect(throws: SQLiteError.self) { try connection.close() }
        }
        connection.add(delegate: meddler)
        connection.add(traceDelegate: meddler)
        try exercise(connection)
    }

    @Test("A delegate can remove itself and is not called again")
    func removingItself() throws {
        let connection = try Connection.sample()
        let meddler = Meddler { connection, meddler in try? connection.remove(delegate: meddler) }
        let tracer = Meddler { connection, tracer in try? connection.remove(traceDelegate: tracer) }
        connection.add(delegate: meddler)
        connection.add(traceDelegate: tracer)
        try exercise(connection)
        #expect(meddler.count == 1)
        #expect(tracer.count == 1)
    }

    @Test("A delegate can add another one, which is called starting at the next event")
    func addingAnother() throws {
        let connection = try Connection.sample()
        let other = DelegateLog()
        let meddler = Meddler { connection, _ in try? connection.add(delegate: other) }
        connection.add(delegate: meddler)
        try connection.execute("UPDATE t SET x = 0 WHERE id = 1")
        #expect(other.events == [.commit])
    }

    @Test("A delegate can release the last reference to its connection")
    func droppingConnection() throws {
        final class Owner { var connection: Connection? }
        let owner = Owner()
        for isTracing in [false, true] {
            let connection = try Connection.sample()
            weak let reference = connection
            owner.connection = connection
            let statement = try connection.prepare(sql: "UPDATE t SET x = 0")
            let meddler = Meddler { _, _ in owner.connection = nil }
            if isTracing {
                connection.add(traceDelegate: meddler)
            } else {
                connection.add(delegate: meddler)
            }
            #expect(try statement.step() == false)
            #expect(meddler.count > 0)
            #expect(reference != nil)
        }
        owner.connection = try Connection.sample()
        let meddler = Meddler { _, _ in owner.connection = nil }
        owner.connection?.add(delegate: meddler)
        try owner.connection?.execute("UPDATE t SET x = 0")
        #expect(owner.connection == nil)
    }

    @Test("A delegate cannot run SQL in its deinit if its own call releases it")
    func releasingDelegate() throws {
        final class Fleeting: ConnectionDelegate, ConnectionTraceDelegate {
            let onCall: () -> Void
            let onDeinit: () -> Void
            init(_ onCall: @escaping () -> Void, onDeinit: @escaping () -> Void) {
                self.onCall = onCall
                self.onDeinit = onDeinit
            }
            deinit { onDeinit() }
            func connection(_: any ConnectionProtocol, didUpdate: SQLiteAction) { onCall() }
            func connection(_: any ConnectionProtocol, trace: SQLTrace) { onCall() }
        }
        for isTracing in [false, true] {
            let connection = try Connection.sample()
            var fleeting: Fleeting?
            var errors: [SQLiteError?] = []
            fleeting = Fleeting {
                fleeting = nil
            } onDeinit: {
                errors.append(try? failure { try connection.execute("DELETE FROM t") })
            }
            if isTracing {
                connection.add(traceDelegate: try #require(fleeting))
            } else {
                connection.add(delegate: try #require(fleeting))
            }
            try connection.execute("UPDATE t SET x = 0 WHERE id = 1")
            #expect(fleeting == nil)
            #expect(errors.map { $0?.resultCode } == [.misuse])
            #expect(try connection.ids() == [1, 2, 3])
        }
    }

    @Test(
        "A delegate can commit by resetting a statement, and still cannot run SQL",
        arguments: [true, false])
    func committingByReset(allowsCommit: Bool) throws {
        let connection = try Connection.sample()
        let log = DelegateLog()
        if !allowsCommit { log.veto = Refused() }
        let insert = try connection.prepare(sql: "INSERT INTO t(id) VALUES (9) RETURNING id")
        #expect(try insert.step())
        var errors: [SQLiteError?] = []
        let tracer = Meddler { connection, _ in
            errors = [
                error(of: { try insert.reset() }),
                error(of: { try connection.execute("DELETE FROM t") }),
            ]
        }
        connection.add(delegate: log)
        connection.add(traceDelegate: tracer)
        try connection.execute("SELECT 1")
        #expect(log.events == (allowsCommit ? [.commit] : [.commit, .rollback]))
        #expect(
            errors.map { $0?.resultCode } == [allowsCommit ? nil : .constraintCommitHook, .misuse])
        #expect(errors.first??.underlyingError is Refused == !allowsCommit)
        connection.remove(traceDelegate: tracer)
        #expect(try connection.ids() == (allowsCommit ? [1, 2, 3, 9] : [1, 2, 3]))
    }

    private func error(of body: () throws -> Void) -> SQLiteError? {
        do {
            try body()
            return nil
        } catch {
            return error as? SQLiteError
        }
    }

    @Test("A delegate cannot commit by resetting a statement while another statement writes")
    func resettingDuringWrite() throws {
        let connection = try Connection.sample()
        let log = DelegateLog()
        let insert = try connection.prepare(sql: "INSERT INTO t(id) VALUES (9) RETURNING id")
        #expect(try insert.step())
        var events: [[DelegateLog.Event]] = []
        let meddler = Meddler { _, _ in
            try? insert.reset()
            events.append(log.events)
        }
        connection.add(delegate: log)
        connection.add(delegate: meddler)
        connection.add(traceDelegate: meddler)
        try connection.execute("DELETE FROM t WHERE id = 1")
        let deletion = DelegateLog.Event.update(.delete(db: "main", table: "t", rowID: 1))
        #expect(events == [[], [deletion], [deletion, .commit]])
        connection.remove(traceDelegate: meddler)
        #expect(try connection.ids() == [2, 3, 9])
    }

    @Test("A delegate can interrupt its connection")
    func interrupting() throws {
        let connection = try Connection.sample()
        let meddler = Meddler { connection, _ in connection.interrupt() }
        connection.add(delegate: meddler)
        let error = try failure { try connection.execute("UPDATE t SET x = 0") }
        #expect(error.resultCode == .interrupt)
        #expect(try connection.value("SELECT sum(x) FROM t") == 60)
    }
}
