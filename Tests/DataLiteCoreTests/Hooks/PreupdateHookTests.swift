import Foundation
import Testing

@testable import DataLiteCore

@Suite("A preupdate hook", .enabled(if: PreupdateFunctions.shared != nil))
struct PreupdateHookTests {
    private func collect(
        _ connection: Connection, of tables: Set<String>? = nil, values: Bool = true,
        _ body: () throws -> Void
    ) throws -> [PendingChange] {
        var changes: [PendingChange] = []
        let hook = try connection.onPreupdate(of: tables, values: values) { changes.append($0) }
        try body()
        hook.cancel()
        return changes
    }

    @Test("A preupdate hook receives the values before and after each change")
    func values() throws {
        let connection = try Connection.sample(count: 2)
        let changes = try collect(connection) {
            try connection.execute("INSERT INTO t VALUES (3, NULL)")
            try connection.execute("UPDATE t SET id = 7, x = 'é' WHERE id = 1")
            try connection.execute("DELETE FROM t WHERE id = 2")
        }
        #expect(
            changes == [
                PendingChange(.insert, table: "t", newRowID: 3, new: [.int(3), .null]),
                PendingChange(
                    .update, table: "t", oldRowID: 1, newRowID: 7, old: [.int(1), .int(10)],
                    new: [.int(7), .text("é")]),
                PendingChange(.delete, table: "t", oldRowID: 2, old: [.int(2), .int(20)]),
            ])
    }

    @Test("A preupdate hook receives what an update hook does not")
    func complete() throws {
        let connection = try Connection.sample(count: 2)
        try connection.execute(
            script: """
                CREATE TABLE w(k TEXT PRIMARY KEY, v) WITHOUT ROWID;
                INSERT INTO w VALUES ('a', 1);
                """)
        let changes = try collect(connection) {
            try connection.execute("REPLACE INTO t VALUES (1, 5)")
            try connection.execute("UPDATE w SET v = 2")
            try connection.execute("DELETE FROM t")
        }
        #expect(changes.map(\.table) == ["t", "t", "w", "t", "t"])
        #expect(changes.map(\.kind) == [.delete, .insert, .update, .delete, .delete])
        #expect(changes[2].old == [.text("a"), .int(1)])
        #expect(changes[2].new == [.text("a"), .int(2)])
    }

    @Test("A statement that was prepared before the hook was added is observed")
    func preparedBefore() throws {
        let connection = try Connection.sample()
        let statement = try connection.prepare(sql: "DELETE FROM t")
        try connection.execute("UPDATE t SET x = 0 WHERE id = 9")
        let changes = try collect(connection) { _ = try statement.step() }
        #expect(changes.map(\.oldRowID) == [1, 2, 3])
    }

    @Test("A list of tables selects the changes, in any letter case")
    func tables() throws {
        let connection = try Connection.sample(count: 1)
        try connection.execute("CREATE TABLE Other(a)")
        let changes = try collect(connection, of: ["OTHER"], values: false) {
            try connection.execute("UPDATE t SET x = 0")
            try connection.execute("INSERT INTO other VALUES ('a')")
        }
        #expect(changes == [PendingChange(.insert, table: "Other", newRowID: 1)])
    }

    @Test("Hooks with and without values are called for one change")
    func mixed() throws {
        let connection = try Connection.sample(count: 1)
        var values: [[SQLiteValue]?] = []
        let hooks = try [true, false, true].map { reads in
            try connection.onPreupdate(values: reads) { values.append($0.old) }
        }
        try connection.execute("DELETE FROM t")
        #expect(values == [[.int(1), .int(10)], nil, [.int(1), .int(10)]])
        withExtendedLifetime(hooks) {}
    }

    @Test("A change tells the depth of its triggers")
    func depth() throws {
        let connection = try Connection.sample(count: 1)
        try connection.execute(
            script: """
                CREATE TABLE log(a); CREATE TABLE log2(a);
                CREATE TRIGGER a AFTER UPDATE ON t BEGIN INSERT INTO log VALUES (1); END;
                CREATE TRIGGER b AFTER INSERT ON log BEGIN INSERT INTO log2 VALUES (1); END;
                """)
        let changes = try collect(connection) { try connection.execute("UPDATE t SET x = 0") }
        #expect(changes.map(\.triggerDepth) == [0, 1, 2])
        #expect(changes.map(\.table) == ["t", "log", "log2"])
    }

    @Test("A write of a BLOB names its column and has no new values")
    func blob() throws {
        let connection = try Connection.sample(count: 1)
        try connection.execute("UPDATE t SET x = x'0102'")
        let changes = try collect(connection) {
            try connection.withBlob(in: "t", column: "x", row: 1, access: .readWrite) { blob in
                try blob.write(Data([9]), at: 0)
            }
        }
        #expect(changes.map(\.kind) == [.blobWrite(column: 1)])
        #expect(changes.first?.old?.last == .blob(Data([1, 2])))
        #expect(changes.first?.new == nil)
    }

    @Test("A change that a savepoint undoes was reported")
    func savepoint() throws {
        let connection = try Connection.sample(count: 1)
        let changes = try collect(connection) {
            try? connection.savepoint {
                try connection.execute("DELETE FROM t")
                throw Refused()
            }
        }
        #expect(changes.map(\.kind) == [.delete])
        #expect(try connection.ids() == [1])
    }

    @Test("A transaction observer and a preupdate hook work together")
    func withObserver() throws {
        final class Observer: TransactionObserver {
            var rows: [CommittedChange] = []
            func transactionDidCommit(_ changes: CommittedChanges, on: any ConnectionProtocol) {
                rows += changes.rows
            }
        }
        let connection = try Connection.sample(count: 1)
        let observer = Observer()
        try connection.add(transactionObserver: observer)
        let changes = try collect(connection) { try connection.execute("UPDATE t SET x = 0") }
        try connection.execute("UPDATE t SET x = 1")
        connection.remove(transactionObserver: observer)
        let later = try collect(connection) { try connection.execute("DELETE FROM t") }
        #expect(changes.count == 1 && later.count == 1)
        #expect(observer.rows.count == 2)
    }
}
