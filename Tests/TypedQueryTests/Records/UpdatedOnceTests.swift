import DataLiteMacros
import Foundation
import Testing

@Table("accounts") private struct Account: Identifiable {
    let id: Int
    var amount: Int
}

@Suite("The update of a row that counts no changes")
struct UpdatedOnceTests {
    /// A view whose trigger adds to the amount.
    private func view() throws -> Connection {
        let db = try Connection(location: .inMemory)
        try db.execute(
            script: """
                CREATE TABLE base(id INTEGER PRIMARY KEY, amount INTEGER);
                INSERT INTO base VALUES (1, 1);
                CREATE VIEW accounts AS SELECT * FROM base;
                CREATE TRIGGER u INSTEAD OF UPDATE ON accounts BEGIN
                    UPDATE base SET amount = amount + new.amount WHERE id = old.id;
                END;
                """)
        return db
    }

    @Test(
        "The trigger of a view runs once",
        arguments: [
            { try Account(id: 1, amount: 10).update($0) },
            { try Account(id: 1, amount: 10).update($0, columns: \.amount) },
            { try Account(id: 1, amount: 10).updateChanges($0, from: Account(id: 1, amount: 1)) },
            { try Account(id: 1, amount: 10).save($0) },
        ] as [@Sendable (Connection) throws -> Void])
    func viewTrigger(update: @Sendable (Connection) throws -> Void) throws {
        let db = try view()
        try update(db)
        #expect(try db.value("SELECT amount FROM base") == 11)
        #expect(throws: SQLiteError.self) { try Account(id: 2, amount: 1).update(db) }
    }

    @Test("A row that a trigger skips or deletes is found, and the trigger runs once")
    func skippingTriggers() throws {
        let db = try Connection(location: .inMemory)
        try Account.createTable().execute(db)
        try db.execute(
            script: """
                CREATE TABLE log(id);
                CREATE TRIGGER skip BEFORE UPDATE ON accounts WHEN old.id = 1 BEGIN
                    INSERT INTO log VALUES (old.id); SELECT RAISE(IGNORE);
                END;
                CREATE TRIGGER remove BEFORE UPDATE ON accounts WHEN old.id = 2 BEGIN
                    DELETE FROM accounts WHERE id = old.id;
                END;
                """)
        for id in 1...2 {
            let account = Account(id: id, amount: 1)
            try account.insert(db)
            try account.update(db)
        }
        #expect(try db.rows("SELECT id FROM log", as: Int.self) == [1])
        #expect(try Account.fetchCount(db) == 1)
    }

    @Test("A conflict that is ignored runs the statement once, and asks for the row afterwards")
    func ignored() throws {
        let log = try RecordLog()
        try Record.insert { [Record(id: 1, title: "A"), Record(id: 2, title: "B")] }.execute(log.db)
        let statements = try log.statements {
            try Record(id: 1, title: "B").update($0, or: .ignore)
        }
        #expect(
            statements == """
                UPDATE OR IGNORE "records" SET "title" = ?, "year" = ?, "score" = ? \
                WHERE "records"."id" = ?
                SELECT 1 FROM "records" WHERE "records"."id" = ?
                """)
    }

    /// Inserts the row from another connection after the first update.
    private final class Inserting: ConnectionTraceDelegate {
        let other: Connection
        init(_ other: Connection) { self.other = other }

        func connection(_ connection: any ConnectionProtocol, trace: SQLTrace) {
            guard trace.unexpandedSQL.hasPrefix("SELECT 1") else { return }
            try? Account(id: 1, amount: 1).insert(other)
        }
    }

    @Test(
        "A row that another connection inserts after the update is updated",
        arguments: [false, true])
    func concurrentInsert(isWAL: Bool) throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "\(UUID().uuidString).db")
        defer {
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: file.path + suffix)
            }
        }
        let db = try Connection(path: file.path)
        try db.setJournalMode(isWAL ? .wal : .delete)
        try Account.createTable().execute(db)
        let delegate = Inserting(try Connection(path: file.path))
        db.add(traceDelegate: delegate)
        try Account(id: 1, amount: 7).update(db)
        #expect(try Account.find(1).fetchOne(db)?.amount == 7)
    }
}
