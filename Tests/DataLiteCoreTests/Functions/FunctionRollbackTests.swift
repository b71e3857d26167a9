import DataLiteCore
import Foundation
import Testing

@Suite("A function that rolls back the transaction")
struct FunctionRollbackTests {
    private let connection: Connection

    init() throws {
        connection = try .inMemory()
        try connection.execute(
            script: """
                CREATE TABLE t(id INTEGER PRIMARY KEY, x TEXT);
                CREATE INDEX t_x ON t(x);
                CREATE TABLE log(y);
                CREATE TRIGGER updates AFTER UPDATE ON t BEGIN INSERT INTO log VALUES (f(new.id)); END;
                WITH RECURSIVE list(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM list LIMIT 40)
                INSERT INTO t SELECT n, 'text ' || (n % 9) FROM list;
                """)
    }

    private static let rollbacks = [
        "ROLLBACK", "INSERT OR ROLLBACK INTO t(id) VALUES (1)",
        "INSERT INTO log SELECT 1; ROLLBACK",
        "SELECT 1; ROLLBACK",
    ]

    private static let writes = [
        "INSERT INTO t(x) VALUES (f('a'))", "INSERT INTO t(x) VALUES (f('a')), ('b') RETURNING id",
        "INSERT INTO t(x) SELECT f(x) FROM t", "UPDATE t SET x = f(x) || 'u'",
        "UPDATE t SET x = 'u' WHERE id = 3", "DELETE FROM t WHERE f(x) = 'text 3'",
        "REPLACE INTO t(id, x) VALUES (3, f('a')), (4, 'b')",
        "INSERT INTO t(x) SELECT total(f(id)) FROM t GROUP BY id % 3",
        "INSERT INTO t(x) SELECT count_of(f(id)) FROM t",
    ]

    private func addFunctions(_ script: String, ignoresErrors: Bool = true) throws {
        try connection.add(function: "f", argc: 1) { args in
            do {
                try args.connection.execute(script: script)
            } catch  where ignoresErrors {
            }
            return args[0]
        }
        try connection.add(aggregate: "count_of", argc: 1, initial: 0) { count, _ in
            count += 1
        } finalize: {
            $0
        }
    }

    /// Checks that a rollback after the write leaves the committed data.
    private func requireIntact() throws {
        #expect(connection.isAutocommit)
        #expect(try connection.value("SELECT count(*) FROM t") == 40)
        try connection.execute(script: "BEGIN; REINDEX; INSERT INTO t(x) VALUES ('c'); ROLLBACK")
        #expect(try connection.value("PRAGMA integrity_check") == "ok")
        #expect(try connection.value("SELECT count(*) FROM t WHERE x LIKE 'text _'") == 40)
    }

    @Test("A rollback by a function makes the writing statement fail", arguments: rollbacks, writes)
    func fails(rollback: String, write: String) throws {
        try addFunctions(rollback)
        try connection.execute(script: "BEGIN; INSERT INTO log VALUES (1)")
        let error = try failure { _ = try connection.rows(SQL(raw: write)) }
        #expect(error.underlyingCode == .abortRollback || error.resultCode == .abortRollback)
        try requireIntact()
    }

    @Test("A rollback by a function makes the statement fail outside a transaction")
    func autocommit() throws {
        try addFunctions(Self.rollbacks[1])
        let error = try failure { try connection.execute(SQL(raw: Self.writes[2])) }
        #expect(error.underlyingCode == .abortRollback)
        try requireIntact()
    }

    @Test("A rollback by a function makes only the writing statements fail")
    func nested() throws {
        try addFunctions("ROLLBACK")
        var inner: SQLiteError?
        try connection.add(function: "nested", argc: 1) { args in
            do throws(SQLiteError) {
                try args.connection.execute("INSERT INTO t(x) VALUES (f('a')), ('b')")
            } catch {
                inner = inner ?? error
            }
            return args[0]
        }
        try connection.execute("BEGIN")
        #expect(try connection.value("SELECT nested(1)") == 1)
        #expect(inner?.underlyingCode == .abortRollback)
        try requireIntact()
        try connection.execute(script: "BEGIN; INSERT INTO log VALUES (1)")
        let error = try failure { try connection.execute("INSERT INTO log VALUES (nested(1))") }
        #expect(error.underlyingCode == .abortRollback)
        try requireIntact()
    }

    @Test("A function can roll back in a statement that reads, and can fail in its own write")
    func allowed() throws {
        try addFunctions("ROLLBACK")
        try connection.execute("BEGIN")
        #expect(try connection.rows("SELECT f(id) FROM t").count == 40)
        try addFunctions("INSERT INTO t(id) VALUES (1)")
        try connection.execute("UPDATE t SET x = f(x)")
        #expect(try connection.value("SELECT count(*) FROM log") == 40)
        try requireIntact()
    }

    @Test(
        "A rollback of a savepoint and a schema change makes the writing statement fail",
        arguments: writes)
    func savepoint(write: String) throws {
        let delegate = Updates()
        connection.add(delegate: delegate)
        try addFunctions("ROLLBACK TO s")
        try connection.execute(script: "BEGIN; SAVEPOINT s; CREATE TABLE made(x)")
        let error = try failure { _ = try connection.rows(SQL(raw: write)) }
        #expect(error.underlyingCode == .abortRollback || error.resultCode == .abortRollback)
        try connection.rollbackTransaction()
        try requireIntact()
    }

    /// An object whose `deinit` rolls back.
    private final class DeinitCallback {
        unowned let connection: Connection
        init(_ connection: Connection) { self.connection = connection }
        deinit { try? connection.rollbackTransaction() }
    }

    @Test("A rollback by a released object makes the writing statement fail", arguments: [1, 2, 3])
    func released(call: Int) throws {
        let delegate = Updates()
        connection.add(delegate: delegate)
        var calls = 0
        try connection.add(function: "f", argc: 1) { [connection] args in
            calls += 1
            if calls == call { _ = args.auxiliary(at: 0) { _ in DeinitCallback(connection) } }
            return args[0]
        }
        try connection.add(aggregate: "last", argc: 1, initial: DeinitCallback?.none) {
            [connection] will, _ in
            will = will ?? DeinitCallback(connection)
        } finalize: { _ in
            "last"
        }
        for write in [
            "UPDATE t SET x = f(x) || 'u'",
            "INSERT INTO t(x) SELECT last(x) FROM t GROUP BY id % 3",
        ] {
            calls = 0
            try connection.execute(
                script: "BEGIN; CREATE TABLE made(x); INSERT INTO log VALUES (1)")
            let error = try failure { try connection.execute(SQL(raw: write)) }
            #expect(error.underlyingCode == .abortRollback)
            try requireIntact()
        }
    }
}

/// Reads the name of each table that is changed, which SQLite keeps in its schema.
private final class Updates: ConnectionDelegate {
    func connection(_: any ConnectionProtocol, didUpdate: SQLiteAction) {}
}
