import DataLiteCoder
import DataLiteTestSupport
import Foundation
import Testing

@Suite("An upsert outside a transaction")
struct UpsertTransactionTests {
    /// Changes the table from another connection when the upsert begins to insert.
    private final class Intruder: ConnectionTraceDelegate {
        private let other: Connection
        private(set) var result: Result<Void, any Error>?

        init(_ path: String) throws {
            other = try Connection(path: path, configuration: .init { $0.busyTimeout = .zero })
        }

        func connection(_ connection: any ConnectionProtocol, trace sql: SQLTrace) {
            guard result == nil, sql.unexpandedSQL.hasPrefix("INSERT") else { return }
            result = Result {
                try other.transaction {
                    try other.execute(
                        script: """
                            DROP TABLE people;
                            CREATE TABLE people(code PRIMARY KEY, id UNIQUE, name);
                            INSERT INTO people VALUES ('a', 1, 'old')
                            """)
                }
            }
        }
    }

    @Test("An upsert keeps other connections from changing its table", arguments: [false, true])
    func schemaChange(returnsRow: Bool) throws {
        let path = NSTemporaryDirectory() + "upsert-\(UUID().uuidString).sqlite"
        defer { for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) } }
        let connection = try Connection(path: path)
        try connection.setJournalMode(.wal)
        try connection.execute(
            script: """
                CREATE TABLE people(id INTEGER PRIMARY KEY, code, name);
                INSERT INTO people VALUES (1, 'a', 'old')
                """)
        let intruder = try Intruder(path)
        connection.add(traceDelegate: intruder)
        let row: SQLiteRow = ["id": 1, "code": "b", "name": "new"]
        if returnsRow {
            let stored = try connection.upsert(
                row, into: "people", onConflict: "id", returning: SQLiteRow.self)
            #expect(stored == row)
        } else {
            try connection.upsert(row, into: "people", onConflict: "id")
        }
        let error = #expect(throws: SQLiteError.self) { try intruder.result?.get() }
        #expect(error?.resultCode.primary == .busy)
        #expect(try connection.rows("SELECT id, code, name FROM people") == [row])
        #expect(connection.isAutocommit)
    }

    @Test("A failed upsert leaves no transaction open")
    func failure() throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute("CREATE TABLE people(id INTEGER PRIMARY KEY, name NOT NULL)")
        #expect(throws: SQLiteError.self) {
            try connection.upsert(["id": 1] as SQLiteRow, into: "people", onConflict: "id")
        }
        #expect(connection.isAutocommit)
        try connection.upsert(
            ["id": 1, "name": "x"] as SQLiteRow, into: "people", onConflict: "id")
        #expect(try connection.value("SELECT count(*) FROM people") == 1)
    }
}
