import DataLiteC
import DataLiteCore
import Foundation
import Testing

/// Notes which closures were called, in order.
private final class ClosureLog {
    var events: [String] = []

    func add(_ name: String, to connection: any ConnectionProtocol) throws {
        try connection.afterCommit { self.events.append("\(name)+") }
        try connection.afterRollback { self.events.append("\(name)-") }
    }
}

@Suite("Closures after a transaction")
struct TransactionClosureTests {
    private let connection: Connection
    private let log = ClosureLog()

    init() throws {
        connection = try Connection(location: .inMemory)
        try connection.execute(
            script: """
                CREATE TABLE t(id INTEGER PRIMARY KEY, x UNIQUE);
                CREATE TABLE child(id REFERENCES t DEFERRABLE INITIALLY DEFERRED);
                INSERT INTO t VALUES (1, 1)
                """)
    }

    /// Runs statements; `+` adds closures named after their position, and `!` marks a statement that fails.
    private func run(_ steps: String...) throws -> [String] {
        for (index, step) in steps.enumerated() {
            if step == "+" {
                try log.add("\(index)", to: connection)
            } else if step.hasPrefix("!") {
                #expect(throws: SQLiteError.self) {
                    try connection.execute(script: String(step.dropFirst()))
                }
            } else {
                try connection.execute(script: step)
            }
            if step == "+" { continue }
            log.events.append("|")
        }
        return log.events.filter { $0 != "|" || !connection.isAutocommit }
    }

    @Test("A commit calls the closures once, in the order in which they were added")
    func order() throws {
        #expect(
            try run("BEGIN", "+", "INSERT INTO t VALUES (2, 2)", "+", "COMMIT") == ["1+", "3+"])
        #expect(try run("INSERT INTO t VALUES (3, 3)") == ["1+", "3+"])
    }

    @Test(
        "A transaction that writes nothing calls the closures too",
        arguments: [("COMMIT", "1+"), ("ROLLBACK", "1-")])
    func reading(end: String, expected: String) throws {
        #expect(try run("BEGIN", "+", "SELECT * FROM t", end) == [expected])
    }

    @Test("A rollback calls the closures for rollbacks")
    func rollback() throws {
        #expect(
            try run("BEGIN", "+", "INSERT INTO t VALUES (2, 2)", "ROLLBACK") == ["1-"])
    }

    @Test("Closures added outside a transaction wait for the next one")
    func next() throws {
        #expect(try run("+", "SELECT 1", "INSERT INTO t VALUES (2, 2)") == ["0+"])
        log.events = []
        #expect(try run("+", "!INSERT INTO t VALUES (2, 2)") == ["0-"])
        log.events = []
        #expect(try run("+", "BEGIN", "SELECT 1", "COMMIT") == ["0+"])
    }

    @Test("The rollback of a savepoint undoes the closures that were added in it")
    func savepoints() throws {
        #expect(
            try run(
                "BEGIN", "+", "SAVEPOINT a", "+", "SAVEPOINT b", "+", "ROLLBACK TO A", "+",
                "RELEASE a", "+", "COMMIT")
                == ["1+", "3-", "5-", "7+", "9+"])
    }

    @Test("The rollback of a savepoint that was set before the first closure undoes it")
    func earlierSavepoint() throws {
        #expect(
            try run("BEGIN", "SAVEPOINT a", "+", "ROLLBACK TO a", "+", "COMMIT") == ["2-", "4+"])
    }

    @Test("A released savepoint no longer undoes closures")
    func released() throws {
        #expect(
            try run(
                "SAVEPOINT o", "SAVEPOINT a", "+", "RELEASE a", "SAVEPOINT a", "+",
                "ROLLBACK TO a", "RELEASE o") == ["2+", "5-"])
    }

    @Test("Closures for the whole transaction ignore savepoints")
    func wholeTransaction() throws {
        var events: [String] = []
        try connection.transaction {
            try? connection.savepoint {
                try connection.afterNextTransaction { _ in
                    events.append("commit")
                } onRollback: { _ in
                    events.append("rollback")
                }
                throw Refused(reason: "savepoint")
            }
        }
        #expect(events == ["commit"])
        try connection.afterNextTransaction { _ in
            events.append("no")
        } onRollback: { _ in
            events.append("rollback")
        }
        try? connection.transaction { throw Refused(reason: "transaction") }
        #expect(events == ["commit", "rollback"])
    }

    @Test("The closures of nested transactions follow the inner closure")
    func nested() throws {
        try connection.transaction {
            try log.add("a", to: connection)
            try? connection.transaction {
                try log.add("b", to: connection)
                throw Refused(reason: "inner")
            }
            try connection.transaction { try log.add("c", to: connection) }
            #expect(log.events == [])
        }
        #expect(log.events == ["a+", "b-", "c+"])
    }

    @Test("A rollback by a conflict clause calls the closures for rollbacks")
    func conflict() throws {
        #expect(
            try run("BEGIN", "+", "!INSERT OR ROLLBACK INTO t VALUES (2, 1)") == ["1-"])
    }

    @Test("A failed statement that keeps the transaction open calls nothing")
    func failedStatement() throws {
        #expect(
            try run("BEGIN", "+", "!INSERT INTO t VALUES (2, 1)", "COMMIT") == ["1+"])
    }

    @Test("Closures wait while a commit fails because of a deferred foreign key")
    func deferredForeignKey() throws {
        #expect(
            try run(
                "BEGIN", "+", "INSERT INTO child VALUES (9)", "!COMMIT", "DELETE FROM child",
                "COMMIT") == ["1+"])
        #expect(throws: SQLiteError.self) {
            try connection.transaction {
                try log.add("b", to: connection)
                try connection.execute("INSERT INTO child VALUES (9)")
            }
        }
        #expect(log.events.suffix(1) == ["b-"])
    }

    @Test("Closures wait while a commit fails because another connection reads")
    func busy() throws {
        let path = "/tmp/datalite-closures-\(UInt64.random(in: .min ... .max)).sqlite"
        defer { for suffix in ["", "-journal"] { unlink(path + suffix) } }
        let configuration = Connection.Configuration { $0.busyTimeout = .zero }
        let writer = try Connection(path: path, configuration: configuration)
        try writer.execute("CREATE TABLE t(x)")
        let reader = try Connection(path: path, configuration: configuration)
        try writer.beginTransaction()
        try log.add("a", to: writer)
        try writer.execute("INSERT INTO t VALUES (1)")
        try reader.transaction(.deferred) {
            try reader.execute("SELECT * FROM t")
            #expect(throws: SQLiteError.self) { try writer.commitTransaction() }
            #expect(log.events == [])
        }
        try writer.commitTransaction()
        #expect(log.events == ["a+"])
    }

    @Test("A veto calls the closures for rollbacks")
    func veto() throws {
        let delegate = DelegateLog()
        delegate.veto = Refused(reason: "no")
        connection.add(delegate: delegate)
        #expect(throws: SQLiteError.self) {
            try connection.transaction {
                try log.add("a", to: connection)
                try connection.execute("INSERT INTO t VALUES (2, 2)")
            }
        }
        connection.remove(delegate: delegate)
        #expect(log.events == ["a-"])
    }

    @Test("Closing the connection calls the closures of the open transaction only")
    func closing() throws {
        try connection.beginTransaction()
        try log.add("a", to: connection)
        try connection.afterRollback { db in
            #expect(throws: SQLiteError.self) { try db.execute("SELECT 1") }
            self.log.events.append("closed")
        }
        try connection.close()
        #expect(log.events == ["a-", "closed"])
        #expect(throws: SQLiteError.self) { try log.add("b", to: connection) }
    }

    @Test("Closing the connection releases the closures for the next transaction")
    func closingBeforeNext() throws {
        final class Token {}
        weak var token: Token?
        do {
            let held = Token()
            token = held
            try connection.afterRollback { Issue.record("called: \(held)") }
        }
        #expect(token != nil)
        try connection.close()
        #expect(token == nil)
    }

    @Test("A closure can run SQL, write, and add closures for the next transaction")
    func running() throws {
        var events: [String] = []
        try connection.transaction {
            try connection.execute("INSERT INTO t VALUES (2, 2)")
            try connection.afterCommit { db in
                do {
                    events.append("\(try db.value("SELECT count(*) FROM t", as: Int.self) ?? -1)")
                    try db.afterCommit { events.append("inner") }
                    try db.transaction { try db.execute("INSERT INTO t VALUES (3, 3)") }
                    events.append("written")
                } catch { Issue.record(error) }
            }
            try connection.afterCommit { events.append("second") }
        }
        #expect(events == ["2", "written", "second", "inner"])
        #expect(connection.lastInsertRowID == 2)
    }

    @Test("A closure can run SQL although its transaction ended inside the closure of that")
    func lostTransaction() throws {
        var count: Int?
        #expect(throws: SQLiteError.self) {
            try connection.transaction {
                try connection.afterRollback { db in
                    count = try? db.transaction { try db.value("SELECT count(*) FROM t") }
                }
                try connection.execute("ROLLBACK")
                try connection.execute("DELETE FROM t")
            }
        }
        #expect(count == 1)
        #expect(try connection.value("SELECT count(*) FROM t") == 1)
    }

    @Test("A rollback through the C interface calls the closures")
    func unsafeHandle() throws {
        try connection.beginTransaction()
        try log.add("a", to: connection)
        try connection.withUnsafeHandle { _ = sqlite3_exec($0, "ROLLBACK", nil, nil, nil) }
        #expect(log.events == ["a-"])
    }

    @Test("A read-only connection refuses closures")
    func readOnly() throws {
        let path = "/tmp/datalite-closures-\(UInt64.random(in: .min ... .max)).sqlite"
        defer { unlink(path) }
        try Connection(path: path).execute("CREATE TABLE t(x)")
        let reader = try Connection(path: path, options: .readonly)
        let error = try failure { try reader.afterCommit {} }
        #expect(error.resultCode == .misuse)
        #expect(error.message.contains("read-only"))
    }

    @Test("A closure that is released may use the connection")
    func releasing() throws {
        final class Writer {
            let connection: Connection
            init(_ connection: Connection) { self.connection = connection }
            deinit { _ = try? connection.execute("INSERT INTO t(x) VALUES ('deinit')") }
        }
        try connection.transaction {
            let writer = Writer(connection)
            try connection.afterRollback { withExtendedLifetime(writer) {} }
        }
        #expect(try connection.value("SELECT count(*) FROM t WHERE x = 'deinit'") == 1)
    }
}
