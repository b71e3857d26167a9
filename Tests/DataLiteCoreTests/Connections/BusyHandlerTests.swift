import DataLiteCore
import DataLiteTestSupport
import Foundation
import Testing

@Suite("A busy handler", .timeLimit(.minutes(20)))
struct BusyHandlerTests {
    /// Calls a closure with a connection to a file whose write lock another connection has.
    private func withLockedFile(
        _ configuration: Connection.Configuration = .init(),
        _ body: (_ connection: Connection, _ owner: Connection) throws -> Void
    ) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            let owner = try Connection(path: path)
            try owner.makeSample()
            try owner.beginTransaction(.immediate)
            try body(Connection(path: path, configuration: configuration), owner)
        }
    }

    @Test("The handler is called with the number of its earlier calls until it returns false")
    func attempts() throws {
        try withLockedFile { connection, _ in
            var attempts: [Int] = []
            try connection.setBusyHandler { attempt in
                attempts.append(attempt)
                return attempt < 3
            }
            for _ in 1...2 {
                let error = try failure { try connection.beginTransaction(.immediate) }
                #expect(error.resultCode == .busy)
                #expect(error.message == "database is locked")
            }
            #expect(attempts == [0, 1, 2, 3, 0, 1, 2, 3])
        }
    }

    @Test("A statement runs when the handler has waited for the end of the lock")
    func released() throws {
        try withLockedFile { connection, owner in
            try connection.setBusyHandler { attempt in
                if attempt == 2 { try? owner.commitTransaction() }
                return true
            }
            try connection.execute("DELETE FROM t WHERE id = 1")
            #expect(try connection.ids() == [2, 3])
        }
    }

    @Test(
        "The handler decides how long setting the journal mode waits, for which SQLite does not call it"
    )
    func journalMode() throws {
        try withLockedFile { connection, owner in
            var attempts: [Int] = []
            try connection.setBusyHandler { attempt in
                attempts.append(attempt)
                return attempt < 2
            }
            let error = try failure { try connection.setJournalMode(.wal) }
            #expect(error.resultCode == .busy)
            #expect(attempts == [0, 1, 2])
            try connection.setBusyHandler { attempt in
                if attempt == 2 { try? owner.commitTransaction() }
                return true
            }
            try connection.setJournalMode(.wal)
            #expect(try connection.journalMode == .wal)
        }
    }

    @Test("Setting the journal mode throws after the busy timeout, or an interrupt")
    func journalModeTimeout() throws {
        try withLockedFile(.init { $0.busyTimeout = .milliseconds(5) }) { connection, _ in
            #expect(try failure { try connection.setJournalMode(.wal) }.resultCode == .busy)
            try connection.setBusyHandler { [handle = connection.interruptHandle] _ in
                handle.interrupt()
                return true
            }
            #expect(try failure { try connection.setJournalMode(.wal) }.resultCode == .interrupt)
        }
    }

    @Test("The configuration sets the handler of a connection, instead of its timeout")
    func configuration() throws {
        let calls = Locked(0)
        let configuration = Connection.Configuration {
            $0.busyTimeout = .seconds(3600)
            $0.busyHandler = { attempt in
                calls.withLock { $0 += 1 }
                return attempt < 4
            }
        }
        try withLockedFile(configuration) { connection, _ in
            let timeout = try connection.busyTimeout
            #expect(timeout == .zero)
            let error = try failure { try connection.execute("DELETE FROM t") }
            #expect(error.resultCode == .busy)
            #expect(calls.withLock { $0 } == 5)
        }
    }

    @Test("A handler replaces the timeout, and a timeout replaces the handler")
    func replacing() throws {
        try withLockedFile { connection, _ in
            func delete() throws -> ResultCode {
                try failure { try connection.execute("DELETE FROM t") }.resultCode
            }
            var calls = 0
            let handler: (Int) -> Bool = { _ in
                calls += 1
                return false
            }
            try connection.setBusyHandler(handler)
            #expect(try delete() == .busy && calls == 1)
            try connection.setBusyTimeout(.milliseconds(3))
            #expect(try connection.busyTimeout == .milliseconds(3))
            #expect(try delete() == .busy && calls == 1)
            try connection.setBusyHandler(handler)
            #expect(try connection.busyTimeout == .zero)
            #expect(try delete() == .busy && calls == 2)
            try connection.set(pragma: .busyTimeout, value: 4)
            #expect(try delete() == .busy && calls == 2)
            try connection.setBusyHandler(handler)
            try connection.execute("PRAGMA busy_timeout = 5")
            #expect(try connection.busyTimeout == .milliseconds(5))
            #expect(try delete() == .busy && calls == 2)
            try connection.setBusyHandler(handler)
            try connection.setBusyHandler(nil)
            #expect(try connection.busyTimeout == .zero)
            #expect(try delete() == .busy && calls == 2)
        }
    }

    @Test("The handler cannot use its connection")
    func ownConnection() throws {
        try withLockedFile { connection, owner in
            let statement = try connection.prepare(sql: "SELECT 1")
            var uses: [String: () throws -> Void] = [:]
            uses["execute"] = { [unowned connection] in try connection.execute("SELECT 1") }
            uses["step"] = { try statement.step() }
            uses["close"] = { [unowned connection] in try connection.close() }
            uses["handler"] = { [unowned connection] in try connection.setBusyHandler(nil) }
            uses["timeout"] = { [unowned connection] in try connection.setBusyTimeout(.zero) }
            uses["function"] = { [unowned connection] in
                try connection.add(function: "f", argc: 0) { _ in 1 }
            }
            uses["savepoint"] = { [unowned connection] in try connection.savepoint {} }
            uses["blob"] = { [unowned connection] in
                try connection.withBlob(in: "t", column: "x", row: 1) { _ in }
            }
            var failures: [String: SQLiteError] = [:]
            try connection.setBusyHandler { attempt in
                guard attempt == 0 else {
                    try? owner.commitTransaction()
                    return true
                }
                for (name, use) in uses { failures[name] = try? failure { try use() } }
                return true
            }
            try connection.execute("DELETE FROM t WHERE id = 1")
            #expect(failures.count == uses.count)
            for (name, error) in failures {
                #expect(error.resultCode == .misuse, "\(name)")
                #expect(
                    error.message
                        == "a busy handler must not use the connection that is calling it",
                    "\(name)")
            }
            // Afterwards the connection is as before.
            #expect(try connection.ids() == [2, 3])
            #expect(try statement.step())
        }
    }

    @Test("A statement that is released in the handler is finalized afterwards")
    func releasedStatement() throws {
        try withLockedFile { connection, owner in
            var statement: Statement? = try connection.prepare(sql: "SELECT 1 UNION SELECT 2")
            try statement?.step()
            let count = try connection.statementCount()
            try connection.setBusyHandler { attempt in
                statement = nil
                try? owner.commitTransaction()
                return true
            }
            try connection.execute("DELETE FROM t WHERE id = 1")
            #expect(statement == nil)
            #expect(try connection.ids() == [2, 3])
            #expect(try connection.statementCount() <= count + 1)
            try connection.close()
        }
    }

    @Test("An interruption in the handler ends the wait")
    func interrupted() throws {
        try withLockedFile { connection, _ in
            var calls = 0
            try connection.setBusyHandler { [unowned connection] _ in
                calls += 1
                connection.interrupt()
                return true
            }
            let error = try failure { try connection.beginTransaction(.immediate) }
            #expect(error.resultCode == .interrupt && calls == 1)
            #expect(error.message.contains("waiting for the lock"))
            #expect(try connection.value("SELECT 1") == 1)
        }
    }

    @Test("The time limit of a query ends the wait for its lock, whatever the handler returns")
    func timeLimit() throws {
        try withLockedFile { connection, _ in
            try connection.setBusyHandler { _ in
                usleep(1000)
                return true
            }
            let error = try failure {
                try connection.withQueryLimits(.init(time: .milliseconds(20))) {
                    try connection.execute("DELETE FROM t")
                }
            }
            // Without the limit, the wait has no end.
            #expect([.busy, .interrupt].contains(error.resultCode.primary))
        }
    }

    @Test("The handler is released when it is replaced, and with its connection")
    func lifetime() throws {
        final class Token {}
        weak var token: Token?
        func set(on connection: Connection) throws {
            let new = Token()
            token = new
            try connection.setBusyHandler { _ in
                withExtendedLifetime(new) { false }
            }
        }
        do {
            let connection = try Connection(location: .inMemory)
            try set(on: connection)
            #expect(token != nil)
            try connection.setBusyTimeout(.zero)
            #expect(token == nil)
            try set(on: connection)
        }
        #expect(token == nil)
    }

    @Test("An object that is released with its handler may use the connection")
    func releaseUsesConnection() throws {
        final class Last {
            let body: () -> Void
            init(_ body: @escaping () -> Void) { self.body = body }
            deinit { body() }
        }
        let connection = try Connection(location: .inMemory)
        var timeout: Duration?
        func setHandler() throws {
            let last = Last { [unowned connection] in
                try? connection.setBusyTimeout(.milliseconds(9))
                timeout = try? connection.busyTimeout
            }
            try connection.setBusyHandler { _ in withExtendedLifetime(last) { false } }
        }
        try setHandler()
        #expect(timeout == nil)
        try connection.setBusyHandler(nil)
        #expect(timeout == .milliseconds(9))
        #expect(try connection.value("SELECT 1") == 1)
    }

    @Test("A closed connection has no handler")
    func closed() throws {
        let connection = try Connection(location: .inMemory)
        try connection.close()
        let error = try failure { try connection.setBusyHandler { _ in true } }
        #expect(error.resultCode == .misuse)
    }

    @Test("A borrowed handle has no handler after its connection")
    func borrowed() throws {
        try withLockedFile { connection, _ in
            var calls = 0
            try connection.withUnsafeHandle { pointer in
                let borrower = try Connection(unsafeHandle: pointer, ownership: .borrowed)
                try borrower.setBusyHandler { _ in
                    calls += 1
                    return false
                }
                #expect(throws: SQLiteError.self) { try borrower.execute("DELETE FROM t") }
            }
            #expect(calls == 1)
            #expect(throws: SQLiteError.self) { try connection.execute("DELETE FROM t") }
            #expect(calls == 1)
        }
    }
}
