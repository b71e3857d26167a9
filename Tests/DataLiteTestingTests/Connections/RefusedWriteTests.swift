import DataLiteCore
import DataLiteTesting
import Foundation
import Testing

@Suite("A write that SQLite rejects")
struct RefusedWriteTests {
    /// A read-only connection to a database with a table `t(a)`, and a mock of such a connection.
    private static func readonlyConnections(
        _ body: (any ConnectionProtocol) throws -> Void
    ) throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Connection(path: path).execute(sql: "CREATE TABLE t(a)")
        try body(Connection(path: path, options: [.readonly]))
        let mock = MockConnection { _ in .done }
        mock.isReadonly = true
        try body(mock)
    }

    @Test(
        "A read-only connection rejects writes",
        arguments: [
            "INSERT INTO t VALUES (1)", "UPDATE t SET a = 1", "DELETE FROM t", "DROP TABLE t",
            "CREATE TABLE u(a)", "CREATE INDEX i ON t(a)", "PRAGMA user_version = 3",
        ])
    func refused(sql: String) throws {
        try Self.readonlyConnections { connection in
            #expect(connection.isReadonly)
            let error = #expect(throws: SQLiteError.self) { try connection.execute(sql: sql) }
            #expect(error?.resultCode == .readonly)
            #expect(error?.message == "attempt to write a readonly database")
        }
    }

    @Test(
        "A read-only connection runs statements that do not write the database",
        arguments: [
            "BEGIN IMMEDIATE; COMMIT", "CREATE TEMP TABLE u(a); INSERT INTO temp.u VALUES (1)",
            "CREATE TABLE temp.u(a)", "PRAGMA user_version", "SAVEPOINT s; RELEASE s",
            "SELECT * FROM t",
        ])
    func accepted(sql: String) throws {
        try Self.readonlyConnections { connection in try connection.execute(sql: sql) }
    }

    @Test(
        "A conflict ends the transaction only with OR ROLLBACK",
        arguments: ConnectionKind.allCases, ["OR ROLLBACK", "OR FAIL", "OR ABORT", ""])
    func conflict(contender: ConnectionKind, clause: String) throws {
        let sql = "INSERT \(clause) INTO people(id, name) VALUES (1, 'Ada')"
        let connection: any ConnectionProtocol
        if contender == .mock {
            let mock = MockConnection()
            mock.expectBegin()
            mock.expectExecute("\(sql)").throwing(.constraintPrimaryKey)
            mock.expectRollback().optional()
            connection = mock
        } else {
            connection = try contender.connect()
        }
        try connection.beginTransaction()
        let error = #expect(throws: SQLiteError.self) { try connection.execute(sql: sql) }
        #expect(error?.resultCode.primary == .constraint)
        #expect(connection.isAutocommit == (clause == "OR ROLLBACK"))
        if !connection.isAutocommit { try connection.rollbackTransaction() }
    }

    @Test("A foreign key violation leaves the transaction open, even with OR ROLLBACK")
    func foreignKey() throws {
        let mock = MockConnection { call in
            call.sql.hasPrefix("INSERT") ? .error(.constraintForeignKey) : .done
        }
        try mock.beginTransaction()
        #expect(throws: SQLiteError.self) {
            try mock.execute("INSERT OR ROLLBACK INTO t VALUES (1)")
        }
        #expect(!mock.isAutocommit)
        try mock.rollbackTransaction()
    }
}
