import DataLiteC
import Testing

@testable import DataLiteCore

/// Notes what it is told.
final class ObserverLog: TransactionObserver {
    var events: [String] = []
    var changes: [CommittedChange] = []
    var isComplete = true
    var veto: (any Error)?
    var table: String?

    func observes(table: String, schema: String) -> Bool { self.table.map { $0 == table } ?? true }

    func transactionWillCommit(on connection: any ConnectionProtocol) throws {
        if let veto { throw veto }
    }

    func transactionDidCommit(_ changes: CommittedChanges, on connection: any ConnectionProtocol) {
        self.changes += changes.rows
        isComplete = isComplete && changes.isComplete
        events.append(
            changes.isComplete ? changes.rows.map(\.summary).joined(separator: " ") : "unknown")
    }

    func transactionDidRollback(on connection: any ConnectionProtocol) {
        events.append("rollback")
    }
}

extension CommittedChange {
    /// The table, `+`, `~` or `-`, the key, and the values.
    fileprivate var summary: String {
        let sign = [Kind.inserted: "+", .updated: "~", .deleted: "-"][kind] ?? ""
        func text(_ row: SQLiteRow?) -> String {
            row.map { "(" + $0.values.map(\.sqliteLiteral).joined(separator: ",") + ")" } ?? ""
        }
        return "\(table)\(sign)\(key)\(text(old))\(text(new))"
    }
}

@Suite("A transaction observer", .enabled(if: PreupdateFunctions.shared != nil))
struct TransactionObserverTests {
    private let connection: Connection
    private let log = ObserverLog()

    init() throws {
        connection = try Connection(location: .inMemory)
        try connection.execute(
            script: """
                CREATE TABLE t(id INTEGER PRIMARY KEY, x UNIQUE);
                CREATE TABLE w(a, b, x, PRIMARY KEY (b, a)) WITHOUT ROWID;
                CREATE TABLE c(id INTEGER PRIMARY KEY, t REFERENCES t ON DELETE CASCADE);
                CREATE TABLE audit(n);
                CREATE TRIGGER r AFTER INSERT ON w BEGIN INSERT INTO audit VALUES (new.x); END;
                INSERT INTO t VALUES (1, 'a'), (2, 'b');
                INSERT INTO c VALUES (10, 1)
                """)
    }

    private func observe(_ script: String, values: Bool = false) throws -> [String] {
        try connection.add(transactionObserver: log, values: values)
        try connection.execute(script: script)
        return log.events
    }

    @Test("A function that replaces LIKE does not hide tables")
    func replacedLike() throws {
        try connection.add(function: "like", argc: 3) { _ in 1 }
        #expect(try observe("INSERT INTO audit VALUES (1)") == ["audit+1"])
        #expect(log.isComplete)
    }

    @Test(
        "An observer is told of each committed row",
        arguments: [
            ("INSERT INTO t VALUES (3, 'c'); DELETE FROM t WHERE id = 3", ["t+3", "t-3"]),
            (
                "BEGIN; INSERT INTO t VALUES (3, 'c'); UPDATE t SET x = 'd' WHERE id = 3; COMMIT",
                ["t+3"]
            ),
            ("BEGIN; INSERT INTO t VALUES (3, 'c'); DELETE FROM t WHERE id = 3; COMMIT", [""]),
            ("UPDATE t SET id = 5 WHERE id = 2", ["t-2 t+5"]),
            ("INSERT INTO w VALUES (1, 2, 3)", ["w+(2, 1) audit+1"]),
            ("DELETE FROM t WHERE id = 1", ["t-1 c-10"]),
            ("DELETE FROM c", ["c-10"]),
            ("REPLACE INTO t VALUES (9, 'b')", ["t-2 t+9"]),
            ("INSERT INTO t VALUES (1, 'z') ON CONFLICT DO UPDATE SET x = excluded.x", ["t~1"]),
            ("BEGIN; SELECT * FROM t; COMMIT", []),
            ("BEGIN; INSERT INTO t VALUES (3, 'c'); ROLLBACK", ["rollback"]),
            (
                "BEGIN; SAVEPOINT s; DELETE FROM t; ROLLBACK TO s; INSERT INTO t VALUES (4, 4); COMMIT",
                // Without values, a restored row cannot be told from an updated one.
                ["t~1 c~10 t~2 t+4"]
            ),
            ("CREATE TABLE n(x); INSERT INTO n VALUES (1)", ["unknown", "n+1"]),
            ("CREATE TEMP TABLE n(x); INSERT INTO temp.n VALUES (1)", ["", ""]),
        ])
    func rows(script: String, expected: [String]) throws {
        let events = try observe(script)
        #expect(events == expected)
    }

    @Test("Values before and after the transaction are given on request")
    func values() throws {
        let events = try observe(
            """
            BEGIN; UPDATE t SET x = 'c' WHERE id = 1; UPDATE t SET x = NULL WHERE id = 1;
            DELETE FROM t WHERE id = 2; INSERT INTO t VALUES (3, X'00'); COMMIT;
            BEGIN; SAVEPOINT s; DELETE FROM t; ROLLBACK TO s; UPDATE t SET x = x; COMMIT
            """, values: true)
        #expect(events == ["t~1(1,'a')(1,NULL) t-2(2,'b') t+3(3,X'00')", ""])
    }

    @Test("The changes of a failed statement are not included")
    func failed() throws {
        try connection.add(transactionObserver: log)
        try connection.transaction {
            #expect(throws: SQLiteError.self) {
                try connection.execute("INSERT INTO t VALUES (5, 5), (6, 'a')")
            }
            #expect(throws: SQLiteError.self) {
                try connection.execute("INSERT OR FAIL INTO t VALUES (7, 7), (8, 'a')")
            }
        }
        #expect(log.events == ["t+7"])
        #expect(throws: SQLiteError.self) {
            try connection.execute("INSERT OR FAIL INTO t VALUES (8, 8), (9, 'a')")
        }
        #expect(log.events == ["t+7", "t+8"])
    }

    @Test("A savepoint that the C interface rolls back is not included")
    func interface() throws {
        try connection.add(transactionObserver: log)
        try connection.withUnsafeHandle {
            _ = sqlite3_exec(
                $0,
                """
                BEGIN; SAVEPOINT s; INSERT INTO t VALUES (3, 3); ROLLBACK TO s;
                INSERT INTO t VALUES (4, 4); COMMIT
                """, nil, nil, nil)
        }
        #expect(log.events == ["t+4"])
    }

    @Test("A delete of all rows is observed, even if it was compiled before")
    func truncation() throws {
        let statement = try connection.prepare(sql: "DELETE FROM t")
        try statement.step()
        try statement.reset()
        try connection.execute("INSERT INTO t VALUES (1, 1)")
        try connection.add(transactionObserver: log)
        try statement.step()
        #expect(log.events == ["t-1"])
    }

    @Test("An observer can veto a commit")
    func veto() throws {
        try connection.add(transactionObserver: log)
        log.veto = Refused(reason: "no")
        let error = try failure { try connection.execute("INSERT INTO t VALUES (3, 3)") }
        #expect(error.resultCode == .constraintCommitHook)
        #expect(error.underlyingError as? Refused == Refused(reason: "no"))
        #expect(error.message == #"the commit was refused: Refused(reason: "no")"#)
        #expect(log.events == ["rollback"])
        #expect(try connection.value("SELECT count(*) FROM t") == 2)
    }

    @Test("An observer of some tables is told of these only")
    func tables() throws {
        log.table = "audit"
        #expect(try observe("INSERT INTO w VALUES (1, 2, 3)") == ["audit+1"])
    }

    @Test("An observer is held and called for as long as its extent says")
    func extents() throws {
        weak var weakly: ObserverLog?
        weak var strongly: ObserverLog?
        weak var once: ObserverLog?
        do {
            let (a, b, c) = (ObserverLog(), ObserverLog(), ObserverLog())
            (weakly, strongly, once) = (a, b, c)
            try connection.add(transactionObserver: a)
            try connection.add(transactionObserver: b, extent: .databaseLifetime)
            try connection.add(transactionObserver: c, extent: .nextTransaction)
            try connection.execute("INSERT INTO t VALUES (3, 3)")
            #expect([a, b, c].map(\.events) == [["t+3"], ["t+3"], ["t+3"]])
            try connection.execute("INSERT INTO t VALUES (4, 4)")
            #expect([a, b, c].map(\.events.count) == [2, 2, 1])
        }
        #expect(weakly == nil)
        #expect(once == nil)
        #expect(strongly != nil)
        try connection.execute("INSERT INTO t VALUES (5, 5)")
        if let observer = strongly {
            #expect(observer.events.count == 3)
            connection.remove(transactionObserver: observer)
        }
        #expect(strongly == nil)
        #expect(connection.delegates.recorder == nil)
        try connection.close()
    }

    @Test(
        "An observer that is added in a transaction is told of later changes only",
        arguments: [true, false])
    func late(hasOther: Bool) throws {
        let (other, second) = (ObserverLog(), ObserverLog())
        if hasOther { try connection.add(transactionObserver: other) }
        try connection.transaction { () throws in
            try connection.execute("INSERT INTO t VALUES (3, 'c'), (4, 'd')")
            try connection.execute("DELETE FROM t WHERE id = 1")
            try connection.add(transactionObserver: log, values: true)
            try connection.execute("UPDATE t SET x = 'e' WHERE id = 3")
            try connection.execute("UPDATE t SET x = 'f' WHERE id = 3")
            try connection.add(transactionObserver: second)
            // Its place in the transaction stays.
            try connection.add(transactionObserver: log, values: true)
            try connection.execute("UPDATE t SET x = 'g' WHERE id = 2")
            try connection.execute("DELETE FROM t WHERE id = 4")
        }
        #expect(
            log.events == ["t~3(3,'c')(3,'f') t~2(2,'b')(2,'g') t-4(4,'d')"])
        #expect(second.events == ["t~2 t-4"])
        if hasOther { #expect(other.events == ["t+3 t-1 c-10 t~2"]) }
        try connection.execute("UPDATE t SET x = 'h' WHERE id = 3")
        #expect(log.events.last == "t~3(3,'f')(3,'h')")
        #expect(second.events.last == "t~3")
    }

    @Test("An observer that is added in a transaction is told of its rollback, and of the next one")
    func lateRollback() throws {
        let other = ObserverLog()
        try connection.add(transactionObserver: other)
        try connection.execute("BEGIN")
        try connection.execute("INSERT INTO t VALUES (3, 'c')")
        try connection.add(transactionObserver: log)
        try connection.execute("INSERT INTO t VALUES (4, 'd')")
        try connection.execute("ROLLBACK")
        try connection.execute("INSERT INTO t VALUES (5, 'e')")
        #expect(log.events == ["rollback", "t+5"])
        #expect(other.events == ["rollback", "t+5"])
    }

    @Test("An observer can write, and is told of its own commit later")
    func writing() throws {
        final class Writer: TransactionObserver {
            var events: [[CommittedChange.Kind]] = []
            func transactionDidCommit(
                _ changes: CommittedChanges, on connection: any ConnectionProtocol
            ) {
                events.append(changes.rows.map(\.kind))
                guard events.count == 1 else { return }
                do {
                    try connection.transaction { try connection.execute("DELETE FROM audit") }
                    #expect(events.count == 1)
                } catch { Issue.record(error) }
            }
        }
        let writer = Writer()
        try connection.add(transactionObserver: writer)
        try connection.execute("INSERT INTO audit VALUES (1)")
        #expect(writer.events == [[.inserted], [.deleted]])
    }

    @Test("A closed connection has released its observers' statements")
    func closing() throws {
        try connection.add(transactionObserver: log, extent: .databaseLifetime)
        try connection.execute("INSERT INTO t VALUES (3, 3)")
        try connection.close()
        #expect(log.events == ["t+3"])
    }
}
