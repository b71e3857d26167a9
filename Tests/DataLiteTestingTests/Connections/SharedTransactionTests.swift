import DataLiteCore
import DataLiteTesting
import Testing

@Suite("A transaction, on a real connection and on a mock")
struct SharedTransactionTests {
    private struct Refusal: Error {}

    @Test("A transaction returns the result of its closure", arguments: ConnectionKind.allCases)
    func commit(contender: ConnectionKind) throws {
        let connection = try contender.connect()
        #expect(connection.isAutocommit)
        let result = try connection.transaction {
            #expect(!connection.isAutocommit)
            try connection.savepoint {
                try connection.execute("UPDATE people SET age = 1")
                #expect(!connection.isAutocommit)
            }
            return 42
        }
        #expect(result == 42)
        #expect(connection.isAutocommit)
    }

    @Test("A transaction rolls back when its closure throws", arguments: ConnectionKind.allCases)
    func rollback(contender: ConnectionKind) throws {
        let connection = try contender.connect()
        #expect(throws: Refusal.self) { try connection.transaction { throw Refusal() } }
        #expect(connection.isAutocommit)
        #expect(throws: Refusal.self) { try connection.savepoint { throw Refusal() } }
        #expect(connection.isAutocommit)
        try connection.transaction {
            #expect(throws: Refusal.self) { try connection.savepoint { throw Refusal() } }
            #expect(!connection.isAutocommit)
        }
        #expect(connection.isAutocommit)
    }

    @Test("An outermost savepoint opens and commits", arguments: ConnectionKind.allCases)
    func outermostSavepoint(contender: ConnectionKind) throws {
        let connection = try contender.connect()
        try connection.execute(sql: "SAVEPOINT a; SAVEPOINT b; SAVEPOINT \"A\"")
        try connection.execute(sql: "RELEASE b")
        #expect(!connection.isAutocommit)
        try connection.execute(sql: "ROLLBACK TO a")
        #expect(!connection.isAutocommit)
        try connection.execute(sql: "RELEASE a")
        #expect(connection.isAutocommit)
    }

    private static let wrong = [
        ("BEGIN", "BEGIN IMMEDIATE", "cannot start a transaction within a transaction"),
        ("", "COMMIT", "cannot commit - no transaction is active"),
        ("", "END TRANSACTION", "cannot commit - no transaction is active"),
        ("", "ROLLBACK", "cannot rollback - no transaction is active"),
        ("BEGIN", "RELEASE a", "no such savepoint: a"),
        ("SAVEPOINT b", "ROLLBACK TO a", "no such savepoint: a"),
    ]

    @Test(
        "Misplaced transaction statements are rejected", arguments: ConnectionKind.allCases, wrong)
    func misuse(contender: ConnectionKind, wrong: (String, String, String)) throws {
        let connection = try contender.connect()
        try connection.execute(sql: wrong.0)
        let error = #expect(throws: SQLiteError.self) { try connection.execute(sql: wrong.1) }
        #expect(error?.resultCode == .error)
        #expect(error?.message == wrong.2)
        #expect(connection.isAutocommit == wrong.0.isEmpty)
        if !connection.isAutocommit { try connection.rollbackTransaction() }
    }

    @Test(
        "A rolled-back transaction rejects statements in its closure",
        arguments: ConnectionKind.allCases)
    func lost(contender: ConnectionKind) throws {
        let connection = try contender.connect()
        let error = #expect(throws: SQLiteError.self) {
            try connection.transaction {
                try connection.execute(sql: "ROLLBACK")
                try connection.execute("UPDATE people SET age = 1")
            }
        }
        #expect(error?.resultCode == .abortRollback)
        try connection.execute("UPDATE people SET age = 1")
    }

    @Test(
        "A committed transaction rejects statements in its closure",
        arguments: ConnectionKind.allCases)
    func committed(contender: ConnectionKind) throws {
        let connection = try contender.connect()
        var refusal: SQLiteError?
        let error = #expect(throws: SQLiteError.self) {
            try connection.transaction {
                try connection.execute(sql: "COMMIT")
                do throws(SQLiteError) {
                    try connection.execute("UPDATE people SET age = 1")
                } catch {
                    refusal = error
                }
            }
        }
        #expect(refusal?.resultCode == .misuse)
        #expect(error?.resultCode == .misuse)
        #expect(connection.isAutocommit)
        try connection.execute("UPDATE people SET age = 1")
    }

    private final class Listener: ConnectionDelegate, ConnectionTraceDelegate {
        var vetoes = false
        var runs: String?
        var events: [String] = []
        var refusal: SQLiteError?

        func connection(_ connection: any ConnectionProtocol, didUpdate action: SQLiteAction) {
            events.append("\(action)")
        }

        func connectionWillCommit(_ connection: any ConnectionProtocol) throws {
            events.append("commit")
            if let runs {
                do {
                    try connection.execute(sql: runs)
                } catch {
                    refusal = error
                }
            }
            if vetoes { throw Refusal() }
        }

        func connectionDidRollback(_ connection: any ConnectionProtocol) {
            events.append("rollback")
        }

        func connection(_ connection: any ConnectionProtocol, trace: SQLTrace) {
            events.append(trace.expandedSQL)
        }
    }

    @Test("A transaction calls its delegates", arguments: ConnectionKind.allCases)
    func delegates(contender: ConnectionKind) throws {
        let connection = try contender.connect()
        let listener = Listener()
        try connection.add(delegate: listener)
        try connection.transaction {
            try connection.execute("INSERT INTO people(name) VALUES (\("Grace"))")
        }
        let insert = SQLiteAction.insert(db: "main", table: "people", rowID: 3)
        #expect(listener.events == ["\(insert)", "commit"])
        #expect(throws: Refusal.self) { try connection.transaction { throw Refusal() } }
        #expect(listener.events.last == "rollback")
        try connection.remove(delegate: listener)
        try connection.transaction {}
        #expect(listener.events.count == 3)
    }

    private final class Follower: ConnectionDelegate {
        var counts: [Int] = []
        var failure: (any Error)?

        func connectionDidCommit(_ connection: any ConnectionProtocol) {
            counts.append(counts.count)
            guard counts.count < 3 else { return }
            do { try connection.execute("UPDATE people SET age = 2") } catch { failure = error }
        }
    }

    @Test(
        "A delegate is called after each commit and can commit again",
        arguments: ConnectionKind.allCases)
    func commits(contender: ConnectionKind) throws {
        let connection = try contender.connect()
        let follower = Follower()
        try connection.add(delegate: follower)
        try connection.transaction {
            try connection.execute("UPDATE people SET age = 1")
            #expect(follower.counts == [])
        }
        #expect(follower.failure == nil)
        #expect(follower.counts == [0, 1, 2])
        #expect(throws: Refusal.self) { try connection.transaction { throw Refusal() } }
        #expect(follower.counts == [0, 1, 2])
        try connection.execute("UPDATE people SET age = 1")
        #expect(follower.counts == [0, 1, 2, 3])
    }

    private final class Once: ConnectionDelegate {
        var commits = 0
        let next = Listener()

        func connectionWillCommit(_ connection: any ConnectionProtocol) throws {
            commits += 1
            try connection.remove(delegate: self)
            try connection.add(delegate: next)
        }
    }

    @Test(
        "A delegate can replace itself while it is called", arguments: ConnectionKind.allCases
    )
    func replacedDelegate(contender: ConnectionKind) throws {
        let connection = try contender.connect()
        let once = Once()
        try connection.add(delegate: once)
        for _ in 1...2 {
            try connection.transaction { try connection.execute("UPDATE people SET age = 1") }
        }
        #expect(once.commits == 1)
        #expect(once.next.events.contains("commit"))
    }

    @Test("A delegate's veto rolls back the transaction", arguments: ConnectionKind.allCases)
    func veto(contender: ConnectionKind) throws {
        let connection = try contender.connect()
        let listener = Listener()
        listener.vetoes = true
        try connection.add(delegate: listener)
        let error = #expect(throws: SQLiteError.self) {
            try connection.transaction {
                try connection.execute("INSERT INTO people(name) VALUES (\("Grace"))")
            }
        }
        #expect(error?.resultCode == .constraintCommitHook)
        #expect(error?.underlyingError is Refusal)
        #expect(connection.isAutocommit)
        #expect(listener.events.suffix(2) == ["commit", "rollback"])
    }

    @Test("A delegate cannot run SQL before a commit", arguments: ConnectionKind.allCases)
    func delegateRunsSQL(contender: ConnectionKind) throws {
        let connection = try contender.connect()
        let listener = Listener()
        listener.runs = "UPDATE people SET age = 1"
        try connection.add(delegate: listener)
        try connection.transaction {
            try connection.execute("INSERT INTO people(name) VALUES (\("Grace"))")
        }
        #expect(listener.refusal?.resultCode == .misuse)
    }

    @Test("A statement is traced with its values", arguments: ConnectionKind.allCases)
    func trace(contender: ConnectionKind) throws {
        let connection = try contender.connect()
        let listener = Listener()
        try connection.add(traceDelegate: listener)
        try connection.execute("INSERT INTO people(name) VALUES (\("O'Brien"))")
        #expect(listener.events == ["INSERT INTO people(name) VALUES ('O''Brien')"])
    }
}
