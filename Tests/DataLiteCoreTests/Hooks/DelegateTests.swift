import DataLiteC
import DataLiteCore
import Testing

@Suite("A connection delegate")
struct DelegateTests {
    @Test("is told of inserts, updates and deletes")
    func actions() throws {
        let connection = try Connection.sample()
        let log = DelegateLog()
        connection.add(delegate: log)
        try connection.execute("INSERT INTO t(id) VALUES (9)")
        try connection.execute("UPDATE t SET id = 10 WHERE id = 9")
        try connection.execute("DELETE FROM t WHERE id = 10")
        #expect(
            log.events == [
                .update(.insert(db: "main", table: "t", rowID: 9)), .commit,
                .update(.update(db: "main", table: "t", rowID: 10)), .commit,
                .update(.delete(db: "main", table: "t", rowID: 10)), .commit,
            ])
    }

    @Test("is told of attached and temporary databases, and of odd names")
    func schemas() throws {
        let connection = try Connection.sample()
        let log = DelegateLog()
        connection.add(delegate: log)
        try connection.execute("ATTACH ':memory:' AS \"the öther\"")
        try connection.execute(
            sql: "CREATE TABLE \"the öther\".\"a \"\"b\"(x); CREATE TEMP TABLE p(x)")
        try connection.execute("INSERT INTO \"a \"\"b\" VALUES (1)")
        try connection.execute("INSERT INTO p VALUES (1)")
        let updates = log.events.filter { $0 != .commit }
        #expect(
            updates == [
                .update(.insert(db: "the öther", table: "a \"b", rowID: 1)),
                .update(.insert(db: "temp", table: "p", rowID: 1)),
            ])
    }

    @Test("that is added twice is told once, and no more when removed")
    func addedTwice() throws {
        let connection = try Connection.sample()
        let (log, other) = (DelegateLog(), DelegateLog())
        connection.add(delegate: log)
        connection.add(delegate: log)
        connection.add(delegate: other)
        try connection.execute("DELETE FROM t WHERE id = 1")
        connection.remove(delegate: log)
        connection.remove(delegate: log)
        try connection.execute("DELETE FROM t WHERE id = 2")
        #expect(log.events.count == 2)
        #expect(other.events.count == 4)
    }

    @Test("is held weakly")
    func weak() throws {
        let connection = try Connection.sample()
        var log: DelegateLog? = DelegateLog()
        weak let reference = log
        let other = DelegateLog()
        connection.add(delegate: log!)
        connection.add(delegate: other)
        log = nil
        #expect(reference == nil)
        try connection.execute("DELETE FROM t WHERE id = 1")
        #expect(other.events.count == 2)
    }

    /// Whether SQLite has hooks; looking takes them away.
    private func hasHooks(_ connection: Connection) throws -> Bool {
        try connection.withUnsafeHandle { pointer in
            let hooks = [
                sqlite3_update_hook(pointer, nil, nil), sqlite3_commit_hook(pointer, nil, nil),
                sqlite3_rollback_hook(pointer, nil, nil),
            ]
            try #require(Set(hooks.map { $0 == nil }).count == 1)
            return hooks[0] != nil
        }
    }

    @Test("has hooks installed while it listens, and none else")
    func hooks() throws {
        let connection = try Connection.sample()
        let (first, second) = (DelegateLog(), DelegateLog())
        #expect(try hasHooks(connection) == false)
        connection.add(delegate: first)
        #expect(try hasHooks(connection))
        connection.add(delegate: second)
        connection.remove(delegate: first)
        #expect(try hasHooks(connection))
        connection.add(delegate: first)
        connection.remove(delegate: first)
        connection.remove(delegate: second)
        #expect(try hasHooks(connection) == false)
    }

    @Test("that has gone leaves no hooks behind, once they have been called")
    func hooksOfGone() throws {
        let connection = try Connection.sample()
        connection.add(delegate: DelegateLog())
        connection.add(traceDelegate: StatementLog())
        try connection.execute("DELETE FROM t WHERE id = 1")
        #expect(try hasHooks(connection) == false)
    }

    @Test("vetoes a commit with its own error, and the data stays as it was")
    func veto() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            let connection = try Connection(path: path)
            try connection.makeSample()
            let log = DelegateLog()
            connection.add(delegate: log)
            log.veto = Refused(reason: "not today")
            let commits: [() throws -> Void] = [
                { try connection.execute("DELETE FROM t") },
                { try connection.execute(sql: "DELETE FROM t") },
                { try connection.transaction { try connection.execute("DELETE FROM t") } },
                { try connection.savepoint { try connection.execute("DELETE FROM t") } },
            ]
            for commit in commits {
                let error = try failure(of: commit)
                #expect(error.resultCode == .constraintCommitHook)
                #expect(error.underlyingError as? Refused == log.veto)
                #expect(connection.isAutocommit)
                #expect(log.events.last == .rollback)
            }
            #expect(try idsOnDisk(path) == [1, 2, 3])
            log.veto = nil
            try connection.execute("DELETE FROM t WHERE id = 1")
            #expect(try idsOnDisk(path) == [2, 3])
        }
    }

    @Test("is not told of the rollback that closing is")
    func closing() throws {
        let connection = try Connection.sample()
        let log = DelegateLog()
        connection.add(delegate: log)
        try connection.beginTransaction()
        try connection.execute("UPDATE t SET x = 0 WHERE id = 1")
        try connection.close()
        #expect(log.events == [.update(.update(db: "main", table: "t", rowID: 1))])
    }

    @Test("hears again from a connection that could not close")
    func failedClosing() throws {
        let connection = try Connection.sample()
        let log = DelegateLog()
        connection.add(delegate: log)
        let statement = try connection.prepare(sql: "SELECT 1")
        #expect(throws: SQLiteError.self) { try connection.close() }
        try connection.execute("DELETE FROM t WHERE id = 1")
        #expect(log.events.count == 2)
        withExtendedLifetime(statement) {}
    }

    @Test("can be added to a closed connection, and removed")
    func closed() throws {
        let connection = try Connection.sample()
        let (log, trace) = (DelegateLog(), StatementLog())
        connection.add(delegate: log)
        try connection.close()
        connection.add(delegate: DelegateLog())
        connection.remove(delegate: log)
        connection.add(traceDelegate: trace)
        connection.remove(traceDelegate: trace)
    }
}

/// A delegate that runs a closure at each of its calls.
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

@Suite("A delegate that meddles with its connection")
struct MeddlingDelegateTests {
    private func exercise(_ connection: Connection) throws {
        try connection.execute("UPDATE t SET x = 0 WHERE id = 1")
        try? connection.transaction {
            try connection.execute("UPDATE t SET x = 1 WHERE id = 2")
            throw Refused()
        }
        #expect(try connection.value("SELECT sum(x) FROM t") == 50)
    }

    @Test("by running SQL is refused")
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

    @Test("by closing it is refused while its statement runs")
    func closing() throws {
        let connection = try Connection.sample()
        let meddler = Meddler { connection, _ in
            #expect(throws: SQLiteError.self) { try connection.close() }
        }
        connection.add(delegate: meddler)
        connection.add(traceDelegate: meddler)
        try exercise(connection)
    }

    @Test("by taking itself away is called no more")
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

    @Test("by adding another has that called from the next event on")
    func addingAnother() throws {
        let connection = try Connection.sample()
        let other = DelegateLog()
        let meddler = Meddler { connection, _ in try? connection.add(delegate: other) }
        connection.add(delegate: meddler)
        try connection.execute("UPDATE t SET x = 0 WHERE id = 1")
        #expect(other.events == [.commit])
    }

    @Test("by letting go of its last reference does no harm")
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

    @Test("by interrupting it does what an interrupt does")
    func interrupting() throws {
        let connection = try Connection.sample()
        let meddler = Meddler { connection, _ in connection.interrupt() }
        connection.add(delegate: meddler)
        let error = try failure { try connection.execute("UPDATE t SET x = 0") }
        #expect(error.resultCode == .interrupt)
        #expect(try connection.value("SELECT sum(x) FROM t") == 60)
    }
}
