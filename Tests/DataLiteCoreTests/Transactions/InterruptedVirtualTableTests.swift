import DataLiteCore
import Testing

/// FTS5 and R-Tree keep a BLOB open from a write to the end of the transaction. Until it is closed, an interrupt
/// makes all statements fail, `ROLLBACK` included.
@Suite("An interrupted transaction that has written to a virtual table")
struct InterruptedVirtualTableTests {
    /// A way to begin and roll back a transaction.
    enum Form: String, CaseIterable {
        case deferred, immediate, exclusive, savepoint, innerSavepoint, manual
    }

    private static let writes: [SQL] = [
        "INSERT INTO docs VALUES ('one'), ('two')", "INSERT INTO docs(docs) VALUES ('optimize')",
        "INSERT INTO boxes VALUES (1, 0, 1, 0, 1)", "DELETE FROM docs",
    ]

    private let connection: Connection

    init() throws {
        connection = try .inMemory()
        try connection.execute(
            script: """
                CREATE VIRTUAL TABLE docs USING fts5(text);
                CREATE VIRTUAL TABLE boxes USING rtree(id, x1, x2, y1, y2);
                INSERT INTO docs VALUES ('zero')
                """)
        try connection.add(function: "stop", argc: 0) { args in
            try (args.connection as? Connection)?.interrupt()
            return 1
        }
    }

    private func run(_ form: Form, _ body: () throws -> Void) throws {
        switch form {
        case .deferred: try connection.transaction(.deferred, body)
        case .immediate: try connection.transaction(.immediate, body)
        case .exclusive: try connection.transaction(.exclusive, body)
        case .savepoint: try connection.savepoint(body)
        case .innerSavepoint: try connection.transaction { try connection.savepoint(body) }
        case .manual:
            try connection.beginTransaction(.deferred)
            do {
                try body()
            } catch {
                try connection.rollbackTransaction()
                throw error
            }
        }
    }

    /// Rolls back when it is notified of a rollback.
    private final class Delegate: ConnectionDelegate {
        var errors: [SQLiteError] = []

        func connectionDidRollback(_ connection: any ConnectionProtocol) {
            do throws(SQLiteError) {
                try (connection as? Connection)?.rollbackTransaction()
            } catch {
                errors.append(error)
            }
        }
    }

    @Test("A virtual table's interrupted transaction is rolled back once if a delegate does so too")
    func delegate() throws {
        let delegate = Delegate()
        connection.add(delegate: delegate)
        #expect(throws: SQLiteError.self) {
            try connection.transaction {
                try connection.execute(Self.writes[0])
                _ = try connection.rows("SELECT stop() UNION ALL SELECT 1 UNION ALL SELECT 2")
            }
        }
        #expect(delegate.errors.map(\.resultCode) == [.misuse])
        #expect(try connection.rows("SELECT text FROM docs") == [["text": "zero"]])
    }

    @Test(
        "A virtual table's interrupted transaction is rolled back, and the connection works",
        arguments: Form.allCases, writes)
    func rolledBack(form: Form, write: SQL) throws {
        for _ in 1...3 {
            let error = try failure {
                try run(form) {
                    try connection.execute(write)
                    _ = try connection.rows("SELECT stop() UNION ALL SELECT 1 UNION ALL SELECT 2")
                }
            }
            #expect(error.resultCode == .interrupt)
            #expect(connection.isAutocommit)
            #expect(try connection.rows("SELECT text FROM docs") == [["text": "zero"]])
            #expect(try connection.value("SELECT count(*) FROM boxes") == 0)
        }
        try connection.transaction { try connection.execute("INSERT INTO docs VALUES ('next')") }
        try connection.execute("INSERT INTO docs(docs) VALUES ('integrity-check')")
        #expect(try connection.value("SELECT count(*) FROM docs") == 2)
        try connection.close()
    }
}
