import DataLiteC
import DataLiteCore
import DataLiteTestSupport
import Dispatch
import Testing

/// Whether the running SQLite reports the end of a transaction to connections with the same cache.
private let notifiesOfUnlock = datalite_symbol("sqlite3_unlock_notify") != nil

@Suite(
    "Connections with a shared cache", .enabled(if: notifiesOfUnlock), .timeLimit(.minutes(20)))
struct SharedCacheTests {
    /// Calls a closure with two connections to one database. The first one has written to `t`.
    private func withWriter(
        _ name: String = #function,
        _ body: (_ writer: Connection, _ other: Connection) throws -> Void
    ) throws {
        let name = name.filter { $0.isLetter || $0.isNumber }
        let (writer, other) = (try open(name), try open(name))
        try writer.makeSample()
        try writer.execute("CREATE TABLE u(x)")
        // Reads the schema.
        #expect(try other.ids() == [1, 2, 3])
        try writer.beginTransaction(.immediate)
        try writer.execute("DELETE FROM t WHERE id = 1")
        try body(writer, other)
    }

    private func open(_ name: String) throws -> Connection {
        try Connection(
            path: "file:\(name)", options: [.readwrite, .create, .memory, .sharedcache, .uri])
    }

    @Test("A statement waits for the end of the transaction that blocks it")
    func statement() throws {
        try withWriter { writer, other in
            var attempts: [Int] = []
            try other.setBusyHandler { attempt in
                attempts.append(attempt)
                if attempt == 2 { try? writer.commitTransaction() }
                return true
            }
            #expect(try other.ids() == [2, 3])
            #expect(attempts == [0, 1, 2])
        }
    }

    @Test("A statement that was prepared runs with its bindings, and is read to its end")
    func prepared() throws {
        try withWriter { writer, other in
            let statement = try other.prepare(sql: "SELECT id FROM t WHERE id > ? ORDER BY id")
            try statement.bind(SQLiteValue.int(1), at: 1)
            try other.setBusyHandler { _ in
                try? writer.rollbackTransaction()
                return true
            }
            var ids: [Int64?] = []
            while try statement.step() { ids.append(statement.columnValue(at: 0)) }
            #expect(ids == [2, 3])
            try statement.reset()
            #expect(try statement.step())
        }
    }

    @Test("The beginning of a transaction waits for the transaction that blocks it")
    func begin() throws {
        try withWriter { writer, other in
            try other.setBusyHandler { _ in
                try? writer.commitTransaction()
                return true
            }
            for _ in 1...2 {
                try other.transaction(.immediate) { try other.execute("INSERT INTO u VALUES (1)") }
            }
            #expect(try other.value("SELECT count(*) FROM u") == 2)
            #expect(other.isAutocommit)
        }
    }

    @Test("A statement is compiled when the change of the schema has ended")
    func schema() throws {
        try withWriter { writer, other in
            try writer.execute("CREATE TABLE v(x)")
            try other.setBusyHandler { _ in
                try? writer.commitTransaction()
                return true
            }
            #expect(try other.value("SELECT count(*) FROM v") == 0)
        }
    }

    @Test("Threads that share a cache wait for each other")
    func threads() throws {
        // Keeps the database.
        let connection = try open("threads")
        try connection.makeSample(count: 1)
        let failures = Locked<[any Error]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            do {
                let connection = try open("threads")
                try connection.setBusyTimeout(.seconds(300))
                for _ in 1...25 {
                    try connection.transaction(.immediate) {
                        try connection.execute("UPDATE t SET x = x + 1")
                    }
                    _ = try connection.value("SELECT x FROM t", as: Int.self)
                }
            } catch {
                failures.withLock { $0.append(error) }
            }
        }
        #expect(failures.withLock { $0.map { "\($0)" } } == [])
        #expect(try connection.value("SELECT x FROM t") == 110)
    }

    @Test("The busy timeout ends the wait", arguments: [0, 20])
    func timeout(milliseconds: Int) throws {
        try withWriter("timeout\(milliseconds)") { writer, other in
            try other.setBusyTimeout(.milliseconds(milliseconds))
            let error = try failure { try other.ids() }
            #expect(error.resultCode == .lockedSharedCache)
            #expect(error.message == "database table is locked: t")
            try writer.rollbackTransaction()
            #expect(try other.ids() == [1, 2, 3])
        }
    }

    @Test("An interruption ends the wait")
    func interruption() throws {
        try withWriter { writer, other in
            try other.setBusyHandler { [unowned other] _ in
                other.interrupt()
                return true
            }
            let error = try failure { try other.ids() }
            #expect(error.resultCode == .interrupt)
            #expect(error.message.contains("waiting for the lock"))
            try writer.rollbackTransaction()
            #expect(try other.ids() == [1, 2, 3])
        }
    }

    @Test("If two connections wait for each other, the second fails at once")
    func deadlock() throws {
        try withWriter { writer, other in
            try other.beginTransaction(.deferred)
            #expect(try other.value("SELECT count(*) FROM u") == 0)
            var calls = 0
            try other.setBusyHandler { _ in
                calls += 1
                return false
            }
            var second: SQLiteError?
            try writer.setBusyHandler { _ in
                second = try? failure { try other.ids() }
                try? other.rollbackTransaction()
                return true
            }
            // Waits for the reader of `u`, which then waits for the writer of `t`.
            try writer.execute("INSERT INTO u VALUES (1)")
            #expect(calls == 0)
            #expect(second?.resultCode == .lockedSharedCache)
            #expect(second?.message.contains("wait for each other") == true)
            try writer.commitTransaction()
            #expect(try other.ids() == [2, 3])
        }
    }
}
